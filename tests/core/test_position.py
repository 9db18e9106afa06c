"""Outcomes, moves and positions: what the classes of the contract provide."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

import icefield
from icefield.core import game, position
from icefield.core.message import message
from icefield.core.position import Move, Outcome

WHY = message("core.game_over")

# -- outcomes -------------------------------------------------------------------------------------

SPLITS = [
    (seats, winners)
    for seats in (1, 2, 3, 4)
    for count in range(seats + 1)
    for winners in combinations(range(seats), count)
]


@pytest.mark.parametrize(("seats", "winners"), SPLITS)
def test_payoffs_sum_to_zero_and_follow_from_the_winners(
    seats: int, winners: tuple[int, ...]
) -> None:
    payoffs = Outcome((0,) * seats, winners, WHY, "X1").payoffs
    assert len(payoffs) == seats
    assert sum(payoffs) == 0
    if len(winners) in (0, seats):
        assert payoffs == (0,) * seats
    else:
        assert {payoffs[s] for s in winners} == {Fraction(1, len(winners))}
        losers = set(range(seats)) - set(winners)
        assert {payoffs[s] for s in losers} == {Fraction(-1, len(losers))}


def test_payoffs_of_known_endings() -> None:
    one, third, half = Fraction(1), Fraction(1, 3), Fraction(1, 2)
    assert Outcome((7, 0), (0,), WHY, "S8").payoffs == (one, -one)
    assert Outcome((1, 2, 2, 1), (1, 2), WHY, "X1").payoffs == (-half, half, half, -half)
    assert Outcome((9, 0, 0, 0), (0,), WHY, "X1").payoffs == (one, -third, -third, -third)
    assert Outcome((5, 5, 5), (0, 1, 2), WHY, "X1").payoffs == (Fraction(0),) * 3


# -- moves ----------------------------------------------------------------------------------------


def test_moves_are_equal_and_sorted_by_their_text() -> None:
    a, b = Move("a1-b2", ("a1", "b2"), 9), Move("a1-b2")
    assert a == b
    assert hash(a) == hash(b)
    assert sorted([Move("c"), Move("a"), Move("b")]) == [Move("a"), Move("b"), Move("c")]
    assert str(a) == "a1-b2"


def test_a_move_of_another_position_is_played_by_its_text() -> None:
    start = icefield.game("seals").start()
    stray = Move("b2-d4", ("nowhere",), code=4095)
    assert start.play(stray) == start.play("b2-d4")
    assert start.play(stray).history[0].touches == ("b2", "d4")


# -- positions ------------------------------------------------------------------------------------


def test_positions_of_different_games_or_kinds_are_unequal() -> None:
    start = icefield.game("seals").start()
    assert start != str(start)
    assert start != 1
    assert start == icefield.game("seals").start()


def test_a_position_shows_its_game_and_text() -> None:
    assert repr(icefield.game("seals").start()) == "<seals 4/s4b/8/8/8/8/s4b/4 s ->"


@pytest.mark.parametrize("name", ["CHANCE", "Move", "Outcome", "Position"])
def test_contract_of_positions_can_be_imported_from_the_contract_of_games(name: str) -> None:
    assert getattr(game, name) is getattr(position, name)
