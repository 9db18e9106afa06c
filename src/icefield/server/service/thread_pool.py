"""A few threads for work that may never end. One that does not come back is replaced, and keeps
nobody from going home: the process can end without it."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

_log = logging.getLogger("icefield.server")

Work = tuple[Callable[..., None], tuple[Any, ...]]
_MOST: Final = 16
"""So many threads may be lost; what is wrong then does not get better with more."""


class Hands:
    """So many threads that do one thing after another, in the order they were asked to. Those with
    a `nice` above 0 leave the processors to whoever needs them, where threads can (Linux)."""

    def __init__(self, threads: int, name: str, nice: int = 0):
        self._name = name
        self._nice = nice
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._since: dict[threading.Thread, float] = {}  # who is at something, and since when
        self._lost: set[threading.Thread] = set()
        self._closed = False
        self._all: set[threading.Thread] = set()
        for _ in range(threads):
            self._start()

    def do(self, what: Callable[..., None], *about: Any) -> None:
        """Have something done as soon as somebody has time."""
        self._queue.put((what, about))

    def replace(self, limit: float) -> None:
        """Have others in the place of those that have been at one thing for `limit` seconds."""
        before = time.monotonic() - limit
        with self._lock:
            for thread in [t for t, since in self._since.items() if since < before]:
                if len(self._lost) < _MOST and not self._closed:
                    del self._since[thread]
                    self._all.discard(thread)
                    self._lost.add(thread)
                    self._start()

    def close(self, seconds: float) -> bool:
        """Do nothing more, and wait so long for what is being done. Whether it was."""
        end = time.monotonic() + seconds
        with self._lock:
            self._closed = True
            waited = list(self._all)
        for _ in waited:
            self._queue.put(None)
        for thread in waited:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in waited)

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._all.add(thread)
        thread.start()

    def _run(self) -> None:
        me = threading.current_thread()
        _be_nice(self._nice)
        while (work := self._queue.get()) is not None and not self._closed:
            with self._lock:
                self._since[me] = time.monotonic()
            what, about = work
            try:
                what(*about)
            except Exception:
                _log.exception("something was not done")
            with self._lock:
                self._since.pop(me, None)
                if me in self._lost:  # somebody else is here
                    self._lost.discard(me)
                    return


def _be_nice(nice: int) -> None:
    """Have this thread run when others do not want to. Elsewhere than on Linux that would be the
    whole process."""
    if nice and sys.platform == "linux":
        with contextlib.suppress(OSError):  # it may be forbidden
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
