"""Making puzzles."""

from __future__ import annotations

import pytest

import icefield
from icefield.analysis.puzzles.book import write
from icefield.analysis.puzzles.generator import make_puzzles, recipe
from icefield.analysis.puzzles.proof import UnprovenError
from icefield.analysis.puzzles.verification import PuzzleVerifier
from icefield.core.errors import BadOption
from icefield.search import Stop

from ...games.glide.small_tablebase import GAME as GLIDE
from .shipped import SEALS

pytestmark = pytest.mark.usefixtures("tablebase_folder")


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles() -> None:
    puzzles = make_puzzles(SEALS, 2, 7, workers=1)
    assert [puzzle.number for puzzle in puzzles] == [1, 2]
    assert write(puzzles) == write(make_puzzles(SEALS, 2, 7, workers=2))
    checker = PuzzleVerifier(SEALS)
    assert [checker.faults(puzzle) for puzzle in puzzles] == [[], []]


@pytest.mark.slow
def test_what_was_found_when_it_was_stopped_is_kept() -> None:
    stop = Stop()

    def told(found: int, _games: int) -> None:
        if found == 1:
            stop.set()

    assert len(make_puzzles(SEALS, 50, 7, workers=1, stop=stop, on_progress=told)) == 1


def test_a_game_with_a_table_needs_it_for_making() -> None:
    with pytest.raises(BadOption):
        make_puzzles(GLIDE, 1, 1)
    with pytest.raises(UnprovenError):
        PuzzleVerifier(GLIDE)


def test_some_games_have_no_recipe() -> None:
    with pytest.raises(BadOption):
        recipe(icefield.game("torch"))
