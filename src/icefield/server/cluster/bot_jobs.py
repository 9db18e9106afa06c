"""The bot jobs of this process: the tables whose bots it runs.

A job is in the database from the moment when bots have to decide until they have decided: a process
with room takes the job that has waited longest, and when that process has ended another one takes
it over.

A job is a table's, not a seat's: bots of one table that are asked together reply together (see
`bot_runner`). The process that takes a job reads the log, so the job holds no more than the number
of the newest decision it was wanted for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from ..clock import now
from ..storage.bot_jobs import BotJobTable
from ..storage.event_log import Store
from .lease import Lease

_ASK_AGAIN_S: Final = 2.0
"""A job that another process has is not requested again for so long."""
_RETRY_MS: Final = 30_000
"""A job that failed is tried again after so long."""
_MAX_REMEMBERED: Final = 5000


class BotJobs:
    """The jobs that this process holds, at most `room` of them; thread-safe.

    `freed` is called when there may be room for another.
    """

    def __init__(self, store: Store, lease: Lease, room: int, freed: Callable[[], None]):
        self._table = BotJobTable(store.engine, store.process)
        self._lease = lease
        self._room = room
        self._freed = freed
        self._lock = threading.Lock()
        self._held: dict[str, int] = {}
        self._waiting: set[str] = set()  # held, but the moves are found and only delayed
        self._elsewhere: LRUCache[str, tuple[int, float]] = LRUCache(_MAX_REMEMBERED)
        self._unknown: set[str] = set()  # this process's in the database, and not held here

    @property
    def any(self) -> bool:
        """Whether this process holds a job."""
        return bool(self._held)

    @property
    def room(self) -> int:
        """The number of jobs that this process can still take."""
        return max(0, self._room - len(self._held) + len(self._waiting))

    @property
    def held(self) -> tuple[str, ...]:
        """The tables whose job is this process's."""
        with self._lock:
            return tuple(self._held)

    def holds(self, table_id: str) -> bool:
        """Whether the job of a table is this process's."""
        return table_id in self._held

    # -- taking ---------------------------------------------------------------------------------

    def request(self, table_id: str, decision: int) -> bool:
        """Request a job, as bots have to decide; returns whether it is this process's.

        Otherwise another process runs the bots, or the job waits.
        """
        with self._lock:
            held = self._held.get(table_id)
            if held is None and self._is_elsewhere(table_id, decision):
                return False
        if held is not None:
            return held >= decision or self._continue(table_id, decision)
        self._lease.renew()
        mine = self._table.put(table_id, decision, now(), take=self.room > 0)
        with self._lock:
            if mine:
                self._held[table_id] = decision
                self._elsewhere.pop(table_id, None)
                return True
            self._elsewhere[table_id] = decision, time.monotonic()
            return False

    def _is_elsewhere(self, table_id: str, decision: int) -> bool:
        known, at = self._elsewhere.get(table_id, (0, 0.0))
        return known >= decision and time.monotonic() - at < _ASK_AGAIN_S

    def _continue(self, table_id: str, decision: int) -> bool:
        """Keep a held job for the next decision, unless other jobs wait."""
        again = self._has_room(table_id) and not self._table.is_any_waiting(now())
        if again:
            with self._lock:
                self._held[table_id] = decision
                self._waiting.discard(table_id)
        else:
            self._table.release(table_id, decision, now())
            self._let_go(table_id)
        return again

    def _has_room(self, table_id: str) -> bool:
        with self._lock:
            return table_id not in self._waiting or self.room > 0

    def free_room(self, table_id: str) -> None:
        """Make room for other jobs: the moves of a table are found and only delayed."""
        with self._lock:
            if table_id not in self._held:
                return
            self._waiting.add(table_id)
        self._freed()

    def take(self) -> str | None:
        """Take the job that has waited longest, if there is room; returns its table."""
        if not self.room or not self._table.is_job_waiting(now(), self.held):
            return None
        self._lease.renew()
        found = self._table.take(now(), self.held)
        if found is None:
            return None
        table_id, decision = found
        with self._lock:
            self._held[table_id] = decision
            self._elsewhere.pop(table_id, None)
        return table_id

    # -- giving back ----------------------------------------------------------------------------

    def finish(self, table_id: str, number: int) -> None:
        """Remove the job of a table where no bot has to decide after event `number`.

        If another process knows of a later decision, its notification is on the way and the job
        stays.
        """
        if self.holds(table_id) and self._table.remove(table_id, number):
            self._let_go(table_id)

    def fail(self, table_id: str) -> None:
        """Give a job back whose bot did not reply, to be tried again later."""
        with self._lock:
            self._drop(table_id)
        self._table.postpone(table_id, now() + _RETRY_MS)
        self._freed()

    def reconcile(self) -> list[str]:
        """Compare the held jobs with the database; returns tables that others took over.

        Jobs that are only in the database are given back, jobs that others took over are dropped.
        """
        known = self.held
        mine = self._table.own()
        unknown, self._unknown = self._unknown & mine - set(self.held), mine - set(self.held)
        for table_id in unknown:
            self.fail(table_id)
        lost = [table_id for table_id in known if table_id not in mine]
        for table_id in lost:
            self._let_go(table_id)
        return lost

    def _let_go(self, table_id: str) -> None:
        with self._lock:
            self._drop(table_id)
        self._freed()

    def _drop(self, table_id: str) -> None:
        self._held.pop(table_id, None)
        self._waiting.discard(table_id)
