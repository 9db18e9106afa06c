"""The driver of the Monte-Carlo searches: root parallelism with limits.

It runs several trees in threads until a limit is reached, and adds up their results at the root.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from ...core import jit
from ...core.game import Move, Position
from ...core.jit import compiled
from ...core.jit.tag import Tag
from ..api import Limits, Listener, Rated, Report, Stop

_REPORT_EVERY_S: Final = 0.25  # seconds
_MAX_VISITS: Final = 2_000_000_000  # visits are 32-bit numbers
_ITERATIONS_PER_PLY: Final = 10_000
"""Iterations of a tree for each ply of a depth: a game that ends sooner never gets that deep."""


class TreeSearcher(Protocol):
    """The tree of one thread."""

    @property
    def done(self) -> int:
        """Iterations so far."""

    def run(self, iterations: int) -> None:
        """Run more iterations, without the GIL."""

    def found(self) -> dict[int, tuple[int, float]]:
        """Visits and the sum of payoffs of the moves at the root, by code."""

    @property
    def deepest(self) -> int:
        """The length in moves of the longest path in the tree."""

    @property
    def total(self) -> np.ndarray:
        """The sum of all payoffs, by seat."""


S = TypeVar("S", bound=TreeSearcher)


def saved_root(tag: Tag, position: Position) -> np.ndarray:
    """The state of a position as the only row of an array."""
    root: np.ndarray = jit.rows(tag, 1)
    jit.save(tag, position.state, root[0])
    return root


@compiled
def play_out(tag: Any, st: Any, rng: np.ndarray, moves: np.ndarray, payoffs: np.ndarray) -> None:
    """Play random moves to the end of the game; the result is in `payoffs`."""
    while jit.turn(tag, st) != jit.OVER:
        st = jit.apply(tag, st, jit.pick(tag, st, rng, moves))
    jit.payoffs(tag, st, payoffs)


def run_searchers(
    position: Position,
    seat: int,
    create: Callable[[int, int | None], S],
    line: Callable[[S, Move], tuple[Move, ...]],
    limits: Limits,
    *,
    seed: int,
    threads: int,
    burst: int,
    stop: Stop | None,
    on_report: Listener | None,
) -> Report:
    """Run one searcher per thread until a limit is reached, and report.

    `create` takes a seed and a share of the nodes, `line` the first searcher and the move that the
    line begins with. The limits are checked between bursts of iterations, so a stop takes a few
    milliseconds. A depth is reached when one tree has a path that long, or had its iterations for
    so many plies.
    """
    stop = stop or Stop()
    share = None if limits.nodes is None else max(1, limits.nodes // threads)
    searchers = [create(seed + 7919 * i, share) for i in range(threads)]
    most = _MAX_VISITS if share is None else share
    if limits.depth is not None:
        most = min(most, _ITERATIONS_PER_PLY * limits.depth)
    began = time.perf_counter()

    def report(seconds: float) -> Report:
        return _report_of(position, seat, searchers, seconds, lambda move: line(searchers[0], move))

    def deep_enough() -> bool:
        return limits.depth is not None and max(g.deepest for g in searchers) >= limits.depth

    def out_of_time() -> bool:
        return limits.seconds is not None and time.perf_counter() - began >= limits.seconds

    def work(searcher: S) -> None:
        reported = began
        while searcher.done < most:
            searcher.run(min(burst, most - searcher.done))
            if stop.is_set() or out_of_time() or deep_enough():
                break
            now = time.perf_counter()
            if on_report and searcher is searchers[0] and now - reported >= _REPORT_EVERY_S:
                reported = now
                on_report(report(now - began))

    if threads == 1:
        work(searchers[0])
    else:
        with ThreadPoolExecutor(threads, thread_name_prefix="search") as pool:
            list(pool.map(work, searchers))
    return report(time.perf_counter() - began)


def mean_payoffs(searchers: Sequence[TreeSearcher]) -> tuple[float, ...]:
    """The mean payoff of every seat."""
    done = max(1, sum(searcher.done for searcher in searchers))
    return tuple(float(x) for x in np.sum([g.total for g in searchers], axis=0) / done)


def rate_moves(
    position: Position, seat: int, searchers: Sequence[TreeSearcher]
) -> tuple[Rated, ...]:
    """The moves of a seat with visits and mean payoffs, the most visited first."""
    by_code = {move.code: move for move in position.moves(seat)}
    visits = dict.fromkeys(by_code, 0)
    sums = dict.fromkeys(by_code, 0.0)
    for searcher in searchers:
        for code, (n, total) in searcher.found().items():
            visits[code] += n
            sums[code] += total
    return tuple(
        sorted(
            (Rated(by_code[c], visits[c], sums[c] / max(visits[c], 1)) for c in by_code),
            key=lambda r: (-r.visits, r.move.text),
        )
    )


def _report_of(
    position: Position,
    seat: int,
    searchers: Sequence[TreeSearcher],
    seconds: float,
    line: Callable[[Move], tuple[Move, ...]],
) -> Report:
    """The report of all searchers together; `line` is the line that a move begins."""
    rated = rate_moves(position, seat, searchers)
    return Report(
        best=rated[0].move,
        value=rated[0].value,
        nodes=sum(searcher.done for searcher in searchers),
        depth=max(searcher.deepest for searcher in searchers),
        seconds=seconds,
        line=line(rated[0].move),
        rated=rated,
        payoffs=mean_payoffs(searchers),
    )
