"""The values of moves: from a table, in practice, and proven by a search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield.analysis.move_values import can_judge, judge_moves
from icefield.analysis.solve import study, truth
from icefield.analysis.values import PositionVerdict
from icefield.analysis.wording import holding_words, verdict_words
from icefield.core.errors import BadOption, GameOver, NotNow
from icefield.core.game import Position
from icefield.search import Limits, Stop
from icefield.search.exact import tablebase
from icefield.search.exact.solve import solve

from ..games.glide.small_tablebase import GAME, LEVEL, build, table_folder
from ..games.seals.positions import all_but, put
from ..search.late_positions import late_positions, reference_of
from ..search.late_positions import truth as slow_truth
from ..search.small_strategy import NOWHERE, strategy

SEALS = icefield.game("seals")
ALONE = "...../..*.P/...../...../...*."
NO_WAY = "...../...../...../...../*...P"


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table_folder(tmp_path_factory.mktemp("tables")) as found, strategy(NOWHERE):
        yield found


def facts(verdicts: PositionVerdict) -> dict[str, tuple[str, int | None, bool | None]]:
    return {v.move.text: (v.value, v.plies, v.holds) for v in verdicts.moves}


# -- from a table ---------------------------------------------------------------------------------


def test_a_table_knows_every_move() -> None:
    found = judge_moves(GAME.start(board=LEVEL))
    assert (found.value, found.plies, found.score, found.source) == ("win", 1, None, "table")
    assert facts(found) == {
        "down": ("win", 3, True),
        "left": ("draw", None, False),
        "right": ("loss", 8, False),
        "up": ("win", 1, True),
    }
    assert [v.move.text for v in found.ranked] == ["up", "down", "left", "right"]
    assert (found.holding, found.unproven) == (2, 0)
    assert str(holding_words(found)) == "2 of 4 moves hold the result."
    assert [str(verdict_words(v)) for v in found.ranked] == [
        "win in 1",
        "win in 3",
        "draw",
        "loss in 8",
    ]


def test_what_moves_are_worth_follows_from_the_positions_after_them() -> None:
    """Each verdict is the negation of what the table says one move later."""
    table = tablebase.find(GAME.start(board=LEVEL))
    assert table is not None
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    position: Position = GAME.start(board=LEVEL)
    for way in ("right", "up", "left", "down", "up"):
        found = judge_moves(position)
        own = table.value(position)
        assert (found.value, found.plies) == (own.value, own.plies)
        for verdict in found.moves:
            after = position.play(verdict.move)
            if after.outcome is None:
                theirs = table.value(after)
                assert verdict.value == turned[theirs.value]
                if theirs.plies is not None:
                    assert verdict.plies == theirs.plies + 1
            else:
                assert (verdict.value, verdict.plies) == ("win", 1)
            assert verdict.holds == (verdict.value == own.value)
        if any(move.text == way for move in position.moves()):
            position = position.play(way)
        if position.turn is None:
            break


def test_every_move_of_a_lost_position_holds_the_loss() -> None:
    lost = GAME.start(board=LEVEL).play("down")
    found = judge_moves(lost)
    assert found.value == "loss"
    assert found.holding == len(found.moves)
    slowest = max(v.plies or 0 for v in found.moves)
    assert found.plies == slowest == 2
    assert found.ranked[0].plies == slowest


def test_G10_a_move_that_repeats_for_the_third_time_is_a_draw() -> None:
    """The table knows no past; the rules do."""
    there = GAME.start(board="Q..../*..../...../....*/....P")
    position: Position = there
    for _ in range(2):
        for way in ("left", "right", "right", "left"):
            if way not in [m.text for m in position.moves()]:
                pytest.fail(f"{way} is not a move in {position}")
            before, position = position, position.play(way)
    assert position.outcome is not None
    found = judge_moves(before)
    assert facts(found)["left"][:2] == ("draw", None)
    assert truth(before).value == found.value


def test_the_study_of_a_tabled_position_is_its_truth() -> None:
    position = GAME.start(board=LEVEL)
    found = study(position)
    assert found.solution.to_json() == truth(position).to_json()
    shown = json.loads(json.dumps(found.to_json()))
    assert {k: shown[k] for k in ("value", "plies", "score", "best", "winning")} == {
        "value": "win",
        "plies": 1,
        "score": None,
        "best": ["down", "up"],
        "winning": ["down", "up"],
    }
    assert (shown["holding"], shown["of"]) == (2, 4)
    assert shown["moves"][0] == {
        "move": "down",
        "value": "win",
        "plies": 3,
        "score": None,
        "holds": True,
    }


# -- by search ------------------------------------------------------------------------------------


def test_a_search_proves_what_the_table_knows(tmp_path: Path) -> None:
    with table_folder(tmp_path, built=False):
        found = judge_moves(GAME.start(board=LEVEL), Limits(depth=10))
        assert found.source == "search"
        assert facts(found) == {
            "down": ("win", 3, True),
            "left": ("unknown", None, None),  # play in circles proves nothing
            "right": ("loss", 8, False),
            "up": ("win", 1, True),
        }
        assert (found.value, found.plies) == ("win", 1)
        assert (found.holding, found.unproven) == (2, 1)
        assert str(holding_words(found)).startswith("At least 2 of 4 moves hold the result;")


def test_a_table_that_is_built_meanwhile_is_found(tmp_path: Path) -> None:
    with table_folder(tmp_path, built=False):
        position = GAME.start(board=LEVEL)
        assert tablebase.build_stamp(position) is None
        assert judge_moves(position, Limits(depth=2)).source == "search"
        build()
        assert tablebase.build_stamp(position) is not None
        assert judge_moves(position).source == "table"


def test_nothing_proven_is_said_so() -> None:
    found = judge_moves(SEALS.start(), Limits(depth=2))
    assert found.value == "unknown"
    assert found.holding is None
    assert {v.value for v in found.moves} == {"unknown"}
    assert {v.holds for v in found.moves} == {None}
    assert str(holding_words(found)) == "It is not proven which of the 16 moves hold the result."
    assert str(verdict_words(found.moves[0])) == "not proven"


def test_a_search_keeps_to_its_time_and_can_be_stopped() -> None:
    assert judge_moves(SEALS.start(), Limits(seconds=0.05)).value == "unknown"
    stop = Stop()
    stop.set()
    assert judge_moves(SEALS.start(), stop=stop).value == "unknown"


@pytest.mark.parametrize("part", range(3))
def test_late_moves_are_worth_what_the_slow_reference_says(part: int) -> None:
    words = {1: "win", 0: "draw", -1: "loss"}
    for position in late_positions(12, most=6, seed=40 + part):
        found, solution = judge_moves(position), solve(position)
        for verdict in found.moves:
            after = position.play(verdict.move)
            theirs = reference_of(position).play(verdict.move.text)
            if after.turn is None:
                assert verdict.plies == 1
                continue
            sign, score, plies = slow_truth(theirs)
            own = sign if after.turn == position.turn else -sign
            assert (verdict.value, verdict.score) == (words[own], score), str(position)
            assert verdict.plies == plies + 1, str(position)
        assert (found.value, found.score) == (solution.value, solution.score)
        assert found.plies == solution.plies
        kept = {v.move.text for v in found.moves if v.holds and v.score == found.score}
        assert kept == set(solution.best)
        if found.value == "win":
            assert {v.move.text for v in found.moves if v.holds} == set(solution.winning)


def test_a_solution_speaks_for_moves_that_are_not_proven_themselves() -> None:
    (position,) = late_positions(1, most=9, seed=3)
    solution = solve(position)
    found = judge_moves(position, Limits(depth=1), solution=solution)
    assert found.value == solution.value
    assert found.unproven == 0
    if solution.value == "win":
        assert {v.move.text for v in found.moves if v.holds} == set(solution.winning)


def test_scores_are_told() -> None:
    found = judge_moves(put("d4", "e4", discs=all_but("d4 e4 a3 a4 a5 a6 c5 f3"), turn="b"))
    assert str(verdict_words(found.ranked[0])) == "win in 1, score 7"
    assert found.ranked[0].move.text == "e4xd4"


# -- alone ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_G11_at_practice_the_shortest_way_is_to_be_held() -> None:
    found = judge_moves(GAME.start(board=ALONE, repetition="continue"))
    assert (found.source, found.value, found.plies) == ("practice", "win", 5)
    assert {v.move.text: v.holds for v in found.moves} == {"down": False, "left": False, "up": True}
    assert str(verdict_words(found.ranked[0], found.source)) == "goal in 5"
    assert str(holding_words(found)) == "1 of 3 moves keeps to a shortest way."
    assert study(GAME.start(board=ALONE)).solution.best == ("up",)


def test_G11_a_board_without_a_way() -> None:
    found = judge_moves(GAME.start(board=NO_WAY, repetition="continue"))
    assert found.value == "draw"
    assert str(verdict_words(found.moves[0], found.source)) == "never reaches the goal"
    assert str(holding_words(found)) == "No move leads to the goal."


# -- where nothing can be said --------------------------------------------------------------------


def test_which_games_can_be_judged() -> None:
    assert can_judge(SEALS.start())
    assert can_judge(GAME.start())
    assert can_judge(GAME.start(board="c7"))
    assert can_judge(GAME.start(board=ALONE))
    assert not can_judge(GAME.start(4))
    assert not can_judge(icefield.game("torch").start())
    with pytest.raises(BadOption) as refused:
        judge_moves(GAME.start(4))
    assert refused.value.refusal.code == "no-analysis"


def test_a_finished_game_has_no_moves_to_judge() -> None:
    over = GAME.start(board=LEVEL).play("up")
    for ask in (judge_moves, study):
        with pytest.raises(GameOver):
            ask(over)


def test_a_board_too_large_to_practise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("icefield.search.knowledge.MAX_SOLITAIRE_POSITIONS", 2)
    with pytest.raises(NotNow):
        judge_moves(GAME.start(board=ALONE))
