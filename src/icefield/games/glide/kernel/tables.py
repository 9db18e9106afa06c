"""The tables of `glide` boards of all sides that compiled code looks things up in."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..board import LARGEST, SMALLEST

_STEPS: Final = ((0, 1), (0, -1), (-1, 0), (1, 0))  # up, down, left, right


def _ray(side: int, square: int, direction: int) -> list[int]:
    """The squares from the next one to the edge."""
    dx, dy = _STEPS[direction]
    x, y = square % side + dx, square // side + dy
    found = []
    while 0 <= x < side and 0 <= y < side:
        found.append(side * y + x)
        x, y = x + dx, y + dy
    return found


_SIDES: Final = LARGEST + 1
_SQUARES: Final = LARGEST * LARGEST


def _tables() -> tuple[np.ndarray, ...]:
    low = np.zeros((_SIDES, 4, _SQUARES), dtype=np.uint64)
    high = np.zeros((_SIDES, 4, _SQUARES), dtype=np.uint64)
    edge = np.zeros((_SIDES, 4, _SQUARES), dtype=np.int64)
    ways = np.zeros((_SIDES, _SQUARES), dtype=np.int64)
    step = np.zeros((_SIDES, 4), dtype=np.int64)
    word = (1 << 64) - 1
    for side in range(SMALLEST, LARGEST + 1, 2):
        for direction, (dx, dy) in enumerate(_STEPS):
            step[side, direction] = side * dy + dx
            for square in range(side * side):
                ray = _ray(side, square, direction)
                squares = sum(1 << s for s in ray)
                low[side, direction, square] = squares & word
                high[side, direction, square] = squares >> 64
                edge[side, direction, square] = ray[-1] if ray else square
                ways[side, square] |= bool(ray) << direction
    return low, high, edge, ways, step


RAY_LOW, RAY_HIGH, EDGE, OPEN, STEP = _tables()
"""By side, direction and square: the squares up to the edge, in two words, and the last of them.
OPEN[side, square]: the directions in which the board goes on, as a set.
STEP[side, direction]: what one square in that direction adds to a square's number."""
