"""Whether Python makes progress while compiled code runs."""

from __future__ import annotations

import threading


class Counting:
    """A thread that counts as fast as it can, for as long as the `with` lasts."""

    def __init__(self) -> None:
        self._count = 0
        self._done = False
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._from = 0

    def _run(self) -> None:
        self._running.set()
        while not self._done:
            self._count += 1

    def so_far(self) -> int:
        """What was counted since the `with` began."""
        return self._count - self._from

    def __enter__(self) -> Counting:
        self._thread.start()
        self._running.wait()
        self._from = self._count
        return self

    def __exit__(self, *_: object) -> None:
        self._done = True
        self._thread.join()
