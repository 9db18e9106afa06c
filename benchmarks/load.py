"""A load test: many tables and live connections, from another process.

    python benchmarks/load.py [--tables 200] [--sockets 1000] [--seconds 30] [--pause 1]
                              [--thinkers 4] [--level 4] [--game seals] [--workers 1]
                              [--database URL] [--json FILE]

Half of the tables are played by two people, half by one person against a bot; the rest of the
connections watches. Every player who may move does so after a pause, with a random legal move of
the live connection. What is measured, for the moves of people: how many are accepted, how long it
takes from sending one until every connection of its table has its event, what a move costs in
processor time, and what a table costs in memory. Afterwards every accepted move must be in the log
of its table, and every player must have been told every event once and in order.

Then all of it again while bots of a strong level play each other at some more tables
(`--thinkers`): what that does to the moves of people is what bots take from them. Last, the same
clients talk to a bare echo server on the same stack, which keeps nothing and knows no game; the
ratio says what the product costs over that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}
TICK = os.sysconf("SC_CLK_TCK")
NUMBER = re.compile(r'\{"type": ?"update", ?"number": ?(\d+)')
SAMPLE = 10  # every so many updates one is compressed to know its size on the wire
LATE = 60  # seconds that are waited for what was begun


# -- the two servers ------------------------------------------------------------------------------


def echo_app() -> Any:
    """A bare server of the same stack that sends posts in a room to its listeners."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    rooms: dict[str, set[WebSocket]] = {}
    numbers: Counter[str] = Counter()

    async def post(request: Request) -> JSONResponse:
        room, body = request.path_params["id"], await request.json()
        numbers[room] += 1
        told = json.dumps({"type": "update", "number": numbers[room], **body})
        for listener in list(rooms.get(room, ())):
            await listener.send_text(told)
        return JSONResponse({"number": numbers[room]})

    async def live(websocket: WebSocket) -> None:
        room = websocket.path_params["id"]
        await websocket.accept()
        rooms.setdefault(room, set()).add(websocket)
        try:
            while True:
                await websocket.receive_text()
        except WebSocketDisconnect:
            rooms[room].discard(websocket)

    return Starlette(routes=[Route("/{id}", post, methods=["POST"]), WebSocketRoute("/{id}", live)])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[int]:
    """A server in a process of its own, once it listens; its number."""
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 180
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > end:
                sys.exit("the server did not start")
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait(60)


@contextlib.contextmanager
def icefield(database: str, workers: int = 1) -> Iterator[tuple[int, int]]:
    """The server in a process of its own: its port and its number."""
    port = free_port()
    serve = ["-m", "icefield", "serve", "--port", str(port), "--database", database]
    command = [sys.executable, *serve, "--workers", str(workers)]
    with running(command, port, ICEFIELD_RATE_LIMIT="off") as process:
        yield port, process


