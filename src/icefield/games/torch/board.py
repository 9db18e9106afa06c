"""The components of IceFloe (T1–T5): spaces, tiles and pyramids.

Space number = 5 * row + column, a1 = 0, e5 = 24. Tile number = 6 * suit + number, so S0 = 0 and
A5 = 23. Pyramid number = 6 * seat + letter, so seat 1's C is 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.message import Message, message

SIZE: Final = 5
SPACES: Final = 25
FILES: Final = "abcde"
SUITS: Final = "SMCA"
NUMBERS: Final = "012345"
LETTERS: Final = "ABCDEF"
TILES: Final = 24
CENTRE: Final = 12
MOST_WEIGHT: Final = 5

WEIGHTS: Final = (1, 1, 2, 2, 3, 3)
"""What a pyramid weighs, by letter (T4)."""
POINTS: Final = (1, 2, 3, 4, 5, 6)
"""What a pyramid scores, by letter (T5)."""

_LAYOUT: Final = """
S2 S3 C1 M2 M3
S4 S5 A1 M4 M5
M0 C0 -- S0 A0
A2 A3 M1 C2 C3
A4 A5 S1 C4 C5
"""
CORNERS: Final = (0, 4, 20, 24)


def pyramid_weight(pyramid: str) -> int:
    """The weight of a pyramid such as "SA" (T4)."""
    return WEIGHTS[LETTERS.index(pyramid[1])]


def pyramid_points(pyramid: str) -> int:
    """The points of a pyramid such as "SA" (T5)."""
    return POINTS[LETTERS.index(pyramid[1])]


DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def space(name: str) -> int:
    """The number of a space: space("a1") == 0. Trusts the name."""
    return SIZE * (int(name[1]) - 1) + FILES.index(name[0])


def space_name(number: int) -> str:
    """The name of a space: space_name(0) == "a1"."""
    return f"{FILES[number % SIZE]}{number // SIZE + 1}"


def tile(name: str) -> int:
    """The number of a tile: tile("M0") == 6. Trusts the name."""
    return 6 * SUITS.index(name[0]) + int(name[1])


def tile_name(number: int) -> str:
    """The name of a tile: tile_name(6) == "M0"."""
    return f"{SUITS[number // 6]}{number % 6}"


def tile_layout(seats: int) -> dict[int, int]:
    """The tile on each space at the start (T1); without corners for three (T2)."""
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


def _hops(distance: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_along(at, way, distance) for way in DIRECTIONS) for at in range(SPACES))


STEP: Final = _hops(1)
"""STEP[space][direction]: the neighbour, or −1. Even directions are orthogonal."""
JUMP: Final = _hops(2)
"""JUMP[space][direction]: the space two away, or −1."""

# -- names in words -----------------------------------------------------------------------------


def suit_label(suit: str) -> Message:
    """The name of a suit: "Suns"."""
    return message(f"torch.suit.{suit}")


def option_label(option: str) -> str | Message:
    """The name of an option of a ballot: a number, or "the sun tile".

    A suit alone would be a player's name.
    """
    return message(f"torch.option-tile.{option}") if option in SUITS else option


def tile_label(tile: str) -> Message:
    """The name of a tile such as "S1": "Suns 1"."""
    return message("torch.tile", suit=suit_label(tile[0]), number=tile[1])


def pyramid_label(pyramid: str) -> Message:
    """The name of a pyramid such as "SA": "Suns A"."""
    return message("torch.pyramid", suit=suit_label(pyramid[0]), letter=pyramid[1])


def list_names(names: Sequence[str | Message]) -> str | Message:
    """The names in one phrase: "C", "C and F", "C, D and F" (up to six)."""
    if len(names) == 1:
        return names[0]
    return message(f"torch.list.{len(names)}", **dict(zip("abcdef", names, strict=False)))
