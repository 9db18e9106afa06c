"""The board of `seals` (S1, S2): squares, their names, setups.

Square number = 8 * row + column, a1 = 0, h8 = 63; a set of squares is a 64-bit word.
"""

from __future__ import annotations

from typing import Final, NamedTuple

FILES: Final = "abcdefgh"
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
SEALS, BEARS = 0, 1  # the seats


def square(name: str) -> int:
    """The number of a square: square("b2") == 9. Trusts the name."""
    return 8 * (int(name[1]) - 1) + FILES.index(name[0])


def name(square_: int) -> str:
    """The name of a square: name(9) == "b2"."""
    return f"{FILES[square_ % 8]}{square_ // 8 + 1}"


_CUT_OFF: Final = ["a1", "a2", "b1", "a7", "a8", "b8", "g1", "h1", "h2", "g8", "h7", "h8"]

SQUARES: Final = tuple(s for s in range(64) if name(s) not in _CUT_OFF)
"""The 52 spaces of the board, from a3 … in the order of their numbers (S1)."""
NAMES: Final = frozenset(name(s) for s in SQUARES)


class Setup(NamedTuple):
    """The squares on which the tokens begin, and those that are holes.

    The seals move first.
    """

    seals: tuple[str, ...]
    bears: tuple[str, ...]
    discs: tuple[str, ...] = ()

    def sets(self) -> tuple[int, int, int]:
        """The squares of the seals, of the bears and of the holes as words."""
        seals, bears, discs = (bits([*map(square, names)]) for names in self)
        return seals, bears, discs


_CRACKS: Final = ("a3", "b3", "c1", "c2", "a6", "b6", "c7", "c8")

SETUPS: Final = {
    "standard": Setup(("b2", "b7"), ("g2", "g7")),
    "cracks": Setup(("b2",), ("h4", "h5"), _CRACKS),
    "chase": Setup(("b2",), ("g4", "g5"), _CRACKS),
    "lone": Setup(("b2",), ("g2", "g7")),
}
"""The setup of the rules (S2), and ours, each harder for the seals than the one before (S2a)."""
STANDARD: Final = SETUPS["standard"]


def bits(squares: tuple[int, ...] | list[int]) -> int:
    """The set of these squares as a word."""
    return sum(1 << s for s in squares)


BOARD: Final = bits(SQUARES)


def on_board(s: int) -> bool:
    """Whether a square of the 8×8 grid is one of the 52 spaces."""
    return bool(BOARD >> s & 1)


def along(start: int, direction: tuple[int, int], distance: int) -> int | None:
    """The square that far away in that direction, or None when it is off the board."""
    x, y = start % 8 + direction[0] * distance, start // 8 + direction[1] * distance
    if 0 <= x < 8 and 0 <= y < 8 and BOARD >> (8 * y + x) & 1:
        return 8 * y + x
    return None


def reach(start: int, distance: int) -> list[int]:
    """The squares exactly that far away in one of the 8 directions."""
    return [s for d in DIRECTIONS if (s := along(start, d, distance)) is not None]


def between(start: int, end: int) -> int | None:
    """The square in the middle of a straight line of two steps; None if there is none."""
    for d in DIRECTIONS:
        if along(start, d, 2) == end:
            return along(start, d, 1)
    return None