def family(process: int) -> Iterator[Path]:
    """The folders of a process and its children in /proc."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            of = int((folder / "stat").read_text().rsplit(") ", 1)[1].split()[1])
            if process in (int(folder.name), of):
                yield folder


def memory(process: int) -> int:
    """What a process and its children hold, in bytes."""
    pages = (int((folder / "statm").read_text().split()[1]) for folder in family(process))
    return sum(pages) * resource.getpagesize()


def processor(process: int) -> float:
    """How many seconds a process and its children have computed."""
    spent = 0
    for folder in family(process):
        fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / TICK


# -- the people -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was seen."""

    times: list[float] = field(default_factory=list)  # from sending a move to its last view
    seconds: float = 0.0
    processor: float = 0.0  # seconds of the server
    memory: int = 0  # bytes by which the server grew
    events: int = 0
    bytes: int = 0  # that connections were told
    updates: int = 0
    compressed: list[int] = field(default_factory=list)  # bytes of some updates on the wire
    stale: int = 0
    lost: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Room:
    """A table and all who look at it; those who play there come first."""

    def __init__(self, id_: str, sockets: list[ClientConnection], cookies: list[dict[str, str]]):
        self.id = id_
        self.sockets = sockets
        self.cookies = cookies
        self.known = [0] * len(sockets)
        self.states: list[dict[str, Any]] = [{} for _ in cookies]
        self.told: list[list[int]] = [[] for _ in cookies]
        self.news = asyncio.Condition()
        self.accepted: Counter[str] = Counter()
        sys.path.append(str(Path(__file__).resolve().parents[1]))
        from tests.server.state_patches import apply_patch

        self.apply = apply_patch

    async def listen(self, i: int, tally: Tally) -> None:
        async for text in self.sockets[i]:
            assert isinstance(text, str)
            tally.bytes += len(text)
            found = NUMBER.match(text)
            if found is None:
                continue
            tally.updates += 1
            if tally.updates % SAMPLE == 0:
                tally.compressed.append(len(zlib.compress(text.encode(), 4)))
            async with self.news:
                self.known[i] = max(self.known[i], int(found[1]))
                if i < len(self.cookies):
                    said = json.loads(text)
                    self.told[i] += [event["number"] for event in said.get("events", ())]
                    self.states[i] = self.follow(self.states[i], said)
                self.news.notify_all()

    def follow(self, state: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
        """The state of a player after an update; nobody here looks at the drawing."""
        if "patch" not in said:
            return dict(said["state"])
        assert said["held"] == state["version"], "a patch of another state"
        said["patch"].pop("svg", None)
        return self.apply(state, said["patch"])

    async def seen_by_all(self, number: int) -> None:
        async with self.news:
            await self.news.wait_for(lambda: min(self.known) >= number)

    async def close(self) -> None:
        await asyncio.gather(*(each.close() for each in self.sockets))


@dataclass
class Guests:
    """The connections of all players to one server."""

    http: httpx.AsyncClient
    port: int

    async def room(self, path: str, id_: str, cookies: list[dict[str, str]], sockets: int) -> Room:
        url = f"ws://127.0.0.1:{self.port}{path}"
        headers = [*cookies, *({} for _ in range(sockets - len(cookies)))]
        joining = (connect(url, additional_headers=own, max_size=None) for own in headers)
        return Room(id_, list(await asyncio.gather(*joining)), cookies)

    async def post(self, path: str, cookie: dict[str, str], **body: Any) -> httpx.Response:
        """Send a request; a new visitor has the cookie in the answer only."""
        answer = await self.http.post(path, json=body, headers=cookie)
        self.http.cookies.clear()
        return answer

    async def get(self, path: str, cookie: dict[str, str] | None = None) -> Any:
        """What a player, or by default a stranger, is told."""
        answer = await self.http.get(path, headers=cookie or {})
        self.http.cookies.clear()
        answer.raise_for_status()
        return answer.json()

    async def table(self, game: str, seats: list[dict[str, str]], sockets: int) -> Room:
        """A table in play with its connections."""
        opened = await self.post("/api/tables", {}, game=game, seats=seats, games=2)
        opened.raise_for_status()
        path, cookies = f"/api/tables/{opened.json()['id']}", [cookie_of(opened)]
        for seat, who in enumerate(seats):
            if who == OPEN:
                sat = await self.post(f"{path}/sit", {}, seat=seat)
                sat.raise_for_status()
                cookies.append(cookie_of(sat))
        return await self.room(f"{path}/live?since=0&held=", opened.json()["id"], cookies, sockets)


def cookie_of(answer: httpx.Response) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{k}={v}" for k, v in answer.cookies.items())}


@contextlib.asynccontextmanager
async def guests(port: int) -> AsyncIterator[Guests]:
    # the server closes a connection after five idle seconds, so a client must not rely on it then
    limits = httpx.Limits(max_connections=300, max_keepalive_connections=300, keepalive_expiry=2.0)
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=LATE) as http:
        yield Guests(http, port)


async def play(
    g: Guests, room: Room, who: int, tally: Tally, pause: float, stop: asyncio.Event
) -> None:
    """Move whenever it is one's turn, and begin the next game when one is over."""
    chance = random.Random(f"{room.id} {who}")
    await asyncio.sleep(chance.random() * pause)
    while not stop.is_set():
        await asyncio.sleep(pause * (0.5 + chance.random()))
        state = room.states[who]
        if not state:
            continue
        path, cookie = f"/api/tables/{room.id}", room.cookies[who]
        if state["touches"]:
            ask, body = "moves", {"move": chance.choice(state["touches"])["move"]}
        elif state["outcome"] and (state["can"]["next"] or state["can"]["extend"]):
            ask, body = "next" if state["can"]["next"] else "extend", {}
        else:
            await waited(room, who, state["number"], stop)
            continue
        began = time.perf_counter()
        try:
            held = {"held": state["version"]} if ask == "moves" else {}
            answer = await g.post(
                f"{path}/{ask}", cookie, decision=state["decision"], **body, **held
            )
        except httpx.HTTPError as error:
            tally.errors[repr(error)] += 1
            continue
        if answer.status_code == 409:
            tally.stale += 1
        elif answer.status_code != 200:
            tally.errors[f"{answer.status_code} {answer.text[:80]}"] += 1
        else:
            await room.seen_by_all(answer.json()["number"])
            if ask == "moves":
                tally.times.append(time.perf_counter() - began)
                room.accepted[body["move"]] += 1


