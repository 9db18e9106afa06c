"""Bounds of the score: they contain the truth, narrow, and meet in the end."""

from __future__ import annotations

import random
import threading
import time
from itertools import pairwise

import pytest

import icefield
from icefield.core import jit
from icefield.core.errors import BadOption, GameOver
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED, bind
from icefield.games.seals.position import SealsPosition
from icefield.search import Limits
from icefield.search.exact import score_bounds
from icefield.search.exact.score_bounds import ScoreBounds
from icefield.search.exact.solve import solve

from ...games.seals.positions import all_but, put, start
from ...timeouts import HANG_S
from ..late_positions import late_positions, reference_of, truth
from ..proof.searched import turned

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

FEW, ENOUGH = Limits(nodes=30), Limits(nodes=2_000_000)


def step(winner: int | None, points: int) -> int:
    """A result as a step of the ladder."""
    return points if winner == 0 else -1 - points


def by_reference(position: SealsPosition) -> int:
    sign, points, _ = truth(reference_of(position))
    assert position.turn is not None
    return step(position.turn if sign > 0 else 1 - position.turn, points)


def by_solving(position: Position) -> int:
    found = solve(position)
    assert position.turn is not None
    assert found.score is not None
    return step(position.turn if found.value == "win" else 1 - position.turn, found.score)


def result(position: Position) -> int:
    """Of a game that is over."""
    assert position.outcome is not None
    return step(position.outcome.winners[0], max(position.outcome.scores))


# -- the truth ------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(4))
@pytest.mark.slow
def test_the_bounds_contain_the_truth_and_meet_there(part: int) -> None:
    for position in late_positions(40, most=7, seed=20 + part):
        value = by_reference(position)
        for found in (score_bounds.static_bounds(position), score_bounds.search(position, FEW)):
            assert found.low <= value <= found.high, str(position)
        met = score_bounds.search(position, ENOUGH)
        assert (met.low, met.high) == (value, value), str(position)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.slow
def test_they_agree_with_exact_solving(part: int) -> None:
    narrowed = 0
    for position in late_positions(16, most=17, seed=40 + part):
        value, first = by_solving(position), score_bounds.static_bounds(position)
        for nodes in (50, 1000):
            found = score_bounds.search(position, Limits(nodes=nodes))
            assert first.low <= found.low <= value <= found.high <= first.high, str(position)
            narrowed += found.high - found.low < first.high - first.low
        met = score_bounds.search(position, ENOUGH)
        assert (met.low, met.high) == (value, value), str(position)
    assert narrowed > 16


@pytest.mark.slow
def test_whatever_is_played_ends_within_what_is_said_at_sight() -> None:
    """The `stakes` of a position rule nothing out that happens, and their spare stays.

    Only where a seat can win at once they ignore the moves that fail to.
    """
    rng, tag = random.Random(7), bind(start().game)
    kinds = set()
    for _ in range(400):
        position: Position = start()
        seen = []
        while position.turn is not None:
            seen.append((position, tuple(map(int, jit.stakes(tag, position.state)))))
            moves = position.moves()
            catches = [move for move in moves if "x" in move.text]
            position = position.play(rng.choice(catches or list(moves)))
        value = result(position)
        kinds.add(value >= 0)
        assert tuple(map(int, jit.stakes(tag, position.state)))[:2] == (value, value)
        for before, (low, high, spare) in seen:
            said = int(jit.verdict(tag, before.state))
            assert said > 0 or low <= value, str(before)
            assert said < 0 or value <= high, str(before)
            assert max(value, -1 - value) >= spare, str(before)
    assert kinds == {True, False}


def test_they_come_closer_step_by_step() -> None:
    for position in late_positions(6, most=20, seed=3):
        told: list[ScoreBounds] = []
        found = score_bounds.search(position, ENOUGH, on_found=told.append)
        spans = [score_bounds.static_bounds(position), *told]
        for wide, narrow in pairwise(spans):
            assert wide.low <= narrow.low <= narrow.high <= wide.high
            assert (wide.low, wide.high) != (narrow.low, narrow.high)
        assert (spans[-1].low, spans[-1].high) == (found.low, found.high)


