"""The components of `torch` (T1–T5): spaces, tiles, pyramids, and the tables the kernel looks
things up in.

Space number = 5 * row + column, a1 = 0, e5 = 24. Tile number = 6 * suit + number, so S0 = 0 and
A5 = 23. Pyramid number = 6 * seat + letter, so seat 1's C is 8.
"""

from __future__ import annotations

from typing import Final

import numpy as np

SIZE: Final = 5
SPACES: Final = 25
FILES: Final = "abcde"
SUITS: Final = "SMCA"
NUMBERS: Final = "012345"
LETTERS: Final = "ABCDEF"
TILES: Final = 24
CENTRE: Final = 12
MOST_WEIGHT: Final = 5

WEIGHTS: Final = np.array([1, 1, 2, 2, 3, 3], dtype=np.int64)
"""What a pyramid weighs, by letter (T4)."""
POINTS: Final = np.array([1, 2, 3, 4, 5, 6], dtype=np.int64)
"""What it scores, by letter (T5)."""

_LAYOUT: Final = """
S2 S3 C1 M2 M3
S4 S5 A1 M4 M5
M0 C0 -- S0 A0
A2 A3 M1 C2 C3
A4 A5 S1 C4 C5
"""
CORNERS: Final = (0, 4, 20, 24)

DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def space(name: str) -> int:
    """The number of a space: space("a1") == 0. Trusts the name."""
    return SIZE * (int(name[1]) - 1) + FILES.index(name[0])


def space_name(number: int) -> str:
    return f"{FILES[number % SIZE]}{number // SIZE + 1}"


def tile(name: str) -> int:
    """The number of a tile: tile("M0") == 6. Trusts the name."""
    return 6 * SUITS.index(name[0]) + int(name[1])


def tile_name(number: int) -> str:
    return f"{SUITS[number // 6]}{number % 6}"


def tile_layout(seats: int) -> dict[int, int]:
    """The tile on each space at the start (T1); three players leave the corners out (T2)."""
    rows = _LAYOUT.split("\n")[1:-1]
    placed = {}
    for i, row in enumerate(rows):
        for column, name in enumerate(row.split()):
            at = SIZE * (SIZE - 1 - i) + column
            if name != "--" and not (seats == 3 and at in CORNERS):
                placed[at] = tile(name)
    return placed


def _along(start: int, direction: tuple[int, int], distance: int) -> int:
    x, y = start % SIZE + distance * direction[0], start // SIZE + distance * direction[1]
    return SIZE * y + x if 0 <= x < SIZE and 0 <= y < SIZE else -1


def _table(distance: int) -> np.ndarray:
    return np.array(
        [[_along(s, d, distance) for d in DIRECTIONS] for s in range(SPACES)], dtype=np.int64
    )


STEP: Final = _table(1)
"""STEP[space, direction]: the neighbour, or −1. Even directions are orthogonal."""
JUMP: Final = _table(2)
"""JUMP[space, direction]: the space two away, or −1."""
