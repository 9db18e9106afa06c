"""A game looked at again: grades, reasons, the curve, and what is said about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import icefield
from icefield.analysis import review as reviewing
from icefield.analysis.evaluate import Evaluator
from icefield.analysis.move_values import judge_moves
from icefield.analysis.review import (
    Review,
    decisions,
    grade_move,
    grade_thresholds,
    review,
    to_json,
)
from icefield.analysis.values import GRADES, GradedMove, MoveValue, PositionValue
from icefield.analysis.wording import (
    SIGNS,
    drop_words,
    given_away_words,
    grade_words,
    line_with_seats,
    line_words,
    value_words,
    verdict_sentence,
    win_chance,
    win_chances,
)
from icefield.core.game import CHANCE, Move, Position
from icefield.core.message import message
from icefield.core.mistakes import Mistake, Reason
from icefield.search import Limits

from ..games.glide.small_tablebase import GAME, LEVEL

pytestmark = pytest.mark.usefixtures("tablebase_folder")

SEALS = icefield.game("seals")
LATE = "ooo1/ooo2o/ooooo1o1/ooooooo1/1o1ooooo/o1s2obo/o2ooo/2oo s -"


def played(*moves: str) -> list[Position]:
    positions = [GAME.start(board=LEVEL)]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def graded(move: str) -> GradedMove:
    position = GAME.start(board=LEVEL)
    found = next(m for m in position.moves() if m.text == move)
    return grade_move(position, 0, found, Evaluator())


@pytest.mark.parametrize(
    ("move", "grade", "drop"),
    [
        ("up", "best", 0.0),
        ("down", "best", 0.0),
        ("left", "blunder", 1.0),
        ("right", "blunder", 2.0),
    ],
)
def test_a_decision_is_graded_by_what_it_gave_away(move: str, grade: str, drop: float) -> None:
    found = graded(move)
    assert (found.grade, found.drop) == (grade, drop)
    assert (found.reason is None) == (grade == "best")
    assert str(found.verdict) == "Player 1 (P): won in 1 move"


def test_the_bounds_of_the_grades_are_in_order() -> None:
    for key in sorted(icefield.keys()):
        found = grade_thresholds(icefield.game(key))
        assert 0 < found["slip"] < found["mistake"] < found["blunder"] < 2


def test_what_lies_between_is_a_slip_or_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("slip", "mistake", "blunder")
    for low, name in ((0.9, "slip"), (0.9, "mistake")):
        higher = dict.fromkeys(names[names.index(name) + 1 :], 3.0)
        lower = dict.fromkeys(names[: names.index(name) + 1], low)
        monkeypatch.setattr(
            reviewing, "grade_thresholds", lambda _, b=lower | higher: {**b, "points": 99}
        )
        assert graded("left").grade == name


def test_points_given_away_within_a_win_are_a_slip() -> None:
    position = SEALS.read(LATE)
    evaluator = Evaluator(Limits(seconds=1.0))
    values = {v.move.text: v.score for v in judge_moves(position, Limits(seconds=3)).moves}
    worst = min(position.moves(), key=lambda move: values[move.text] or 0)
    assert 9 - (values[worst.text] or 0) >= grade_thresholds(SEALS)["points"]
    found = grade_move(position, 0, worst, evaluator)
    assert (found.grade, found.drop) == ("slip", 0.0)
    assert found.points == 9 - (values[worst.text] or 0)
    said = drop_words(found, position)
    assert str(said) == f"It gave away {found.points} points of the score."


def test_a_move_that_costs_a_single_point_is_not_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    position = SEALS.read(LATE)
    verdicts = judge_moves(position, Limits(seconds=3))
    worst = min(verdicts.moves, key=lambda v: v.score or 0)
    monkeypatch.setattr(
        reviewing, "grade_thresholds", lambda _: dict.fromkeys(GRADES, 3.0) | {"points": 99}
    )
    assert worst.score is not None
    assert worst.score < 9
    assert grade_move(position, 0, worst.move, Evaluator(Limits(seconds=1.0))).grade == "good"


def test_a_guess_beside_a_proven_win_is_not_called_the_best() -> None:
    position = SEALS.start()
    one, two = position.moves()[:2]
    worth = PositionValue(0, 1.0, (one,), (1.0, -1.0))
    guess = MoveValue(1.0, (two,), (1.0, -1.0), guessed=True)
    assert reviewing.grade_decision(position, two, worth, guess) == "good"
    assert reviewing.grade_decision(position, two, worth, replace(guess, guessed=False)) == "best"


class _Guessing(Evaluator):
    """An evaluator that gives every position and move the same value."""

    def evaluate(self, position: Position, seat: int | None = None) -> PositionValue:
        assert seat is not None
        return PositionValue(seat, 0.1, (position.legal("up")[1],), (0.1, -0.1))

    def evaluate_move(self, position: Position, move: Move, best: PositionValue) -> MoveValue:
        return MoveValue(0.1, (move,), (0.1, -0.1))


def test_what_is_proven_of_the_next_decision_counts_for_the_one_before() -> None:
    positions = played("right", "up")
    later = replace(graded("up"), ply=1, seat=1, value=1.0, better=positions[1].moves()[:1])
    guessed = _Guessing()
    alone = reviewing.review_decision(positions, 0, guessed)
    assert (alone.grade, alone.kept) == ("best", 0.1)
    told = reviewing.review_decision(positions, 0, guessed, later)
    assert (told.grade, told.kept, told.payoffs) == ("blunder", -1.0, (-1.0, 1.0))
    assert [move.text for move in told.played] == ["right", later.better[0].text]
    unproven = replace(later, verdict=None)
    assert reviewing.review_decision(positions, 0, guessed, unproven).kept == 0.1


def test_the_curve_goes_by_what_is_proven() -> None:
    first = replace(graded("up"), verdict=None, payoffs=(0.2, -0.2))
    second = replace(first, ply=1, seat=1, value=-1.0, payoffs=(1.0, -1.0))
    positions = tuple(played("left", "up"))
    assert Review(positions, (first, second)).curve[1] == (0.2, -0.2)
    sure = replace(second, verdict=message("analysis.exact.draw"))
    assert Review(positions, (first, sure)).curve[1] == (1.0, -1.0)


def test_a_line_is_told_in_words_where_its_notation_has_codes() -> None:
    start = GAME.start(board=LEVEL)
    line = [start.legal("up")[1]]
    assert line_words(start, line) == "up"
    strait = icefield.game("strait").start(2)
    drawn = next(iter(strait.odds()))
    assert line_words(strait, [drawn]) == ""  # it is chance
    position = strait.play(drawn)
    while position.turn == CHANCE:
        position = position.play(next(iter(position.odds())))
    code = position.moves()[0]
    assert ":" in code.text
    assert str(line_words(position, [code])) == str(code.name) != code.text


def test_a_single_move_is_called_forced() -> None:
    positions = [SEALS.read(LATE)]
    while positions[-1].turn is not None and len(positions[-1].moves()) > 1:
        positions.append(positions[-1].play(positions[-1].moves()[-1]))
    position = positions[-1]
    assert position.turn is not None
    assert grade_move(position, position.turn, position.moves()[0], Evaluator()).grade == "forced"


def test_a_whole_game_backwards_with_progress() -> None:
    positions = played("right", "up", "left")
    told: list[tuple[int, int]] = []
    found = review(positions, Evaluator(), lambda done, of: told.append((done, of)))
    assert [g.ply for g in found.graded] == [0, 1, 2]
    assert [g.seat for g in found.graded] == [0, 1, 0]
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert found.curve[0] == (1.0, -1.0)
    assert found.curve[1] == (-1.0, 1.0)
    assert len(found.curve) == 4
    assert found.counts(0)["blunder"] >= 1
    assert sum(sum(found.counts(seat).values()) for seat in (0, 1)) == 3
    assert found.given_away(0) > 0


def test_the_curve_ends_with_the_result() -> None:
    found = review(played("up"), Evaluator())
    assert found.curve == ((1.0, -1.0), (1.0, -1.0))


def test_punishment_of_both_seats_does_not_show_in_the_curve() -> None:
    positions = played("right", "up")
    first, second = review(positions, Evaluator()).graded
    first = replace(first, value=-0.3, payoffs=(-0.3, -0.1))
    second = replace(second, value=-0.1, payoffs=(-0.3, -0.1))
    curve = Review(tuple(positions), (first, second)).curve
    assert curve[0] == pytest.approx((-0.1, 0.1))
    alone = Review(tuple(positions), (second,)).curve
    assert alone[1] == pytest.approx((-0.1, 0.1))  # by the seat that decided


def test_a_review_that_is_stopped_keeps_what_is_done() -> None:
    evaluator = Evaluator()
    positions = played("right", "up", "left")

    def stop_after_one(done: int, _: int) -> None:
        if done == 1:
            evaluator.stop.set()

    found = review(positions, evaluator, stop_after_one)
    assert [entry.ply for entry in found.graded] == [2]
    assert [at is None for at in found.curve] == [True, True, False, False]


def test_chance_is_not_graded() -> None:
    strait = icefield.game("strait")
    positions = [strait.start(2, tiles="drawn")]  # a draw and a placement in turn
    for _ in range(8):
        positions.append(positions[-1].play(positions[-1].moves()[0]))
    plies = decisions(positions)
    assert plies
    assert all(positions[ply].turn != CHANCE for ply in plies)
    drawn = [i for i in range(8) if positions[i].turn == CHANCE]
    assert sorted(plies + drawn) == list(range(8))


# -- reasons --------------------------------------------------------------------------------------


def test_a_reason_of_the_game_comes_before_the_generic_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Mistake] = []

    def reasons(mistake: Mistake) -> list[Reason]:
        asked.append(mistake)
        return [Reason("test", message("core.game_over"), "G1", ("c3",))]

    monkeypatch.setattr(GAME, "reasons", reasons, raising=False)
    found = graded("right")
    assert found.reason is not None
    assert (found.reason.kind, found.reason.rule) == ("test", "G1")
    (mistake,) = asked
    assert mistake.played[0].text == "right"
    assert mistake.better[0].text == "up"
    assert (mistake.seat, mistake.drop) == (0, 2.0)


def test_where_the_game_has_nothing_to_say_the_lines_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "reasons", lambda _mistake: [], raising=False)
    found = graded("left")
    assert found.reason is not None
    assert found.reason.kind == "generic"
    assert str(found.reason.text).startswith("Better was up")


def test_what_followed_goes_as_far_as_the_next_own_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Mistake] = []

    def reasons(mistake: Mistake) -> list[Reason]:
        asked.append(mistake)
        return []

    monkeypatch.setattr(GAME, "reasons", reasons, raising=False)
    reviewing.review_decision(played("right", "up", "left", "down"), 0, Evaluator())
    assert [m.text for m in asked[0].followed] == ["up"]


# -- in words -------------------------------------------------------------------------------------


def test_exact_results_in_words() -> None:
    start = GAME.start(board=LEVEL)
    assert str(verdict_sentence(start, judge_moves(start))) == "Player 1 (P): won in 1 move"
    lost = start.play("right")
    assert str(verdict_sentence(lost, judge_moves(lost))).startswith("Player 2 (Q): won in 7 moves")
    position = SEALS.read(LATE)
    told = str(verdict_sentence(position, judge_moves(position, Limits(seconds=3))))
    assert told == "Seals: won with 9 empty spaces left"


@pytest.mark.parametrize(
    ("payoff", "seats", "percent"),
    [(1, 2, 100), (-1, 2, 0), (0, 2, 50), (0.24, 2, 62), (1, 4, 100), (-1 / 3, 4, 0), (0, 4, 25)],
)
def test_payoffs_as_chances(payoff: float, seats: int, percent: int) -> None:
    assert win_chance(payoff, seats) == percent


def test_the_chances_of_all_seats_are_a_hundred() -> None:
    assert win_chances((1.0, -1.0), 2) == [100, 0]
    assert win_chances((0.24, -0.24), 2) == [62, 38]
    assert win_chances((-0.1, -0.3), 2) == [55, 45]  # both were punished for circling
    assert win_chances((1.0, -1 / 3, -1 / 3, -1 / 3), 4) == [100, 0, 0, 0]
    assert win_chances((-0.35,) * 4, 4) == [25] * 4  # all have a long way to go
    assert win_chances((0.6, -0.7, -0.7, -0.6), 4) == [94, 0, 0, 6]


def test_a_guess_in_words() -> None:
    words = value_words(SEALS.start(), 0, 0.24, (0.24, -0.24), None)
    assert value_words(SEALS.start(), 0, 0.14, (0.14, -0.34), None) == words
    assert str(words) == "Seals: about 62 % chance of winning (estimate)"
    assert words.text("de") == "Robben: etwa 62 % Gewinnaussicht (Schätzung)"


def test_every_grade_has_a_sign_and_a_name_in_every_language() -> None:
    assert set(SIGNS) == set(GRADES)
    assert len(set(SIGNS.values())) == len(GRADES)
    for language in ("en", "de", "fr", "ja"):
        names = {grade_words(grade).text(language) for grade in GRADES}
        assert len(names) == len(GRADES)


def test_what_was_given_away_in_words() -> None:
    position = GAME.start(board=LEVEL)
    assert drop_words(graded("up"), position) is None
    told = drop_words(graded("right"), position)
    assert told is not None
    assert str(told) == "It turned a win into a loss."
    estimated = replace(graded("right"), verdict=None)
    assert "100 points" in str(drop_words(estimated, position))
    assert (
        str(given_away_words(review(played("right"), Evaluator()), 0))
        == "100 % given away per move"
    )


def test_a_line_is_told_as_far_as_it_can_be_played() -> None:
    position = GAME.start(board=LEVEL)
    moves = {m.text: m for m in position.moves()}
    told = line_with_seats(position, (moves["right"], moves["left"], moves["left"], moves["left"]))
    assert [m.text for m, _ in told][:1] == ["right"]
    assert [seat for _, seat in told] == [i % 2 for i in range(len(told))]


def test_for_programs() -> None:
    told = to_json(graded("right"), "en")
    assert (told["move"], told["grade"], told["drop"]) == ("right", "blunder", 2.0)
    assert told["better"] == ["up"]
    assert told["reason"]["text"]
