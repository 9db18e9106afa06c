"""A server that is asked to end: all acknowledged moves are kept.

Clients are told, nothing delays the end, and bots continue after the start.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from icefield.server.storage.event_log import Store

from ..guest import PERSON, Guest, bot
from ..server_thread import connect_live
from .conftest import Start
from .retrying_players import Game, check, play
from .serve_command import LONG, Real, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("shutdown")]


def hear_all(live: ClientConnection) -> None:
    while True:
        live.recv(timeout=LONG)


@pytest.mark.slow
def test_a_server_that_is_asked_to_end_loses_nothing(start: Start) -> None:
    real = start()
    games = [Game("glide", "1") if i % 2 else Game("seals", None) for i in range(4)]
    moved = threading.Semaphore(0)
    waiting = Guest(real)  # type: ignore[arg-type]
    waiting.open(PERSON, bot())
    with ThreadPoolExecutor(len(games)) as people:
        playing = [
            people.submit(play, real, game, random.Random(i), moved) for i, game in enumerate(games)
        ]
        for _ in range(10):
            assert moved.acquire(timeout=LONG), [f.exception(0) for f in playing if f.done()]
        with connect_live(real.port, waiting.table, 0, waiting.http) as live:
            state = waiting.state()
            waiting.move(state["touches"][0]["move"], state["decision"])
            assert real.terminate() == 0  # a bot's move is shown after a while, so it thinks
            with pytest.raises(ConnectionClosed) as closed:
                hear_all(live)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        store = Store(f"sqlite:///{real.database}")
        assert len(store.events(waiting.table)) in (2, 3)  # a quick bot may have been shown
        real.start()
        eventually(lambda: len(store.events(waiting.table)) == 3, "no bot took it up again")
        for each in playing:
            each.result()
    for game in games:
        check(store, game)
    store.close()
    assert real.terminate() == 0
    assert "Traceback" not in real.log, real.log


STUCK = """\
import sys, threading
from icefield.cli.main import main
from icefield.server.service import bot_runner

real_bot = bot_runner.bot

class Stuck:
    def __init__(self, game, level):
        self.level = real_bot(game, level).level

    def choose(self, position, **more):
        print("stuck", file=sys.stderr, flush=True)
        threading.Event().wait()

bot_runner.bot = Stuck
sys.exit(main(sys.argv[1:]))
"""


class RealWithStuckBots(Real):
    """A server whose bots never return, even when told to stop."""

    def command(self) -> list[str]:
        python, _, _, *rest = super().command()
        return [python, "-c", STUCK, *rest]


@pytest.mark.slow
def test_a_bot_that_never_comes_back_does_not_keep_a_server_from_ending(tmp_path: Path) -> None:
    real = RealWithStuckBots(str(tmp_path / "tables.db"), tmp_path)
    real.start()
    try:
        guest = Guest(real)  # type: ignore[arg-type]
        guest.open(PERSON, bot())
        state = guest.state()
        guest.move(state["touches"][0]["move"], state["decision"])
        eventually(lambda: "stuck" in real.log, "no bot was asked")
        friends = Guest(real)  # type: ignore[arg-type]
        friends.open_hot_seat()
        assert friends.play_out()["outcome"]  # all other tables play on
        assert real.terminate() == 0
        assert "Traceback" not in real.log, real.log
        assert "bots not stopped" in real.log
    finally:
        real.close()


def handles(pid: int, number: int) -> bool:
    """Whether a process has a handler of its own for a signal."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    mask = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(mask, 16) >> (number - 1) & 1)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("seconds", [0.0, 0.7, 2.0])
@pytest.mark.slow
def test_a_server_that_is_ended_before_it_is_ready_ends(
    tmp_path: Path, number: int, workers: int, seconds: float
) -> None:
    """At any moment of the start: imports, the database, making workers."""
    real = Real(str(tmp_path / "tables.db"), tmp_path, workers=workers)
    real.begin()
    try:
        assert real.process is not None
        pid = real.process.pid
        eventually(lambda: handles(pid, signal.SIGTERM), "it did not begin")
        time.sleep(seconds)
        real.process.send_signal(number)
        assert real.process.wait(LONG) == 0
        assert "Traceback" not in real.log, real.log
    finally:
        real.close()
