"""Waiting for long computations so that Ctrl-C is handled at once.

Compiled code does not check for signals. It therefore runs in a worker thread, and the main thread
polls.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_STEP = 0.1  # seconds between two polls

Tick = Callable[[float], None]
"""Called about ten times a second with the elapsed seconds."""


class Work(Generic[T]):
    """A function run in a worker thread; the event `stop`, if any, ends it early."""

    def __init__(self, work: Callable[[], T], stop: threading.Event | None = None):
        self._work = work
        self._stop = stop
        self._results: list[T] = []
        self._error: BaseException | None = None
        self._done = threading.Event()
        self.interrupted = False

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()

    def wait(self, tick: Tick | None = None) -> T:
        """Return the result of the function, or raise its error.

        The first Ctrl-C sets `stop` and `interrupted`. Without `stop`, or the second time,
        it raises KeyboardInterrupt and abandons the thread."""
        began = time.monotonic()
        threading.Thread(target=self._run, daemon=True).start()
        while not self._done.is_set():
            try:  # Thread.join interrupted by Ctrl-C marks the thread as ended (Python 3.11)
                if not self._done.wait(_STEP) and tick is not None:
                    tick(time.monotonic() - began)
            except KeyboardInterrupt:
                if self._stop is None or self.interrupted:
                    raise
                self.interrupted = True
                self._stop.set()
        if self._error is not None:
            raise self._error
        return self._results[0]


def wait_for(work: Callable[[], T]) -> T:
    """Return the result of a function that cannot be stopped; Ctrl-C abandons it."""
    return Work(work).wait()
