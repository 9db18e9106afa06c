"""Analysis and hints where the winner is proven from the start of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield.analysis.review import BEST, BLUNDER, GOOD, SLIP, exact_words, judge_move
from icefield.analysis.solving import study
from icefield.analysis.verdicts import CALCULATION, PROOF, judge, summary, told
from icefield.analysis.weigh import Scales
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.search import Limits, proven
from icefield.server import hints

from ..search.strategy_files import SMALL, START, strategy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = icefield.game("seals")
ANSWER = START.play("b7-c8")


@pytest.fixture(autouse=True)
def small() -> Iterator[Path]:
    with strategy(SMALL) as file:
        yield file


def scales(nodes: int = 3000) -> Scales:
    return Scales(Limits(nodes=nodes))


def words(position: Position) -> dict[str, str]:
    worth = scales().position(position)
    assert worth.verdicts is not None
    said = exact_words(position, worth.verdicts)
    assert said is not None
    return {language: said.text(language) for language in ("en", "de", "fr", "ja")}


def test_a_proven_position_is_worth_everything_or_nothing() -> None:
    for position, value in ((START, 1.0), (ANSWER, -1.0)):
        worth = scales().position(position)
        assert (worth.value, worth.exact) == (value, True)
        assert worth.payoffs == (1.0, -1.0)
        assert worth.verdicts is not None
        assert worth.verdicts.source == PROOF
        assert worth.nodes == 0
        assert worth.line == proven.line(position, 12)


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


def test_where_the_file_ends_it_says_how_far_certainty_is() -> None:
    position = START
    for move in proven.line(START, 12):
        position = position.play(move)
    worth = Scales(Limits(nodes=1)).position(position)
    assert worth.verdicts is not None
    assert worth.verdicts.source == CALCULATION
    found = proven.find(position)
    assert found is not None
    said = str(exact_words(position, worth.verdicts))
    assert said == f"Seals: proven win, certain after at most {found.plies} more moves"


def test_moves_are_judged_by_the_proof() -> None:
    verdicts = judge(START, Limits(seconds=0.0))
    assert (verdicts.source, verdicts.value, verdicts.plies) == (PROOF, "win", 12)
    best = verdicts.ranked[0]
    assert (best.move.text, best.value, best.holds) == ("b7-c8", "win", True)
    assert str(told(best, verdicts.source)) == "win, proof of length 12"
    assert verdicts.unproven
    assert str(summary(verdicts)).startswith("At least 1 of ")
    lost = judge(ANSWER)
    assert (lost.source, lost.value, lost.plies, lost.unproven) == (PROOF, "loss", 11, 0)
    assert {verdict.value for verdict in lost.moves} == {"loss"}
    assert {verdict.move for verdict in lost.moves} == set(ANSWER.moves())


def test_moves_beside_the_proof_are_told_where_a_small_search_knows() -> None:
    position = ANSWER.play(ANSWER.moves()[0])
    verdicts = judge(position)
    assert verdicts.value == "win"
    for verdict in verdicts.moves:
        after = proven.find(position.play(verdict.move))
        if verdict.value == "unknown":
            assert after is None
        elif after is not None:
            assert (after.winner == 0) == (verdict.value == "win") == verdict.holds


def test_solving_such_a_position_takes_no_search() -> None:
    found = study(START)
    assert (found.solution.value, found.solution.plies) == ("win", None)
    assert "b7-c8" in found.solution.winning
    assert found.solution.nodes == 0


def test_a_move_beside_the_proof_is_no_mistake_for_that_alone() -> None:
    worth = scales().position(START)
    assert worth.verdicts is not None
    assert scales().move(START, worth.best, worth).value == 1.0
    unproven = [v.move for v in worth.verdicts.moves if v.holds is None]
    open_ones = [scales(1000).move(START, move, worth).value for move in unproven[:5]]
    assert max(open_ones) > 0.8
    assert all(-1 <= value <= 1 for value in open_ones)


def test_to_give_a_proven_win_away_is_a_blunder() -> None:
    position = SEALS.read("o3/oo3b/2soo3/soo2o2/1bo3o1/2o2o2/o2ooo/4 s -")
    found = proven.find(position, 0)
    assert found is not None
    assert (found.winner, found.leaf) == (0, False)
    move = next(move for move in position.moves() if move.text == "c6-a6")
    graded = judge_move(position, 0, move, scales())
    assert (graded.grade, graded.value, graded.kept) == (BLUNDER, 1.0, -1.0)


def test_who_is_lost_anyhow_makes_slips_at_most() -> None:
    for move in ANSWER.moves()[:6]:
        graded = judge_move(ANSWER, 1, move, scales())
        assert graded.grade in (BEST, GOOD, SLIP)
        assert (graded.value, graded.kept) == (-1.0, -1.0)


def test_a_hint_follows_the_proof_and_says_so() -> None:
    asked = hints.Asked("t", 1, 0, START)
    told = hints.hint_json(asked, hints._think(asked), "en")
    assert told["move"] == "b7-c8"
    assert told["worth"].startswith("Seals: proven win. The proof takes at most 12 more moves")
    assert told["follows"] is not None
    german = hints.hint_json(asked, hints._think(asked), "de")
    assert german["worth"].startswith("Robben: Gewinn bewiesen.")


def test_without_a_file_nothing_is_said_of_it(tmp_path: Path) -> None:
    with strategy(tmp_path / "none"):
        worth = scales(500).position(START)
        assert not worth.exact
        assert judge(START, Limits(seconds=0.05)).source == "search"
