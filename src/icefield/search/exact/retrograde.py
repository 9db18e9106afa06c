"""Retrograde analysis: the exact value of *every* position of a space.

For two seats. One byte a position: 0 undecided (in the end: a draw by endless play), else the plies
to the end under best play; an odd distance is a win for the mover, an even one a loss. Sweep d
decides everything at distance d: for odd d the positions with a move to a loss in d−1, for even d
those all of whose moves lead to wins. A sweep writes only its own distance, which no other part of
the same sweep reads, so threads need no locks and the result does not depend on their number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.game import Game
from ...core.jit import bind, compiled
from ..api import Stop

_CHUNK: Final = 1 << 20  # positions between two reads of the stop flag: a few tens of ms

Progress = Callable[[int, float], None]
"""Called with the present distance and the finished part of its sweep (0 … 1)."""


@compiled
def _sweep(
    tag: Any,
    index: Any,
    values: np.ndarray,
    first: int,
    last: int,
    distance: int,
    buffer: np.ndarray,
) -> int:
    """Decide the positions of a range that end in exactly that many plies.

    Returns how many.
    """
    found = 0
    for i in range(first, last):
        if values[i] != 0:
            continue
        st = jit.unrank(tag, index, i)
        seat = jit.turn(tag, st)
        n = jit.moves(tag, st, buffer)
        hit = distance % 2 == 0
        for j in range(n):
            after = jit.apply(tag, st, buffer[j])
            if jit.turn(tag, after) == jit.OVER:
                worth = jit.utility(tag, after)
                wins = worth > 0 if seat == 0 else worth < 0
                if distance == 1 and wins:
                    hit = True
                    break
                hit = False  # (a mover that can end the game was decided at distance 1)
                if distance % 2 == 0:
                    break
            else:
                value = values[jit.rank(tag, index, after)]
                if distance % 2 == 1:
                    if distance > 1 and value == distance - 1:
                        hit = True
                        break
                elif value % 2 == 0:
                    hit = False
                    break
        if hit and n > 0:
            values[i] = distance
            found += 1
    return found


def fill_values(
    game: Game,
    index: Any,
    values: np.ndarray,
    *,
    distance: int = 1,
    threads: int | None = None,
    stop: Stop | None = None,
    on_progress: Progress | None = None,
    on_sweep: Callable[[int, int], None] | None = None,
) -> bool:
    """Fill `values`, beginning with this distance; returns False when it was stopped.

    The sweep of the last reported distance must then be repeated (which is harmless).

    `on_sweep(distance, found)` is called after each sweep, the moment to save.
    """
    tag = bind(game)
    stop = stop or Stop()
    workers = threads or os.cpu_count() or 1
    ranges = [(at, min(at + _CHUNK, len(values))) for at in range(0, len(values), _CHUNK)]
    barren = 0
    with ThreadPoolExecutor(workers, thread_name_prefix="retrograde") as pool:
        while barren < 2:  # two sweeps without a new position: nothing can follow

            def work(bounds: tuple[int, int], distance: int = distance) -> int:
                if stop.is_set():
                    return 0
                buffer = np.empty(tag.max_moves, dtype=np.int64)
                return int(_sweep(tag, index, values, *bounds, distance, buffer))

            found = 0
            tasks = [pool.submit(work, bounds) for bounds in ranges]
            for done, task in enumerate(as_completed(tasks), 1):
                found += task.result()
                if on_progress:
                    on_progress(distance, done / len(ranges))
            if stop.is_set():
                return False
            if on_sweep:
                on_sweep(distance, found)
            barren = 0 if found else barren + 1
            distance += 1
    return True
