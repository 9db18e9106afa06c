"""Which process thinks for the bots of a table, also after a process has ended."""

from __future__ import annotations

import os
import subprocess
import threading

import pytest
import sqlalchemy as sa

from icefield.server.clock import now
from icefield.server.cluster import bot_jobs as jobs_module
from icefield.server.cluster import lease as processes_module
from icefield.server.cluster.bot_jobs import BOTS_ONLY, LONG, SHORT
from icefield.server.cluster.lease import LEASE_MS
from icefield.server.cluster.presence import Presence
from icefield.server.storage import schema
from icefield.server.storage.bot_jobs import Turn

from .conftest import Crew, Make


def rows(crew: Crew) -> dict[str, tuple[int, str | None]]:
    query = sa.select(schema.jobs)
    with crew.store.engine.connect() as connection:
        return {row.table_id: (row.decision, row.taken_by) for row in connection.execute(query)}


def test_one_process_takes_a_job_and_the_others_leave_it(crew: Make) -> None:
    one, two = crew(), crew()
    assert one.jobs.request("a", 3)
    assert one.jobs.request("a", 3)
    assert not two.jobs.request("a", 3)
    assert two.jobs.take() is None
    assert rows(one) == {"a": (3, one.process.id)}
    one.jobs.finish("a", 4)
    assert rows(one) == {}
    assert one.freed == 1
    assert two.jobs.request("a", 5)


def test_of_many_who_want_a_job_at_once_one_has_it(crew: Make) -> None:
    crews = [crew(room=9) for _ in range(4)]
    begin = threading.Barrier(len(crews))
    won: list[str] = []

    def race(mine: Crew) -> None:
        begin.wait()
        won.extend(table for table in "abcdef" if mine.jobs.request(table, 2))

    racers = [threading.Thread(target=race, args=(mine,)) for mine in crews]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(won) == list("abcdef")


