"""Shipped puzzles to try things with."""

from __future__ import annotations

import icefield
from icefield.analysis.puzzles import Puzzle, book

SEALS = icefield.game("seals")


KEYS = ("seals", "glide")


def easy() -> Puzzle:
    return next(puzzle for puzzle in book("seals") if puzzle.plies == 3)
