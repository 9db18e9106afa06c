"""The practice puzzles of the game (G11) each have one shortest solution."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

import pytest

from icefield.core.abilities import Puzzle
from icefield.games import game
from icefield.games.glide import solitaire
from icefield.games.glide.board import read_level
from icefield.games.glide.solitaire import puzzles

from .kernel import reference

ALL = puzzles()
SCRIPT = Path(__file__).parents[3] / "scripts" / "glide_puzzles.py"


@pytest.mark.slow
def test_G11_every_puzzle_has_exactly_one_shortest_solution() -> None:
    wrong = {
        puzzle.name: found
        for puzzle in ALL
        if (found := solitaire.count_shortest(puzzle.level)) != (puzzle.length, 1)
    }
    assert wrong == {}


@pytest.mark.parametrize("puzzle", ALL[::12], ids=lambda p: p.name)
def test_G11_the_reference_agrees(puzzle: Puzzle) -> None:
    assert reference.count_shortest(puzzle.level) == (puzzle.length, 1)


def test_G11_there_are_enough_of_every_grade() -> None:
    assert len(ALL) >= 60
    grades = Counter(puzzle.length for puzzle in ALL)
    assert min(grades) == 5
    assert set(range(5, 16)) <= set(grades)
    assert [p.length for p in ALL] == sorted(p.length for p in ALL)
    assert len({p.name for p in ALL}) == len({p.level for p in ALL}) == len(ALL)


def test_G11_they_differ() -> None:
    boards = [read_level(puzzle.level) for puzzle in ALL]
    assert all(len(board.players) == 1 for board in boards)
    assert {board.side for board in boards} == {5, 7}
    assert len({board.floes.bit_count() for board in boards}) >= 6
    images = runpy.run_path(str(SCRIPT))["images"]
    assert len({min(images(board)) for board in boards}) == len(ALL)


def test_G11_a_puzzle_is_solved_by_playing_its_solution() -> None:
    glide = game("glide")
    for puzzle in ALL[::10]:
        position = glide.start(seats=1, **glide.practice_options(puzzle.level))  # type: ignore[attr-defined]
        moves = glide.shortest(position, solitaire.MOST)  # type: ignore[attr-defined]
        for move in moves:
            position = position.play(move)
        assert position.outcome is not None
        assert (position.outcome.winners, position.outcome.rule) == ((0,), "G7")


@pytest.mark.slow
def test_the_generator_makes_the_same_again() -> None:
    made = runpy.run_path(str(SCRIPT))
    once, again = (made["choose"](made["search"](150, 7)) for _ in range(2))
    assert once == again
    assert once
    for length, level in once:
        assert solitaire.count_shortest(level) == (length, 1)
