"""The index of tables: columns for lists of tables, so that no log is read.

It is a cache of the log: an update that failed is written with the next event.
"""

from __future__ import annotations

import logging
import threading
from typing import Final

from cachetools import LRUCache

from ..tables.results import list_results
from ..tables.table import OVER, WAITING, Table
from .errors import DatabaseError, describe
from .event_log import Note, Store

_HOUR_MS: Final = 3600 * 1000
_DAY_MS: Final = 24 * _HOUR_MS
STEP_MS: Final = 10_000
"""The resolution of the time of the last event; a move within one step writes nothing."""
_MAX_REMEMBERED: Final = 5000

_log = logging.getLogger("icefield.server")


def _shown_ms(table: Table) -> int:
    """The time after its last event for which a table is in public lists."""
    clock = table.opened.clock or {}
    days = int(clock.get("days", 0)) if clock.get("kind") == "days" else 0
    return max(_DAY_MS if table.stage == WAITING else _HOUR_MS, days * _DAY_MS + _HOUR_MS)


def note_of(table: Table) -> Note:
    """The columns of a table. Solitaire is in no list."""
    at = table.at - table.at % STEP_MS
    several = len(table.players) > 1
    return Note(
        listed=bool(table.opened.listed) and several,
        stage=table.stage,
        active_at=at,
        fades_at=at + _shown_ms(table),
        due_at=table.due_at,
        sitters=frozenset(p.owner for p in table.players if p.owner and several),
        results=tuple(sorted(list_results(table).items())) if table.stage == OVER else (),
    )


class TableIndex:
    """Writes the columns of tables that have changed; thread-safe."""

    def __init__(self, store: Store):
        self._store = store
        self._written: LRUCache[str, Note] = LRUCache(_MAX_REMEMBERED)
        self._lock = threading.Lock()

    def update(self, table: Table) -> None:
        """Write the columns of a table, if they have changed."""
        note = note_of(table)
        with self._lock:
            if self._written.get(table.id) == note:
                return
        try:
            self._store.note(table.id, table.number, note)
        except DatabaseError as error:  # another process is writing the same, or will
            _log.warning("table index not updated: table=%s error=%s", table.id, describe(error))
            return
        with self._lock:
            self._written[table.id] = note

    def forget(self, table_id: str) -> None:
        """Forget the columns of a table, as another process may have written them."""
        with self._lock:
            self._written.pop(table_id, None)
