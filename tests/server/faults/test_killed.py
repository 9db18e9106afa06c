"""`kill -9` at any moment: acknowledged moves are there once, tables go on."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from icefield.server.storage.event_log import Store

from .retrying_players import Game, check, play
from .serve_command import LONG, Real

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("killed")]

GAMES = {"sqlite": 500 if SOAK else 8, "postgres": 500 if SOAK else 4}
KILLS = {"sqlite": 60 if SOAK else 2, "postgres": 60 if SOAK else 1}
WORKERS = {"sqlite": 1, "postgres": 2 if SOAK else 1}
AT_ONCE = 10
MOVES = 10
"""So many moves of people a game has at least, taken all together."""


@pytest.fixture
def real(kind: str, database: str, tmp_path: Path) -> Iterator[Real]:
    server = Real(database, tmp_path, workers=WORKERS[kind])
    yield server
    server.close()


@pytest.mark.slow
def test_a_server_that_is_killed_loses_no_acknowledged_move(real: Real, kind: str) -> None:
    count, kills = GAMES[kind], KILLS[kind]
    chance = random.Random(7)
    kinds = [("seals", None), ("glide", None), ("seals", "1"), ("glide", "1")]
    games = [Game(*kinds[i % len(kinds)]) for i in range(count)]
    when = sorted(chance.sample(range(3, MOVES * count), kills))  # after so many moves
    moved = threading.Semaphore(0)
    real.start()
    with ThreadPoolExecutor(AT_ONCE) as people:
        playing = [
            people.submit(play, real, game, random.Random(i), moved) for i, game in enumerate(games)
        ]
        for before, after in zip([0, *when], when, strict=False):
            for _ in range(after - before):
                assert moved.acquire(timeout=LONG), [f.exception(0) for f in playing if f.done()]
            threading.Event().wait(0.05 * chance.random())
            real.kill()
            real.start()
        for each in playing:
            each.result()
    assert "Traceback" not in real.log, real.log
    assert real.terminate() == 0
    store = Store(real.database)
    for game in games:
        check(store, game)
    store.close()
    assert sum(sent.answered for game in games for sent in game.sent) >= when[-1]
