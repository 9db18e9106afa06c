"""Calls functions at given times."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections.abc import Callable, Hashable
from typing import Any, Final

from ..clock import now

_log = logging.getLogger("icefield.server")

_CLOSE_S: Final = 10.0
"""The time that `close` waits for the running function."""
_Call = tuple[int, int, Hashable, Callable[..., None], tuple[Any, ...]]


class Scheduler:
    """A thread that calls functions when they are due, the earliest first.

    Times are milliseconds since 1970 by the server's clock. Thread-safe.
    """

    def __init__(self, name: str):
        self._changed = threading.Condition()
        self._closed = False
        self._order = itertools.count()
        self._queue: list[_Call] = []
        self._due: dict[Hashable, int] = {}
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call_at(
        self, at: int, function: Callable[..., None], *args: Any, key: Hashable = None
    ) -> None:
        """Call a function at that time; a `key` replaces an earlier call of that key."""
        with self._changed:
            if key is not None:
                if self._due.get(key) == at:
                    return
                self._due[key] = at
            heapq.heappush(self._queue, (at, next(self._order), key, function, args))
            self._changed.notify()

    def cancel(self, key: Hashable) -> None:
        """Cancel the call of that key."""
        with self._changed:
            self._due.pop(key, None)

    def close(self) -> None:
        """Make no more calls."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(_CLOSE_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._closed and (wait_s := self._wait_s()) != 0:
                    self._changed.wait(wait_s)
                if self._closed:
                    return
                at, _, key, function, args = heapq.heappop(self._queue)
                if key is not None:
                    if self._due.get(key) != at:
                        continue  # replaced or cancelled
                    del self._due[key]
            try:
                function(*args)
            except Exception:  # the other calls must still be made
                _log.exception("scheduled call failed: key=%s", key)

    def _wait_s(self) -> float | None:
        """The seconds until the next call; None while nothing is scheduled."""
        return max(0.0, (self._queue[0][0] - now()) / 1000) if self._queue else None
