"""The costs of a server: the figures for `scale.py` and docs/scale.md.

    python benchmarks/costs.py [--json FILE] [--tables 20] [--moves 8] [--positions 6]
                               [--databases sqlite,postgresql] [--games seals,glide,strait,torch]

A real server in a process of its own is asked from this one. Processor time is what the server's
process has computed (and PostgreSQL's, where there is one), so it does not matter much what else
the machine does; elapsed time is not looked at, but for how many events a second can be written.
PostgreSQL is started in a temporary folder and keeps what it has acknowledged, as it does by
default.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import text as sql

import load
from icefield.bots import bot, levels
from icefield.core.game import CHANCE, Position
from icefield.games import game, keys
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from load import Guests, Room, guests, icefield, memory, processor

ROOT = Path(__file__).resolve().parent.parent
CROWDS = (0, 1, 2, 6)  # connections of a table: none, a player, and with spectators
WAIT = 0.4  # seconds until what follows a move has happened
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "autovacuum": "on"}
Figures = dict[str, Any]


# -- the database ---------------------------------------------------------------------------------


@contextlib.contextmanager
def database(kind: str) -> Iterator[tuple[str, int | None]]:
    """An empty database of a kind, and the number of the process that keeps it."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder, 'costs.db')}", None
        return
    sys.path.insert(0, str(ROOT))
    from tests.server import cluster

    cluster.OPTIONS |= DURABLE
    running = cluster.Cluster()
    try:
        yield running.empty(), running._server.pid
    finally:
        running.close()


def stored(url: str) -> int:
    """How many bytes a database takes."""
    store = Store(url)
    try:
        with store.engine.connect() as connection:
            if store.engine.dialect.name == "sqlite":
                connection.execute(sql("PRAGMA wal_checkpoint(TRUNCATE)"))
                return Path(store.engine.url.database or "").stat().st_size
            size = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relname = ANY"
            named = "('{tables,events,seats}')"
            return int(connection.execute(sql(size + named)).scalar() or 0)
    finally:
        store.close()


def written(url: str, threads: int, seconds: float = 2.0) -> float:
    """How many events a second can be written by so many at once."""
    store = Store(url)
    upgrade(store.engine)
    counts = [0] * threads
    end = time.monotonic() + seconds

    def write(i: int) -> None:
        table = f"w{threads}-{i}"
        store.open(table, "seals", {})
        while time.monotonic() < end:
            body = {"player": 0, "move": "b2-d4", "decision": counts[i]}
            store.append(table, counts[i] + 2, "moved", body)
            counts[i] += 1

    writers = [threading.Thread(target=write, args=(i,)) for i in range(threads)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    store.close()
    return sum(counts) / seconds


# -- the server -----------------------------------------------------------------------------------


class Meter:
    """Processor time of a server and its database, in seconds."""

    def __init__(self, server: int, keeper: int | None):
        self._processes = server, keeper

    def read(self) -> tuple[float, float]:
        server, keeper = self._processes
        return processor(server), 0.0 if keeper is None else processor(keeper)


async def some_moves(g: Guests, room: Room, state: dict[str, Any], moves: int) -> int:
    """One person plays all seats; how many moves were made before the game was over."""
    chance, made, cookie = random.Random(room.id), 0, room.cookies[0]
    while made < moves and not state["outcome"]:
        if not state["touches"]:  # talk before a ballot
            answer = await g.post(f"/api/tables/{room.id}/ready", cookie)
            if answer.status_code != 200:
                break
            state = await g.get(f"/api/tables/{room.id}", cookie)
            if not state["touches"]:
                break
        body = {"move": chance.choice(state["touches"])["move"], "decision": state["decision"]}
        body["seat"] = state["seat"]
        answer = await g.post(f"/api/tables/{room.id}/moves", cookie, **body)
        assert answer.status_code == 200, (body, answer.text[:200])
        state, made = answer.json(), made + 1
    return made


async def hear(room: Room, i: int, heard: list[tuple[int, str]]) -> None:
    async for text in room.sockets[i]:
        heard.append((i, str(text)))


async def with_crowd(
    g: Guests, meter: Meter, key: str, crowd: int, args: argparse.Namespace
) -> Figures:
    """What moves cost where so many look on."""
    seats = [load.PERSON] * game(key).seats[0]
    rooms, states, heard = [], [], [[] for _ in range(args.tables)]  # type: ignore[var-annotated]
    for _ in range(args.tables):
        body = {"game": key, "seats": seats, "timer": 0}
        opened = await g.post("/api/tables", {}, **body)
        opened.raise_for_status()
        states.append(opened.json())
        path = f"/api/tables/{states[-1]['id']}/live?since=1"
        cookie = load.cookie_of(opened)
        room = await g.room(path, states[-1]["id"], [cookie][:crowd], crowd)
        room.cookies = [cookie]
        rooms.append(room)
    ears = [
        asyncio.create_task(hear(room, i, heard[n]))
        for n, room in enumerate(rooms)
        for i in range(crowd)
    ]
    await asyncio.sleep(3 * WAIT)
    for each in heard:
        each.clear()
    began = meter.read()
    made = 0
    for room, state in zip(rooms, states, strict=True):
        made += await some_moves(g, room, state, args.moves)
    await asyncio.sleep(WAIT)
    server, keeper = (after - before for after, before in zip(meter.read(), began, strict=True))
    for ear in ears:
        ear.cancel()
    await asyncio.gather(*ears, return_exceptions=True)
    await asyncio.gather(*(room.close() for room in rooms))
    texts, wire = told(heard)
    ended = [await g.get(f"/api/tables/{room.id}") for room in rooms]
    events = sum(state["number"] for state in ended)
    return {
        "moves": made,
        "events": events,
        "cpu_ms": 1000 * server / made,
        "database_cpu_ms": 1000 * keeper / made,
        "told_bytes": texts / made / max(crowd, 1),
        "wire_bytes": wire / made / max(crowd, 1),
    }


def told(heard: list[list[tuple[int, str]]]) -> tuple[int, int]:
    """The bytes of messages to connections, and the bytes on the wire.

    Each connection compresses with what it has sent before.
    """
    texts = wire = 0
    for messages in heard:
        packers: dict[int, Any] = {}
        for i, text in messages:
            fresh = zlib.compressobj(-1, zlib.DEFLATED, -12, 5)
            packer = packers.setdefault(i, fresh)
            data = text.encode()
            texts += len(data)
            wire += len(packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))
    return texts, wire


