"""One time limit for the parts of a decision, and deadlines for compiled searches.

Compiled code cannot read a clock; a thread halts it.
"""

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


def clock() -> float:
    """The time in seconds from which limits are counted."""
    return time.perf_counter()


class TimeBudget:
    """The time of one decision, which its parts share; None is without a limit."""

    def __init__(self, seconds: float | None = None):
        self.seconds = seconds
        self.began = clock()

    @property
    def used(self) -> float:
        """The seconds since the decision began."""
        return clock() - self.began

    @property
    def left(self) -> float | None:
        """The seconds that are left; None without a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.used)

    def part(self, share: float) -> float | None:
        """A share of the seconds that are left; None without a limit."""
        left = self.left
        return None if left is None else share * left


class Deadline:
    """Halts searchers from a thread when the time is up or `stop` is set."""

    def __init__(self, searchers: Sequence[Haltable], seconds: float | None, stop: Stop | None):
        self._searchers = searchers
        self._needed = seconds is not None or stop is not None
        self._deadline = None if seconds is None else clock() + seconds
        self._stop = stop
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="search-deadline")

    def _run(self) -> None:
        while not self._done.wait(0.005):
            late = self._deadline is not None and clock() >= self._deadline
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
