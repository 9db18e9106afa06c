"""A thread pool whose tasks may hang.

A thread that hangs is replaced, and does not keep the process from ending.
"""

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

_Task = tuple[Callable[..., None], tuple[Any, ...]]
_MAX_LOST: Final = 16
"""The number of threads that are replaced; after that more would hang as well."""


class ThreadPool:
    """Threads that run tasks in the order of submission.

    With a `nice` above 0 they leave the processors to other threads, where the system can do that
    (Linux).
    """

    def __init__(self, threads: int, name: str, nice: int = 0):
        self._name = name
        self._nice = nice
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._busy_since: dict[threading.Thread, float] = {}
        self._lost: set[threading.Thread] = set()
        self._closed = False
        self._threads: set[threading.Thread] = set()
        for _ in range(threads):
            self._start()

    def submit(self, function: Callable[..., None], *args: Any) -> None:
        """Run a function as soon as a thread is free."""
        self._queue.put((function, args))

    def replace_hung(self, limit_s: float) -> None:
        """Replace the threads that have been at one task for `limit_s` seconds."""
        before = time.monotonic() - limit_s
        with self._lock:
            for thread in [t for t, since in self._busy_since.items() if since < before]:
                if len(self._lost) < _MAX_LOST and not self._closed:
                    del self._busy_since[thread]
                    self._threads.discard(thread)
                    self._lost.add(thread)
                    self._start()

    def close(self, timeout_s: float) -> bool:
        """Begin no more tasks, and wait for running ones; returns whether all have ended."""
        end = time.monotonic() + timeout_s
        with self._lock:
            self._closed = True
            waited = list(self._threads)
        for _ in waited:
            self._queue.put(None)
        for thread in waited:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in waited)

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._threads.add(thread)
        thread.start()

    def _run(self) -> None:
        this = threading.current_thread()
        _set_priority(self._nice)
        while (task := self._queue.get()) is not None and not self._closed:
            with self._lock:
                self._busy_since[this] = time.monotonic()
            function, args = task
            try:
                function(*args)
            except Exception:
                _log.exception("task failed: pool=%s", self._name)
            with self._lock:
                self._busy_since.pop(this, None)
                if this in self._lost:  # another thread has taken its place
                    self._lost.discard(this)
                    return


def _set_priority(nice: int) -> None:
    """Lower the priority of this thread; only on Linux, elsewhere it is the process."""
    if nice and sys.platform == "linux":
        with contextlib.suppress(OSError):  # it may be forbidden
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
