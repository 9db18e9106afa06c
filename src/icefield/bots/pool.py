"""Games on all cores: a function is called with many arguments in processes of their own.

The processes end with whoever started them, however that one ends: they hold the other end of a
pipe and leave when it closes. Nothing that they are busy with, and no engine they have started, can
keep them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from ..core.errors import IcefieldError
from ..core.message import message
from ..search import Stop

T = TypeVar("T")

_WAIT: Final = 0.1  # seconds between two looks at the stop flag
_farewells: list[Callable[[], object]] = []


class PoolBroken(IcefieldError):  # noqa: N818 (named like the errors of core)
    """A process was ended from outside, most likely because the memory was full."""

    code = "pool-broken"


def cores() -> int:
    """How many processes can work at the same time."""
    return os.cpu_count() or 1


def at_the_end(what: Callable[[], object]) -> None:
    """Have something done when this process leaves a pool."""
    _farewells.append(what)


def spread(
    work: Callable[..., T],
    jobs: Iterable[tuple[Any, ...]],
    take: Callable[[T], bool | None],
    *,
    workers: int | None = None,
    stop: Stop | None = None,
) -> None:
    """Call `work` with each of the arguments, and `take` here with each result as it comes. Ends
    early when `stop` is set or `take` returns True; what is being worked on then is dropped. Raises
    what `work` raised, and PoolBroken."""
    count = workers or cores()
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_enter, initargs=(theirs,))
    todo = iter(jobs)
    running: set[Future[T]] = set()
    enough = False
    try:
        while not enough and not (stop is not None and stop.is_set()):
            while len(running) < 2 * count and (job := next(todo, None)) is not None:
                running.add(pool.submit(work, *job))
            if not running:
                break
            done, running = wait(running, _WAIT, FIRST_COMPLETED)
            for future in done:
                enough = bool(take(future.result())) or enough
    except BrokenProcessPool:
        raise PoolBroken(message("bots.pool.broken")) from None
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _enter(theirs: Connection) -> None:
    """A process joins. Ctrl-C reaches every process of a terminal; only the first answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave, args=(theirs,), daemon=True, name="pool-leave").start()


def _leave(theirs: Connection) -> None:
    """Wait for the pipe to close, then end this process in the middle of whatever it does."""
    theirs.poll(None)
    for farewell in _farewells:
        farewell()
    os._exit(0)
