"""Keeps what lists of tables are made from up to date, writing only what has changed.

It is a cache of the log: a note that could not be written is written with the next event.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from ..tables.table import Table
from .dialect import in_short
from .event_log import Note, Store

WAITING, PLAYING, OVER = "waiting", "playing", "over"

_HOUR: Final = 3600 * 1000
_DAY: Final = 24 * _HOUR
_BEAT: Final = 10_000
"""How exactly, in milliseconds, lists know when something happened."""
_KEPT: Final = 5000

_log = logging.getLogger("icefield.server")


def stage_of(table: Table) -> str:
    """How far a table has come."""
    if not table.started:
        return WAITING
    return OVER if table.match.over else PLAYING


def _patience(table: Table, stage: str) -> int:
    """For how long strangers are shown a table at which nothing happens, in milliseconds."""
    clock = table.opened.get("clock") or {}
    days = int(clock.get("days", 0)) if clock.get("kind") == "days" else 0
    return max(_DAY if stage == WAITING else _HOUR, days * _DAY + _HOUR)


def note_of(table: Table) -> Note:
    """What lists are to know of a table. Practice alone is nobody else's, and no game to go on."""
    stage, at = stage_of(table), table.at - table.at % _BEAT
    several = len(table.players) > 1
    return Note(
        listed=bool(table.opened.get("listed")) and several,
        stage=stage,
        active_at=at,
        fades_at=at + _patience(table, stage),
        due_at=table.due_at,
        sitters=frozenset(p.owner for p in table.players if p.owner and several),
    )


class Listing:
    """Knows what this process has written of the tables of late."""

    def __init__(self, store: Store):
        self._store = store
        self._written: OrderedDict[str, Note] = OrderedDict()
        self._guard = threading.Lock()

    def keep(self, table: Table) -> None:
        """Have lists know a table as it is."""
        note = note_of(table)
        with self._guard:
            if self._written.get(table.id) == note:
                return
        try:
            self._store.note(table.id, table.number, note)
        except SQLAlchemyError as error:  # another process does the same at the moment, or will
            _log.warning("a table could not be noted for the lists: %s", in_short(error))
            return
        with self._guard:
            self._written[table.id] = note
            self._written.move_to_end(table.id)
            while len(self._written) > _KEPT:
                self._written.popitem(last=False)

    def forget(self, table: str) -> None:
        """Another process has let something happen there, and may have written it down."""
        with self._guard:
            self._written.pop(table, None)
