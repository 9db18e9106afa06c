"""A cursor goes where positions go."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import icefield
from icefield.core import jit
from icefield.core.game import CHANCE
from icefield.core.jit import OVER
from icefield.env import BadAction, BadEnvironment, Encoding
from icefield.env.bounds import bounds
from icefield.env.cursor import Cursor, Ground
from icefield.env.cursor import begin as begin_at

from .start_positions import BALLOT, begin, every_game, played, torch


@every_game
def test_goes_where_positions_go(key: str, seats: int) -> None:
    rng, start = random.Random(seats), icefield.game(key).start(seats)
    position, cursor, encoding = start, Cursor(Ground(start)), Encoding(start)
    for _ in range(120):
        if position.turn is None:
            break
        assert cursor.turn == position.turn
        assert cursor.texts() == dict(sorted(cursor.texts().items()))
        assert sorted(cursor.texts().values()) == [m.text for m in position.moves()]
        if position.turn == CHANCE:
            odds = {text: float(odd) for text, odd in _odds(position).items()}
            assert {cursor.texts()[i]: odd for i, odd in cursor.odds()} == odds
        else:
            assert np.array_equal(cursor.mask(), encoding.mask(position))
        for seat in range(seats):
            assert np.array_equal(cursor.observe(seat), encoding.observe(position, seat))
        assert cursor.payoffs() == (0.0,) * seats
        action = rng.choice(cursor.actions.tolist())
        position = position.play(cursor.texts()[action])
        cursor.act(action)
        assert str(cursor.position) == str(position)


def _odds(position: icefield.Position) -> dict[str, Any]:
    return {move.text: odd for move, odd in position.odds().items()}


@every_game
def test_pays_at_the_end(key: str, seats: int) -> None:
    for seed in range(4):
        cursor = played(begin(key, seats), seed)
        outcome = cursor.position.outcome
        assert cursor.turn == OVER
        assert len(cursor.actions) == 0
        assert not cursor.mask().any()
        assert outcome is not None
        assert cursor.payoffs() == pytest.approx([float(p) for p in outcome.payoffs])


@every_game
def test_stays_within_its_bounds(key: str, seats: int) -> None:
    start = begin(key, seats)
    found = bounds(start)
    cursor, rng, decisions, draws = Cursor(Ground(start)), random.Random(1), 0, 0
    while not cursor.over:
        if cursor.turn == CHANCE:
            assert len(cursor.actions) <= found.outcomes
            draws += 1
        decisions += cursor.turn != CHANCE
        cursor.act(rng.choice(cursor.actions.tolist()))
    assert decisions <= found.decisions
    assert draws <= found.draws


def test_a_game_of_another_package_has_bounds() -> None:
    from ..toy.rules import TOY

    assert bounds(TOY.start()).decisions > 0


def test_only_MAX_DECISIONS_of_a_foreign_kernel_is_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ..toy.rules import TOY

    kernel = jit.bind(TOY).kernel
    before = bounds(TOY.start()).decisions
    monkeypatch.setattr(kernel, "LONGEST", 3, raising=False)  # floes in one run, say
    assert bounds(TOY.start()).decisions == before
    monkeypatch.setattr(kernel, "MAX_DECISIONS", 7, raising=False)
    assert bounds(TOY.start()).decisions == 7


def _walk(cursor: Cursor, words: tuple[str, ...]) -> None:
    for word in words:
        cursor.act({text: action for action, text in cursor.texts().items()}[word])


def _circle(start: icefield.Position) -> tuple[str, ...]:
    """Moves that lead back to the start, by trying."""
    frontier: list[tuple[icefield.Position, tuple[str, ...]]] = [(start, ())]
    for _ in range(6):
        following = []
        for position, words in frontier:
            for move in position.moves():
                after = position.play(move)
                if after.outcome is None:
                    if jit_key(after) == jit_key(start):
                        return (*words, move.text)
                    following.append((after, (*words, move.text)))
        frontier = following
    raise AssertionError("no circle")


def jit_key(position: icefield.Position) -> int:
    return int(jit.key(jit.bind(position.game), position.state))


def _glide(repetition: str) -> icefield.Position:
    return icefield.game("glide").start(2, repetition=repetition)


def _in_a_circle() -> tuple[icefield.Position, tuple[str, ...]]:
    """A position that can come again, and the way there."""
    position = _glide("draw")
    for seed in range(100):
        rng, position = random.Random(seed), _glide("draw")
        for _ in range(6):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves()))
        if position.outcome is None:
            position = position.game.read(str(position))
            try:
                return position, _circle(position)
            except AssertionError:
                continue
    raise AssertionError("no circle")


def test_G10_third_occurrence_draws() -> None:
    start, circle = _in_a_circle()
    cursor = Cursor(Ground(start))
    for over in (False, True):
        _walk(cursor, circle)
        assert cursor.over == over
    assert cursor.payoffs() == (0.0, 0.0)
    assert cursor.position.outcome is not None
    assert cursor.position.outcome.rule == "G10"


def test_G10_what_was_before_the_start_counts() -> None:
    start, circle = _in_a_circle()
    for text in circle:
        start = start.play(text)
    cursor = Cursor(Ground(start))
    _walk(cursor, circle)
    assert cursor.over


def test_G10_may_be_switched_off() -> None:
    start, circle = _in_a_circle()
    cursor = Cursor(Ground(start.game.read(str(start), repetition="continue")))
    for _ in range(3):
        _walk(cursor, circle)
    assert not cursor.over


def test_copies_go_their_own_ways() -> None:
    first = played(icefield.game("torch").start(3), 1, until=30)
    text = str(first.position)
    for other in (first.copy(), copy.deepcopy(first)):
        other.act(int(other.actions[0]))
        assert str(other.position) != text
    assert str(first.position) == text


def test_what_games_have_in_common_can_be_sent() -> None:
    ground = Ground(icefield.game("strait").start(3))
    again = pickle.loads(pickle.dumps(ground))
    assert str(Cursor(again).position) == str(Cursor(ground).position)


@pytest.mark.parametrize("action", [-1, 1024, 10**30, 0, "7", None, 1.5])
def test_refuses_what_is_not_legal(action: Any) -> None:
    cursor = Cursor(Ground(icefield.game("seals").start()))
    with pytest.raises(BadAction) as refused:
        cursor.act(action)
    assert refused.value.code == "bad-action"
    assert cursor.position == icefield.game("seals").start()


def test_begins_only_where_there_is_something_to_decide() -> None:
    voted = torch(BALLOT).play("vote:3")
    with pytest.raises(BadEnvironment, match="concealed"):
        Ground(voted.view(0))
    with pytest.raises(BadEnvironment, match="over"):
        Ground(played(icefield.game("seals").start(), 1).position)


def test_a_start_position_brings_everything_along() -> None:
    start = icefield.game("seals").start()
    assert begin_at("seals", 2, start, {}) is start
    for game, seats, options in (("glide", 2, {}), ("seals", 3, {}), ("seals", 2, {"x": 1})):
        with pytest.raises(BadEnvironment, match="sets the game"):
            begin_at(game, seats, start, options)
