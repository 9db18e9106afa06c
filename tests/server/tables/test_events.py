"""The events of tables: each kind keeps its JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from icefield.server.service.hub import Hub
from icefield.server.service.table_service import TableService
from icefield.server.settings import Settings
from icefield.server.storage import schema
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.tables.commands import Move
from icefield.server.tables.events import PAYLOADS, Event, Opened, Unknown
from icefield.server.tables.table import Table

PERSON = {"kind": "person", "owner": "ann-id", "level": None, "name": "Ann"}
GUEST = {"kind": "invited", "owner": None, "level": None, "name": "", "token": "k3y"}
BOT = {"kind": "bot", "owner": None, "level": "2", "name": ""}

OPENED = {
    "game": "seals",
    "version": 1,
    "options": {"size": "8"},
    "games": 2,
    "players": [PERSON, BOT],
    "host": "ann-id",
    "clock": {"kind": "player", "seconds": 600, "increment": 5, "days": 0},
    "takebacks": True,
    "listed": False,
    "rated": False,
    "timer": 60,
}
RECORDED: list[tuple[str, dict[str, Any]]] = [
    ("opened", OPENED),
    ("opened", {**OPENED, "players": [PERSON, GUEST], "host": None, "clock": None}),
    ("sat", {"player": 1, "owner": "ben-id", "name": "Ben"}),
    ("opened", {**OPENED, "clock_waits": True}),
    ("opened", {**OPENED, "players": [{**PERSON, "number": 2}, GUEST]}),
    ("named", {"player": 0, "name": "Ann"}),
    ("closed", {}),
    ("closed", {"gone": True}),
    ("started", {}),
    ("moved", {"player": 0, "move": "b2-d4", "decision": 1}),
    ("moved", {"player": None, "move": "bar:S", "comment": 17}),
    ("chance", {"move": "tails"}),
    ("undone", {"decisions": 2}),
    ("next", {}),
    ("extended", {}),
    ("filled", {"player": 1, "level": "3"}),
    ("left", {"player": 1, "level": "3"}),
    ("left", {"player": 2, "level": "3", "for_good": True}),
    ("back", {"players": [1]}),
    ("resigned", {"player": 0}),
    ("flagged", {"player": 0}),
    ("flagged", {"player": 2, "level": "3"}),
    ("aborted", {"player": 1}),
    ("drawn", {"players": [1]}),
    ("rematched", {"table": "ZmFyIGF3YXk"}),
    ("asked", {"player": 0, "what": "takeback"}),
    ("answered", {"players": [1, 2], "yes": True}),
    ("answered", {"players": [], "yes": False}),
    ("said", {"player": 0, "kind": "chat", "text": "Grüße, こんにちは"}),
    ("said", {"player": 3, "kind": "comment", "text": "a doubtful bear"}),
    ("challenged", {"player": 2, "comment": 17}),
    ("judged", {"player": 1, "comment": 17, "guilty": True}),
    ("judged", {"player": 0, "comment": 17, "guilty": False, "ruling": True}),
    ("ready", {"players": [0, 2]}),
    ("voting", {}),
]
"""Bodies as databases hold them."""


def test_every_kind_has_a_recorded_body() -> None:
    assert {kind for kind, _ in RECORDED} == set(PAYLOADS)
    assert len(PAYLOADS) == 25


@pytest.mark.parametrize(("event_kind", "body"), RECORDED, ids=[kind for kind, _ in RECORDED])
def test_a_recorded_body_is_written_byte_for_byte_as_it_was_read(
    event_kind: str, body: dict[str, Any]
) -> None:
    payload = Event(1, event_kind, body).payload
    assert type(payload) is PAYLOADS[event_kind]
    assert json.dumps(payload.to_json()) == json.dumps(body)
    assert Event.of(1, payload) == Event(1, event_kind, body)
    assert type(payload).from_json(payload.to_json()) == payload


@pytest.mark.parametrize(("event_kind", "body"), RECORDED, ids=[kind for kind, _ in RECORDED])
def test_fields_that_this_version_does_not_know_are_ignored(
    event_kind: str, body: dict[str, Any]
) -> None:
    assert (
        Event(1, event_kind, {**body, "later": [1]}).payload == Event(1, event_kind, body).payload
    )


@pytest.mark.parametrize(("event_kind", "body"), RECORDED, ids=[kind for kind, _ in RECORDED])
def test_a_body_without_a_field_that_every_version_wrote_is_not_read(
    event_kind: str, body: dict[str, Any]
) -> None:
    wanted = {each.name for each in fields(PAYLOADS[event_kind])} & set(body)  # type: ignore[arg-type]
    optional = {"decision", "comment", "ruling", "level", "for_good", "clock_waits", "gone"} | set(
        OPENED
    )
    for name in wanted - optional:
        with pytest.raises(KeyError):
            Event(1, event_kind, {key: body[key] for key in body if key != name}).payload  # noqa: B018


def test_the_first_tables_had_fewer_fields() -> None:
    first = {key: OPENED[key] for key in ("game", "version", "options", "games", "players")}
    opened = Event(1, "opened", first).payload
    assert isinstance(opened, Opened)
    assert (opened.host, opened.clock, opened.takebacks, opened.timer) == (None, None, True, 60)


def test_an_unknown_kind_changes_nothing_but_the_number() -> None:
    first = Event(1, "opened", {**OPENED, "options": {}, "clock": None}, 1000)
    later = Event(2, "danced", {"player": 0}, 2000)
    assert isinstance(later.payload, Unknown)
    table = Table.fold("t", [first, later])
    assert (table.number, table.at, table.decision(0)) == (2, 2000, 1)


OLD_LOG = [
    ("opened", {**OPENED, "options": {}, "clock": None, "games": 1, "players": [PERSON, PERSON]}),
    ("moved", {"player": 0, "move": "b2-d4", "decision": 1}),
    ("said", {"player": 0, "kind": "chat", "text": "hello"}),
    ("undone", {"decisions": 1}),
    ("moved", {"player": 0, "move": "b2-c3", "decision": 4}),
]


def test_a_database_written_before_opens_and_goes_on(tmp_path: Path) -> None:
    """Rows as they were written by hand: kind and JSON."""
    url = f"sqlite:///{tmp_path / 'old.db'}"
    store = Store(url)
    upgrade(store.engine)
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.tables).values(id="t", game="seals", opened_at=1000))
        insert = sa.text("INSERT INTO events VALUES ('t', :number, :kind, :body, :at)")
        for number, (kind, body) in enumerate(OLD_LOG, 1):
            values = {"number": number, "kind": kind, "body": json.dumps(body), "at": 1000 + number}
            connection.execute(insert, values)
    service = TableService(Settings(url, "a test's secret"), store, Hub())
    try:
        with service.locked("t") as table:
            assert [move.text for move in table.position.history] == ["b2-c3"]
            assert [said.text for said in table.chat.messages] == ["hello"]
            decision, seat = table.decision(1), table.position.turn
            move = table.position.moves()[0].text
        command = Move(move, decision, seat)
        service.execute("t", command, "ann-id", lambda after: after.number)
        with store.engine.connect() as connection:
            written = connection.execute(
                sa.text("SELECT kind, body FROM events WHERE number = 6")
            ).one()
        body = json.dumps({"player": 1, "move": move, "decision": decision})
        assert tuple(written) == ("moved", body)
    finally:
        service.close()
