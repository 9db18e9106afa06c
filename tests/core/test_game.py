"""Outcomes, options, moves, the registry: what every game gets from the contract's classes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

import icefield
from icefield.core.game import Move, Option, Outcome
from icefield.core.message import message
from icefield.games import register

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
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert Outcome((7, 0), (0,), WHY, "S8").payoffs == (1, -1)
    assert Outcome((1, 2, 2, 1), (1, 2), WHY, "X1").payoffs == (-half, half, half, -half)
    assert Outcome((9, 0, 0, 0), (0,), WHY, "X1").payoffs == (1, -third, -third, -third)
    assert Outcome((5, 5, 5), (0, 1, 2), WHY, "X1").payoffs == (0, 0, 0)


# -- options --------------------------------------------------------------------------------------

SIZE = Option("size", 5, (5, 7, 9), WHY)
FLAG = Option("flag", False, (False, True), WHY)
MODE = Option("mode", "draw", ("draw", "continue"), WHY)


@pytest.mark.parametrize(
    ("option", "given", "wanted"),
    [
        (SIZE, 7, 7),
        (SIZE, "9", 9),
        (FLAG, True, True),
        (FLAG, "true", True),
        (FLAG, "false", False),
        (MODE, "continue", "continue"),
    ],
)
def test_an_option_takes_its_values_also_as_text(
    option: Option, given: object, wanted: object
) -> None:
    found = option.check(given)
    assert found == wanted
    assert type(found) is type(wanted)


@pytest.mark.parametrize(
    ("option", "given"),
    [(SIZE, 6), (SIZE, "six"), (SIZE, None), (SIZE, ""), (FLAG, "maybe"), (MODE, 1), (MODE, "")],
)
def test_an_option_refuses_other_values_and_says_which_there_are(
    option: Option, given: object
) -> None:
    with pytest.raises(icefield.BadOption) as caught:
        option.check(given)
    assert f"“{option.name}”" in str(caught.value)
    for choice in option.choices:
        assert str(choice) in str(caught.value)


class Optional(type(icefield.game("seals"))):  # type: ignore[misc]
    """Seals with options that it has not."""

    options = (SIZE, FLAG)


class Plain(type(icefield.game("seals"))):  # type: ignore[misc]
    """Seals without its option."""

    options = ()


def test_options_are_filled_with_defaults() -> None:
    assert Optional().check({}) == {"size": 5, "flag": False}
    assert Optional().check({"flag": "true"}) == {"size": 5, "flag": True}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(icefield.BadOption, match=r"no option “colour”; it has: flag, size"):
        Optional().start(colour="red")
    with pytest.raises(icefield.BadOption, match=r"has no options, so “colour” cannot be set"):
        Plain().start(colour="red")


def test_a_wrong_number_of_seats_is_refused_with_the_right_ones() -> None:
    with pytest.raises(icefield.BadOption, match=r"cannot be played by 3; choose one of: 2"):
        icefield.game("seals").start(seats=3)


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


# -- positions and the registry -------------------------------------------------------------------


def test_positions_of_different_games_or_kinds_are_unequal() -> None:
    start = icefield.game("seals").start()
    assert start != str(start)
    assert start != 1
    assert start == icefield.game("seals").start()


def test_a_position_shows_its_game_and_text() -> None:
    assert repr(icefield.game("seals").start()) == "<seals 4/s4b/8/8/8/8/s4b/4 s ->"
    assert repr(icefield.game("seals")) == "<Game seals: Go with the Floe>"


def test_a_game_of_ones_own_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    from icefield import games

    monkeypatch.setattr(games, "_REGISTRY", dict(games._REGISTRY))
    register("mine", "icefield.games.seals.game:SEALS_GAME")
    assert icefield.game("mine") is icefield.game("seals")
    assert "mine" in icefield.keys()  # noqa: SIM118


def test_the_registry_gives_each_game_under_its_own_key() -> None:
    for key in sorted(icefield.keys()):
        assert icefield.game(key).key == key
