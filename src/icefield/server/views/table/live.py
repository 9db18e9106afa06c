"""The state of a table for clients, and the updates of live connections.

The state is made once for all viewers that may know the same.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Hashable, Sequence
from typing import Final

from cachetools import LRUCache

from ...tables.events import Event
from ...tables.table import Table
from ..models.table import TableState
from ..viewer import Viewer
from . import state as views
from .clocks import build_clock
from .discussion import build_discussion
from .events import build_events

_MAX_CACHED_STATES: Final = 64


def find_audience(table: Table, viewer: Viewer) -> Hashable:
    """A value that is equal for all viewers that get the same state.

    Each player and the host are an audience of their own, all others are one.
    """
    identity = viewer.identity
    known = identity == table.host or any(p.owner == identity for p in table.players)
    return identity if known else None, viewer.language, viewer.flips_board(table.game)


class _States:
    """The latest states."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cached: LRUCache[Hashable, TableState] = LRUCache(_MAX_CACHED_STATES)

    def find(self, key: Hashable) -> TableState | None:
        with self._lock:
            return self._cached.get(key)

    def add(self, key: Hashable, state: TableState) -> None:
        with self._lock:
            self._cached[key] = state


_states: Final = _States()


def build_state(table: Table, viewer: Viewer) -> TableState:
    """The table as this viewer may know it, with clocks and timers of this moment."""
    key = table.id, table.number, find_audience(table, viewer)
    found = _states.find(key)
    if found is None:
        found = views.build_state(table, viewer)
        _states.add(key, found)
        return found.copy()
    clock, talk = build_clock(table, viewer.language), build_discussion(table, viewer.identity)
    return {**found, "clock": clock, "talk": talk}


class LiveRenderer:
    """Makes the messages of live connections; see `Broadcast`."""

    def find_audience(self, table: Table, viewer: Viewer) -> Hashable:
        """A value that is equal for all viewers that get the same update."""
        return find_audience(table, viewer)

    def write_update(self, table: Table, events: Sequence[Event], viewer: Viewer) -> str:
        """The text of an update with these events and the state they led to."""
        update = {
            "type": "update",
            "number": table.number,
            "events": build_events(table, events, viewer),
            "state": build_state(table, viewer),
        }
        return json.dumps(update, ensure_ascii=False, separators=(",", ":"))

    def build_presence(self, table: Table, here: frozenset[str]) -> list[bool]:
        """By seat, whether its player is connected; bots always are."""
        seats = (table.player_at(seat) for seat in range(len(table.players)))
        return [player.is_bot or player.owner in here for player in seats]

    def count_watching(self, table: Table, here: frozenset[str]) -> int:
        """The number of connected viewers who do not play."""
        return len(here - {player.owner for player in table.players} - {""})
