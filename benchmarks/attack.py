"""An attack on a server of one's own: what others notice of it.

    python benchmarks/attack.py [--attack NAME ...] [--addresses 1] [--seconds 20] [--people 4]
                                [--pause 0.5] [--bot-tables 2] [--together] [--json FILE]

People play at tables of two, others play against the weakest bot, each from an address of their own
out of 127.0.0.0/8. That is measured quietly first, and then while processes attack the server from
one address or from several, with one attack after the other, or with all `--together`: the time of
a move, the time until a bot has answered, and whether every event reached every player once and in
order. The ratios are to the quiet time; where other programs use the machine, only they mean
anything. All traffic stays on loopback, and every loop ends.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import resource
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

HANG_S = 900.0
LATE_S = 5.0
"""An event that reaches a player later than that after its move was accepted counts as late."""
SILENT = 5000
BOT_TABLES = 45
LEAST = 3
"""The moves that each pair, and each person against a bot, makes however slow the machine is."""
MASK = b"\x00\x00\x00\x00"
TEXT, PING = 0x81, 0x89


# -- attacks --------------------------------------------------------------------------------------


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame of a client; its mask changes nothing."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", opcode, 0x80 | size)
    else:
        head = struct.pack("!BBH", opcode, 0x80 | 126, size)
    return head + MASK + payload


FRAMES = {
    "frames": frame(TEXT, b"x") * 4096,
    "pings": frame(PING, b"") * 4096,
    "large-frames": frame(TEXT, b"x" * 60_000),
}


@dataclass
class Target:
    """What an attacking thread knows."""

    port: int
    table: str
    address: str
    until: float
    number: int

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    def socket(self) -> socket.socket:
        to = ("127.0.0.1", self.port)
        return socket.create_connection(to, 20, source_address=(self.address, 0))

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
        """The bytes of a request."""
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: ice\r\nContent-Length: {len(text)}\r\n"
        return head.encode() + b"Content-Type: application/json\r\n\r\n" + text

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
        """The body of the answer to a new visitor."""
        source = (self.address, 0)
        line = http.client.HTTPConnection("127.0.0.1", self.port, 30, source)
        try:
            text = None if body is None else json.dumps(body)
            line.request(method, path, text, {"Content-Type": "application/json"})
            return line.getresponse().read()
        finally:
            line.close()

    def upgrade(self, table: str) -> socket.socket:
        """A live connection whose bytes are the caller's to write."""
        key = base64.b64encode(os.urandom(16)).decode()
        line = self.socket()
        line.sendall(
            f"GET /api/tables/{table}/live?since=0 HTTP/1.1\r\nHost: ice\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            part = line.recv(1)
            if not part:
                raise ConnectionError("no live connection")
            head += part
        return line


def flood(target: Target, data: bytes) -> None:
    """Send frames for as long as the server takes them."""
    with target.upgrade(target.table) as line:
        while not target.over:
            line.sendall(data)


def hold_silent(target: Target) -> None:
    """Hold connections with half a request head."""
    lines: list[socket.socket] = []
    try:
        while not target.over:
            if len(lines) >= SILENT:
                time.sleep(0.2)
                continue
            try:
                line = target.socket()
                lines.append(line)
                line.sendall(b"GET / HTTP/1.1\r\nHost: ice")
            except OSError:
                time.sleep(0.01)
    finally:
        for line in lines:
            line.close()


MANY_GAMES = '[Game "seals"]\n\n1. b2-d4\n\n' * 3000


def read_and_hang_up(target: Target) -> None:
    """Have a file with many games read, and do not wait for it."""
    body = {"text": MANY_GAMES[:99_000].rsplit("[", 1)[0], "number": 1}
    with target.socket() as line:
        line.sendall(target.request("POST", "/api/analyse/read", body))
        time.sleep(0.05)


def evaluate(target: Target) -> None:
    """Have positions searched, always others."""
    head = '[Game "seals"]\n[Version "1"]\n[Seats "2"]\n'
    first = random.choice(("b2-d4", "b2-c3", "b2-d2", "b2-b4"))
    target.ask("POST", "/api/analyse/worth", {"head": head, "moves": [first]})


def review(target: Target) -> None:
    """Begin a review, as a new visitor."""
    head = f'[Game "seals"]\n[Version "1"]\n[Seats "2"]\n[Seat1 "{random.random()}"]\n'
    target.ask("POST", "/api/analyse/reviews", {"head": head, "moves": ["b2-d4"]})


def read_pages(target: Target) -> None:
    """Read tables, logs and pages."""
    for path in (f"/api/tables/{target.table}", f"/tables/{target.table}", "/lobby", "/analyse"):
        target.ask("GET", path)


def check_board(target: Target) -> None:
    """Have a large board checked."""
    text = target.ask("GET", "/boards/strait/file").decode()
    for _ in range(20):
        target.ask("POST", "/api/boards/check", {"game": "strait", "text": text})


def film(target: Target) -> None:
    """Have films rendered, always others."""
    themes = ("light", "dark", "contrast")
    theme, flip = random.choice(themes), random.choice(("true", "false"))
    target.ask("GET", f"/api/tables/{target.table}/film.webp?theme={theme}&flip={flip}")


def watch_bots(target: Target) -> None:
    """Have tables of strong bots alone play, each watched by one live connection."""
    seats = [{"kind": "bot", "level": "max"}] * 2
    lines = []
    try:
        for _ in range(BOT_TABLES):
            answer = json.loads(
                target.ask("POST", "/api/tables", {"game": "seals", "seats": seats})
            )
            if "id" in answer:
                lines.append(target.upgrade(answer["id"]))
                lines[-1].setblocking(False)
        while not target.over:
            time.sleep(0.1)
            for line in lines:  # what is sent is read, or the server drops them
                with contextlib.suppress(BlockingIOError):
                    line.recv(2**20)
    finally:
        for line in lines:
            line.close()


ATTACKS: dict[str, tuple[int, Callable[[Target], None]]] = {
    "frames": (4, lambda target: flood(target, FRAMES["frames"])),
    "pings": (4, lambda target: flood(target, FRAMES["pings"])),
    "large-frames": (4, lambda target: flood(target, FRAMES["large-frames"])),
    "silent": (1, hold_silent),
    "read": (8, read_and_hang_up),
    "worth": (8, evaluate),
    "reviews": (4, review),
    "pages": (8, read_pages),
    "boards": (8, check_board),
    "films": (4, film),
    "bots": (1, watch_bots),
}
"""The threads of each attack, and what each of them does again and again."""


def attack(name: str, port: int, table: str, addresses: int, seconds: float) -> None:
    """Attack from so many addresses; runs in a process of its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    threads, what = ATTACKS[name]
    until = time.monotonic() + seconds

    def run(target: Target) -> None:
        while not target.over:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                what(target)
            time.sleep(0.02)

    running = []
    for number in range(max(threads, addresses)):
        address = f"127.0.66.{1 + number % addresses}"
        target = Target(port, table, address, until, number)
        running.append(threading.Thread(target=run, args=(target,), daemon=True))
        running[-1].start()
    for thread in running:
        thread.join(max(0.0, until - time.monotonic()) + 5)


@contextlib.contextmanager
def attacked(
    names: list[str], port: int, table: str, addresses: int, seconds: float
) -> Iterator[None]:
    """Attacks in processes of their own, until the block ends or so many seconds have passed."""
    spawn = multiprocessing.get_context("spawn")
    processes = [
        spawn.Process(target=attack, args=(name, port, table, addresses, seconds), daemon=True)
        for name in names
    ]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.join(20)


# -- those who are measured -----------------------------------------------------------------------


@dataclass
class Tally:
    """What people noticed."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    visitors: list[float] = field(default_factory=list)
    lost: int = 0
    late: int = 0
    doubled: int = 0
    refused: int = 0

    def figures(self) -> dict[str, Any]:
        return {
            "moves": len(self.moves),
            "move_p50_ms": _ms(self.moves, 50),
            "move_p95_ms": _ms(self.moves, 95),
            "bot_answers": len(self.bots),
            "bot_p50_ms": _ms(self.bots, 50),
            "bot_p95_ms": _ms(self.bots, 95),
            "bot_first_ms": round(1000 * self.bots[0], 1) if self.bots else None,
            "visitors": len(self.visitors),
            "visitor_p95_ms": _ms(self.visitors, 95),
            "lost": self.lost,
            "late": self.late,
            "doubled": self.doubled,
            "refused": self.refused,
        }


def _ms(times: list[float], percent: int) -> float | None:
    if not times:
        return None
    if len(times) == 1:
        return round(1000 * times[0], 1)
    return round(1000 * statistics.quantiles(times, n=100, method="inclusive")[percent - 1], 1)


class Seat:
    """A player at an address, with a live connection."""

    def __init__(self, port: int, address: str):
        self.port, self.address = port, address
        transport = httpx.AsyncHTTPTransport(local_address=address, retries=2)
        base = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=base, transport=transport, timeout=HANG_S)
        self.table = ""
        self.state: dict[str, Any] = {}
        self.heard: list[int] = []
        self.changed = asyncio.Condition()
        self.listening: asyncio.Task[None] | None = None

    async def open(self, *seats: dict[str, str]) -> None:
        body = {"game": "seals", "seats": list(seats), "games": 1}
        answer = await self.http.post("/api/tables", json=body)
        answer.raise_for_status()
        self.begin(answer.json())

    def begin(self, state: dict[str, Any]) -> None:
        self.table, self.state, self.heard = state["id"], state, []
        if self.listening is not None:
            self.listening.cancel()
        self.listening = asyncio.create_task(self._listen(self.table))

    async def _listen(self, table: str) -> None:
        """Follow the table; connect again when the connection ends."""
        while True:
            since = self.heard[-1] if self.heard else 0
            url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live?since={since}"
            cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
            with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
                async with connect(
                    url,
                    additional_headers={"Cookie": cookie},
                    local_addr=(self.address, 0),
                    open_timeout=HANG_S,
                    max_size=None,
                ) as live:
                    await self._hear(live)
            await asyncio.sleep(0.2)

    async def _hear(self, live: ClientConnection) -> None:
        async for text in live:
            said = json.loads(text)
            if said["type"] != "update":
                continue
            async with self.changed:
                self.heard += [event["number"] for event in said.get("events", ())]
                self.state = said["state"]
                self.changed.notify_all()

    async def move(self) -> int | None:
        """Make a random move; returns the number of its event, or None if it was refused."""
        choice = random.choice(self.state["touches"])
        body = {"move": choice["move"], "decision": self.state["decision"]}
        answer = await self.http.post(f"/api/tables/{self.table}/moves", json=body)
        return int(answer.json()["number"]) if answer.status_code == 200 else None

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(HANG_S), self.changed:
            await self.changed.wait_for(what)

    async def until_heard(self, number: int) -> None:
        """Wait for that event, or for the end of the game."""
        await self.until(
            lambda: self.heard[-1:] >= [number] or self.state.get("outcome") is not None
        )

    async def log(self) -> list[int]:
        """The numbers of all events."""
        numbers: list[int] = []
        while True:
            since = numbers[-1] if numbers else 0
            path = f"/api/tables/{self.table}/events"
            answer = await self.http.get(path, params={"since": since})
            answer.raise_for_status()
            more = [event["number"] for event in answer.json()]
            numbers += more
            if not more:
                return numbers

    async def check(self, tally: Tally) -> None:
        """Count what of the log did not arrive, or arrived twice."""
        numbers = await self.log()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(60), self.changed:
                await self.changed.wait_for(lambda: {*numbers} <= {*self.heard})
        tally.lost += len({*numbers} - {*self.heard})
        tally.doubled += len(self.heard) - len({*self.heard})
        tally.doubled += self.heard != sorted(self.heard)

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
        await self.http.aclose()


