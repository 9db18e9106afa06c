"""A worker of several hangs, or a bot; the others take over its jobs."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from icefield.bots import bot as real_bot
from icefield.server.cluster import bot_jobs as jobs_module
from icefield.server.service import bot_runner
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store
from icefield.server.storage.schema import jobs, processes

from ..child_processes import children_of as workers_of
from ..guest import PERSON, Guest, bot
from ..server_thread import Served
from .conftest import Start
from .retrying_players import Visitor
from .serve_command import LONG, Real, eventually

pytestmark = pytest.mark.slow


# -- a worker -------------------------------------------------------------------------------------


def thinker(store: Store, table: str) -> int:
    """The process that thinks for the bots of a table, as a number; 0 for none."""
    query = sa.select(processes.c.pid).join(jobs, jobs.c.taken_by == processes.c.id)
    with store.engine.connect() as connection:
        return connection.scalar(query.where(jobs.c.table_id == table)) or 0


def stop_a_thinker(real: Real, store: Store) -> tuple[str, int]:
    """Have a worker hang while it has a bot's move to make; the table and the worker."""
    guest = Visitor(real)
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        seats = [PERSON, bot()]
        state = guest.insist("/api/tables", game="seals", seats=seats)
        table = state["id"]
        form = {"move": state["touches"][0]["move"], "decision": state["decision"]}
        assert guest.write(f"/api/tables/{table}/moves", **form).status_code == 200
        pid = thinker(store, table)
        if pid:
            os.kill(pid, signal.SIGSTOP)
            if thinker(store, table) == pid and len(store.events(table)) == 2:
                return table, pid
            os.kill(pid, signal.SIGCONT)  # it was quicker
    raise AssertionError("every bot was quicker")


def stopped(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("T")
    except OSError:
        return False


@pytest.mark.xdist_group("hung")
@pytest.mark.slow
def test_what_a_hanging_worker_held_is_taken_over_and_it_is_replaced(start: Start) -> None:
    real = start(workers=2)
    eventually(lambda: len(workers_of(real.pid)) == 2, "there are not two")
    store = Store(f"sqlite:///{real.database}")
    table, hung = stop_a_thinker(real, store)
    friends = Guest(real)  # type: ignore[arg-type]
    friends.open_hot_seat()
    for _ in range(4):
        known = friends.state()
        friends.move(known["touches"][0]["move"], known["decision"])
    assert stopped(hung)  # no client notices

    eventually(lambda: len(store.events(table)) == 3, "nobody took its job over")
    eventually(lambda: not stopped(hung), "it was not given up")
    eventually(lambda: len({*workers_of(real.pid)} - {hung}) == 2, "nobody took its place")
    assert friends.play_out()["outcome"]
    assert len(store.events(table)) == 3  # it did not come back with a move of its own
    store.close()

    os.kill(workers_of(real.pid)[0], signal.SIGSTOP)
    assert real.terminate() == 0  # nor does one keep the others from ending
    assert workers_of(real.pid) == []
    assert "Traceback" not in real.log, real.log


@pytest.mark.xdist_group("hung")
@pytest.mark.slow
def test_workers_end_when_nobody_looks_after_them(start: Start) -> None:
    real = start(workers=2)
    workers = workers_of(real.pid)
    os.kill(real.pid, signal.SIGKILL)
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "they go on")
    assert real.process is not None
    real.process.wait(LONG)
    socket.create_server(("127.0.0.1", real.port)).close()  # the port is free for the next


# -- a bot ----------------------------------------------------------------------------------------


class Bots:
    """Bots that think as `how` says before they find their move; counts them."""

    def __init__(self, how: Callable[[int], None]):
        self._how = how
        self._lock = threading.Lock()
        self.asked = self.found = 0

    def __call__(self, game: Any, level: str) -> Any:
        return _Bot(self, real_bot(game, level))

    def think(self) -> None:
        with self._lock:
            self.asked += 1
            number = self.asked
        self._how(number)
        with self._lock:
            self.found += 1


class _Bot:
    def __init__(self, bots: Bots, found: Any):
        self._bots, self._found = bots, found
        self.level = found.level

    def choose(self, position: Any, *, stop: threading.Event, **more: Any) -> Any:
        if more:  # in earnest, and not only to be loaded
            self._bots.think()
        return self._found.choose(position, stop=stop, **more)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Is set when a test is over, so that no thread is left behind."""
    gate = threading.Event()
    yield gate
    gate.set()


def served(tmp_path: Path, **changes: Any) -> Served:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    return Served(Settings(url, "a test's secret", **{"bot_pause_s": 0.0, **changes}))


@pytest.mark.slow
def test_a_bot_that_never_comes_back_is_given_up_and_another_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    def hang_twice(number: int) -> None:
        if number <= 2:
            gate.wait()

    bots = Bots(hang_twice)
    monkeypatch.setattr(bot_runner, "bot", bots)
    monkeypatch.setattr(jobs_module, "RETRY_MS", 0)
    one = served(tmp_path, bot_threads=1, bot_timeout_s=0.5)
    two = served(tmp_path, bot_threads=1, bot_timeout_s=0.5)
    try:
        guest = Guest(one)
        guest.open(PERSON, bot())
        guest.move("b2-c3")
        assert len(guest.until("deciding", LONG)["moves"]) == 2
        assert bots.asked >= 3
        other = Guest(two)
        other.open(PERSON, bot())
        other.move("b2-c3")
        assert len(other.until("deciding", LONG)["moves"]) == 2
        gate.set()  # what comes now comes too late
        assert guest.play_out()["outcome"]
        assert other.play_out()["outcome"]
        numbers = [event["number"] for event in guest.events()]
        assert numbers == list(range(1, len(numbers) + 1))
    finally:
        gate.set()
        one.close()
        two.close()


def _spin(gate: threading.Event) -> None:
    while not gate.is_set():
        sum(range(100))


@pytest.mark.parametrize("how", [threading.Event.wait, _spin])
@pytest.mark.slow
def test_bots_never_keep_people_from_moving(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    gate: threading.Event,
    how: Callable[[threading.Event], Any],
) -> None:
    """All bot threads hang and many bots wait for one; moves of players still work."""
    bots = Bots(lambda _number: how(gate) and None)
    monkeypatch.setattr(bot_runner, "bot", bots)
    server = served(tmp_path, bot_threads=2)
    try:
        alone = [Guest(server) for _ in range(8)]
        for guest in alone:
            guest.open(PERSON, bot())
            guest.move("b2-c3")
        eventually(lambda: bots.asked == 3, "not all threads are busy")  # one more for weak bots
        friends = Guest(server)
        friends.open_hot_seat()
        for _ in range(10):
            known = friends.state()
            friends.move(known["touches"][0]["move"], known["decision"])
        assert (bots.asked, bots.found) == (3, 0)
        assert len(friends.state()["moves"]) == 10
        gate.set()
        for guest in alone:
            assert len(guest.until("deciding", LONG)["moves"]) == 2
    finally:
        gate.set()
        server.close()