async def waited(room: Room, who: int, number: int, stop: asyncio.Event) -> None:
    """Something has happened at a table, or nothing for a while."""

    def news() -> bool:
        return stop.is_set() or room.states[who]["number"] > number

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1), room.news:
            await room.news.wait_for(news)


async def shout(
    g: Guests, room: Room, body: dict[str, Any], tally: Tally, pause: float, stop: asyncio.Event
) -> None:
    """The same rhythm towards the bare server, with a real state to tell."""
    chance = random.Random(room.id)
    await asyncio.sleep(chance.random() * pause)
    while not stop.is_set():
        await asyncio.sleep(pause * (0.5 + chance.random()))
        began = time.perf_counter()
        answer = await g.http.post(f"/{room.id}", json=body)
        await room.seen_by_all(answer.json()["number"])
        tally.times.append(time.perf_counter() - began)


Hand = Callable[[asyncio.Event], Any]


async def for_a_while(
    hands: list[Hand], rooms: list[Room], process: int, seconds: float, tally: Tally
) -> None:
    """Let all players play for some time, and end what they have begun."""
    ears = [asyncio.create_task(r.listen(i, tally)) for r in rooms for i in range(len(r.sockets))]
    stop = asyncio.Event()
    await asyncio.sleep(min(2.0, seconds))  # all players have sat down and looked around
    spent, began, told = processor(process), time.perf_counter(), tally.bytes
    playing = [asyncio.create_task(hand(stop)) for hand in hands]
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    tally.processor, tally.seconds = processor(process) - spent, time.perf_counter() - began
    tally.bytes -= told
    stop.set()
    ended, late = await asyncio.wait(playing, timeout=LATE)
    for task in (*late, *ears):
        task.cancel()
    await asyncio.gather(*late, *ears, return_exceptions=True)
    for task in (*done, *ended):
        task.result()
    tally.errors.update({"did not end": len(late)} if late else {})


# -- what is found --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """One run in figures; times in milliseconds."""

    moves: int
    moves_per_second: float
    p50: float
    p95: float
    p99: float
    cpu_ms: float  # of the server, for each move of a person with all that follows it
    cores: float
    events_per_second: float
    bytes_per_event: float  # told to all connections together
    bytes_per_update: float  # the median of what one connection gets, compressed
    kb_per_table: float
    stale: int
    lost: int
    errors: int

    @classmethod
    def of(cls, tally: Tally, tables: int) -> Figures:
        times = sorted(tally.times)
        if len(times) < 2:
            sys.exit(f"hardly anything happened: {dict(tally.errors)}")
        cuts = statistics.quantiles(times, n=100)
        passed = max(tally.seconds, 1e-9)
        events = tally.events or len(times)
        return cls(
            moves=len(times),
            moves_per_second=len(times) / passed,
            p50=1000 * cuts[49],
            p95=1000 * cuts[94],
            p99=1000 * cuts[98],
            cpu_ms=1000 * tally.processor / len(times),
            cores=tally.processor / passed,
            events_per_second=events / passed,
            bytes_per_event=tally.bytes / events,
            bytes_per_update=statistics.median(tally.compressed or [0]),
            kb_per_table=tally.memory / tables / 1024,
            stale=tally.stale,
            lost=tally.lost,
            errors=sum(tally.errors.values()),
        )

    def show(self, name: str) -> None:
        print(
            f"{name:22} {self.moves_per_second:6.1f} moves/s   to all views: p50 {self.p50:7.1f} ms"
            f"   p95 {self.p95:7.1f} ms   p99 {self.p99:7.1f} ms   {self.cpu_ms:5.1f} ms of"
            f" processor a move, {self.cores:.2f} cores",
            flush=True,
        )


async def checked(g: Guests, rooms: list[Room], tally: Tally) -> None:
    """Whether every accepted move is in the log of its table and reached all players."""
    for room in rooms:
        log, since = [], 0
        while since is not None:
            page = await g.get(f"/api/tables/{room.id}/events?since={since}")
            log += page["events"]
            since = page["next"]
        numbers = [event["number"] for event in log]
        tally.events += sum(event["kind"] in ("moved", "chance") for event in log)
        logged = Counter(event["move"] for event in log if event["kind"] == "moved")
        tally.lost += (room.accepted - logged).total()
        tally.lost += numbers != list(range(1, len(log) + 1))
        for told in room.told:
            tally.lost += told != numbers[: len(told)]


