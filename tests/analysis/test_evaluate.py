"""What positions and moves are worth, by the best source there is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.analysis import evaluate
from icefield.analysis.evaluate import Evaluator
from icefield.analysis.values import UNKNOWN, MoveValue, MoveVerdict, PositionValue, PositionVerdict
from icefield.core.abilities import HasSolitaire, Repeating
from icefield.core.errors import GameOver
from icefield.core.game import Move, Position
from icefield.search import Limits, Report, alphabeta
from icefield.search.mcts import isuct

from ..games.glide.small_tablebase import GAME, LEVEL, table_folder
from ..search.small_strategy import NOWHERE, strategy

SEALS = icefield.game("seals")
LATE = "ooo1/ooo2o/ooooo1o1/ooooooo1/1o1ooooo/o1s2obo/o2ooo/2oo s -"
ALONE = "...../..*.P/...../...../...*."


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table_folder(tmp_path_factory.mktemp("tables")) as found, strategy(NOWHERE):
        yield found


def evaluator(seconds: float = 0.2) -> Evaluator:
    return Evaluator(Limits(seconds=seconds))


def move_of(position: Position, text: str) -> Move:
    return next(move for move in position.moves() if move.text == text)


def test_a_table_tells_exactly() -> None:
    position = GAME.start(board=LEVEL)
    worth = evaluator().evaluate(position)
    assert (worth.value, worth.exact, worth.best.text) == (1.0, True, "up")
    assert worth.payoffs == (1.0, -1.0)
    kept = {
        move.text: evaluator().evaluate_move(position, move, worth).value
        for move in position.moves()
    }
    assert kept == {"up": 1.0, "down": 1.0, "left": 0.0, "right": -1.0}


def test_the_line_of_a_table_is_play_to_the_end() -> None:
    position = GAME.start(board=LEVEL)
    worth = evaluator().evaluate(position)
    losing = evaluator().evaluate_move(position, move_of(position, "right"), worth)
    assert losing.line[0].text == "right"
    assert len(losing.line) == 8
    for move in losing.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winners == (1,)


def test_a_proof_tells_exactly_with_its_score() -> None:
    position = SEALS.read(LATE)
    worth = evaluator(1.0).evaluate(position)
    assert worth.verdicts is not None
    assert (worth.value, worth.verdicts.value, worth.verdicts.score) == (1.0, "win", 9)
    assert worth.best.text == "c3-e3"
    assert evaluator(1.0).evaluate_move(position, move_of(position, "c3-b3"), worth).value == 1.0


def test_a_guess_is_no_verdict() -> None:
    worth = evaluator().evaluate(SEALS.start())
    assert not worth.exact
    assert worth.verdict(worth.best) is None
    assert -1 < worth.value < 1
    assert worth.payoffs[0] == -worth.payoffs[1]


def test_searches_are_compiled_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limits] = []
    search = alphabeta.search

    def watched(position: Position, given: Limits, **options: Any) -> Report:
        limits.append(given)
        return search(position, given, **options)

    monkeypatch.setattr(alphabeta, "search", watched)
    found = evaluator(0.1)
    found.evaluate(SEALS.start())
    found.evaluate(SEALS.start())
    assert [each.seconds for each in limits] == [None, 0.1, 0.1]


def test_G10_draws_by_what_came_before_are_not_remembered_for_other_games() -> None:
    first = GAME.read(".***Q/...*./P**.*/..*../**... P 0")  # P wins in 3
    again: Position = first
    for way in ("right", "down", "left", "up"):
        again = again.play(way)
    assert isinstance(again, Repeating)
    assert again.worn()
    found = Evaluator(Limits(nodes=1_000_000))
    assert found.evaluate(again).exact
    assert not found.table.data.any()
    assert found.evaluate(first).value == 1.0
    assert found.table.data.any()


def test_a_move_is_not_taken_for_an_answer_of_the_same_name() -> None:
    """In `glide`, moves have the same names for all seats; a search rates the answers."""
    position = GAME.start(4, board="c5")
    worth = evaluator(0.1).evaluate(position)
    for move in position.moves():
        kept = evaluator(0.1).evaluate_move(position, move, worth)
        assert kept.line[0] == move
        assert len(kept.payoffs) == 4
        if move != worth.best:
            assert kept.value <= worth.value + 1e-9


def test_G11_alone_the_shortest_way_is_worth_everything() -> None:
    assert isinstance(GAME, HasSolitaire)
    position = GAME.start(1, **GAME.practice_options(ALONE))
    worth = evaluator().evaluate(position)
    assert (worth.value, worth.payoffs) == (1.0, (1.0,))
    assert [m.text for m in worth.line] == list(GAME.shortest(position, 1 << 20) or ())
    values = {m.text: evaluator().evaluate_move(position, m, worth).value for m in position.moves()}
    assert values.pop(worth.best.text) == 1.0
    assert all(value < 1.0 for value in values.values())


def test_after_the_end_nothing_is_worth_anything() -> None:
    position = GAME.start(board=LEVEL).play("up")
    with pytest.raises(GameOver):
        evaluator().evaluate(position)


@pytest.mark.slow
def test_every_seat_of_a_game_with_secrets_can_be_asked() -> None:
    torch = icefield.game("torch")
    position, chance = torch.start(3), random.Random(1)
    for _ in range(300):
        if len(position.deciders) > 1:
            break
        position = position.play(chance.choice(position.moves()))
    assert len(position.deciders) > 1
    for seat in position.deciders:
        worth = evaluator(0.1).evaluate(position.view(seat), seat)
        assert worth.seat == seat
        assert worth.best in position.moves(seat)
        assert sum(worth.payoffs) == pytest.approx(0, abs=0.01)


# -- guesses are compared with their like ---------------------------------------------------------

TORCH = icefield.game("torch")
MOVING = (
    "-,S3:SF,C1:CC,M2:CE,-/S4:SC,S5:MD,A1:SB,M4:MA,M5:SE/M0:SD,C0:CF,-,S0:ME,A0:MB"
    "/A2,A3:CD,M1:SA,C2:CB,C3:MF/-,A5:MC,S1,C4:CA,- suits=SMC return=0 limit=20 phase=move "
    "round=1 torch=M turn=M coins=333 scores=0,0,0 rolls=24x"
)


def test_two_ways_to_the_same_position_are_worth_the_same() -> None:
    position = TORCH.read(MOVING)
    one, two = (move_of(position, text) for text in ("Ad4-b2-a2", "Ad4-c4-a2"))
    assert position.play(one) == position.play(two)
    assert position.turn is not None
    worth = PositionValue(position.turn, 0.4, (one,), (0.1, 0.4, -0.5))
    assert evaluator().evaluate_move(position, two, worth) == MoveValue(
        0.4, (two,), (0.1, 0.4, -0.5)
    )


@pytest.mark.parametrize(
    ("best", "kept"),
    [
        (0.32, 0.48),  # the search of all moves thought too much of the best one
        (0.25, 0.5),  # and this one is no worse at all
        (0.9, 0.3),  # never more than the two searches said at first
    ],
)
def test_a_move_is_measured_by_what_the_best_one_gets_in_the_same_search(
    monkeypatch: pytest.MonkeyPatch, best: float, kept: float
) -> None:
    position = TORCH.read(MOVING)
    first, other = position.moves()[0], position.moves()[-1]
    alone = {first: best, other: 0.3}

    def sampled(at: Position, limits: Limits, *, only: Move, **options: Any) -> Report:
        return Report(only, alone[only], 1, 1, 0.1, line=(only,), payoffs=(0.0, 0.0, 0.0))

    monkeypatch.setattr(isuct, "search", sampled)
    assert position.turn is not None
    worth = PositionValue(position.turn, 0.5, (first,), (0.5, -0.2, -0.3))
    assert evaluator().evaluate_move(position, other, worth).value == pytest.approx(kept)


def test_a_game_without_scores_is_not_told_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(position: Position, *_args: Any, **_named: Any) -> PositionVerdict:
        moves = tuple(MoveVerdict(move, UNKNOWN) for move in position.moves())
        return PositionVerdict(UNKNOWN, None, None, moves, "search")

    monkeypatch.setattr(evaluate, "judge_moves", late)
    for game, text in ((GAME, ".*.../..*../...../Q.P../.*... P 0"), (SEALS, LATE)):
        worth = Evaluator(Limits(nodes=1_000_000)).evaluate(game.read(text))
        assert worth.verdicts is not None
        assert worth.verdicts.value == "win"
        assert (worth.verdicts.score is None) == (game is GAME)
