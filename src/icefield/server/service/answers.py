"""Answers that take seconds: computed once for all who ask the same.

A few worker threads compute them; a question is refused when too many wait. `beside` runs routes
that take a moment but may be called repeatedly: they never occupy more than a few of the threads
that serve.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial, wraps
from typing import Final, Generic, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from cachetools import LRUCache

from ...core.errors import NotNow
from ...core.message import message
from ..errors import Busy

T = TypeVar("T")
P = ParamSpec("P")

SECONDS: Final = 15.0
"""The time that a request waits; the first answer on a machine includes compiling."""


class Answers(Generic[T]):
    """Computed and pending answers, the least recently used dropped first."""

    def __init__(
        self,
        name: str,
        *,
        threads: int = 2,
        kept: int = 256,
        waiting: int = 32,
        late: str = "analysis-late",
    ):
        """`late` names the problem that the client gets when an answer takes too long."""
        self.late = late
        self.waiting = waiting
        self.seconds = SECONDS
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=f"icefield-{name}")
        self._lock = threading.Lock()
        self._pending: list[Future[T]] = []
        self._found: LRUCache[object, Future[T]] = LRUCache(kept)

    def __len__(self) -> int:
        return len(self._found)

    def find(self, key: object, work: Callable[[], T]) -> Future[T]:
        """The future of an answer, computed only where it is not cached; raises Busy."""
        with self._lock:
            known = self._found.get(key)
            if known is not None and not (known.done() and known.exception()):
                return known
            self._pending = [each for each in self._pending if not each.done()]
            if len(self._pending) >= self.waiting:
                raise Busy()
            self._found[key] = found = self._pool.submit(work)
            self._pending.append(found)
            return found

    async def answer(self, key: object, work: Callable[[], T]) -> T:
        """The answer; raises NotNow when that takes too long.

        A later request waits for the same computation.
        """
        found = asyncio.wrap_future(self.find(key, work))
        try:
            return await asyncio.wait_for(asyncio.shield(found), self.seconds)
        except TimeoutError:
            found.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # no request waits for it
            raise NotNow(message(f"web.problem.{self.late}"), detail=self.late) from None


_AT_ONCE: Final = 4
_beside: Final[RunVar[CapacityLimiter]] = RunVar("icefield-beside")  # one for each event loop


def beside(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run a route in one of the few threads that all routes of this kind share.

    A request that waits for one occupies none, so that threads are left for moves and tables.
    """

    @wraps(work)
    async def route(*args: P.args, **named: P.kwargs) -> T:
        try:
            limiter = _beside.get()
        except LookupError:
            limiter = CapacityLimiter(_AT_ONCE)
            _beside.set(limiter)
        return await to_thread.run_sync(partial(work, *args, **named), limiter=limiter)

    return route
