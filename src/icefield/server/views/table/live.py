"""The state of a table for clients, and the updates of live connections.

A state is made once for all viewers that may know the same. Clients that hold an earlier state get
a patch of it.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from hashlib import blake2s
from typing import Any, Final
from weakref import WeakValueDictionary

import orjson
from cachetools import LRUCache

from .... import __version__
from ...tables.events import Event
from ...tables.table import Table
from ..models.table import StatePatch, TableState
from ..viewer import Viewer
from . import state as views
from .clocks import build_clock
from .discussion import build_discussion
from .events import build_events
from .patch import diff_states

_MAX_RECENT_STATES: Final = 256
"""The states that are held for clients that ask again, besides those of live connections."""
_LONG_PATCH: Final = 8_000
"""The size in bytes from which a patch is compared with the whole state."""


def find_audience(table: Table, viewer: Viewer) -> Hashable:
    """A value that is equal for all viewers that get the same state.

    Each player and the host are an audience of their own, all others are one.
    """
    identity = viewer.identity
    known = identity == table.host or any(p.owner == identity for p in table.players)
    return identity if known else None, viewer.language, viewer.flips_board(table.game)


def name_version(table: Table, viewer: Viewer) -> str:
    """The name of the present state for this viewer, equal for equal states.

    It has a digest of the audience, as the identity or the language of a client may change between
    two requests, and of the release, as another one may word a state differently.
    """
    audience = repr((__version__, find_audience(table, viewer)))
    return f"{table.number}.{blake2s(audience.encode(), digest_size=4).hexdigest()}"


class KnownState:
    """A state as the viewers of one audience hold it."""

    __slots__ = ("__weakref__", "parts")

    def __init__(self, parts: TableState):
        self.parts = parts


class _States:
    """The latest states, and older ones while a live connection holds them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._recent: LRUCache[Hashable, KnownState] = LRUCache(_MAX_RECENT_STATES)
        self._held: WeakValueDictionary[Hashable, KnownState] = WeakValueDictionary()

    def find(self, key: Hashable) -> KnownState | None:
        with self._lock:
            return self._recent.get(key) or self._held.get(key)

    def add(self, key: Hashable, state: KnownState) -> None:
        with self._lock:
            self._recent[key] = self._held[key] = state


_states: Final = _States()


def make_state(table: Table, viewer: Viewer) -> KnownState:
    """The present state, made once for its audience."""
    key = table.id, name_version(table, viewer)
    found = _states.find(key)
    if found is None:
        found = KnownState(views.build_state(table, viewer, key[1]))
        _states.add(key, found)
    return found


def find_state(table: Table, viewer: Viewer, version: str) -> KnownState | None:
    """The state that a client of this audience holds; None where it is forgotten."""
    present = name_version(table, viewer)
    if version == present:
        return make_state(table, viewer)
    ours = version.partition(".")[2] == present.partition(".")[2]
    return _states.find((table.id, version)) if ours else None


def build_state(table: Table, viewer: Viewer) -> TableState:
    """The table as this viewer may know it, with clocks and timers of this moment."""
    found = make_state(table, viewer)
    moment = build_moment(table, viewer)
    return {**found.parts, "clock": moment["clock"], "talk": moment["talk"]}


def build_moment(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The parts of the state that tell time; they are made for each message."""
    return {
        "clock": build_clock(table, viewer.language),
        "talk": build_discussion(table, viewer.identity),
    }


def build_patch(table: Table, viewer: Viewer, held: KnownState) -> StatePatch:
    """What changes a state that clients of this audience hold into the present one."""
    found = make_state(table, viewer)
    patch = diff_states(held.parts, found.parts)
    for part, value in build_moment(table, viewer).items():
        if value is not None:
            patch[part] = {"=": value}
        elif held.parts[part] is not None:  # type: ignore[literal-required]
            patch[part] = None
    return {"number": table.number, "held": held.parts["version"], "patch": patch}


def build_answer(table: Table, viewer: Viewer, held: str | None) -> TableState | StatePatch:
    """The state after a command, as a patch for a client that holds the state `held`."""
    known = None if held is None else find_state(table, viewer, held)
    return build_state(table, viewer) if known is None else build_patch(table, viewer, known)


class LiveRenderer:
    """Makes the messages of live connections; see `Broadcast`."""

    def find_audience(self, table: Table, viewer: Viewer) -> Hashable:
        """A value that is equal for all viewers that get the same update."""
        return find_audience(table, viewer)

    def find_state(self, table: Table, viewer: Viewer, version: str) -> KnownState | None:
        """The state that a client of this audience holds; None where it is forgotten."""
        return find_state(table, viewer, version)

    def make_state(self, table: Table, viewer: Viewer) -> KnownState:
        """The present state, made once for its audience."""
        return make_state(table, viewer)

    def write_update(
        self, table: Table, events: Sequence[Event], viewer: Viewer, held: KnownState | None
    ) -> str:
        """The text of an update: events, and a patch of a held state or a whole state."""
        update: dict[str, Any] = {
            "type": "update",
            "number": table.number,
            "events": build_events(table, events, viewer),
        }
        patched = None
        if held is not None:
            patched = orjson.dumps(update | build_patch(table, viewer, held))
            if len(patched) < _LONG_PATCH:
                return patched.decode()
        whole = orjson.dumps(update | {"state": build_state(table, viewer)})
        return (whole if patched is None or len(whole) < len(patched) else patched).decode()

    def build_presence(self, table: Table, here: frozenset[str]) -> list[bool]:
        """By seat, whether its player is connected; bots always are."""
        seats = (table.player_at(seat) for seat in range(len(table.players)))
        return [player.is_bot or player.owner in here for player in seats]

    def count_watching(self, table: Table, here: frozenset[str]) -> int:
        """The number of connected viewers who do not play."""
        return len(here - {player.owner for player in table.players} - {""})
