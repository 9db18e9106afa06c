"""The tables of the `seals` board that compiled code looks things up in."""

from __future__ import annotations

import numpy as np

from ..board import DIRECTIONS, SQUARES, along, bits, reach


def _tables() -> tuple[np.ndarray, ...]:
    near, far, ring = (np.zeros(64, dtype=np.uint64) for _ in range(3))
    middle = np.zeros(64 * 64, dtype=np.uint64)
    behind = np.zeros(64 * 64, dtype=np.uint64)
    for s in SQUARES:
        near[s] = bits(reach(s, 1))
        ring[s] = near[s] | np.uint64(bits(reach(s, 2)))
        for d in DIRECTIONS:
            one, two = along(s, d, 1), along(s, d, 2)
            if one is not None and two is not None:
                far[s] |= np.uint64(1 << two)
                middle[64 * s + two] = 1 << one
                behind[64 * s + one] = 1 << two
    return near, far, ring, middle, behind


NEAR, FAR, RING, MIDDLE, BEHIND = _tables()
"""NEAR[s]: the neighbours of s. FAR[s]: the squares two steps away over a square of the board.
RING[s]: all squares at distance one and two along the 8 directions (S9).
MIDDLE[64 * s + t]: the square between s and t two steps away, 0 for neighbours.
BEHIND[64 * s + t]: the square right behind the neighbour t, seen from s, or 0."""
