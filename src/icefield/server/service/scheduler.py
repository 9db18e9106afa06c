"""Comes back to tables when something is due there by itself: a flag falls, the time to speak is
up. One thread for all tables.

What is due is in the database as well, so that a table is not forgotten after a restart, or when
another process had it.
"""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from ..clock import now
from ..cluster.background import Attendant
from ..storage.dialect import in_short

_log = logging.getLogger("icefield.server")
_SWEEP: Final = 5.0
"""After so many seconds the database is asked what is overdue."""


class Alarm(Attendant):
    """`ring(table)` is called when a table's time has come; `overdue()` are tables of which nobody
    told this process. May be set from any thread."""

    def __init__(self, ring: Callable[[str], None], overdue: Callable[[], Iterable[str]]):
        super().__init__("icefield-alarm")
        self._ring = ring
        self._overdue = overdue
        self._due: dict[str, int] = {}
        self._queue: list[tuple[int, str]] = []
        self.start()

    def set(self, table: str, due: int | None) -> None:
        """Come back to a table at that time, in milliseconds since 1970, and at no other."""
        with self._changed:
            if self._due.get(table) == due:
                return
            if due is None:
                del self._due[table]
                return
            self._due[table] = due
            heapq.heappush(self._queue, (due, table))
            self._changed.notify()

    def _run(self) -> None:
        swept = 0
        while True:
            with self._changed:
                if self._closed:
                    return
                due = self._take()
                if not due and now() - swept < 1000 * _SWEEP:
                    self._changed.wait(self._patience(swept))
                    continue
            if not due:
                swept = now()
                due = self._forgotten()
            for table in due:
                try:
                    self._ring(table)
                except Exception:  # the other tables have a right to their time
                    _log.exception("what was due at table %s did not happen", table)

    def _take(self) -> list[str]:
        """The tables whose time has come."""
        found = []
        while self._queue and self._queue[0][0] <= now():
            due, table = heapq.heappop(self._queue)
            if self._due.get(table) == due:
                del self._due[table]
                found.append(table)
        return found

    def _patience(self, swept: int) -> float:
        """For how many seconds nothing can be due."""
        next_ = min(swept + 1000 * _SWEEP, self._queue[0][0] if self._queue else float("inf"))
        return max(0.001, (next_ - now()) / 1000)

    def _forgotten(self) -> list[str]:
        try:
            return list(self._overdue())
        except SQLAlchemyError as error:  # the next sweep will find it back
            _log.warning("the alarm could not ask the database: %s", in_short(error))
            return []
