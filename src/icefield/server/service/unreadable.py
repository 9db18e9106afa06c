"""The tables that this process cannot read.

Their log is damaged, their game is not installed, or they were played by newer rules. Each is
logged once, refused at its own URL and left out of all lists.
"""

from __future__ import annotations

import logging
import threading
import time
from copy import copy
from typing import Final

from cachetools import LRUCache

from ..errors import OtherVersion, Problem, UnreadableTable
from ..storage.event_log import Store

RETRY_S: Final = 60.0
"""The time after which the log of an unreadable table is read again."""
_MAX_REMEMBERED: Final = 500
_MAX_LOGGED: Final = 10_000
_MAX_CHARACTERS: Final = 200

_log = logging.getLogger("icefield.server")


class UnreadableTables:
    """Remembers the tables that cannot be read, and why; thread-safe."""

    def __init__(self, store: Store):
        self._store = store
        self._lock = threading.Lock()
        self._found: LRUCache[str, tuple[Problem, float]] = LRUCache(_MAX_REMEMBERED)
        self._logged: LRUCache[str, None] = LRUCache(_MAX_LOGGED)

    def check(self, table_id: str) -> None:
        """Raise the problem of a table that failed within the last RETRY_S seconds.

        Reading a long log again for each list would take too long.
        """
        with self._lock:
            problem, at = self._found.get(table_id, (None, 0.0))
        if problem is not None and time.monotonic() - at < RETRY_S:
            raise copy(problem)

    def add(self, table_id: str, error: Exception) -> Problem:
        """Note that reading a table raised this error; returns the problem for clients."""
        problem: Problem = error if isinstance(error, OtherVersion) else UnreadableTable()
        with self._lock:
            self._found[table_id] = problem, time.monotonic()
        self._store.leave_out(table_id)
        self.log(table_id, error)
        return problem

    def log(self, table_id: str, error: Exception) -> None:
        """Log, once for each table, that it is left out of lists."""
        with self._lock:
            known = table_id in self._logged
            self._logged[table_id] = None
        if not known:
            said = f"{type(error).__name__}: {error}".partition("\n")[0][:_MAX_CHARACTERS]
            _log.error("table unreadable: table=%s error=%s", table_id, said)

    def remove(self, table_id: str) -> None:
        """Note that a table can be read."""
        with self._lock:
            known = self._found.pop(table_id, None)
        if known is not None:
            self._store.leave_out(table_id, unreadable=False)
