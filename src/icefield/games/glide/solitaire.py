"""Solitaire of `glide` (G11): the shortest way to the goal, and the puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from ...core.abilities import Puzzle
from ...core.errors import NotNow
from ...core.message import message
from .. import data_folder
from . import kernel
from .board import DIRECTIONS, Level, read_level
from .kernel.solitaire import FULL, NO_WAY, search
from .position import GlidePosition

MOST: Final = 1 << 24
"""How many positions are searched at most, unless a caller says otherwise."""
FILE: Final = data_folder("glide") / "solitaire.txt"


@dataclass(frozen=True, slots=True)
class Solution:
    """The shortest way to the goal."""

    moves: tuple[str, ...]  # the alphabetically first where there are several
    count: int  # how many there are


def solve(board: str | Level | GlidePosition, most: int = MOST) -> Solution | None:
    """The shortest way to the goal for one player; None when there is none.

    Raises BadNotation for a bad board, and NotNow when several players are on it or when it has
    more than `most` positions to search. Draws (G10) are left out of account.
    """
    if isinstance(board, str):
        board = read_level(board)
    if isinstance(board, GlidePosition):
        if board.outcome is not None and board.outcome.rule == "G7":
            return Solution((), 1)
        board = board.level
    if len(board.players) != 1:
        raise NotNow(message("glide.practice.players"), rule="G11", detail="not-alone")
    state = kernel.make(board.side, board.floes, board.players, 1, 0, 0, False)
    way = np.zeros(1 << 12, dtype=np.int64)
    length, count = search(state, most, way)
    if length == FULL:
        raise NotNow(message("glide.practice.too_large"), rule="G11", detail="too-large")
    if length == NO_WAY:
        return None
    assert length <= len(way)
    return Solution(tuple(DIRECTIONS[int(code)] for code in way[:length]), int(count))


def shortest(board: str | Level | GlidePosition, most: int = MOST) -> tuple[str, ...] | None:
    """The moves of the shortest way to the goal; see `solve`."""
    found = solve(board, most)
    return None if found is None else found.moves


def count_shortest(board: str | Level | GlidePosition, most: int = MOST) -> tuple[int, int]:
    """The length of the shortest way to the goal and how many ways have it.

    (-1, 0) for none.
    """
    found = solve(board, most)
    return (-1, 0) if found is None else (len(found.moves), found.count)


@lru_cache(maxsize=1)
def puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the game, the shortest first.

    `7-2` is the second of length 7.
    """
    found: list[Puzzle] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        length, level = line.split()
        number = 1 + sum(puzzle.length == int(length) for puzzle in found)
        found.append(Puzzle(f"{length}-{number}", level, int(length)))
    return tuple(found)
