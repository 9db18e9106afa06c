"""What the desk remembers of a table, so that the database is not asked for what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from icefield.games import game
from icefield.server.service.hub import Hub
from icefield.server.service.table_service import Desk
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Event, Store
from icefield.server.storage.migrations import upgrade
from icefield.server.tables.table import Player

ANN = "ann"
Make = Callable[[], Desk]


@pytest.fixture
def desk(database: str) -> Iterator[Make]:
    """Makes desks behind one database, each like that of a process of its own."""
    made: list[Desk] = []

    def make() -> Desk:
        store = Store(database)
        upgrade(store.engine)
        made.append(Desk(Settings(database, "a test's secret"), store, Hub()))
        return made[-1]

    yield make
    for each in made:
        each.close()


def opened(desk: Desk) -> str:
    players = [Player("person", name="Ann", owner=ANN)] * 2
    return desk.open(game("seals"), players, host=ANN)


def move(desk: Desk, table: str) -> None:
    with desk.at(table) as now:
        seat = now.position.turn
        assert seat is not None
        text, decision = now.position.moves()[0].text, now.decision(seat)
    desk.move(table, ANN, text, decision, seat)


def asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which events the log was asked for."""
    found: list[int] = []
    real = desk.store.events

    def noted(table: str, since: int = 0) -> tuple[Event, ...]:
        found.append(since)
        return real(table, since)

    monkeypatch.setattr(desk.store, "events", noted)
    return found


def test_the_memory_says_what_the_log_says_however_far_one_is_behind(desk: Make) -> None:
    here = desk()
    table = opened(here)
    for _ in range(18):
        move(here, table)
    with here.at(table) as now:
        assert now.number > 18
        for since in range(now.number + 2):
            assert here.events(now, since) == here.store.events(table, since)


def test_what_happened_here_is_not_asked_for_again(
    desk: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = desk()
    table = opened(here)
    move(here, table)
    with here.at(table) as now:
        newest = now.number
    questions = asked(here, monkeypatch)
    with here.at(table, newest) as now:
        assert now.number == newest
        assert here.events(now, newest - 1)
    assert not questions
    with here.at(table):  # who has heard nothing asks
        pass
    assert questions == [newest]


def test_what_another_process_told_of_is_asked_for(desk: Make) -> None:
    here, there = desk(), desk()
    table = opened(here)
    with here.at(table) as now:
        before = now.number
    move(there, table)
    with here.at(table, before) as now:
        assert now.number == before
    with here.at(table, before + 1) as now:
        assert now.number == before + 1
        assert here.events(now, before) == here.store.events(table, before)


def test_a_table_that_could_not_be_settled_is_settled_by_whoever_comes_next(
    desk: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = desk()
    table = opened(here)
    with monkeypatch.context() as patch:
        patch.setattr(here, "_is_ours", lambda *_: None)  # the database does not say
        move(here, table)
    questions = asked(here, monkeypatch)
    newest = here.store.events(table)[-1].number
    questions.clear()
    with here.at(table, newest):
        pass
    assert questions == [newest]
    with here.at(table, newest):
        pass
    assert questions == [newest]


def test_a_store_knows_what_it_wrote_last(desk: Make) -> None:
    here, there = desk(), desk()
    table = opened(here)
    move(here, table)
    number = here.store.events(table)[-1].number
    assert here.store.wrote(table, number)
    assert not there.store.wrote(table, number)
    move(there, table)
    assert there.store.wrote(table, number + 1)
    assert not here.store.wrote(table, number + 1)
