"""Who may have help while playing."""

from __future__ import annotations

import pytest

import icefield
from icefield.server.tables.events import Event
from icefield.server.tables.permissions import helped
from icefield.server.tables.players import spoken_name
from icefield.server.tables.table import Table

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


def test_where_a_result_counts_there_are_none() -> None:
    body = {
        "game": "seals",
        "version": icefield.game("seals").version,
        "options": {},
        "games": 1,
        "players": [
            {"kind": "person", "owner": "me", "level": None, "name": ""},
            {"kind": "bot", "owner": None, "level": "1", "name": ""},
        ],
        "timer": 0,
    }
    assert helped(Table("t", Event(1, "opened", body, 0)), "me")
    assert not helped(Table("t", Event(1, "opened", {**body, "rated": True}, 0)), "me")


def test_a_bot_for_somebody_who_may_come_back_opens_no_hints() -> None:
    people = [{"kind": "person", "owner": who, "level": None, "name": ""} for who in ("me", "you")]
    body = {
        "game": "seals",
        "version": icefield.game("seals").version,
        "options": {},
        "games": 1,
        "players": people,
        "timer": 0,
    }

    def left(player: int, for_good: bool) -> Table:
        gone = {"player": player, "level": "5", "for_good": for_good}
        return Table.fold("t", [Event(1, "opened", body, 0), Event(2, "left", gone, 0)])

    assert not helped(left(1, False), "me")
    assert helped(left(1, True), "me")
    assert not helped(left(0, False), "me")
    assert str(spoken_name(left(1, False).players[1], 1)).endswith("5")