async def ours(
    args: argparse.Namespace, port: int, process: int, thinkers: int
) -> tuple[Tally, str]:
    """A run with so many tables of bots; also returns the text of a state."""
    tally = Tally()
    bots = [{"kind": "bot", "level": args.level}] * 2
    async with guests(port) as g:
        await g.http.get("/readyz")
        first = await g.table(args.game, [PERSON, {"kind": "bot", "level": "1"}], 1)
        await asyncio.sleep(1)  # what is loaded once is no table's
        before = memory(process)
        rooms = []
        for i in range(args.tables):
            seats = [PERSON, OPEN if i % 2 else {"kind": "bot", "level": "1"}]
            share = args.sockets * (i + 1) // args.tables - args.sockets * i // args.tables
            rooms.append(await g.table(args.game, seats, max(share, 1 + i % 2)))
        watched = [await g.table(args.game, bots, 1) for _ in range(thinkers)]
        hands: list[Hand] = [
            lambda stop, room=room, who=who: play(g, room, who, tally, args.pause, stop)
            for room in rooms
            for who in range(len(room.cookies))
        ]
        await for_a_while(hands, rooms, process, args.seconds, tally)
        tally.memory = memory(process) - before
        await checked(g, rooms, tally)
        text = json.dumps(next(state for room in rooms for state in room.states if state))
        await asyncio.gather(*(room.close() for room in (first, *rooms, *watched)))
    return tally, text


async def bare(args: argparse.Namespace, port: int, process: int, state: str) -> Tally:
    tally, body = Tally(), {"state": json.loads(state)}
    async with guests(port) as g:
        share = args.sockets // args.tables
        rooms = [await g.room(f"/r{i}", f"r{i}", [], share) for i in range(args.tables)]
        hands: list[Hand] = [
            lambda stop, room=room: shout(g, room, body, tally, args.pause, stop) for room in rooms
        ]
        await for_a_while(hands, rooms, process, args.seconds, tally)
        await asyncio.gather(*(room.close() for room in rooms))
    return tally


def more_files() -> None:
    """A connection is a file, and a system allows few of them at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))


def machine() -> str:
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return f"{os.cpu_count()} cores for server and clients together, load before: {load}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Load from another process, beside a bare echo.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=1.0, help="of a person before a move")
    parser.add_argument("--thinkers", type=int, default=4, help="tables where strong bots play")
    parser.add_argument("--level", default="4", help="of those bots")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", default="seals")
    parser.add_argument("--database", help="where the tables are kept (default: a new file)")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    args = parser.parse_args()
    more_files()
    print(f"{args.tables} tables, {args.sockets} connections, {args.workers} workers, {machine()}")
    found: dict[str, Figures] = {}
    state = ""
    runs = {"icefield": 0} | ({"while bots think": args.thinkers} if args.thinkers else {})
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, thinkers) in enumerate(runs.items()):
            database = args.database or str(Path(folder, f"load{number}.db"))
            with icefield(database, args.workers) as (port, process):
                tally, state = asyncio.run(ours(args, port, process, thinkers))
            found[name] = Figures.of(tally, args.tables)
            found[name].show(name)
            if tally.errors:
                print(f"{'':22} {dict(tally.errors)}")
        port = free_port()
        how = f"port={port}, log_level='error', ws='websockets-sansio'"
        run = f"import uvicorn, load; uvicorn.run(load.echo_app(), {how})"
        here = str(Path(__file__).resolve().parent)
        with running([sys.executable, "-c", run], port, PYTHONPATH=here) as process:
            found["bare echo"] = Figures.of(
                asyncio.run(bare(args, port, process, state)), args.tables
            )
    found["bare echo"].show("bare echo")
    mine, echo = found["icefield"], found["bare echo"]
    both = [found[name] for name in runs]
    print(
        f"\n{mine.kb_per_table:.0f} kB of memory a table with its connections,"
        f" {mine.bytes_per_event / 1024:.0f} kB told for an event,"
        f" {mine.bytes_per_update:.0f} bytes compressed for one connection in the median;"
        f" {sum(f.moves for f in both)} accepted moves, {sum(f.lost for f in both)} lost,"
        f" {sum(f.stale for f in both)} late, {sum(f.errors for f in both)} errors\n"
        f"times the bare echo: {mine.p50 / echo.p50:.1f} in the median,"
        f" {mine.cpu_ms / echo.cpu_ms:.1f} in processor time"
    )
    if args.json:
        args.json.write_text(json.dumps({k: asdict(v) for k, v in found.items()}, indent=2) + "\n")
    if any(f.lost or f.errors for f in both):
        sys.exit("something was lost")


if __name__ == "__main__":
    main()
