"""Several processes behind one database serve the same tables.

Only notifications tell one of what another does (`poll` is an hour here).
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from icefield.server.settings import Settings

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, bot
from ..live_updates import update
from ..postgres_cluster import Cluster
from ..server_process import Apart
from ..server_thread import Served

HOUR = 3600.0


def settings(url: str, **changes: Any) -> Settings:
    return Settings(url, "a test's secret", **{"bot_pause_s": 0.0, "poll_s": HOUR, **changes})


@pytest.fixture
def here(database: str) -> Iterator[Served]:
    """The server in this process."""
    served = Served(settings(database))
    yield served
    served.close()


@pytest.fixture
def apart(database: str, here: Served) -> Iterator[Callable[..., Apart]]:
    """Starts servers in processes of their own, behind the same database as `here`."""
    started: list[Apart] = []

    def start(**changes: Any) -> Apart:
        started.append(Apart(settings(database, **changes)))
        return started[-1]

    yield start
    for server in started:
        server.close()


def guest_at(server: Apart | Served, same: Guest | None = None) -> Guest:
    """A visitor of a server; the `same` one as at another."""
    guest = Guest(server)  # type: ignore[arg-type]
    if same is not None:
        guest.table = same.table
        guest.http.cookies.update(same.http.cookies)
    return guest


def seats(live: ClientConnection) -> list[bool]:
    """The next message about who is there."""
    while (told := json.loads(live.recv(timeout=HANG_S)))["type"] != "presence":
        pass
    return list(told["seats"])


@pytest.mark.slow
def test_two_processes_behind_one_database(here: Served, apart: Callable[..., Apart]) -> None:
    other = apart(bot_pause_s=1.0)
    guest = Guest(here)
    guest.open_hot_seat()
    there = guest_at(other, guest)
    _moves_are_told_in_order_on_both(guest, there)
    _of_racing_moves_one_is_accepted(guest, there)
    _who_is_there_is_known_on_both(guest, other)
    _what_is_undone_elsewhere_is_thought_about_no_more(guest, there)


def _moves_are_told_in_order_on_both(guest: Guest, there: Guest) -> None:
    with (
        guest.served.live(guest.table, since=1, client=guest.http) as one,
        there.served.live(guest.table, since=1, client=there.http) as two,
    ):
        state, numbers = guest.state(), []
        for turn in range(12):
            mover = (guest, there)[turn % 2]
            state = mover.move(state["touches"][0]["move"], state["decision"])
            for live in (one, two):
                told = update(live, timeout=HANG_S)
                assert [event["number"] for event in told["events"]] == [told["number"]]
                assert told["state"] == state
                numbers.append(told["number"])
        assert numbers == [number for number in range(2, 14) for _ in "ab"]
    assert guest.events() == there.events()


def _of_racing_moves_one_is_accepted(guest: Guest, there: Guest) -> None:
    for _ in range(8):
        state = guest.open_hot_seat()
        there.table = guest.table
        moves = [touch["move"] for touch in state["touches"][:2]]
        begin = threading.Barrier(2)
        answers: list[tuple[int, str]] = []

        def race(
            who: Guest,
            move: str,
            begin: threading.Barrier = begin,
            answers: list[tuple[int, str]] = answers,
            decision: int = state["decision"],
        ) -> None:
            begin.wait()
            answer = who.post("moves", move=move, decision=decision)
            answers.append((answer.status_code, answer.json().get("code", "")))

        pairs = zip((guest, there), moves, strict=True)
        racers = [threading.Thread(target=race, args=pair) for pair in pairs]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert sorted(answers) == [(200, ""), (409, "stale-move")]
        assert [e["kind"] for e in guest.events()] == ["opened", "moved"]


def _who_is_there_is_known_on_both(host: Guest, other: Apart) -> None:
    host.open(PERSON, {"kind": "open"})
    friend = guest_at(other)
    friend.table = host.table
    assert friend.post("sit", seat=1).status_code == 200
    with host.served.live(host.table, client=host.http) as one:
        assert seats(one) == [True, False]
        with other.live(host.table, client=friend.http) as two:
            assert seats(one) == [True, True]
            if (first := seats(two)) == [False, True]:  # the other process is still writing
                first = seats(two)
            assert first == [True, True]
        assert seats(one) == [True, False]


def _what_is_undone_elsewhere_is_thought_about_no_more(guest: Guest, there: Guest) -> None:
    there.open(PERSON, bot())
    guest.table = there.table
    there.move("b2-d4")
    guest.do("undo")
    guest.move("b2-b3")
    assert guest.until("deciding")["moves"][0]["move"] == "b2-b3"
    assert [e["kind"] for e in guest.events()] == ["opened", "moved", "undone", "moved", "moved"]


@pytest.mark.slow
def test_a_killed_process_leaves_its_bots_to_the_others(
    here: Served, apart: Callable[..., Apart]
) -> None:
    slow = apart(bot_pause_s=HOUR)  # its bots never answer
    there = guest_at(slow)
    there.open(PERSON, bot())
    state = there.move("b2-d4")
    assert state["thinking"]
    guest = guest_at(here, there)
    assert guest.state()["thinking"]  # and its own bots leave that to the other
    time.sleep(0.5)
    assert len(guest.events()) == 2
    with here.live(guest.table, since=2, client=guest.http) as live:
        slow.kill()
        told = update(live, timeout=HANG_S)  # without being asked for
    assert [event["kind"] for event in told["events"]] == ["moved"]
    guest.until("deciding")
    assert guest.play_out()["outcome"]


@pytest.mark.databases("postgres")
@pytest.mark.slow
def test_news_that_were_cut_off_lose_nothing(here: Served, database: str, cluster: Cluster) -> None:
    other_server = Served(here.settings)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    try:
        guest = Guest(other_server)
        guest.open_hot_seat()
        state = guest.state()
        with here.live(guest.table, since=1) as live:
            for number in range(2, 8):
                if number % 2 == 0:
                    assert len(cluster.sql(cut)) >= 1
                state = guest.move(state["touches"][0]["move"], state["decision"])
                told = update(live, timeout=HANG_S)
                assert told["number"] == number
    finally:
        other_server.close()


@pytest.mark.databases("postgres")
@pytest.mark.slow
def test_a_database_that_goes_away_and_comes_back(here: Served, cluster: Cluster) -> None:
    guest = Guest(here)
    guest.open(PERSON, bot())
    everybody = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'icefield'"
    cluster.sql(everybody + " AND pid <> pg_backend_pid()")
    time.sleep(1.1)  # connections that were used a moment ago are not tried first
    guest.move("b2-d4")
    assert guest.until("deciding")["moves"]


def test_bots_that_waited_for_time_get_it(here: Served) -> None:
    """More tables than there are threads for: all bots play."""
    guests = [Guest(here) for _ in range(6)]
    for guest in guests:
        guest.open(PERSON, bot())
    for guest in guests:
        guest.move("b2-d4")
    for guest in guests:
        assert len(guest.until("deciding")["moves"]) == 2
