"""Analysis and hints where the winner is proven from the start of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield.analysis.evaluate import Evaluator
from icefield.analysis.hints import find_hint
from icefield.analysis.move_values import judge_moves
from icefield.analysis.review import grade_move
from icefield.analysis.score_bounds import side_search_limits
from icefield.analysis.solve import study
from icefield.analysis.values import BEST, BLUNDER, CALCULATION, GOOD, PROOF, SLIP
from icefield.analysis.wording import (
    bounds_words,
    graded_words,
    holding_words,
    position_words,
    verdict_sentence,
    verdict_words,
)
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.search import Limits
from icefield.search.exact import score_bounds
from icefield.search.exact.score_bounds import ScoreBounds
from icefield.search.knowledge import best_line
from icefield.search.proof import lookup
from icefield.server.views.table import hints as hint_views

from ..search.small_strategy import SMALL, START, strategy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = icefield.game("seals")
ANSWER = START.play("b7-c8")


@pytest.fixture(autouse=True)
def small() -> Iterator[Path]:
    with strategy(SMALL) as file:
        yield file


def evaluator(nodes: int = 3000) -> Evaluator:
    return Evaluator(Limits(nodes=nodes))


def words(position: Position) -> dict[str, str]:
    worth = evaluator().evaluate(position)
    assert worth.verdicts is not None
    said = verdict_sentence(position, worth.verdicts)
    assert said is not None
    return {language: said.text(language) for language in ("en", "de", "fr", "ja")}


@pytest.mark.slow
def test_a_proven_position_is_worth_everything_or_nothing() -> None:
    for position, value in ((START, 1.0), (ANSWER, -1.0)):
        worth = evaluator().evaluate(position)
        assert (worth.value, worth.exact) == (value, True)
        assert worth.payoffs == (1.0, -1.0)
        assert worth.verdicts is not None
        assert worth.verdicts.source == PROOF
        assert worth.nodes == 0
        assert worth.line == best_line(position, 12)


def test_it_says_that_it_is_proven_and_how_far_the_proof_goes() -> None:
    here, there = words(START), words(ANSWER)
    assert here["en"] == (
        "Seals: proven win. The proof takes at most 12 more moves, then a short calculation"
    )
    assert there["en"] == here["en"].replace("12", "11")
    for language, sentence in here.items():
        assert "12" in sentence
        assert "11" in there[language]
    assert len(set(here.values())) == 4


@pytest.mark.slow
def test_where_the_file_ends_it_says_how_far_certainty_is() -> None:
    position = START
    for move in best_line(START, 12):
        position = position.play(move)
    worth = Evaluator(Limits(nodes=1)).evaluate(position)
    assert worth.verdicts is not None
    assert worth.verdicts.source == CALCULATION
    found = lookup.find_proof(position)
    assert found is not None
    said = str(verdict_sentence(position, worth.verdicts))
    assert said == f"Seals: proven win, certain after at most {found.plies} more moves"


def test_moves_are_judged_by_the_proof() -> None:
    verdicts = judge_moves(START, Limits(seconds=0.0))
    assert (verdicts.source, verdicts.value, verdicts.plies) == (PROOF, "win", 12)
    best = verdicts.ranked[0]
    assert (best.move.text, best.value, best.holds) == ("b7-c8", "win", True)
    assert str(verdict_words(best, verdicts.source)) == "win, proof of length 12"
    assert verdicts.unproven
    assert str(holding_words(verdicts)).startswith("At least 1 of ")
    lost = judge_moves(ANSWER)
    assert (lost.source, lost.value, lost.plies, lost.unproven) == (PROOF, "loss", 11, 0)
    assert {verdict.value for verdict in lost.moves} == {"loss"}
    assert {verdict.move for verdict in lost.moves} == set(ANSWER.moves())


def test_moves_beside_the_proof_are_told_where_a_small_search_knows() -> None:
    position = ANSWER.play(ANSWER.moves()[0])
    verdicts = judge_moves(position)
    assert verdicts.value == "win"
    for verdict in verdicts.moves:
        after = lookup.find_proof(position.play(verdict.move))
        if verdict.value == "unknown":
            assert after is None
        elif after is not None:
            assert (after.winner == 0) == (verdict.value == "win") == verdict.holds


def test_solving_such_a_position_takes_no_search() -> None:
    found = study(START)
    assert (found.solution.value, found.solution.plies) == ("win", None)
    assert "b7-c8" in found.solution.winning
    assert found.bounds is not None
    assert found.solution.nodes == found.bounds.nodes  # for the points, not for the winner
    assert found.bounds.winner == 0


def test_a_move_beside_the_proof_is_no_mistake_for_that_alone() -> None:
    worth = evaluator().evaluate(START)
    assert worth.verdicts is not None
    assert evaluator().evaluate_move(START, worth.best, worth).value == 1.0
    unproven = [v.move for v in worth.verdicts.moves if v.holds is None]
    open_ones = [evaluator(1000).evaluate_move(START, move, worth).value for move in unproven[:5]]
    assert max(open_ones) > 0.8
    assert all(-1 <= value <= 1 for value in open_ones)


def test_to_give_a_proven_win_away_is_a_blunder() -> None:
    position = SEALS.read("o3/oo3b/2soo3/soo2o2/1bo3o1/2o2o2/o2ooo/4 s -")
    found = lookup.find_proof(position, 0)
    assert found is not None
    assert (found.winner, found.leaf) == (0, False)
    move = next(move for move in position.moves() if move.text == "c6-a6")
    graded = grade_move(position, 0, move, evaluator())
    assert (graded.grade, graded.value, graded.kept) == (BLUNDER, 1.0, -1.0)


def test_who_is_lost_anyhow_makes_slips_at_most() -> None:
    for move in ANSWER.moves()[:6]:
        graded = grade_move(ANSWER, 1, move, evaluator())
        assert graded.grade in (BEST, GOOD, SLIP)
        assert (graded.value, graded.kept) == (-1.0, -1.0)


def test_a_hint_follows_the_proof_and_says_so() -> None:
    asked = hint_views.HelpRequest("t", 1, 0, START)
    told = hint_views.build_hint(asked, find_hint(START, 0), "en")
    assert told["move"] == "b7-c8"
    assert told["worth"].startswith("Seals: proven win. The proof takes at most 12 more moves")
    assert told["follows"] is not None
    german = hint_views.build_hint(asked, find_hint(START, 0), "de")
    assert german["worth"].startswith("Robben: Gewinn bewiesen.")


def test_without_a_file_nothing_is_said_of_it(tmp_path: Path) -> None:
    with strategy(tmp_path / "none"):
        worth = evaluator(500).evaluate(START)
        assert not worth.exact
        assert judge_moves(START, Limits(seconds=0.05)).source == "search"


# -- the score ------------------------------------------------------------------------------------


def test_what_is_certain_about_the_score_is_told_with_it() -> None:
    worth = evaluator(20_000).evaluate(ANSWER)
    assert worth.bounds is not None
    assert worth.bounds.winner == 0
    assert worth.nodes == 0  # the winner needs no search
    said = position_words(ANSWER, worth)
    assert str(said).startswith(str(words(ANSWER)["en"]) + ". Points of the winner with best play:")
    for language, part in (("de", "Siegerseite"), ("fr", "vainqueur"), ("ja", "勝者の得点")):
        assert part in said.text(language)
    graded = grade_move(ANSWER, 1, ANSWER.moves()[0], evaluator(20_000))
    assert graded.bounds is not None
    assert graded.bounds.winner == 0
    assert "Points of the winner" in str(graded_words(ANSWER, graded))


def test_the_look_for_the_score_is_small() -> None:
    slow = side_search_limits(Limits(seconds=60))
    assert slow.seconds is not None
    assert slow.seconds <= 0.25
    quick = side_search_limits(Limits(seconds=0.05, nodes=100, depth=3))
    assert (quick.seconds, quick.nodes, quick.depth) == (0.05, 100, None)


def test_bounds_are_told_when_they_say_something() -> None:
    position = SEALS.start()
    first = score_bounds.static_bounds(position)
    assert bounds_words(position, None) is None
    assert bounds_words(position, first) is None
    assert str(bounds_words(position, ScoreBounds(-4, 6))) == (
        "Points with best play: at most 6 for Seals, at most 3 for Bears"
    )
    assert str(bounds_words(position, ScoreBounds(3, 9))).endswith("at least 3, at most 9")
    assert str(bounds_words(position, ScoreBounds(0, 9))).endswith(": at most 9")
    assert str(bounds_words(position, ScoreBounds(-10, -4))).endswith("at least 3, at most 9")
    assert str(bounds_words(position, ScoreBounds(7, 7))).endswith(": 7")


def test_where_the_score_is_known_the_bounds_meet_there() -> None:
    late = SEALS.read("ooo1/ooo2o/ooooo1o1/ooooooo1/1o1ooooo/o1s2obo/o2ooo/2oo s -")
    found = study(late, Limits(seconds=5))
    assert found.bounds == ScoreBounds(9, 9)
    assert found.to_json()["bounds"] == {"winner": 0, "least": [9, 0], "most": [9, 0]}