async def idling(g: Guests, process: int, key: str) -> Figures:
    """What tables and connections cost at which nothing happens."""
    await asyncio.sleep(2)
    at_first, spent = memory(process), processor(process)
    await asyncio.sleep(4)
    nothing = (processor(process) - spent) / 4
    seats = [load.PERSON, load.PERSON]
    ids = []
    for _ in range(100):
        opened = await g.post("/api/tables", {}, game=key, seats=seats)
        ids.append(opened.json()["id"])
    await asyncio.sleep(1)
    tables = memory(process)
    rooms = [await g.room(f"/api/tables/{id_}/live?since=0", id_, [], 5) for id_ in ids[:60]]
    await asyncio.sleep(3)
    connections, spent = memory(process), processor(process)
    await asyncio.sleep(10)
    watching = (processor(process) - spent) / 10
    await asyncio.gather(*(room.close() for room in rooms))
    return {
        "idle_cores": nothing,
        "table_kb": (tables - at_first) / len(ids) / 1024,
        "connection_kb": (connections - tables) / 300 / 1024,
        "connection_cpu_ms_per_s": 1000 * (watching - nothing) / 300,
        "process_mb": at_first / 2**20,
    }


async def asked(port: int, process: int, keeper: int | None, url: str, args: Any) -> Figures:
    meter, found = Meter(process, keeper), {}
    async with guests(port) as g:
        for key in args.games:  # once for nothing: rules are loaded, statements compiled
            few = argparse.Namespace(tables=2, moves=2)
            await with_crowd(g, meter, key, 2, few)
        found["idle"] = await idling(g, process, args.games[0])
        found["games"] = {}
        for key in args.games:
            before = stored(url)
            by_crowd = {n: await with_crowd(g, meter, key, n, args) for n in CROWDS}
            events = sum(each.pop("events") for each in by_crowd.values())
            found["games"][key] = {
                "move": by_crowd[0]["cpu_ms"],
                "first_view": by_crowd[1]["cpu_ms"] - by_crowd[0]["cpu_ms"],
                "other_view": by_crowd[2]["cpu_ms"] - by_crowd[1]["cpu_ms"],
                "same_view": (by_crowd[6]["cpu_ms"] - by_crowd[2]["cpu_ms"]) / 4,
                "database": statistics.mean(c["database_cpu_ms"] for c in by_crowd.values()),
                "event_bytes": (stored(url) - before) / events,
                "told_bytes": by_crowd[6]["told_bytes"],
                "wire_bytes": by_crowd[6]["wire_bytes"],
            }
    return found


