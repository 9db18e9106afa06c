"""The longest defence."""

from __future__ import annotations

import pytest

from icefield.analysis.puzzles import book
from icefield.analysis.puzzles.defence import best_defence

from ...games.glide.small_tablebase import GAME as GLIDE
from ...games.glide.small_tablebase import LEVEL

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def test_G7_the_longest_defence_comes_from_the_table_or_from_a_search() -> None:
    lost = GLIDE.start(board=LEVEL).play("down")  # wins in 3, so 2 are left
    assert (best_defence(lost, 1.0).value, best_defence(lost, 1.0).plies) == ("loss", 2)
    puzzle = next(p for p in book("glide") if p.plies == 9)
    after = puzzle.start(GLIDE).play(puzzle.solution)
    found = best_defence(after, 30.0)
    assert (found.value, found.plies, len(found.line)) == ("loss", 8, 8)
