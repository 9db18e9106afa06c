"""The books of puzzles: what is shipped, and how it is written and read."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

import icefield
from icefield.analysis.puzzles import book, find, with_books
from icefield.analysis.puzzles.book import read, write
from icefield.analysis.puzzles.grades import count_tempting, grade
from icefield.core.errors import BadOption

from .shipped import KEYS, SEALS, easy

pytestmark = pytest.mark.usefixtures("tablebase_folder")


def test_two_games_come_with_puzzles() -> None:
    assert with_books() == KEYS
    assert book("torch") == ()


@pytest.mark.parametrize("key", KEYS)
def test_a_book_has_enough_of_everything(key: str) -> None:
    puzzles, game = book(key), icefield.game(key)
    assert len(puzzles) >= 300
    assert [puzzle.number for puzzle in puzzles] == [*range(1, len(puzzles) + 1)]
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    grades = Counter(puzzle.grade for puzzle in puzzles)
    assert sorted(grades) == [1, 2, 3, 4, 5]
    assert min(grades.values()) >= 20
    at_once = [puzzle for puzzle in puzzles if puzzle.plies == 1]
    assert len(at_once) <= 0.1 * len(puzzles)
    assert {puzzle.grade for puzzle in at_once} <= {1}
    turns = Counter(puzzle.start(game).turn for puzzle in puzzles)
    assert min(turns[0], turns[1]) >= 0.25 * len(puzzles)


def test_seals_positions_have_many_numbers_of_empty_spaces() -> None:
    found = {puzzle.start(SEALS).empty_spaces for puzzle in book("seals")}  # type: ignore[attr-defined]
    assert len(found) >= 10


@pytest.mark.parametrize("key", KEYS)
def test_every_line_can_be_played_and_every_move_is_told(key: str) -> None:
    game = icefield.game(key)
    for puzzle in book(key):
        position = puzzle.start(game)
        moves = {move.text for move in position.moves()}
        assert {puzzle.solution, *puzzle.others} == moves
        assert puzzle.solution not in puzzle.others
        assert puzzle.line[0] == puzzle.solution
        assert len(puzzle.line) == puzzle.plies
        after = position
        for text in puzzle.line:
            after = after.play(text)
        assert after.outcome is not None
        assert after.outcome.winners == (position.turn,)
        assert puzzle.tempting == count_tempting(puzzle.plies, puzzle.others)
        assert puzzle.grade == grade(puzzle.plies, puzzle.tempting)
        for text, other in puzzle.others.items():
            after = position.play(text)
            for reply in other.line:
                after = after.play(reply)
            assert (other.value == "loss") == bool(after.outcome and after.outcome.winners)


def test_a_book_is_written_and_read() -> None:
    puzzles = book("glide")[:3]
    assert read("glide", write(puzzles)) == puzzles
    with pytest.raises(BadOption) as found:
        read("glide", write(puzzles) + '{"number": 4}\n')
    assert "Line 4" in str(found.value)
    assert find("glide", 0) is None
    assert find("glide", 1) == puzzles[0]
    assert find("glide", len(book("glide")) + 1) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "4"},
        {"number": True},
        {"position": 5},
        {"solution": None},
        {"plies": "x"},
        {"plies": 3.0},
        {"line": ["a1"]},
        {"others": []},
        {"others": {"a1": ["loss", "2", ""]}},
        {"others": {"a1": ["loss"]}},
        {"tempting": None},
        {"grade": {}},
        {"options": [1]},
        {"options": {"seats": {}}},
        {"options": {"text": "x"}},
    ],
    ids=str,
)
def test_a_line_of_the_wrong_kind_is_named(wrong: dict[str, object]) -> None:
    good = book("glide")[0].to_json()
    text = write(book("glide")[:1]) + json.dumps({**good, **wrong})
    with pytest.raises(BadOption, match="Line 2"):
        read("glide", text)


def test_a_line_that_is_nested_without_end_is_named() -> None:
    with pytest.raises(BadOption, match="Line 1"):
        read("glide", "[" * 200_000)


def test_a_name_depends_on_the_position_only() -> None:
    puzzle = easy()
    assert replace(puzzle, number=999, grade=5).name == puzzle.name
    assert replace(puzzle, position=book("seals")[0].position + " ").name != puzzle.name
