"""How long a table takes to open after a restart, by the length of its log.

    python benchmarks/long_logs.py [--events 100 1000 60000] [--game seals]

A player alone in both seats plays half a game, then makes and takes back the last move again and
again. The log is written to a database, opened once by a server without snapshots (as after an
update), and then by new servers. Processor times of this machine, and their ratios: the times
after a restart do not grow with the log.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from icefield.core.game import CHANCE
from icefield.games import game as find_game
from icefield.server.clock import now
from icefield.server.service.hub import Hub
from icefield.server.service.table_service import TableService
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.storage.schema import events, tables
from icefield.server.tables.events import ChanceMoved, Event, Moved, Opened, Undone
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table

MOVES = 30
REPEATS = 5


def make_log(key: str, length: int) -> list[Event]:
    """A log of that length, of one person in all seats."""
    game, chance = find_game(key), random.Random(1)
    players = tuple(Player("person", owner="ann") for _ in range(min(game.seats)))
    opened = Opened(key, game.version, game.check({}), 1, players)
    log = [Event.of(1, opened, now())]
    table = Table.fold("t", log)
    while len(log) < length:
        position = table.position
        if len(position.history) >= MOVES or position.outcome is not None:
            payload: Moved | ChanceMoved | Undone = Undone(1)
        elif position.turn == CHANCE:
            payload = ChanceMoved(chance.choice(position.moves()).text)
        else:
            seat = position.deciders[0]
            move = chance.choice(position.moves(seat)).text
            payload = Moved(table.match.seating[seat], move)
        log.append(Event.of(len(log) + 1, payload, now()))
        table.apply(log[-1])
    return log


def write(store: Store, id_: str, key: str, log: list[Event]) -> None:
    """Write a log to the database."""
    rows = [
        {"table_id": id_, "number": e.number, "kind": e.kind, "body": dict(e.body), "at": e.at}
        for e in log
    ]
    with store.engine.begin() as connection:
        connection.execute(sa.insert(tables).values(id=id_, game=key, opened_at=now()))
        connection.execute(sa.insert(events), rows)


def open_times(settings: Settings, id_: str) -> tuple[float, float]:
    """The processor time and the wall time in which a new server opens a table."""
    service = TableService(settings, Store(settings.database), Hub())
    processor, wall = time.thread_time(), time.perf_counter()
    with service.locked(id_) as table:
        assert table.number
    spent = time.thread_time() - processor, time.perf_counter() - wall
    service.close()
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=[100, 1000, 60_000])
    parser.add_argument("--game", default="seals")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        settings = Settings(f"sqlite:///{Path(folder) / 'tables.db'}", "secret")
        store = Store(settings.database)
        upgrade(store.engine)
        print(f"{'events':>8} {'first':>10} {'restart':>10} {'wall':>10} {'ratio':>7}")
        least = None
        for length in options.events:
            id_ = f"table{length}"
            write(store, id_, options.game, make_log(options.game, length))
            first, _ = open_times(settings, id_)
            times = sorted(open_times(replace(settings), id_) for _ in range(REPEATS))
            middle, wall = times[REPEATS // 2]
            least = least or middle
            print(
                f"{length:8} {1000 * first:7.1f} ms {1000 * middle:7.1f} ms {1000 * wall:7.1f} ms"
                f" {middle / least:7.2f}",
                flush=True,
            )
        store.close()


if __name__ == "__main__":
    main()
