"""Threads that take their work from a fair queue.

They run everything that costs more than a moment. A job belongs to an account, is charged with the
processor time that it used, and is dropped while it waits if its client has gone. Where a pool says
so, one address never occupies all threads, and long jobs never occupy all of them, so that a short
job of another address is begun at once.

A thread that hangs is replaced, and does not keep the process from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from ..errors import Busy, ClientGone
from .fair_queue import Account, Entry, FairQueue, Ledger, current_account
from .token_bucket import Rate

T = TypeVar("T")
P = ParamSpec("P")
Clock = Callable[[], float]
_log = logging.getLogger("icefield.server")

SHORT_S: Final = 0.05
"""A job that is expected to take longer leaves a thread to shorter ones."""
_UNKNOWN_S: Final = 0.01
"""What a job of an unknown kind is expected to take."""
_WEIGHT: Final = 0.2
"""The weight of the last job in what the next one of its kind is expected to take."""
_MAX_LOST: Final = 16
"""The number of threads that are replaced; after that more would hang as well."""
_WATCH_AFTER_S: Final = 0.02
"""A request that waits so long is watched: its client may go."""

WaitForClientToGo = Callable[[], Awaitable[None]]
current_client: Final[ContextVar[WaitForClientToGo | None]] = ContextVar("client", default=None)
"""Waits until the client of the present request has disconnected."""

LEDGER: Final = Ledger()
"""What clients have used in all pools of this process."""


class Job(Future[T]):
    """Work in a pool; its result, once it is done."""

    def __init__(self, work: Callable[[], T], kind: str, clock: Clock):
        super().__init__()
        self.work = work
        self.kind = kind
        self.clock = clock
        self.context = contextvars.copy_context()


class FairPool:
    """Threads, begun with the first job; they do not keep the process from ending."""

    def __init__(
        self,
        name: str,
        *,
        threads: int,
        most: int,
        nice: int = 0,
        short_threads: int = 0,
        address_threads: int | None = None,
        short_s: float = SHORT_S,
        rank_threads: Mapping[int, int] | None = None,
        budget: Rate | None = None,
        ledger: Ledger | None = None,
        clock: Clock = time.thread_time,
    ):
        """A pool in which at most `most` jobs wait.

        `short_threads` of the threads run jobs of at most `short_s` only. One address has at most
        `address_threads` at once, a rank its `rank_threads`. `clock` measures what a job uses, in
        seconds, in the thread that runs it. With a `nice` above 0 the threads leave the processors
        to others, where the system can do that (Linux).
        """
        self._name = name
        self._threads = threads
        self._short_threads = short_threads
        self._address_threads = address_threads or threads
        self._nice = nice
        self._clock = clock
        self._changed = threading.Condition()
        self._short_s = short_s
        self._rank_threads = rank_threads or {}
        self._queue: FairQueue[Job[Any]] = FairQueue(
            most, ledger or LEDGER, threads=threads, budget=budget
        )
        self._expected: dict[str, float] = {}
        self._busy: dict[threading.Thread, tuple[Entry[Job[Any]], float]] = {}
        """What the threads run, and since when."""
        self._lost: set[threading.Thread] = set()
        self._started: set[threading.Thread] = set()
        self._idle = 0
        self._closed = False

    def __len__(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    # -- asking ---------------------------------------------------------------------------------

    def submit(
        self,
        work: Callable[[], T],
        kind: str = "",
        account: Account | None = None,
        *,
        rank: int = 0,
        expected_s: float = _UNKNOWN_S,
        clock: Clock | None = None,
    ) -> Job[T]:
        """Have work done for an account; raises Busy or TooFast.

        The default account is that of the present request. `kind` names similar work, whose time
        is expected to be similar; the first of a kind is expected to take `expected_s`.
        """
        job = Job(work, kind, clock or self._clock)
        entry: Entry[Job[Any]] = Entry(
            current_account.get() if account is None else account,
            job,
            self.expected_s(kind, expected_s),
            rank,
            evict=partial(_fail, job),
        )
        with self._changed:
            if self._closed:
                raise Busy()
            self._queue.put(entry)
            if len(self._queue) > self._idle and len(self._started) < self._threads:
                self._start()
            self._changed.notify()
        job.add_done_callback(partial(self._on_done, entry))
        return job

    def expected_s(self, kind: str, unknown_s: float = _UNKNOWN_S) -> float:
        """What a job of a kind is expected to take."""
        return self._expected.get(kind, unknown_s)

    def _on_done(self, entry: Entry[Job[Any]], job: Job[Any]) -> None:
        """Remove a job that was cancelled while it waited."""
        if job.cancelled():
            with self._changed:
                self._queue.remove(entry)

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of work that is done in a thread; raises Busy, TooFast or ClientGone."""
        job = self.submit(partial(work, *args, **named), getattr(work, "__qualname__", ""))
        try:
            return await wait_for(job)
        except BaseException:
            job.cancel()
            raise

    # -- doing ----------------------------------------------------------------------------------

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name=f"icefield-{self._name}", daemon=True)
        self._started.add(thread)
        thread.start()

    def _allows(self, entry: Entry[Job[Any]]) -> bool:
        """Whether a job may be begun now: threads are left for others."""
        running = [each for each, _ in self._busy.values()]
        address = entry.account.address
        if sum(each.account.address == address for each in running) >= self._address_threads:
            return False
        of_rank = self._rank_threads.get(entry.rank)
        if of_rank is not None and sum(each.rank == entry.rank for each in running) >= of_rank:
            return False
        long = sum(self._is_long(each) for each in running)
        return not self._is_long(entry) or long < self._threads - self._short_threads

    def _is_long(self, entry: Entry[Job[Any]]) -> bool:
        return entry.expected_s > self._short_s

    def _take(self) -> Entry[Job[Any]] | None:
        """The next job, as soon as there is one; None at the end."""
        this = threading.current_thread()
        with self._changed:
            while not self._closed and this not in self._lost:
                entry = self._queue.take(self._allows)
                if entry is not None:
                    self._busy[this] = entry, time.monotonic()
                    self._queue.ledger.charge(entry.account, entry.expected_s)
                    return entry
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            self._lost.discard(this)
        return None

    def _run(self) -> None:
        _set_priority(self._nice)
        while (entry := self._take()) is not None:
            used = 0.0
            try:
                if entry.job.set_running_or_notify_cancel():
                    used = self._do(entry.job)
            finally:
                self._finish(entry, used)

    def _do(self, job: Job[Any]) -> float:
        """Do the work of a job; returns the seconds that it used."""
        began = job.clock()
        try:
            found = job.context.run(job.work)
        except StopIteration:  # a future would never be done with it
            failure: BaseException | None = RuntimeError("a job raised StopIteration")
        except BaseException as error:
            failure = error
        else:
            failure = None
        used = job.clock() - began
        before = self._expected.get(job.kind, used)
        self._expected[job.kind] = before + _WEIGHT * (used - before)
        if failure is None:
            job.set_result(found)
        else:
            job.set_exception(failure)
        return used

    def _finish(self, entry: Entry[Job[Any]], used: float) -> None:
        with self._changed:
            self._busy.pop(threading.current_thread(), None)
            self._queue.ledger.charge(entry.account, -entry.expected_s)
            self._queue.charge(entry.account, used)
            if len(self._queue):
                self._changed.notify()

    def replace_hung(self, limit_s: float) -> None:
        """Replace the threads that have been at one job for `limit_s` seconds."""
        before = time.monotonic() - limit_s
        with self._changed:
            for thread in [each for each, (_, since) in self._busy.items() if since < before]:
                if len(self._lost) < _MAX_LOST and not self._closed:
                    del self._busy[thread]
                    self._started.discard(thread)
                    self._lost.add(thread)
                    self._start()

    def close(self, timeout_s: float) -> bool:
        """Begin no more jobs, and wait for those that run; returns whether all have ended."""
        end = time.monotonic() + timeout_s
        dropped = []
        with self._changed:
            self._closed = True
            while (entry := self._queue.take()) is not None:
                dropped.append(entry.job)
            self._changed.notify_all()
            waited = list(self._started)
        for job in dropped:
            job.cancel()
        for thread in waited:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in waited)


