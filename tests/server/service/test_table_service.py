"""What the table service caches, and how often a command locks, reads and writes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from icefield.games import game
from icefield.server.clock import now
from icefield.server.cluster.bot_jobs import BotJobs
from icefield.server.service import table_service
from icefield.server.service.bot_runner import BotListener
from icefield.server.service.table_service import TableService
from icefield.server.storage.table_index import TableIndex
from icefield.server.tables import departures
from icefield.server.tables.commands import Move, Rematch, Resign
from icefield.server.tables.events import Closed, Event
from icefield.server.tables.options import TableOptions
from icefield.server.tables.players import Player
from icefield.server.tables.table import CLOSED, REMATCH_RETRY_MS, Table

from .conftest import Make

ANN = "ann"


def opened(service: TableService) -> str:
    players = [Player("person", name="Ann", owner=ANN)] * 2
    return service.open(game("seals"), players, lambda table: table.id, host=ANN)


def move(service: TableService, table: str) -> None:
    with service.locked(table) as now:
        seat = now.position.turn
        assert seat is not None
        text, decision = now.position.moves()[0].text, now.decision(seat)
    service.execute(table, Move(text, decision, seat), ANN, lambda after: after.number)


def asked(service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which events the log was asked for."""
    found: list[int] = []
    real = service.store.events

    def noted(table: str, since: int = 0, limit: int | None = None) -> tuple[Event, ...]:
        found.append(since)
        return real(table, since, limit)

    monkeypatch.setattr(service.store, "events", noted)
    return found


def test_the_memory_says_what_the_log_says_however_far_one_is_behind(service: Make) -> None:
    here = service()
    table = opened(here)
    for _ in range(18):
        move(here, table)
    with here.locked(table) as now:
        assert now.number > 18
        for since in range(now.number + 2):
            assert here.events(now, since) == here.store.events(table, since)


