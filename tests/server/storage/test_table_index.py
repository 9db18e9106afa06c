"""What lists of tables are read from."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from icefield.server.storage import table_index
from icefield.server.storage.event_log import Note, Store
from icefield.server.storage.migrations import upgrade

from ..guest import OPEN, PERSON, Guest
from ..lists import ids
from ..server_thread import Served


def note(served: Served, table: str) -> dict[str, Any]:
    store = Store(served.settings.database)
    with store.engine.connect() as connection:
        found = connection.execute(
            sa.text("SELECT stage, active_at, fades_at FROM tables WHERE id = :id"), {"id": table}
        ).one()
    store.close()
    return dict(found._mapping)


def test_nobody_sees_a_table_for_ever(served: Served) -> None:
    host = Guest(served)
    day = 24 * 3600 * 1000
    host.open(PERSON, OPEN, listed=True)
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] == day
    host.open(PERSON, OPEN, listed=True, clock={"kind": "days", "days": 7})
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] > 7 * day
    host.open_hot_seat(listed=True)
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] < day


def test_a_table_that_has_faded_is_not_listed(own_server: Served) -> None:
    host = Guest(own_server)
    host.open(PERSON, OPEN, listed=True)
    assert ids(host, "lobby") == [host.table]
    store = Store(own_server.settings.database)
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET fades_at = 5"))
    store.close()
    assert ids(host, "lobby") == []


@pytest.mark.slow
def test_lists_are_written_only_when_something_changed(
    own_server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    real = Store.note

    def note(self: Store, table: str, *what: Any) -> None:
        written.append(table)
        real(self, table, *what)

    monkeypatch.setattr(Store, "note", note)
    monkeypatch.setattr(table_index, "STEP_MS", 10**12)  # times are all the same
    host = Guest(own_server)
    host.open_hot_seat()
    for move in ("b2-d4", "g2-g4"):
        host.move(move)
    host.state()
    assert written.count(host.table) == 1
    host.play_out()
    assert written.count(host.table) == 2


def test_lists_survive_a_restart(own_server: Served) -> None:
    host = Guest(own_server)
    host.open(PERSON, OPEN, listed=True)
    own_server.restart()
    assert ids(host, "lobby") == [host.table]


def test_lists_know_who_sits_where_and_what_was_last(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    for id_, at in (("old", 1000), ("new", 2000), ("gone", 3000)):
        store.open(id_, "seals", {})
        fades = 0 if id_ == "gone" else 2**45
        store.note(id_, 1, Note(True, "waiting", at, fades, frozenset({"ann"})))
    assert store.listing("waiting", 9) == ("new", "old")
    assert store.listing("waiting", 1) == ("new",)
    assert store.listing("playing", 9) == ()
    assert store.sat_at("ann", 9) == ("gone", "new", "old")
    store.note("new", 2, Note(False, "over", 4000, 2**45, frozenset({"bo"})))
    assert store.listing("waiting", 9) == ("old",)
    assert store.sat_at("ann", 9) == ("new", "gone", "old")  # players who left are not forgotten
    assert store.sat_at("ann", 9, over=False) == ("gone", "old")
    assert store.sat_at("bo", 9) == ("new",)
    store.close()


def test_lists_do_not_go_back_to_what_was_before(url: str) -> None:
    store = Store(url)
    upgrade(store.engine)
    store.open("t", "seals", {})
    store.note("t", 7, Note(True, "over", 7000, 2**45, frozenset({"ann"})))
    store.note("t", 6, Note(True, "playing", 6000, 2**45, frozenset({"bo"})))  # a slow process
    assert store.listing("playing", 9) == ()
    assert store.listing("over", 9) == ("t",)
    assert store.sat_at("bo", 9) == ()
    store.note("t", 8, Note(True, "playing", 8000, 2**45, frozenset({"bo"})))
    assert store.listing("playing", 9) == ("t",)
    store.close()
