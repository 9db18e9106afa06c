"""Who is there: which identities have a live connection to a table, as this process knows."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

AWAY: Final = 60.0
"""After so many seconds without a connection a seat may be given to a bot."""


_KEPT: Final = 10_000


class Presence:
    """Connections by table and identity. May be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._left: dict[tuple[str, str], float] = {}

    @contextlib.contextmanager
    def at(self, table: str, identity: str) -> Iterator[None]:
        """Somebody is at a table while the block runs."""
        with self._lock:
            self._here[table][identity] += 1
            self._left.pop((table, identity), None)
        try:
            yield
        finally:
            with self._lock:
                here = self._here[table]
                here[identity] -= 1
                if not here[identity]:
                    del here[identity]
                    self._forget()
                    self._left[table, identity] = time.monotonic()
                if not here:
                    del self._here[table]

    def _forget(self) -> None:
        """Drop who left long ago, once there are many."""
        if len(self._left) > _KEPT:
            recent = time.monotonic() - 2 * AWAY
            self._left = {who: left for who, left in self._left.items() if left > recent}

    def here(self, table: str) -> frozenset[str]:
        """Everybody who is at a table now."""
        with self._lock:
            return frozenset(self._here.get(table, ()))

    def away(self, table: str, identity: str) -> float:
        """For how many seconds somebody has not been at a table; 0 while there. Nobody has been
        away for longer than this process runs."""
        with self._lock:
            if identity in self._here.get(table, ()):
                return 0.0
            return time.monotonic() - self._left.get((table, identity), self._began)
