"""Tables of strait in memory, played at random until something is so."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import icefield
from icefield.core.errors import NotNow
from icefield.games.strait.position import StraitPosition
from icefield.server.tables.events import ChanceMoved, Event, Moved, Payload
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.viewer import Viewer

STRAIT = icefield.game("strait")


class Story:
    """A table in memory at which Ann and Ben play at random until a condition holds.

    Ann has seat 0, Ben seat 1.
    """

    def __init__(self, seed: int = 0, owners: tuple[str, str] = ("ann-id", "ben-id")):
        self.chance = random.Random(seed)
        players = [Player("person", owner=owner).to_json() for owner in owners]
        body = {"game": "strait", "version": STRAIT.version, "games": 1, "players": players}
        body["options"] = STRAIT.check({"tiles": "drawn"})
        self.table = Table("t", Event(1, "opened", body))

    def play(self, move: str) -> None:
        position = self.table.position
        if position.turn == -1:
            payload: Payload = ChanceMoved(move)
        else:
            assert position.turn is not None
            payload = Moved(position.turn, move)
        self.table.apply(Event.of(self.table.number + 1, payload))

    def until(self, so: Callable[[Any], bool], most: int = 3000) -> Any:
        for _ in range(most):
            position = self.table.position
            if position.outcome is not None or so(position):
                return position
            assert isinstance(position, StraitPosition)
            steps = [m for m in position.moves() if "-" in m.text and "drift" not in m.text]
            found = steps if steps and self.chance.random() < 0.6 else position.moves()
            if position.phase == "send":
                found = [m for m in found if so(position.play(m))] or found
            self.play(self.chance.choice(found).text)
        raise AssertionError("it does not come to that")

    def undo(self, viewer: Viewer) -> None:
        seat = self.table.seat_for(viewer.identity)
        payload = self.table.check_undo(viewer.identity, self.table.decision(seat))
        self.table.apply(Event.of(self.table.number + 1, payload))

    def refusal(self, viewer: Viewer) -> str:
        with pytest.raises(NotNow) as found:
            self.undo(viewer)
        return found.value.refusal.code


def walking(position: Any) -> bool:
    """At the top of a turn with a way of several steps."""
    return position.phase == "turn" and any(len(r.moves) > 2 for r in position.routes())


def asked(position: Any) -> bool:
    return position.turn not in (-1, None) and position.turn != position.active
