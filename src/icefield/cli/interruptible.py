"""Waiting for long work so that Ctrl-C is answered at once.

Compiled code does not look for signals. It therefore runs in a thread of its own, and the main
thread waits in small steps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_STEP = 0.1  # seconds between two looks

Tick = Callable[[float], None]
"""Called about ten times a second with the seconds that have passed."""


class Work(Generic[T]):
    """Something that runs in a thread. `stop`, when it has one, ends it early with a result."""

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
        """The result, or the error raised again here.

        Ctrl-C sets `stop` and is noted in `interrupted`; without `stop`, or the second time, it
        is raised and the work is left behind."""
        began = time.monotonic()
        threading.Thread(target=self._run, daemon=True).start()
        while not self._done.is_set():
            try:  # not a join: after Ctrl-C in it, Python 3.11 takes the thread for ended
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
    """The result of work that cannot be stopped; Ctrl-C leaves it behind."""
    return Work(work).wait()
