"""Deadlines for compiled searches, which have no clock of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Protocol

from .api import Stop


class Haltable(Protocol):
    """A search that ends soon after `halt` is called."""

    def halt(self) -> None:
        """End the search."""


class Deadline:
    """Halts searchers when the time is up or `stop` is set, from a thread of its own."""

    def __init__(self, searchers: Sequence[Haltable], seconds: float | None, stop: Stop | None):
        self._searchers = searchers
        self._needed = seconds is not None or stop is not None
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._stop = stop
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="search-deadline")

    def _run(self) -> None:
        while not self._done.wait(0.005):
            late = self._deadline is not None and time.perf_counter() >= self._deadline
            if late or (self._stop is not None and self._stop.is_set()):
                for searcher in self._searchers:
                    searcher.halt()
                return

    def __enter__(self) -> Deadline:
        if self._needed:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._needed:
            self._thread.join()
