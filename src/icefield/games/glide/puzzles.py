"""The practice puzzles (G11) that come with the game, read from `solitaire.txt` in its data."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...core.abilities import Puzzle
from .. import data_folder

FILE: Final = data_folder("glide") / "solitaire.txt"


@lru_cache(maxsize=1)
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, the shortest first; a name is the length and a number: `7-2`."""
    found: list[Puzzle] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        length, level = line.split()
        number = 1 + sum(puzzle.length == int(length) for puzzle in found)
        found.append(Puzzle(f"{length}-{number}", level, int(length)))
    return tuple(found)
