"""Answers that take seconds: computed once for all who ask the same.

The threads for searches compute them, see `fair_pool`. An answer that no client waits for any more
is not begun.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from ...core.errors import NotNow
from ...core.message import message
from ..errors import Busy, ClientGone
from .fair_pool import SEARCHES, FairPool, wait_for

T = TypeVar("T")

SECONDS: Final = 15.0
"""The time that a request waits; the first answer on a machine includes compiling."""


class Answers(Generic[T]):
    """Computed and pending answers, the least recently used dropped first."""

    def __init__(
        self,
        name: str,
        *,
        kept: int = 256,
        waiting: int = 64,
        late: str = "analysis-late",
        pool: FairPool = SEARCHES,
    ):
        """`late` names the problem that the client gets when an answer takes too long."""
        self.late = late
        self.waiting = waiting
        self.seconds = SECONDS
        self._name = name
        self._pool = pool
        self._lock = threading.Lock()
        self._pending: dict[Future[T], int] = {}
        """The clients that wait for an answer."""
        self._found: LRUCache[object, Future[T]] = LRUCache(kept)

    def __len__(self) -> int:
        return len(self._found)

    def find(self, key: object, work: Callable[[], T]) -> Future[T]:
        """The future of an answer, computed only where it is not cached; raises Busy."""
        with self._lock:
            known = self._found.get(key)
            if known is not None and not _has_failed(known):
                self._pending[known] = self._pending.get(known, 0) + (not known.done())
                return known
            self._pending = {each: n for each, n in self._pending.items() if not each.done()}
            if len(self._pending) >= self.waiting:
                raise Busy()
            self._found[key] = found = self._pool.submit(work, self._name)
            self._pending[found] = 1
            return found

    def _leave(self, found: Future[T]) -> None:
        """Drop an answer that waits to be computed, if no other client wants it."""
        with self._lock:
            self._pending[found] = self._pending.get(found, 1) - 1
            if self._pending[found] <= 0:
                found.cancel()

    async def answer(self, key: object, work: Callable[[], T]) -> T:
        """The answer; raises NotNow when that takes too long.

        A later request waits for the same computation.
        """
        found = self.find(key, work)
        try:
            return await wait_for(found, self.seconds)
        except TimeoutError:
            raise NotNow(message(f"web.problem.{self.late}"), detail=self.late) from None
        except (ClientGone, asyncio.CancelledError):
            self._leave(found)
            raise


def _has_failed(found: Future[T]) -> bool:
    return found.done() and (found.cancelled() or found.exception() is not None)
