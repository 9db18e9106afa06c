"""What the Monte-Carlo searches share: growing several trees side by side until a limit is reached,
and adding up what they found at the root."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

import numpy as np

from ...core.game import Position
from ..api import Limits, Listener, Rated, Report, Stop

_REPORT_EVERY_S: Final = 0.25  # seconds
_MAX_VISITS: Final = 2_000_000_000  # visits are 32-bit numbers
_ITERATIONS_PER_PLY: Final = 10_000
"""Iterations of a tree for each ply of a depth: a game that ends sooner never gets that deep."""


class TreeSearcher(Protocol):
    """One thread's tree."""

    @property
    def done(self) -> int:
        """Iterations so far."""

    def run(self, iterations: int) -> None:
        """Do some more, without the GIL."""

    def found(self) -> dict[int, tuple[int, float]]:
        """Visits and worth of the moves at the root, by code."""

    @property
    def deepest(self) -> int:
        """How many moves the longest way in its tree has."""

    @property
    def total(self) -> np.ndarray:
        """The sum of all payoffs, by seat."""


G = TypeVar("G", bound=TreeSearcher)


def run_searchers(
    plant: Callable[[int, int | None], G],
    report: Callable[[list[G], float], Report],
    limits: Limits,
    *,
    seed: int,
    threads: int,
    burst: int,
    stop: Stop | None,
    on_report: Listener | None,
) -> Report:
    """Plant a tree per thread (`plant` takes its seed and its share of the nodes), let them grow,
    and report. Between bursts the limits are looked at, so a stop takes a few milliseconds. A depth
    is reached when one tree has a way that long, or had its iterations for so many plies."""
    stop = stop or Stop()
    share = None if limits.nodes is None else max(1, limits.nodes // threads)
    growers = [plant(seed + 7919 * i, share) for i in range(threads)]
    most = _MAX_VISITS if share is None else share
    if limits.depth is not None:
        most = min(most, _ITERATIONS_PER_PLY * limits.depth)
    began = time.perf_counter()

    def deep_enough() -> bool:
        return limits.depth is not None and max(g.deepest for g in growers) >= limits.depth

    def out_of_time() -> bool:
        return limits.seconds is not None and time.perf_counter() - began >= limits.seconds

    def work(grower: G) -> None:
        told = began
        while grower.done < most:
            grower.run(min(burst, most - grower.done))
            if stop.is_set() or out_of_time() or deep_enough():
                break
            now = time.perf_counter()
            if on_report and grower is growers[0] and now - told >= _REPORT_EVERY_S:
                told = now
                on_report(report(growers, now - began))

    if threads == 1:
        work(growers[0])
    else:
        with ThreadPoolExecutor(threads, thread_name_prefix="search") as pool:
            list(pool.map(work, growers))
    return report(growers, time.perf_counter() - began)


def mean_payoffs(growers: Sequence[TreeSearcher]) -> tuple[float, ...]:
    """What every seat can expect."""
    done = max(1, sum(grower.done for grower in growers))
    return tuple(float(x) for x in np.sum([g.total for g in growers], axis=0) / done)


def rate_moves(position: Position, seat: int, growers: Sequence[TreeSearcher]) -> tuple[Rated, ...]:
    """The moves of a seat by how often the trees looked at them, most often first."""
    by_code = {move.code: move for move in position.moves(seat)}
    visits = dict.fromkeys(by_code, 0)
    worth = dict.fromkeys(by_code, 0.0)
    for grower in growers:
        for code, (n, total) in grower.found().items():
            visits[code] += n
            worth[code] += total
    return tuple(
        sorted(
            (Rated(by_code[c], visits[c], worth[c] / max(visits[c], 1)) for c in by_code),
            key=lambda r: (-r.visits, r.move.text),
        )
    )
