"""Tables with long logs: opening one costs as much as opening a short one.

The log is read in pages, and it has a limit.
"""

from __future__ import annotations

import logging

import pytest
import sqlalchemy as sa

from icefield.core.errors import NotNow
from icefield.server.clock import now
from icefield.server.service import table_service
from icefield.server.service.table_service import TableService
from icefield.server.storage import snapshots
from icefield.server.storage.event_log import Store
from icefield.server.storage.schema import events, tables
from icefield.server.storage.schema import snapshots as rows
from icefield.server.tables import commands
from icefield.server.tables.events import Event, Moved, Opened, Undone
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, refused
from ..live_updates import update
from ..server_thread import Served
from .conftest import Make

ANN, TABLE = "ann", "long-log"


def write_log(store: Store, length: int, owner: str = ANN) -> None:
    """Write the log of a person who makes and takes back one move all the time."""
    person = Player("person", owner=owner)
    payloads = [Opened("seals", 1, {}, 1, (person, person))]
    more = (Moved(0, "b2-d4"), Undone(1))
    log = [
        Event.of(number, payloads[0] if number == 1 else more[number % 2], now())
        for number in range(1, length + 1)
    ]
    with store.engine.begin() as connection:
        connection.execute(sa.insert(tables).values(id=TABLE, game="seals", opened_at=now()))
        connection.execute(
            sa.insert(events),
            [
                {"table_id": TABLE, "number": e.number, "kind": e.kind, "body": e.body, "at": e.at}
                for e in log
            ],
        )


def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the events that tables apply from now on."""
    found: list[int] = []
    real = Table.apply

    def noted(table: Table, event: Event) -> None:
        found.append(event.number)
        real(table, event)

    monkeypatch.setattr(Table, "apply", noted)
    return found


def describe(service: TableService) -> tuple[int, str, list[str]]:
    with service.locked(TABLE) as table:
        return table.number, str(table.position), [move.text for move in table.position.history]


def test_a_restarted_server_applies_only_events_after_the_snapshot(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = service()
    write_log(first.store, 2001)
    numbers = applied(monkeypatch)
    before = describe(first)
    assert numbers == list(range(2, 2002))  # a database without snapshots
    numbers.clear()
    again = service()
    assert describe(again) == before
    assert numbers == []
    with again.locked(TABLE) as table:
        decision = table.decision(0)
    again.execute(TABLE, commands.Move("b2-c3", decision, 0), ANN, lambda _table: None)
    numbers.clear()
    assert describe(service())[2] == ["b2-c3"]
    assert numbers == [2002]


def test_snapshots_are_written_while_a_table_is_played(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "INTERVAL", 10)
    here = service()
    write_log(here.store, 5)
    for _ in range(12):
        with here.locked(TABLE) as table:
            decision = table.decision(table.position.turn)
            undo = bool(table.position.history)
        command = commands.Undo(decision) if undo else commands.Move("b2-d4", decision, 0)
        here.execute(TABLE, command, ANN, lambda _table: None)
    with here.store.engine.connect() as connection:
        assert connection.scalars(sa.select(rows.c.number)).all() == [10]


@pytest.mark.parametrize("damage", ["{", "{}", "other version"])
def test_an_unreadable_snapshot_is_made_again_from_the_log(
    service: Make, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = service()
    write_log(first.store, 301)
    before = describe(first)
    change = {"version": "x"} if damage == "other version" else {"body": damage}
    with first.store.engine.begin() as connection:
        connection.execute(sa.update(rows).values(**change, number=1))
    with caplog.at_level(logging.WARNING, "icefield.server"):
        assert describe(service()) == before
    assert (f"snapshot unreadable: table={TABLE}" in caplog.text) == (damage != "other version")
    with first.store.engine.connect() as connection:
        assert connection.scalar(sa.select(rows.c.number)) == 301


def test_snapshots_never_replace_newer_ones(service: Make) -> None:
    first = service()
    write_log(first.store, 301)
    describe(first)
    old = Table.fold(TABLE, first.store.events(TABLE, 0, 100))
    snapshots.Snapshots(first.store.engine).write(old)
    found = snapshots.Snapshots(first.store.engine).read(TABLE)
    assert found is not None
    assert found.number == 301


def test_a_full_table_accepts_only_what_ends_its_game(
    service: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MAX_EVENTS", 11)
    here = service()
    write_log(here.store, 10)
    with here.locked(TABLE) as table:
        decision = table.decision(0)
    here.execute(TABLE, commands.Undo(decision), ANN, lambda _table: None)  # the last event
    with here.locked(TABLE) as table:
        decision = table.decision(0)
    moved = commands.Move("b2-d4", decision, 0)
    assert here.execute(TABLE, moved, ANN, lambda table: table.number) == 12
    with here.locked(TABLE) as table:
        decision = table.decision(1)
    for command in (
        *(commands.Undo(decision), commands.Say("x"), commands.ChooseName("x"), commands.BeReady()),
        *(commands.OfferDraw(), commands.Extend(decision), commands.Restart(decision)),
        *(commands.ComeBack(), commands.Replace(0), commands.Comment("x")),
    ):
        with pytest.raises(NotNow) as refusal:
            here.execute(TABLE, command, ANN, lambda _table: None)
        assert refusal.value.refusal.code == "table-full"
    here.execute(TABLE, commands.Resign(1), ANN, lambda _table: None)
    with here.locked(TABLE) as table:
        assert table.match.over


# -- over HTTP ------------------------------------------------------------------------------------

FULL = {"en": "which is the limit", "de": "mehr gehen nicht", "fr": "la limite", "ja": "上限"}


@pytest.mark.any_database
def test_a_full_table_says_so_in_every_language(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(served)
    guest.open_hot_seat()
    decision = guest.move("b2-d4")["decision"]
    monkeypatch.setattr(commands, "MAX_EVENTS", 2)
    for language, words in FULL.items():
        headers = {"accept-language": language}
        answer = guest.http.post(f"{guest.path}/undo", json={"decision": decision}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "table-full")
        assert words in answer.json()["sentence"]


@pytest.mark.any_database
def test_events_come_in_pages(served: Served) -> None:
    guest = Guest(served)
    guest.open(PERSON, PERSON)
    for _ in range(3):
        guest.move("b2-d4")
        guest.do("undo")
    path = f"{guest.path}/events"
    page = guest.http.get(path, params={"limit": 3}).json()
    assert [event["number"] for event in page["events"]] == [1, 2, 3]
    assert page["next"] == 3
    page = guest.http.get(path, params={"limit": 4, "since": 3}).json()
    assert [event["number"] for event in page["events"]] == [4, 5, 6, 7]
    assert page["next"] is None
    assert guest.http.get(path, params={"since": 99}).json() == {"events": [], "next": None}
    for limit in (0, 1001, "x"):
        refused(guest.http.get(path, params={"limit": limit}), 422, "bad-request")


@pytest.mark.any_database
def test_an_update_has_at_most_the_last_events(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "EVENTS_PAGE", 2)
    guest = Guest(served)
    guest.open(PERSON, PERSON)
    guest.move("b2-d4")
    guest.do("undo")
    with served.live(guest.table, 0, client=guest.http) as live:
        told = update(live, HANG_S)
    assert [event["number"] for event in told["events"]] == [2, 3]
    assert told["number"] == told["state"]["number"] == 3