def _set_priority(nice: int) -> None:
    """Lower the priority of this thread; only on Linux, elsewhere it is the process."""
    if nice and sys.platform == "linux":
        with contextlib.suppress(OSError):  # it may be forbidden
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def _fail(job: Job[Any], error: Busy) -> None:
    with contextlib.suppress(InvalidStateError):  # it was cancelled just now
        job.set_exception(error)


async def wait_for(job: Future[T], timeout_s: float | None = None) -> T:
    """The result of a job.

    Raises ClientGone as soon as the client of the request has gone while the job waits, and
    TimeoutError.
    """
    waiting = asyncio.ensure_future(asyncio.shield(asyncio.wrap_future(job)))
    waiting.add_done_callback(_ignore_result)
    left_s = timeout_s
    is_gone = current_client.get()
    if is_gone is not None and not waiting.done():
        first_s = _WATCH_AFTER_S if left_s is None else min(_WATCH_AFTER_S, left_s)
        await asyncio.wait({waiting}, timeout=first_s)
        left_s = None if left_s is None else left_s - first_s
        if not waiting.done():
            gone = asyncio.ensure_future(is_gone())
            both: set[asyncio.Future[Any]] = {waiting, gone}
            try:
                await asyncio.wait(both, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await gone
            if gone.done() and not gone.cancelled() and not waiting.done():
                raise ClientGone()
    else:
        await asyncio.wait({waiting}, timeout=left_s)
    if not waiting.done():
        raise TimeoutError
    return await waiting


def _ignore_result(future: asyncio.Future[Any]) -> None:
    """Take note of an exception that no request waits for any more."""
    if not future.cancelled():
        future.exception()


READS: Final = FairPool(
    "read", threads=4, short_threads=1, address_threads=3, most=400, budget=Rate(30, 0.5)
)
"""For what clients read: tables, logs, pages, drawings, positions, checks of texts."""
WRITES: Final = FairPool("write", threads=16, address_threads=12, most=400)
"""For moves and other commands, which wait for the database more than they compute."""
SEARCHES: Final = FairPool("search", threads=2, most=64, nice=5, budget=Rate(120, 1.0))
"""For searches and proofs, of about a second each."""
