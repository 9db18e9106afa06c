"""Boards of `glide` (G1–G3): squares, and levels as text.

Square number = side * row + column, a1 = 0; a set of squares is a Python int here and two 64-bit
words in the kernel, so that sides up to 11 fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...core.errors import BadNotation
from ...core.message import message

FILES: Final = "abcdefghijk"
PLAYERS: Final = "PQRS"
WATER, FLOE = ".", "*"
SMALLEST, LARGEST = 3, 11
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
DIRECTIONS: Final = ("up", "down", "left", "right")
ABSENT: Final = 255
"""The square of a player who is not on the board."""


@dataclass(frozen=True, slots=True)
class Level:
    """A board before the first move."""

    side: int
    floes: int  # set of squares, those under players included
    players: tuple[int, ...]  # the square of each player

    @property
    def goal(self) -> int:
        return self.side * self.side // 2

    def __str__(self) -> str:
        return "/".join(rows(self.side, self.floes, self.players))


def square_name(side: int, square: int) -> str:
    """The name of a square: square_name(5, 0) == "a1"."""
    return f"{FILES[square % side]}{square // side + 1}"


def rows(side: int, floes: int, players: tuple[int, ...]) -> list[str]:
    """The rows of a board from the top, in the legend of G1."""
    on = {at: PLAYERS[i] for i, at in enumerate(players) if at != ABSENT}

    def sign(square: int) -> str:
        return on.get(square) or (FLOE if floes >> square & 1 else WATER)

    return [
        "".join(sign(side * row + column) for column in range(side))
        for row in range(side - 1, -1, -1)
    ]


def _bad(what: str, line: int, column: int, rule: str, **params: str | int) -> BadNotation:
    return BadNotation(
        message(f"glide.level.{what}", **params),
        line=line,
        column=column,
        rule=rule,
        detail=f"bad-level-{what}",
    )


def read_squares(lines: list[str], *, in_one_line: bool = False) -> tuple[int, int, dict[str, int]]:
    """Side, floes and players of rows in the legend of G1.

    Raises BadNotation with the place.
    """

    def place(line: int, column: int) -> tuple[int, int]:
        if not in_one_line:
            return line, column
        return 1, sum(len(row) + 1 for row in lines[: line - 1]) + column

    side = len(lines)
    if not (SMALLEST <= side <= LARGEST and side % 2):
        raise _bad("side", *place(max(side, 1), 1), "G3", count=side)
    floes, players = 0, {}
    for i, row in enumerate(lines, 1):
        for j, sign in enumerate(row[:side], 1):
            square = side * (side - i) + j - 1
            if sign not in WATER + FLOE + PLAYERS:
                raise _bad("sign", *place(i, j), "G1", text=sign)
            if sign in players:
                raise _bad("twice", *place(i, j), "G1", text=sign)
            if sign in PLAYERS:
                players[sign] = square
            if sign != WATER:
                floes |= 1 << square
        if len(row) != side:
            column = min(len(row), side) + 1
            raise _bad("width", *place(i, column), "G1", wanted=side, found=len(row))
    return side, floes, players


def _in_one_line(text: str) -> bool:
    return "\n" not in text.strip("\n")


def _rows_of(text: str) -> list[str]:
    """The rows of a level: on lines of their own, or joined by slashes."""
    lines = text.strip("\n").split("/" if _in_one_line(text) else "\n")
    return [line.rstrip("\r") for line in lines]


def read_drawing(text: str) -> tuple[int, int, dict[str, int]]:
    """Side, floes and players of a level that need not be complete.

    Raises BadNotation.
    """
    return read_squares(_rows_of(text), in_one_line=_in_one_line(text))


def read_level(text: str) -> Level:
    """The level a text stands for: rows on lines of their own, or joined by `/` (G3)."""
    lines, in_one_line = _rows_of(text), _in_one_line(text)
    side, floes, players = read_squares(lines, in_one_line=in_one_line)
    goal = side * side // 2

    def where(square: int) -> tuple[int, int]:
        line, column = side - square // side, square % side + 1
        if in_one_line:
            return 1, (line - 1) * (side + 1) + column
        return line, column

    if not players:
        raise _bad("nobody", 1, 1, "G3")
    for i in range(len(players)):
        if PLAYERS[i] not in players:
            last = max(players)
            raise _bad("gap", *where(players[last]), "G3", text=last, missing=PLAYERS[i])
    for name, square in players.items():
        if square == goal:
            raise _bad("on_goal", *where(square), "G3", text=name)
    if floes >> goal & 1:
        raise _bad("floe_on_goal", *where(goal), "G1")
    if floes.bit_count() <= len(players):
        raise _bad("few_floes", 1, 1, "G3", count=floes.bit_count(), players=len(players))
    return Level(side, floes, tuple(players[PLAYERS[i]] for i in range(len(players))))


_C5_TWO: Final = "*.*.Q/.*.*./*...*/.*.*./P.*.*"
_C5_FOUR: Final = "S.*.R/.*.*./*...*/.*.*./P.*.Q"
_D7: Final = "*.....Q/...*.../..*.*../.*...*./..*.*../...*.../P.....*"
_F5: Final = "....Q/...../.*.*./...../P...."


def _checkerboard(side: int, corners: dict[str, str]) -> str:
    """Every second square a floe, the centre free, players in corners (G2)."""
    centre = side // 2
    signs = [
        [
            FLOE if (row + column) % 2 == 0 and (row, column) != (centre, centre) else WATER
            for column in range(side)
        ]
        for row in range(side)
    ]
    for name, corner in corners.items():
        row, column = {"sw": (-1, 0), "se": (-1, -1), "ne": (0, -1), "nw": (0, 0)}[corner]
        signs[row][column] = name
    return "/".join("".join(row) for row in signs)


STANDARD: Final[dict[str, dict[int, str]]] = {
    "c5": {2: _C5_TWO, 4: _C5_FOUR},
    "c7": {
        2: _checkerboard(7, {"P": "sw", "Q": "ne"}),
        4: _checkerboard(7, {"P": "sw", "Q": "se", "R": "ne", "S": "nw"}),
    },
    "d7": {2: _D7},
    "f5": {2: _F5},
}
"""The named boards, by number of players (G2)."""
