"""What a client gets of a table: its state, made once for all viewers that may know the same, and
the updates of live connections."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Any, Final

from ..tables.events import Event
from ..tables.table import Table
from . import table as views
from .company import clock_json, presence_json
from .discussion import talk_json

_MAX_CACHED_STATES: Final = 64


def audience(table: Table, viewer: views.Viewer) -> Hashable:
    """The same value for all viewers that get the same state: each player and the host for
    themselves, and all others together."""
    identity = viewer.identity
    known = identity == table.host or any(p.owner == identity for p in table.players)
    return identity if known else None, viewer.language, table.game.key in viewer.flips


class _States:
    """The latest states, the oldest forgotten first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cached: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()

    def find(self, key: Hashable) -> dict[str, Any] | None:
        with self._lock:
            return self._cached.get(key)

    def add(self, key: Hashable, state: dict[str, Any]) -> None:
        with self._lock:
            self._cached[key] = state
            while len(self._cached) > _MAX_CACHED_STATES:
                self._cached.popitem(last=False)


_states: Final = _States()


def state_json(table: Table, viewer: views.Viewer) -> dict[str, Any]:
    """The table as this viewer may know it. Clocks and the time for discussion are of this
    moment."""
    key = table.id, table.number, audience(table, viewer)
    found = _states.find(key)
    if found is None:
        found = views.state_json(table, viewer)
        _states.add(key, found)
        return dict(found)
    clock, talk = clock_json(table, viewer.language), talk_json(table, viewer.identity)
    return {**found, "clock": clock, "talk": talk}


class LiveRenderer:
    """Makes the messages of live connections; see `Broadcast`."""

    def audience(self, table: Table, viewer: views.Viewer) -> Hashable:
        """The same value for all viewers that get the same update."""
        return audience(table, viewer)

    def update(self, table: Table, events: Sequence[Event], viewer: views.Viewer) -> str:
        """The text of an update with these events and the state they led to."""
        update = {
            "type": "update",
            "number": table.number,
            "events": views.events_json(table, events, viewer),
            "state": state_json(table, viewer),
        }
        return json.dumps(update, ensure_ascii=False, separators=(",", ":"))

    def presence(self, table: Table, here: frozenset[str]) -> list[bool]:
        """By seat, whether its player is there."""
        return presence_json(table, here)
