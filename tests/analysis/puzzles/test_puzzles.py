"""Puzzles: what is shipped is what it says it is, and what is wrong would be found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import icefield
from icefield.analysis.puzzles import Puzzle, book, find, with_books
from icefield.analysis.puzzles.book import read, write
from icefield.analysis.puzzles.defence import best_defence
from icefield.analysis.puzzles.generator import make_puzzles, recipe
from icefield.analysis.puzzles.grades import count_tempting, grade, possible_grades
from icefield.analysis.puzzles.proof import UnprovenError, prover
from icefield.analysis.puzzles.symmetry import canonical_form
from icefield.analysis.puzzles.verification import (
    PuzzleVerifier,
    find_duplicates,
    verify_without_table,
)
from icefield.core.errors import BadOption
from icefield.search import Stop
from icefield.search.exact.solve import solve
from icefield.search.verdict import Continuation

from ...games.glide.tabled import GAME as GLIDE
from ...games.glide.tabled import LEVEL, table_folder

SEALS = icefield.game("seals")
KEYS = ("seals", "glide")
_SAMPLE = 16  # every so many-th puzzle is proven here; `make puzzles-check` proves all


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No table but the small one, whatever has been built on this machine."""
    with table_folder(tmp_path_factory.mktemp("tables")) as found:
        yield found


def ids(puzzle: Puzzle) -> list[str]:
    return [
        fault.id.removeprefix("analysis.puzzles.") for fault in PuzzleVerifier(SEALS).faults(puzzle)
    ]


# -- what is shipped ------------------------------------------------------------------------------


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
def test_no_puzzle_is_another_one_turned_or_mirrored(key: str) -> None:
    assert find_duplicates(book(key), icefield.game(key)) == []


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


# -- what is wrong is found -----------------------------------------------------------------------


def easy() -> Puzzle:
    return next(puzzle for puzzle in book("seals") if puzzle.plies == 3)


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


def test_a_position_that_cannot_be_read_is_a_fault_of_its_puzzle_alone() -> None:
    puzzle = easy()
    bad = replace(puzzle, number=7, position="no position")
    assert find_duplicates([puzzle, bad, bad], SEALS) == []
    assert len(PuzzleVerifier(SEALS).faults(bad)) == 1


def test_a_name_depends_on_the_position_only() -> None:
    puzzle = easy()
    assert replace(puzzle, number=999, grade=5).name == puzzle.name
    assert replace(puzzle, position=book("seals")[0].position + " ").name != puzzle.name


# -- looking alike --------------------------------------------------------------------------------


def test_positions_look_alike_turned_mirrored_and_with_players_exchanged() -> None:
    position = GLIDE.read("*.*.Q/.*.*./*...*/.*.*./P.**. P 0")
    turned = GLIDE.read("P.*.*/.*.*./*...*/**.*./..*.Q P 0")
    mirrored = GLIDE.read("Q.*.*/.*.*./*...*/.*.*./.**.P P 0")
    exchanged = GLIDE.read("*.*.P/.*.*./*...*/.*.*./Q.**. Q 3")
    other = GLIDE.read("*.*.P/.*.*./*...*/.*.*./Q.**. P 0")
    assert (
        canonical_form(position)
        == canonical_form(turned)
        == canonical_form(mirrored)
        == canonical_form(exchanged)
    )
    assert canonical_form(position) != canonical_form(other)


def test_seals_and_bears_are_never_exchanged() -> None:
    assert canonical_form(SEALS.read("4/s4b/8/8/8/8/s4b/4 s -")) != canonical_form(
        SEALS.read("4/s4b/8/8/8/8/s4b/4 b -")
    )


# -- grading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plies", "temptations", "expected"),
    [
        *((1, 9, 1), (2, 0, 1), (3, 0, 1), (7, 0, 1), (5, 2, 2), (9, 0, 2)),
        *((9, 1, 2), (9, 2, 3), (7, 4, 3), (7, 9, 3), (9, 4, 4), (11, 4, 5)),
        *((17, 0, 5), (39, 20, 5)),
    ],
)
def test_grades(plies: int, temptations: int, expected: int) -> None:
    assert grade(plies, temptations) == expected
    assert expected in possible_grades(plies)


def test_a_wrong_move_looks_good_when_neither_it_nor_the_solution_is_seen_through() -> None:
    others = {
        "draws": Continuation("draw", None, ()),
        "loses late": Continuation("loss", 6, ()),
        "loses soon": Continuation("loss", 4, ()),
    }
    assert count_tempting(5, others) == 2
    assert count_tempting(4, others) == 0  # the win is in sight
    assert count_tempting(1, others) == 0


# -- making ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles() -> None:
    puzzles = make_puzzles(SEALS, 2, 7)
    assert [puzzle.number for puzzle in puzzles] == [1, 2]
    assert write(puzzles) == write(make_puzzles(SEALS, 2, 7))
    checker = PuzzleVerifier(SEALS)
    assert [checker.faults(puzzle) for puzzle in puzzles] == [[], []]


@pytest.mark.slow
def test_what_was_found_when_it_was_stopped_is_kept() -> None:
    stop = Stop()

    def told(found: int, _games: int) -> None:
        if found == 1:
            stop.set()

    assert len(make_puzzles(SEALS, 50, 7, stop=stop, on_progress=told)) == 1


def test_a_game_with_a_table_needs_it_for_making() -> None:
    with pytest.raises(BadOption):
        make_puzzles(GLIDE, 1, 1)
    with pytest.raises(UnprovenError):
        PuzzleVerifier(GLIDE)


def test_some_games_have_no_recipe() -> None:
    with pytest.raises(BadOption):
        recipe(icefield.game("torch"))


# -- by table -------------------------------------------------------------------------------------


def test_G7_a_table_proves_wins_draws_and_losses() -> None:
    proving = prover(GLIDE.start(board=LEVEL), 0)
    assert proving.prove(GLIDE.start(board=LEVEL)) is None  # two moves win there
    found = 0
    for puzzle_text in _around(LEVEL):
        position = GLIDE.read(puzzle_text)
        proof = proving.prove(position)
        if proof is None:
            continue
        found += 1
        after = position
        for text in proof.line:
            after = after.play(text)
        assert after.outcome is not None
        assert after.outcome.winners == (position.turn,)
        assert len(proof.line) == proof.plies
        for other in proving.others(position, proof).values():
            assert other.value in ("draw", "loss")
            assert len(other.line) == (6 if other.plies is None else other.plies - 1)
    assert found > 3


def _around(level: str) -> list[str]:
    """The positions that come up within a few moves."""
    seen = {str(GLIDE.start(board=level))}
    for _ in range(4):
        for text in sorted(seen):
            position = GLIDE.read(text)
            afters = (position.play(move) for move in position.moves())
            seen |= {str(after) for after in afters if after.turn is not None}
    return sorted(seen)


def test_G7_the_longest_defence_comes_from_the_table_or_from_a_search() -> None:
    lost = GLIDE.start(board=LEVEL).play("down")  # wins in 3, so 2 are left
    assert (best_defence(lost, 1.0).value, best_defence(lost, 1.0).plies) == ("loss", 2)
    puzzle = next(p for p in book("glide") if p.plies == 9)
    after = puzzle.start(GLIDE).play(puzzle.solution)
    found = best_defence(after, 30.0)
    assert (found.value, found.plies, len(found.line)) == ("loss", 8, 8)
