"""Exact solving against stored truth, the slow reference, and plain minimax."""

from __future__ import annotations

import json
import threading
import time

import pytest

from icefield.core.errors import GameOver
from icefield.games.seals.position import SealsPosition
from icefield.search import Limits, Report, Stop
from icefield.search.exact.solve import Solution, solve

from ...games.seals.kernel import reference
from ...games.seals.positions import Stored, all_but, play, put, read, solved, start
from ...timeouts import HANG_S
from ..late_positions import Truth, best_and_winning, late_positions, reference_of, truth

WORDS = {1: "win", -1: "loss"}


def assert_line_is_the_result(position: SealsPosition, found: Solution) -> None:
    """The line ends the game after `plies` moves, with that value and score."""
    assert position.turn is not None
    assert found.plies == len(found.line)
    assert found.line[0].text in found.best
    end = play(position, *(move.text for move in found.line))
    assert end.outcome is not None
    assert end.outcome.winners == (position.turn if found.value == "win" else 1 - position.turn,)
    assert max(end.outcome.scores) == found.score


@pytest.mark.parametrize("each", solved(), ids=lambda each: each.position)
def test_a_stored_position_is_solved_exactly(each: Stored) -> None:
    position = read(each.position)
    found = solve(position)
    mover = ("seals", "bears")[position.turn or 0]
    assert found.value == ("win" if each.winner == mover else "loss")
    assert found.score == each.score
    assert found.best == tuple(sorted(each.best))
    assert found.winning == tuple(sorted(each.winning))
    assert_line_is_the_result(position, found)


@pytest.mark.parametrize("part", range(6))
@pytest.mark.slow
def test_a_late_position_is_solved_as_the_slow_reference_does(part: int) -> None:
    for position in late_positions(40, most=7, seed=part):
        theirs = reference_of(position)
        memo: dict[reference.Reference, Truth] = {}
        sign, score, plies = truth(theirs, memo)
        assert reference.solve(theirs) == (sign, score), str(position)  # two slow ways agree
        best, winning = best_and_winning(theirs, memo)
        found = solve(position)
        assert (found.value, found.score) == (WORDS[sign], score), str(position)
        assert list(found.best) == best, str(position)
        assert list(found.winning) == winning, str(position)
        assert found.plies == plies, str(position)
        assert_line_is_the_result(position, found)


def test_both_sides_win_and_lose_in_the_late_positions() -> None:
    positions = late_positions(40, most=7, seed=0)
    found = {(position.turn, solve(position).value) for position in positions}
    assert found == {(seat, value) for seat in (0, 1) for value in ("win", "loss")}


@pytest.mark.slow
def test_two_threads_solve_the_same() -> None:
    for position in late_positions(20, most=12, seed=4):
        one, two = solve(position), solve(position, threads=2)
        assert two.to_json() == one.to_json(), str(position)


def test_the_winner_takes_points_before_a_short_game() -> None:
    # The last seal stands next to the bear: catching it now ends the game with the points there
    # are; every other bear move breaks ice first.
    position = put("d4", "e4", discs=all_but("d4 e4 a3 a4 a5 a6 c5 f3"), turn="b")
    found = solve(position)
    assert (found.value, found.score, found.plies) == ("win", 7, 1)
    assert found.best == ("e4xd4",)


def test_a_forced_pass_is_solved_too() -> None:
    # The bear cannot move; the seal can, and may also be stuck after it (S3, S10).
    position = put("a3", "h6", discs=all_but("a3 a4 h6"), turn="b")
    found = solve(position)
    assert found.value == "loss"
    assert found.best == ("pass",)
    assert found.winning == ()
    assert found.line[0].text == "pass"


def test_the_json_is_what_the_command_line_promises() -> None:
    found = solve(put("d4", "e4", discs=all_but("d4 e4"), turn="b"))
    assert json.loads(json.dumps(found.to_json())) == {
        "value": "win",
        "plies": 1,
        "score": 1,
        "best": ["e4xd4"],
        "winning": ["e4xd4"],
    }


# -- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(nodes=2000), Limits(depth=3)])
def test_the_start_position_is_unknown_when_the_limits_run_out(limits: Limits) -> None:
    found = solve(start(), limits)
    assert found.value == "unknown"
    assert (found.plies, found.score, found.best, found.winning) == (None, None, (), ())
    assert found.nodes > 0
    assert found.seconds < HANG_S


def test_solving_can_be_stopped() -> None:
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    began = time.perf_counter()
    found = solve(start(), stop=stop)
    assert time.perf_counter() - began < HANG_S
    timer.join()
    assert found.value == "unknown"


def test_reports_arrive_while_solving() -> None:
    reports: list[Report] = []
    (position,) = late_positions(1, most=12, seed=6)
    found = solve(position, on_report=reports.append)
    assert found.value != "unknown"
    assert reports
    assert [report.depth for report in reports] == list(range(1, len(reports) + 1))
    assert [report.exact for report in reports] == [False] * (len(reports) - 1) + [True]
    assert reports[-1].plies == found.plies


def test_a_finished_game_is_not_solved() -> None:
    over = put("d4", "h5", discs=all_but("d4 h5 h4"), turn="b")
    assert over.outcome is not None
    with pytest.raises(GameOver):
        solve(over)