def test_jobs_that_wait_are_taken_once_and_the_oldest_first(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = crew(room=0)
    for at, table in enumerate("fedcba"):
        monkeypatch.setattr(jobs_module, "now", lambda at=at: 1000 + at)
        assert not busy.jobs.request(table, 2)
    monkeypatch.setattr(jobs_module, "now", now)
    one, two = crew(room=2), crew(room=3)
    assert [one.jobs.take() for _ in range(3)] == ["f", "e", None]
    assert [two.jobs.take() for _ in range(4)] == ["d", "c", "b", None]
    found: list[str | None] = []
    begin = threading.Barrier(2)
    last = [crew(), crew()]

    def race(mine: Crew) -> None:
        begin.wait()
        found.append(mine.jobs.take())

    racers = [threading.Thread(target=race, args=(mine,)) for mine in last]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert set(found) == {"a", None}


def test_a_table_with_many_decisions_lets_others_have_their_turn(crew: Make) -> None:
    one = crew(room=1)
    assert one.jobs.request("a", 2)
    assert one.jobs.request("a", 3)  # no process waits: it goes on
    assert not one.jobs.request("b", 2)
    assert one.jobs.request("a", 3)  # what has begun is ended
    assert not one.jobs.request("a", 4)
    assert one.jobs.take() == "b"
    assert not one.jobs.request("a", 4)
    one.jobs.finish("b", 3)
    assert one.jobs.take() == "a"
    assert rows(one) == {"a": (4, one.process.id)}


def test_a_decision_that_another_process_knows_of_is_not_lost(crew: Make) -> None:
    one, two = crew(), crew()
    assert one.jobs.request("a", 3)
    assert not two.jobs.request("a", 7)
    one.jobs.finish("a", 5)  # the news of number 7 are still on their way
    assert one.jobs.holds("a")
    one.jobs.finish("a", 8)
    assert not one.jobs.holds("a")
    assert rows(one) == {}


def test_a_job_of_a_process_that_stopped_promising_is_taken_over(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = crew(), crew()
    assert one.jobs.request("a", 3)
    assert not two.jobs.request("a", 3)
    later = now() + LEASE_MS + 1
    for module in (jobs_module, processes_module):
        monkeypatch.setattr(module, "now", lambda: later)
    two.process.remove_ended()
    assert two.jobs.take() == "a"
    one.process.renew()  # it is back, and learns that it was given up
    assert one.process.was_lost()
    assert not one.process.was_lost()
    assert one.jobs.reconcile() == ["a"]
    assert not one.jobs.holds("a")
    two.process.renew()
    assert not two.process.was_lost()
    assert two.jobs.reconcile() == []


def test_a_process_that_keeps_promising_keeps_its_job(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = crew(), crew()
    at = now()
    for module in (jobs_module, processes_module):
        monkeypatch.setattr(module, "now", lambda: at)
    assert one.jobs.request("a", 3)
    for _ in range(10):
        at += LEASE_MS - 1000
        one.process.renew()
        two.process.remove_ended()
        assert two.jobs.take() is None
    assert one.jobs.reconcile() == []


def test_a_process_that_ended_on_this_machine_is_buried_at_once(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    one, two = crew(), crew()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: ended.pid)
        assert one.jobs.request("a", 3)
    assert two.jobs.take() is None
    two.process.remove_ended()
    assert two.jobs.take() == "a"


def test_a_process_elsewhere_is_not_judged_by_its_number(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    one, two = crew(), crew()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: ended.pid)
        patch.setattr(processes_module, "place", lambda: "another machine")
        assert one.jobs.request("a", 3)
    two.process.remove_ended()
    assert two.jobs.take() is None


def test_what_failed_is_tried_again_after_a_while(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = crew()
    assert one.jobs.request("a", 3)
    one.jobs.fail("a")
    assert rows(one) == {"a": (3, None)}
    assert one.jobs.take() is None
    later = now() + 31_000
    for module in (jobs_module, processes_module):
        monkeypatch.setattr(module, "now", lambda: later)
    assert one.jobs.take() == "a"


def test_a_job_that_nobody_knows_of_is_given_back(crew: Make) -> None:
    one = crew()
    assert one.jobs.request("a", 3)
    one.jobs._held.clear()  # as when the database was away while it was given back
    assert one.jobs.reconcile() == []
    assert rows(one) == {"a": (3, one.process.id)}  # it may be on its way
    one.jobs.reconcile()
    assert rows(one) == {"a": (3, None)}


def test_a_job_that_was_left_when_the_database_was_away_is_taken_again(
    crew: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = crew(), crew()
    assert one.jobs.request("a", 3)
    one.jobs._held.clear()
    later = now() + LEASE_MS + 1  # nothing else is held, so nothing was promised
    for module in (jobs_module, processes_module):
        monkeypatch.setattr(module, "now", lambda: later)
    assert one.jobs.take() == "a"
    assert one.jobs.take() is None
    assert two.jobs.take() is None


def test_whoever_leaves_frees_everything(crew: Make) -> None:
    one, two = crew(), crew()
    here, there = (Presence(each.store, each.process) for each in (one, two))
    assert one.jobs.request("a", 3)
    with here.at("a", "ann"):
        here.close()
        assert there.here("a") == {"ann"}
        one.process.release()
        assert there.here("a") == set()
        assert there.away_s("a", "ann") < 10
    assert two.jobs.take() == "a"
    there.close()


def test_a_move_that_only_waits_to_be_shown_leaves_room_for_another_job(crew: Make) -> None:
    one = crew(room=1)
    assert one.jobs.request("a", 2)
    assert not one.jobs.request("b", 2)
    one.jobs.free_room("a")
    assert one.freed == 1
    assert one.jobs.take() == "b"
    assert one.jobs.holds("a")
    assert not one.jobs.request("a", 3)  # its next decision waits for room like any other
    one.jobs.finish("b", 3)
    assert one.jobs.take() == "a"


def test_bot_jobs_are_taken_by_rank_and_then_by_what_an_address_has_computed(crew: Make) -> None:
    busy = crew(room=0)
    turns = {
        "a": Turn(BOTS_ONLY, "x"),
        "b": Turn(LONG, "much"),
        "c": Turn(LONG, "little"),
        "d": Turn(SHORT, "much"),
    }
    for table, turn in turns.items():
        assert not busy.jobs.request(table, 2, turn)
    one = crew(room=3, cost=lambda turn: (float(turn.address == "much"), 0.0))
    assert [one.jobs.take() for _ in range(5)] == ["d", "c", "b", "a", None]


def test_bot_jobs_of_bots_alone_leave_room_for_games_with_people(crew: Make) -> None:
    one = crew(room=2)
    assert one.jobs.request("a", 2, Turn(BOTS_ONLY, "x"))
    assert not one.jobs.request("b", 2, Turn(BOTS_ONLY, "y"))
    assert one.jobs.take() is None
    assert one.jobs.request("c", 2, Turn(LONG, "z"))
    assert not one.jobs.request("d", 2, Turn(LONG, "z"))
    assert one.jobs.request("e", 2, Turn(SHORT, "z"))  # beyond the room
    assert one.jobs.request("a", 3, Turn(BOTS_ONLY, "x")) is False  # others have their turn
    one.jobs.finish("c", 3)
    assert one.jobs.take() == "d"


def test_bot_jobs_of_bots_alone_at_one_address_are_limited(crew: Make) -> None:
    one = crew(room=4)
    assert [one.jobs.request(id_, 2, Turn(BOTS_ONLY, "x")) for id_ in "abc"] == [True, True, False]
    assert one.jobs.request("d", 2, Turn(BOTS_ONLY, "y"))
    assert one.jobs.take() is None


def test_bot_jobs_of_owners_at_one_address_are_all_looked_at(crew: Make) -> None:
    busy = crew(room=0)
    for number, table in enumerate("abcde"):
        owner = "many" if number < 4 else "one"
        assert not busy.jobs.request(table, 2, Turn(LONG, "x", owner))
    one = crew(room=1, cost=lambda turn: (0.0, float(turn.owner == "many")))
    assert one.jobs.take() == "e"