PERSON = {"kind": "person"}


async def play_with_people(one: Seat, two: Seat, tally: Tally, end: float, pause: float) -> None:
    """Two people at one table; the second sits at an open seat."""
    made = 0
    while time.monotonic() < end or made < LEAST:
        await one.open(PERSON, {"kind": "open"})
        sat = await two.http.post(f"/api/tables/{one.table}/sit", json={"seat": 1})
        sat.raise_for_status()
        two.begin(sat.json())
        await one.until(lambda: one.state.get("outcome") is not None or bool(one.state["touches"]))
        while (time.monotonic() < end or made < LEAST) and one.state.get("outcome") is None:
            mover = next((each for each in (one, two) if each.state.get("touches")), None)
            if mover is None:
                await asyncio.sleep(0.01)
                continue
            began = time.monotonic()
            number = await mover.move()
            if number is None:
                tally.refused += 1
                await asyncio.sleep(0.1)
                continue
            made += 1
            tally.moves.append(time.monotonic() - began)
            for each in (one, two):
                await each.until_heard(number)
            tally.late += time.monotonic() - began > LATE_S
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
        await asyncio.gather(one.check(tally), two.check(tally))


async def play_with_bot(seat: Seat, tally: Tally, end: float, pause: float) -> None:
    """A person against the weakest bot."""
    made = 0
    while time.monotonic() < end or made < LEAST:
        await seat.open(PERSON, {"kind": "bot", "level": "1"})
        while (time.monotonic() < end or made < LEAST) and seat.state.get("outcome") is None:
            if not seat.state.get("touches"):
                await asyncio.sleep(0.01)
                continue
            began = time.monotonic()
            number = await seat.move()
            if number is None:
                tally.refused += 1
                await asyncio.sleep(0.1)
                continue
            made += 1
            moved = time.monotonic()
            tally.moves.append(moved - began)
            if seat.state.get("outcome") is None:
                await seat.until_heard(number + 1)
                tally.bots.append(time.monotonic() - moved)
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
        await seat.check(tally)