def test_an_image_of_a_position_has_the_same_score() -> None:
    for position in late_positions(6, most=14, seed=8):
        found = {
            (span.low, span.high)
            for turn in ((False, False, False), (True, False, False), (True, True, True))
            for span in [score_bounds.search(turned(position, *turn), ENOUGH)]
        }
        assert len(found) == 1


def test_ice_that_nobody_reaches_is_left_over() -> None:
    # One bear cannot catch two seals, and the three spaces at the top are out of reach.
    position = put("b2 g3", "h4", discs=all_but("b2 g3 h4 h5 d2 d8 e8 f8"), turn="s")
    low, high, spare = jit.stakes(bind(position.game), position.state)
    assert spare == 3
    assert low >= 3
    met = score_bounds.search(position, ENOUGH)
    assert met.low == met.high == by_reference(position)
    assert high >= met.high


# -- how it works ---------------------------------------------------------------------------------


def test_the_same_nodes_find_the_same() -> None:
    for position in late_positions(6, most=24, seed=9):
        one, two = (score_bounds.search(position, Limits(nodes=5000)) for _ in range(2))
        assert (one.low, one.high, one.nodes) == (two.low, two.high, two.nodes)
        assert one.nodes <= 5000


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.slow
def test_several_threads_meet_in_the_same_place(threads: int) -> None:
    for position in late_positions(8, most=16, seed=10):
        one = score_bounds.search(position, ENOUGH)
        many = score_bounds.search(position, ENOUGH, threads=threads)
        assert (many.low, many.high) == (one.low, one.high), str(position)
        assert many.exact


def test_what_is_known_already_is_made_use_of() -> None:
    position = start()
    found = score_bounds.search(position, Limits(nodes=200), known=score_bounds.bounds_of_win(0))
    assert found.winner == 0
    assert found.low >= 0
    again = score_bounds.search(position, Limits(nodes=200), known=ScoreBounds(7, 9))
    assert (again.low, again.high) == (7, 9)


def test_the_time_and_the_stop_are_kept() -> None:
    score_bounds.search(start(), Limits(nodes=1))  # compiled
    began = time.perf_counter()
    found = score_bounds.search(start(), Limits(seconds=0.2), threads=2)
    assert time.perf_counter() - began < HANG_S
    assert found.nodes > 0
    stop = threading.Event()
    stop.set()
    assert score_bounds.search(start(), Limits(), stop=stop).nodes < 100_000


def test_where_nothing_can_be_said() -> None:
    with pytest.raises(BadOption, match="Ice Floes"):
        score_bounds.search(icefield.game("glide").start())
    position: Position = start()
    rng = random.Random(1)
    while position.turn is not None:
        position = position.play(rng.choice(position.moves()))
    with pytest.raises(GameOver):
        score_bounds.search(position)


def test_a_span_says_who_wins_and_with_how_many_points() -> None:
    seals, bears, neither = ScoreBounds(3, 8), ScoreBounds(-10, -4), ScoreBounds(-5, 6)
    assert [span.winner for span in (seals, bears, neither)] == [0, 1, None]
    assert [span.points for span in (seals, bears, neither)] == [(3, 8), (3, 9), (6, 4)]
    assert seals.to_json() == {"winner": 0, "least": [3, 0], "most": [8, 0]}
    assert bears.to_json() == {"winner": 1, "least": [0, 3], "most": [0, 9]}
    assert neither.to_json() == {"winner": None, "least": [0, 0], "most": [6, 4]}
    assert (score_bounds.bounds_of_win(1, 9).low, score_bounds.bounds_of_win(1, 9).high) == (
        -10,
        -10,
    )
    assert seals.within(neither) == ScoreBounds(3, 6)
