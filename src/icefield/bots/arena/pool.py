"""A worker pool on all cores, or on many machines, for calls of one function.

Results are taken in the order of the jobs, not of their completion, so that they are the same on
any number of processes and machines.

The worker processes of this machine end with their parent, however it ends: each holds the other
end of a pipe and exits when it closes, even during a job or while it runs an engine.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol, TypeVar

from ...core.errors import IcefieldError
from ...core.message import message
from ...search import Stop

T = TypeVar("T")

_POLL_S: Final = 0.1  # seconds between two reads of the stop flag
_exit_callbacks: list[Callable[[], object]] = []


class PoolBroken(IcefieldError):  # noqa: N818 (named like the errors of core)
    """A process was ended from outside, most likely because the memory was full."""

    code = "pool-broken"


def cores() -> int:
    """The number of processes that can run at the same time."""
    return os.cpu_count() or 1


class WorkerPool(Protocol):
    """Workers that run jobs."""

    @property
    def size(self) -> int:
        """The number of jobs that can run at the same time."""

    def submit(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        """Submit a job; returns its future."""

    def wait(self, futures: Collection[Any], seconds: float) -> Collection[Any]:
        """Wait for at least one of the jobs, at most that long; returns those done."""

    def result(self, future: Any) -> Any:
        """The result of a finished job; raises its error, and PoolBroken."""

    def close(self) -> None:
        """Cancel all jobs and end the workers."""


def call_at_worker_exit(what: Callable[[], object]) -> None:
    """Register a function that a worker process calls before it exits."""
    _exit_callbacks.append(what)


def run_jobs(
    work: Callable[..., T],
    jobs: Iterable[tuple[Any, ...]],
    take: Callable[[T], bool | None],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    stop: Stop | None = None,
) -> None:
    """Call `work` with each of the arguments, and `take` with each result in order.

    Ends early when `stop` is set or `take` returns True; running jobs are then dropped. With
    `cluster` the jobs are Ray's: its address, or "local" for one of this machine. Raises what
    `work` raised, PoolBroken and NoCluster.
    """
    if cluster is None:
        pool: WorkerPool = _ProcessPool(workers or cores())
    else:
        from .ray_pool import RayPool

        pool = RayPool(cluster, workers)
    todo = iter(jobs)
    waiting: deque[Any] = deque()  # futures in the order of the jobs
    running: set[Any] = set()
    try:
        while not (stop is not None and stop.is_set()):
            while len(running) < 2 * pool.size and (job := next(todo, None)) is not None:
                waiting.append(pool.submit(work, job))
                running.add(waiting[-1])
            if not waiting:
                break
            running.difference_update(pool.wait(running, _POLL_S))
            while waiting and waiting[0] not in running:
                if take(pool.result(waiting.popleft())):
                    return
    finally:
        pool.close()


class _ProcessPool:
    """Processes of this machine."""

    def __init__(self, count: int):
        self.size = count
        context = multiprocessing.get_context("spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            count, mp_context=context, initializer=_start_worker, initargs=(self._theirs,)
        )

    def submit(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Future[Any]:
        try:
            return self._pool.submit(work, *job)
        except BrokenProcessPool:
            raise PoolBroken(message("bots.pool.broken")) from None

    def wait(self, futures: Collection[Future[Any]], seconds: float) -> Collection[Future[Any]]:
        return wait(futures, seconds, FIRST_COMPLETED).done

    def result(self, future: Future[Any]) -> Any:
        try:
            return future.result()
        except BrokenProcessPool:
            raise PoolBroken(message("bots.pool.broken")) from None

    def close(self) -> None:
        self._ours.close()
        self._pool.shutdown(cancel_futures=True)
        self._theirs.close()


def _start_worker(theirs: Connection) -> None:
    """Initialise a worker process.

    Ctrl-C reaches every process of a terminal; only the parent handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(
        target=_exit_with_parent, args=(theirs,), daemon=True, name="pool-leave"
    ).start()


def _exit_with_parent(theirs: Connection) -> None:
    """Wait for the pipe to close, then end this process immediately."""
    theirs.poll(None)
    for farewell in reversed(_exit_callbacks):  # the last to come says goodbye first
        with suppress(Exception):
            farewell()
    os._exit(0)
