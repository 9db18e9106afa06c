"""Things to be done a little later, for which no thread waits."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from typing import Any

from ..cluster.background import Attendant


class Pauses(Attendant):
    """Passes on what is to be done when its time has come. One thread for all of it; `do` is called
    there and should not take long."""

    def __init__(self, do: Callable[..., None], name: str):
        super().__init__(name)
        self._do = do
        self._order = itertools.count()
        self._queue: list[tuple[float, int, tuple[Any, ...]]] = []
        self.start()

    def until(self, at: float, *about: Any) -> None:
        """Have `do(*about)` called at that moment of the monotonic clock."""
        with self._changed:
            heapq.heappush(self._queue, (at, next(self._order), about))
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._closed and (wait := self._patience()) != 0:
                    self._changed.wait(wait)
                if self._closed:
                    return
                _, _, about = heapq.heappop(self._queue)
            self._do(*about)

    def _patience(self) -> float | None:
        """For how many seconds nothing is to be done; None while there is nothing."""
        return max(0.0, self._queue[0][0] - time.monotonic()) if self._queue else None