def served(kind: str, args: argparse.Namespace) -> Figures:
    with database(kind) as (url, keeper):
        with icefield(url) as (port, process):
            found = asyncio.run(asked(port, process, keeper, url, args))
        found["written"] = {str(n): written(url, n) for n in (1, 4, 16)}
    return found


# -- the bots -------------------------------------------------------------------------------------


def positions(key: str, count: int) -> list[Position]:
    """Positions of random games in which a seat decides, from start to end."""
    chance, found = random.Random(key), []
    lengths: list[Position] = []
    while len(found) < count:
        position, lengths = game(key).start(), []
        while position.turn is not None and len(lengths) < 200:
            if position.turn == CHANCE:
                position = position.play(chance.choice(list(position.odds())))
                continue
            lengths.append(position)
            position = position.play(chance.choice(position.moves()))
        found.append(lengths[chance.randrange(len(lengths))])
    return found


def bot_costs(key: str, count: int) -> Figures:
    """By level: processor and elapsed milliseconds of a bot's move."""
    found = {}
    asked = positions(key, count)
    for level in levels(game(key)):
        some = asked if level.name != "max" else asked[:2]
        thinker = bot(game(key), level.name)
        _choose(thinker, some[0], 0)  # loads the search
        spent, began = time.process_time(), time.perf_counter()
        for seed, position in enumerate(some):
            _choose(thinker, position, seed)
        found[level.name] = {
            "cpu_ms": 1000 * (time.process_time() - spent) / len(some),
            "wall_ms": 1000 * (time.perf_counter() - began) / len(some),
        }
    return found


def _choose(thinker: Any, position: Position, seed: int) -> None:
    seat = position.deciders[0]
    thinker.choose(position.view(seat), seat=seat, seed=seed)


# -- a table --------------------------------------------------------------------------------------


def show(found: Figures) -> None:
    print(f"{found['machine']}\n\nprocessor time of a person's move, in milliseconds")
    row = "{:12}{:10}{:>8}{:>12}{:>12}{:>12}{:>10}{:>10}{:>10}{:>10}"
    names = ("move", "first view", "other view", "same view", "database", "B/event", "B told")
    print(row.format("database", "game", *names, "B sent"))
    for kind in found["databases"]:
        for key, cost in found["databases"][kind]["games"].items():
            shown = [f"{cost[n]:.2f}" for n in ("move", "first_view", "other_view", "same_view")]
            shown += [f"{cost['database']:.2f}", f"{cost['event_bytes']:.0f}"]
            shown += [f"{cost['told_bytes']:.0f}", f"{cost['wire_bytes']:.0f}"]
            print(row.format(kind, key, *shown))
    for kind, each in found["databases"].items():
        idle = each["idle"]
        rates = ", ".join(f"{rate:.0f} by {n}" for n, rate in each["written"].items())
        print(
            f"\n{kind}: {idle['table_kb']:.0f} kB a table in memory, {idle['connection_kb']:.0f} kB"
            f" and {idle['connection_cpu_ms_per_s']:.2f} ms of processor a second for a live"
            f" connection, {idle['process_mb']:.0f} MB for a process;"
            f" events written a second: {rates}"
        )
    print("\nprocessor time of a bot's move, in milliseconds, by level")
    for key, by_level in found["bots"].items():
        print(f"{key:8}", "  ".join(f"{n}: {c['cpu_ms']:.1f}" for n, c in by_level.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description="What moves, bots, tables and connections cost.")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=int, default=8, help="at each table")
    parser.add_argument("--positions", type=int, default=6, help="that bots think about")
    parser.add_argument("--databases", type=lambda text: text.split(","))
    parser.add_argument("--games", type=lambda text: text.split(","))
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    args = parser.parse_args()
    args.games = args.games or list(keys())
    load.more_files()
    found: Figures = {"machine": f"{os.cpu_count()} cores; {load.machine()}"}
    kinds = args.databases or ["sqlite", "postgresql"]
    found["databases"] = {kind: served(kind, args) for kind in kinds}
    found["bots"] = {key: bot_costs(key, args.positions) for key in args.games}
    show(found)
    if args.json:
        args.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
