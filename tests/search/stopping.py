"""How soon a search ends after it was told to stop."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable

from icefield.search import Limits, Report, Stop

from ..games.seals.positions import start
from ..timeouts import HANG_S


def stop_delay(search: Callable[..., Report], threads: int, after: float) -> float:
    """Seconds between `stop.set()` and the end of a search without limits."""
    stop, set_at = Stop(), [0.0]

    def halt() -> None:
        set_at[0] = time.perf_counter()
        stop.set()

    timer = threading.Timer(after, halt)
    timer.start()
    found = search(start(), Limits(), stop=stop, threads=threads)
    delay = time.perf_counter() - set_at[0]
    timer.join()
    assert found.best in start().moves()
    return delay


def assert_stops(search: Callable[..., Report], threads: int) -> None:
    """Assert that a search without limits stops, and print how soon."""
    delays = [stop_delay(search, threads, 0.05 + 0.01 * i) for i in range(7)]
    median, worst = 1000 * statistics.median(delays), 1000 * max(delays)
    name = search.__module__.rpartition(".")[2]
    print(f"{name}, {threads} threads: stops after {median:.1f} ms, at worst {worst:.1f} ms")
    assert max(delays) < HANG_S
