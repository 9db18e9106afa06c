"""The heartbeat: a thread that does this process's periodic duties for the others.

It renews the lease, removes processes that have ended, takes jobs that wait, and resumes tables:
those of its jobs where another process has appended an event, and those where an event is overdue.
It also closes tables in the lobby whose people have left.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from ..clock import Machine, now
from ..storage.errors import DatabaseError, describe
from ..storage.event_log import Store
from .bot_jobs import BotJobs, Cost
from .lease import BEAT_S, Lease
from .presence import Presence

_log = logging.getLogger("icefield.server")
_OVERDUE_S: Final = 5.0
"""The interval of queries for overdue events, whose process may have ended."""
ABANDONED_S: Final = 10.0
"""The interval of checks for tables in the lobby whose people have left."""
_CLEAN_UP_S: Final = 60.0
"""The interval at which old rows are removed."""
_CLOSE_S: Final = 10.0
"""The time that `close` waits for the thread."""


class Heartbeat:
    """Holds the bot jobs of this process, at most `room`.

    `resume(table_id)` brings a table up to date and has its bots run where that is this process's
    job. `cost` is what bots have computed, for the order of jobs.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        presence: Presence,
        room: int,
        resume: Callable[[str], None],
        close_abandoned: Callable[[], None],
        cost: Cost,
    ):
        self.jobs = BotJobs(store, lease, room, self.wake, cost)
        self._store = store
        self._lease = lease
        self._presence = presence
        self._resume = resume
        self._close_abandoned = close_abandoned
        self._machine = Machine()
        self._changed = threading.Condition()
        self._closed = False
        self._notified: dict[str, None] = {}
        self._take_jobs = True
        self._beat_at = self._cleaned_at = self._overdue_at = self._abandoned_at = 0.0
        self._thread = threading.Thread(target=self._run, name="icefield-heartbeat", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and wait for it."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(_CLOSE_S)

    def notify(self, table_id: str) -> None:
        """Handle that another process has appended an event to a table."""
        if self.jobs.holds(table_id):
            with self._changed:
                self._notified[table_id] = None
                self._changed.notify()

    def notify_all(self) -> None:
        """Handle that notifications may have been missed."""
        for table_id in self.jobs.held:
            self.notify(table_id)
        self.wake()

    def wake(self) -> None:
        """Check soon for a waiting job."""
        if self.jobs.has_room:
            with self._changed:
                self._take_jobs = True
                self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (
                    self._closed or self._take_jobs or self._notified or self._until_beat_s() <= 0
                ):
                    self._changed.wait(self._until_beat_s())
                if self._closed:
                    return
                notified, self._notified = [*self._notified], {}
                take, self._take_jobs = self._take_jobs, False
            try:
                if self._until_beat_s() <= 0:
                    self._beat_at = time.monotonic()
                    self._beat()
                    take = True
                for table_id in notified:
                    self._resume(table_id)
                while take and (found := self.jobs.take()) is not None:
                    self._resume(found)
            except DatabaseError as error:  # the database may be back soon
                _log.warning("heartbeat delayed: database error=%s", describe(error))
            except Exception:
                _log.exception("heartbeat failed: process=%s", self._lease.id)

    def _until_beat_s(self) -> float:
        return self._beat_at + BEAT_S - time.monotonic()

    def _beat(self) -> None:
        if jump := self._machine.was_set():
            _log.warning(
                "machine clock set: by_s=%d; the server keeps its own time until it is restarted",
                round(jump / 1000),
            )
        held = self.jobs.any or self._presence.has_connections
        self._lease.renew(idle=not held)
        if held:
            if self._lease.was_lost():
                self._presence.repeat()
            for table_id in self.jobs.reconcile():
                self._resume(table_id)
        self._lease.remove_ended()
        if self._beat_at - self._cleaned_at > _CLEAN_UP_S:
            self._cleaned_at = self._beat_at
            self._presence.clean_up()
        if self._beat_at - self._abandoned_at > ABANDONED_S:
            self._abandoned_at = self._beat_at
            self._close_abandoned()
        if self._beat_at - self._overdue_at > _OVERDUE_S:
            self._overdue_at = self._beat_at
            for table_id in self._store.overdue(now()):
                self._resume(table_id)
