"""The machine's clock jumps by hours while the server runs; it uses its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from icefield.server import clock
from icefield.server.asgi.identity import Identities
from icefield.server.cluster.bot_jobs import BotJobs
from icefield.server.cluster.lease import Lease
from icefield.server.errors import TooManyTries
from icefield.server.service.token_bucket import Rate, TokenBuckets
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.storage.people import Tries

from ..guest import PERSON, Guest
from ..server_thread import Served
from .serve_command import LONG, eventually

HOUR = 3600.0
Set = Callable[[float], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Sets the clock of this process forward by so many seconds."""
    told, told_ns = time.time, time.time_ns

    def change(by: float) -> None:
        monkeypatch.setattr(time, "time", lambda: told() + by)
        monkeypatch.setattr(time, "time_ns", lambda: told_ns() + int(by * 1e9))

    return change


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR])
@pytest.mark.slow
def test_no_flag_falls_because_the_clock_was_set_and_each_falls_in_time(
    tmp_path: Path, set_clock: Set, by: float, caplog: pytest.LogCaptureFixture
) -> None:
    server = Served(
        Settings(f"sqlite:///{tmp_path / 'tables.db'}", "a test's secret", bot_pause_s=0)
    )
    try:
        long, short = Guest(server), Guest(server)
        long.open(PERSON, PERSON, clock={"kind": "player", "seconds": 3600})
        short.open(PERSON, PERSON, clock={"kind": "move", "seconds": 5})
        long.move("b2-c3")
        short.move("b2-c3")
        short.move("g7-f6")  # before which the game would be aborted
        set_clock(by)
        before = long.state()
        assert before["outcome"] is None
        long.move(before["touches"][0]["move"], before["decision"])  # the seat is theirs, too
        assert all(seat["left"] > 3000 * 1000 for seat in long.state()["clock"]["seats"])
        eventually(lambda: len(short.events()) == 4, "no flag fell")  # nor is one forgotten
        assert short.events()[-1]["kind"] == "flagged"
        at = [event["at"] for event in long.events()]
        assert at == sorted(at)
        assert at[-1] - at[0] < LONG * 1000
        said = "machine clock set: by_s="
        eventually(lambda: said in caplog.text, "nobody was told")
    finally:
        server.close()


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR])
def test_promises_and_limits_hold_when_the_clock_is_set(
    tmp_path: Path, set_clock: Set, by: float
) -> None:
    stores = [Store(f"sqlite:///{tmp_path / 'tables.db'}") for _ in range(2)]
    upgrade(stores[0].engine)
    stores[0].open("t", "seals", {})
    crew = [Lease(store) for store in stores]
    one, two = (
        BotJobs(store, lease, 1, lambda: None) for store, lease in zip(stores, crew, strict=True)
    )
    assert one.request("t", 2)
    bucket, tries = TokenBuckets(Rate(1, 0.001)), Tries(stores[0].engine, most=1)
    assert not bucket.take("here")
    tries.failed("here")
    set_clock(by)
    crew[1].remove_ended()
    assert two.take() is None
    assert one.reconcile() == []
    assert bucket.take("here") > 0
    with pytest.raises(TooManyTries):
        tries.check("here")
    for store in stores:
        store.close()


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR, 60 * 24 * HOUR, -60 * 24 * HOUR])
def test_everybody_stays_who_they_are(set_clock: Set, by: float) -> None:
    identities = Identities("a test's secret")
    cookie = identities.write("ann")
    set_clock(by)
    assert identities.read(cookie) == "ann"
    if not 0 <= by < 30 * 24 * HOUR:
        assert not identities.is_young(cookie)  # they get a new one for the same person


def test_whoever_looks_after_a_server_is_told_once(set_clock: Set) -> None:
    machine = clock.Machine()
    assert machine.was_set() == 0
    set_clock(2 * HOUR)
    assert machine.was_set() == pytest.approx(2 * HOUR * 1000, abs=1000)
    assert machine.was_set() == 0
    set_clock(0)
    assert machine.was_set() == pytest.approx(-2 * HOUR * 1000, abs=1000)


def test_a_worker_that_starts_later_goes_by_the_time_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the clock jumped by a day between the starts of a server and a worker."""
    monkeypatch.setenv(clock.BEGAN, "")
    clock.share()
    began = int(os.environ[clock.BEGAN]) - 24 * 3600 * 10**9
    asked = [sys.executable, "-c", "from icefield.server import clock; print(clock.now())"]
    environment = {**os.environ, clock.BEGAN: str(began)}
    told = subprocess.run(asked, env=environment, capture_output=True, check=True, text=True)
    behind = clock.now() - int(told.stdout)
    assert behind == pytest.approx(24 * HOUR * 1000, abs=LONG * 1000)
