"""Verification of puzzles: samples of what is shipped, and every fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

import icefield
from icefield.analysis.puzzles import Puzzle, book
from icefield.analysis.puzzles.verification import (
    PuzzleVerifier,
    find_duplicates,
    verify_without_table,
)
from icefield.search.exact.solve import solve
from icefield.search.verdict import Continuation

from ...games.glide.small_tablebase import GAME as GLIDE
from .shipped import KEYS, SEALS, easy

pytestmark = pytest.mark.usefixtures("tablebase_folder")


_SAMPLE = 16  # every so many-th puzzle is proven here; `make puzzles-check` proves all


def ids(puzzle: Puzzle) -> list[str]:
    return [
        fault.id.removeprefix("analysis.puzzles.") for fault in PuzzleVerifier(SEALS).faults(puzzle)
    ]


@pytest.mark.parametrize("key", KEYS)
def test_no_puzzle_is_another_one_turned_or_mirrored(key: str) -> None:
    assert find_duplicates(book(key), icefield.game(key)) == []


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_a_sample_wins_as_it_says_and_nothing_else_does(key: str) -> None:
    game = icefield.game(key)
    wrong = [
        puzzle.number for puzzle in book(key)[::_SAMPLE] if not verify_without_table(puzzle, game)
    ]
    assert wrong == []


def test_a_sample_agrees_with_the_solver() -> None:
    for puzzle in book("seals")[5 :: 4 * _SAMPLE]:
        found = solve(puzzle.start(SEALS))
        assert (found.value, found.winning) == ("win", (puzzle.solution,))
        assert found.plies == puzzle.plies


def test_a_sample_is_proven_completely() -> None:
    checker = PuzzleVerifier(SEALS)
    for puzzle in book("seals")[:: 4 * _SAMPLE]:
        assert checker.faults(puzzle) == []


def test_the_check_finds_a_wrong_solution() -> None:
    puzzle = easy()
    assert ids(puzzle) == []
    assert ids(replace(puzzle, solution=min(puzzle.others))) == ["solution"]


def test_the_check_finds_every_other_fault() -> None:
    puzzle = easy()
    text, other = next(iter(puzzle.others.items()))
    assert ids(replace(puzzle, plies=5))[:2] == ["plies", "play"]
    assert ids(replace(puzzle, line=puzzle.line[:1])) == ["play"]
    assert ids(replace(puzzle, tempting=puzzle.tempting + 1)) == ["tempting"]
    assert ids(replace(puzzle, grade=5)) == ["grade"]
    fewer = {move: each for move, each in puzzle.others.items() if move != text}
    assert ids(replace(puzzle, others=fewer)) == ["others"]
    drawn = {**puzzle.others, text: Continuation("draw", None, other.line)}
    assert ids(replace(puzzle, others=drawn)) == ["others"]
    assert len(PuzzleVerifier(SEALS).faults(replace(puzzle, position="4/8 s -"))) == 1


def test_the_quick_check_finds_faults() -> None:
    puzzle = book("glide")[-1]
    assert verify_without_table(puzzle, GLIDE)
    assert not verify_without_table(replace(puzzle, solution=min(puzzle.others)), GLIDE)
    assert not verify_without_table(replace(puzzle, plies=puzzle.plies + 2), GLIDE)
    assert not verify_without_table(replace(puzzle, line=puzzle.line[:-1]), GLIDE)


def test_twins_are_found() -> None:
    puzzle = easy()
    rows, *rest = puzzle.position.split()
    mirrored = " ".join(("/".join(reversed(rows.split("/"))), *rest))
    twin = replace(puzzle, number=7, position=mirrored)
    assert find_duplicates([puzzle, twin], SEALS) == [(puzzle.number, 7)]


def test_a_position_that_cannot_be_read_is_a_fault_of_its_puzzle_alone() -> None:
    puzzle = easy()
    bad = replace(puzzle, number=7, position="no position")
    assert find_duplicates([puzzle, bad, bad], SEALS) == []
    assert len(PuzzleVerifier(SEALS).faults(bad)) == 1
