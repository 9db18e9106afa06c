"""Presence: the identities that have a live connection to a table.

This process counts its own connections, tells the other processes through the database, and reads
theirs there.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from ..clock import now
from ..storage.errors import DatabaseError, describe
from ..storage.event_log import Store
from ..storage.presence import PresenceTable
from ..tables.departures import AWAY_S
from .lease import Lease

_KEEP_MS: Final = 10 * 1000 * AWAY_S
"""The time after which the row of an identity that left is removed."""

_log = logging.getLogger("icefield.server")


class Presence:
    """Connections by table and identity; thread-safe, and `at` does not block."""

    def __init__(self, store: Store, lease: Lease):
        self._table = PresenceTable(store.engine, store.process)
        self._lease = lease
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="icefield-presence")

    @contextlib.contextmanager
    def at(self, table_id: str, identity: str) -> Iterator[None]:
        """Count an identity as connected to a table during the block."""
        with self._lock:
            self._here[table_id][identity] += 1
        self._submit(table_id, identity)
        try:
            yield
        finally:
            with self._lock:
                here = self._here[table_id]
                here[identity] -= 1
                if not here[identity]:
                    del here[identity]
                if not here:
                    del self._here[table_id]
            self._submit(table_id, identity)

    @property
    def has_connections(self) -> bool:
        """Whether this process has a connection."""
        return bool(self._here)

    def here(self, table_id: str) -> frozenset[str]:
        """The identities that are connected to a table through any process."""
        elsewhere = self._table.elsewhere(table_id, now())
        return self._own(table_id) | elsewhere

    def away_s(self, table_id: str, identity: str) -> float:
        """The seconds for which an identity has had no connection to a table.

        0 with a connection; at most the time for which this process has run.
        """
        if identity in self.here(table_id):
            return 0.0
        left_at = self._table.last_left_at(table_id, identity)
        longest = time.monotonic() - self._began
        return longest if left_at is None else max(0.0, min(longest, (now() - left_at) / 1000))

    def _own(self, table_id: str) -> frozenset[str]:
        with self._lock:
            return frozenset(self._here.get(table_id, ()))

    # -- telling the other processes ------------------------------------------------------------

    def repeat(self) -> None:
        """Write all presence again, as the others had removed this process."""
        with self._lock:
            known = [(table_id, who) for table_id, here in self._here.items() for who in here]
        for table_id, identity in known:
            self._submit(table_id, identity)

    def clean_up(self) -> None:
        """Remove the rows of identities that left long ago."""
        self._table.remove_left_before(round(now() - _KEEP_MS))

    def _submit(self, table_id: str, identity: str) -> None:
        with contextlib.suppress(RuntimeError):  # closed; all that was written is taken back
            self._writer.submit(self._write, table_id, identity)

    def _write(self, table_id: str, identity: str) -> None:
        """Write whether an identity is connected now; the last write is right."""
        try:
            left_at = None if identity in self._own(table_id) else now()
            if left_at is None:
                self._lease.renew()
            self._table.write(table_id, identity, left_at)
        except DatabaseError as error:
            _log.warning("presence not written: table=%s error=%s", table_id, describe(error))

    def close(self) -> None:
        """Finish pending writes."""
        self._writer.shutdown(wait=True)