async def visit(port: int, number: int, tally: Tally, end: float) -> None:
    """New visitors, each from an address of their own."""
    while time.monotonic() < end:
        number += 1
        address = f"127.0.{2 + number // 200 % 60}.{1 + number % 200}"
        transport = httpx.AsyncHTTPTransport(local_address=address, retries=0)
        base = f"http://127.0.0.1:{port}"
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=base, transport=transport, timeout=HANG_S) as client:
            try:
                answer = await client.get("/api/games")
                tally.refused += answer.status_code != 200
                tally.visitors.append(time.monotonic() - began)
            except httpx.TransportError:
                tally.refused += 1
        await asyncio.sleep(1)


@contextlib.asynccontextmanager
async def seats(port: int, count: int, first: int) -> AsyncIterator[list[Seat]]:
    made = [Seat(port, f"127.0.1.{first + number}") for number in range(count)]
    try:
        yield made
    finally:
        await asyncio.gather(*(each.close() for each in made))


async def measure(port: int, people: int, bots: int, seconds: float, pause: float) -> Tally:
    """Play for so many seconds; what people noticed."""
    tally, end = Tally(), time.monotonic() + seconds
    async with seats(port, 2 * people, 1) as players, seats(port, bots, 101) as alone:
        await asyncio.gather(
            *(
                play_with_people(players[2 * i], players[2 * i + 1], tally, end, pause)
                for i in range(people)
            ),
            *(play_with_bot(each, tally, end, pause) for each in alone),
            visit(port, 0, tally, end),
        )
    return tally


