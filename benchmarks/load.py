"""A full house: many tables in play, many live connections, from another process on loopback.

    python benchmarks/load.py [--tables 200] [--sockets 1000] [--seconds 30] [--workers 1]
                              [--database URL] [--game seals] [--pause 1]

Half of the tables are played by two people, half by one against a bot; the rest of the connections
watches. Everybody who may move does so after a pause, with the first legal move the live connection
lists. What is measured, for the moves of people: how many are accepted, how long it takes from
sending one until every connection of its table has its event, and what a table costs in memory.
Afterwards every accepted move must be in the log of its table, once. The same clients then talk to
a bare echo server on the same stack, which keeps nothing and knows no game; the ratio says what the
product costs over that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PERSON = {"kind": "person"}
BOT = {"kind": "bot", "level": "1"}


# -- the two servers ------------------------------------------------------------------------------


def echo_app() -> Any:
    """A bare server of the same stack: what is posted to a room goes to all who listen there."""
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
def running(command: list[str], port: int, **environment: str) -> Any:
    """A server in a process of its own, once it listens."""
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
        yield process
    finally:
        process.terminate()
        process.wait(20)


def memory(process: int) -> int:
    """What a process and its children hold, in bytes."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            of = int((folder / "stat").read_text().rsplit(") ", 1)[1].split()[1])
            if int(folder.name) == process or of == process:
                pages = int((folder / "statm").read_text().split()[1])
                total += pages * resource.getpagesize()
    return total


# -- the people -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was seen."""

    times: list[float] = field(default_factory=list)  # from sending a move to its last view
    answers: list[float] = field(default_factory=list)
    stale: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Room:
    """A table and all who look at it."""

    def __init__(self, id_: str, sockets: list[ClientConnection]):
        self.id = id_
        self.sockets = sockets
        self.known = [0] * len(sockets)
        self.state: dict[str, Any] = {}
        self.news = asyncio.Condition()
        self.accepted: list[str] = []

    async def listen(self, i: int) -> None:
        async for text in self.sockets[i]:
            said = json.loads(text)
            if said.get("type") != "update":
                continue
            async with self.news:
                self.known[i] = max(self.known[i], said["number"])
                if i == 0 and "state" in said:
                    self.state = said["state"]
                self.news.notify_all()

    async def seen_by_all(self, number: int) -> None:
        async with self.news:
            await self.news.wait_for(lambda: min(self.known) >= number)


@dataclass
class Guests:
    """Everybody's connection to one server."""

    http: httpx.AsyncClient
    base: str
    port: int

    async def room(self, path: str, headers: dict[str, str], sockets: int, id_: str) -> Room:
        url = f"ws://127.0.0.1:{self.port}{path}"
        joined = []
        for i in range(sockets):
            own = headers if i == 0 else {}
            joined.append(await connect(url, additional_headers=own, max_size=None))
        return Room(id_, joined)


@contextlib.asynccontextmanager
async def guests(port: int) -> AsyncIterator[Guests]:
    limits = httpx.Limits(max_connections=300, max_keepalive_connections=300)
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=60) as http:
        yield Guests(http, base, port)


async def open_tables(g: Guests, args: argparse.Namespace) -> list[tuple[Room, dict[str, str]]]:
    """The tables, with the cookie of who plays there."""
    made = []
    shares = [
        args.sockets * (i + 1) // args.tables - args.sockets * i // args.tables
        for i in range(args.tables)
    ]
    for i in range(args.tables):
        seats = [PERSON, PERSON if i % 2 else BOT]
        answer = await g.http.post("/api/tables", json={"game": args.game, "seats": seats})
        answer.raise_for_status()
        cookie = {"Cookie": "; ".join(f"{k}={v}" for k, v in answer.cookies.items())}
        g.http.cookies.clear()
        id_ = answer.json()["id"]
        room = await g.room(f"/api/tables/{id_}/live?since=0", cookie, shares[i], id_)
        made.append((room, cookie))
    return made


async def play(g: Guests, room: Room, cookie: dict[str, str], tally: Tally, pause: float) -> None:
    """Move whenever it is one's turn; begin again when the game is over."""
    chance = random.Random(room.id)
    await asyncio.sleep(chance.random() * pause)
    while True:
        async with room.news:
            await room.news.wait_for(
                lambda: bool(room.state.get("touches") or room.state.get("outcome"))
            )
            state = room.state
        if state.get("outcome"):
            return
        await asyncio.sleep(pause * (0.5 + chance.random()))
        state = room.state
        if not state.get("touches"):
            continue
        body = {"move": chance.choice(state["touches"])["move"], "decision": state["decision"]}
        began = time.perf_counter()
        answer = await g.http.post(f"/api/tables/{room.id}/moves", json=body, headers=cookie)
        g.http.cookies.clear()
        if answer.status_code == 409:
            tally.stale += 1
            continue
        if answer.status_code != 200:
            tally.errors[f"{answer.status_code} {answer.text[:80]}"] += 1
            continue
        tally.answers.append(time.perf_counter() - began)
        room.accepted.append(body["move"])
        await room.seen_by_all(answer.json()["number"])
        tally.times.append(time.perf_counter() - began)