def test_what_happened_here_is_not_asked_for_again(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = service()
    table = opened(here)
    move(here, table)
    with here.locked(table) as now:
        newest = now.number
    questions = asked(here, monkeypatch)
    with here.locked(table, newest) as now:
        assert now.number == newest
        assert here.events(now, newest - 1)
    assert not questions
    with here.locked(table):  # who has heard nothing asks
        pass
    assert questions == [newest]


def test_what_another_process_told_of_is_asked_for(service: Make) -> None:
    here, there = service(), service()
    table = opened(here)
    with here.locked(table) as now:
        before = now.number
    move(there, table)
    with here.locked(table, before) as now:
        assert now.number == before
    with here.locked(table, before + 1) as now:
        assert now.number == before + 1
        assert here.events(now, before) == here.store.events(table, before)


def test_a_table_whose_job_the_database_did_not_tell_of_is_asked_about_again(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = service()
    table = opened(here)

    def away(*_: object) -> None:
        raise OperationalError("the database is away", None, Exception())

    with monkeypatch.context() as patch:
        patch.setattr(BotJobs, "finish", away)
        move(here, table)
    questions = asked(here, monkeypatch)
    newest = here.store.events(table)[-1].number
    questions.clear()
    with here.locked(table, newest):
        pass
    assert questions == [newest]
    with here.locked(table, newest):
        pass
    assert questions == [newest]


def test_a_command_refreshes_checks_and_appends_once_and_notifies_before_bookkeeping(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what it returns is made of the same table, while it is locked."""
    here = service()
    table = opened(here)
    with here.locked(table) as before:
        text, decision = before.position.moves()[0].text, before.decision(0)
    done: list[str] = []

    def note(owner: object, name: str, said: str) -> None:
        real = getattr(owner, name)

        def noted(*args: object, **named: object) -> object:
            done.append(said)
            return real(*args, **named)

        monkeypatch.setattr(owner, name, noted)

    note(here.store, "events", "refresh")
    note(Move, "check", "check")
    note(here.store, "append", "append")
    note(here.hub, "notify", "notify")
    note(TableIndex, "update", "bookkeeping")

    def render(after: Table) -> Table:
        done.append("render")
        return after

    after = here.execute(table, Move(text, decision, 0), ANN, render)
    assert after is before
    assert done == ["refresh", "check", "append", "notify", "bookkeeping", "render"]


def test_helpers_call_four_methods_of_the_service() -> None:
    """The callbacks: two of the listener (the service), and two passed separately."""
    code = ast.parse(Path(table_service.__file__).read_text(encoding="utf-8"))
    methods = set(vars(TableService))
    given: set[str] = set()
    for call in (node for node in ast.walk(code) if isinstance(node, ast.Call)):
        for argument in (*call.args, *(each.value for each in call.keywords)):
            own = isinstance(argument, ast.Attribute) and ast.unparse(argument.value) == "self"
            if own and argument.attr in methods:  # type: ignore[attr-defined]
                given.add(argument.attr)  # type: ignore[attr-defined]
    listened = {name for name in vars(BotListener) if name.startswith("on_")}
    assert given == {"resume", "close_abandoned"}
    assert listened == {"on_bot_move", "on_bots_finished"}


def test_a_store_knows_what_it_wrote_last(service: Make) -> None:
    here, there = service(), service()
    table = opened(here)
    move(here, table)
    number = here.store.events(table)[-1].number
    assert here.store.wrote(table, number)
    assert not there.store.wrote(table, number)
    move(there, table)
    assert there.store.wrote(table, number + 1)
    assert not here.store.wrote(table, number + 1)


def test_one_process_opens_the_table_of_a_rematch(service: Make) -> None:
    """That of the last answer, at once; another one only when it is overdue."""
    here, there = service(), service()
    players = [Player("person", owner=ANN), Player("person", owner="ben")]
    table = here.open(game("seals"), players, lambda opened: opened.id, host=ANN)
    here.execute(table, Resign(1), ANN, lambda after: after.number)
    here.execute(table, Rematch(), ANN, lambda after: after.number)
    request = here.store.events(table)[-1].number
    here.store.append(table, request + 1, "answered", {"players": [1], "yes": True})
    there.resume(table)
    assert here.store.events(table)[-1].kind == "answered"
    here.resume(table)
    assert here.store.events(table)[-1].kind == "rematched"
    with there.locked(table) as seen:
        assert seen.rematch is not None
        assert seen.due_at is None


def test_the_table_of_a_rematch_is_opened_by_another_process_when_it_is_overdue(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = service(), service()
    players = [Player("person", owner=ANN), Player("person", owner="ben")]
    table = here.open(game("seals"), players, lambda opened: opened.id, host=ANN)
    here.execute(table, Resign(1), ANN, lambda after: after.number)
    here.execute(table, Rematch(), ANN, lambda after: after.number)
    request = here.store.events(table)[-1].number
    here.store.append(table, request + 1, "answered", {"players": [1], "yes": True})
    monkeypatch.setattr(table_service, "now", lambda: now() + REMATCH_RETRY_MS)
    there.resume(table)
    assert here.store.events(table)[-1].kind == "rematched"


def test_close_abandoned_asks_all_processes_who_is_on_the_site(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = service(), service()
    players = [Player("person", owner=ANN), Player("open")]
    listed = TableOptions(listed=True)
    table = here.open(game("seals"), players, lambda new: new.id, host=ANN, options=listed)
    with here.presence.at(departures.site_of(ANN), ANN):
        while not there.presence.here(departures.site_of(ANN)):
            pass
        monkeypatch.setattr(departures, "SEEK_AWAY_S", 1e-9)
        there.close_abandoned()
        with there.locked(table) as now:
            assert now.closed is None
    while there.presence.here(departures.site_of(ANN)):
        pass
    for _ in range(1000):
        there.close_abandoned()
        with there.locked(table) as now:
            if now.closed is not None:
                break
    with here.locked(table) as now:
        assert now.closed == Closed(gone=True)
        assert now.stage == CLOSED
    assert here.store.sat_at(ANN, 10) == ()