# -- the server -----------------------------------------------------------------------------------


@contextlib.contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server with the usual limits, in a process of its own."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = int(found.getsockname()[1])
    command = [sys.executable, "-m", "icefield", "serve", "--port", str(port)]
    environment = {**os.environ, "ICEFIELD_DATABASE": str(folder / "tables.db")}
    log = (folder / "log").open("wb")
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log)
    try:
        end = time.monotonic() + HANG_S
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=60).status_code == 200:
                    break
            if process.poll() is not None or time.monotonic() > end:
                sys.exit("the server did not start: " + (folder / "log").read_text("utf-8"))
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(60)
        log.close()


def _ratio(now: float | None, before: float | None) -> str:
    return "-" if not now or not before else f"{now / before:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--attack", action="append", choices=[*ATTACKS], default=None)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--quiet-seconds", type=float, default=0)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--bot-tables", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    names = asked.attack or [*ATTACKS]
    rounds = [names] if asked.together else [[name] for name in names]
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as port:

        def run(seconds: float) -> dict[str, Any]:
            playing = measure(port, asked.people, asked.bot_tables, seconds, asked.pause)
            return asyncio.run(playing).figures()

        target = Target(port, "", "127.0.0.1", time.monotonic() + HANG_S, 0)
        body = {"game": "seals", "seats": [PERSON, PERSON]}
        table = json.loads(target.ask("POST", "/api/tables", body))["id"]
        found["quiet"] = run(asked.quiet_seconds or asked.seconds)
        for attacks in rounds:
            with attacked(attacks, port, table, asked.addresses, asked.seconds + HANG_S):
                time.sleep(1)
                found["+".join(attacks) if len(attacks) < 4 else "all"] = run(asked.seconds)
        log = (Path(name) / "log").read_text(encoding="utf-8", errors="replace")
        found["server"] = {"tracebacks": log.count("Traceback")}
    quiet = found["quiet"]
    print(f"{'attack':<16}{'move p50':>10}{'p95':>8}{'x quiet':>9}{'bot p95':>9}{'x quiet':>9}")
    for key, figures in found.items():
        if key == "server":
            continue
        print(
            f"{key[:15]:<16}{figures['move_p50_ms']!s:>10}{figures['move_p95_ms']!s:>8}"
            f"{_ratio(figures['move_p95_ms'], quiet['move_p95_ms']):>9}"
            f"{figures['bot_p95_ms']!s:>9}{_ratio(figures['bot_p95_ms'], quiet['bot_p95_ms']):>9}"
            f"   lost {figures['lost']} late {figures['late']} doubled {figures['doubled']}"
            f" refused {figures['refused']} of {figures['moves']} moves,"
            f" {figures['visitors']} visitors"
        )
    print(f"tracebacks of the server: {found['server']['tracebacks']}")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