async def shout(g: Guests, room: Room, body: dict[str, Any], tally: Tally, pause: float) -> None:
    """The same rhythm towards the bare server, with a text as long as a state."""
    chance = random.Random(room.id)
    await asyncio.sleep(chance.random() * pause)
    while True:
        await asyncio.sleep(pause * (0.5 + chance.random()))
        began = time.perf_counter()
        answer = await g.http.post(f"/{room.id}", json=body)
        tally.answers.append(time.perf_counter() - began)
        await room.seen_by_all(answer.json()["number"])
        tally.times.append(time.perf_counter() - began)


async def for_a_while(work: list[Any], listening: list[Any], seconds: float) -> float:
    ears = [asyncio.create_task(each) for each in listening]
    hands = [asyncio.create_task(each) for each in work]
    began = time.perf_counter()
    done, pending = await asyncio.wait(hands, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    passed = time.perf_counter() - began
    for task in done:
        task.result()
    for task in (*pending, *ears):
        task.cancel()
    await asyncio.gather(*pending, *ears, return_exceptions=True)
    return passed


def shown(name: str, tally: Tally, passed: float) -> None:
    if len(tally.times) < 2:
        sys.exit(f"{name}: hardly anything happened: {dict(tally.errors)}")
    cuts = statistics.quantiles(tally.times, n=100)
    p50, p95, p99 = (1000 * cuts[i] for i in (49, 94, 98))
    print(
        f"{name:10} {len(tally.times) / passed:8.1f} moves/s   to all views:"
        f" p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   p99 {p99:7.1f} ms"
    )


async def ours(args: argparse.Namespace, port: int, process: int) -> tuple[Tally, int]:
    tally = Tally()
    async with guests(port) as g:
        await g.http.get("/readyz")
        before = memory(process)
        tables = await open_tables(g, args)
        rooms = [room for room, _ in tables]
        work = [play(g, room, cookie, tally, args.pause) for room, cookie in tables]
        ears = [room.listen(i) for room in rooms for i in range(len(room.sockets))]
        passed = await for_a_while(work, ears, args.seconds)
        shown("icefield", tally, passed)
        grown = memory(process) - before
        print(
            f"           {grown / len(rooms) / 1024:.0f} kB of memory a table with its connections;"
            f" {tally.stale} moves were late, {sum(tally.errors.values())} errors"
            f" {dict(tally.errors) or ''}"
        )
        lost = 0
        for room in rooms:
            events = (await g.http.get(f"/api/tables/{room.id}/events?since=0")).json()
            logged = Counter(e.get("move") or e.get("body", {}).get("move") for e in events)
            lost += sum((Counter(room.accepted) - logged).values())
            numbers = [e["number"] for e in events]
            assert numbers == sorted(set(numbers)), room.id
        print(
            f"           {sum(len(r.accepted) for r in rooms)} accepted moves,"
            f" {lost} missing in the logs"
        )
        size = len(json.dumps(rooms[0].state))
        for room in rooms:
            for each in room.sockets:
                await each.close()
        if lost or tally.errors:
            sys.exit("something was lost")
    return tally, size


async def bare(args: argparse.Namespace, port: int, size: int) -> Tally:
    tally, body = Tally(), {"state": "x" * size}
    async with guests(port) as g:
        share = args.sockets // args.tables
        rooms = [await g.room(f"/r{i}", {}, share, f"r{i}") for i in range(args.tables)]
        work = [shout(g, room, body, tally, args.pause) for room in rooms]
        ears = [room.listen(i) for room in rooms for i in range(len(room.sockets))]
        shown("bare echo", tally, await for_a_while(work, ears, args.seconds))
        for room in rooms:
            for each in room.sockets:
                await each.close()
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Load from another process, beside a bare echo.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=1.0, help="of a person before a move")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", default="seals")
    parser.add_argument("--database", help="where the tables are kept (default: a new file)")
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    print(
        f"{args.tables} tables, {args.sockets} connections, {args.workers} workers,"
        f" {os.cpu_count()} cores for server and clients together\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        database, port = args.database or str(Path(folder, "load.db")), free_port()
        serve = ["-m", "icefield.cli.main", "serve", "--port", str(port), "--database", database]
        command = [sys.executable, *serve, "--workers", str(args.workers)]
        with running(command, port, ICEFIELD_PACE="off") as process:
            mine, size = asyncio.run(ours(args, port, process.pid))
        port = free_port()
        how = f"port={port}, log_level='error', ws='websockets-sansio'"
        run = f"import uvicorn, load; uvicorn.run(load.echo_app(), {how})"
        with running([sys.executable, "-c", run], port, PYTHONPATH=str(Path(__file__).parent)):
            other = asyncio.run(bare(args, port, size))
    ratio = statistics.median(mine.times) / statistics.median(other.times)
    print(f"\nicefield's median is {ratio:.1f} times that of the bare echo")


if __name__ == "__main__":
    main()
