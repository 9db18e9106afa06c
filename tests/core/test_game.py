"""Options and the registry: what every game gets from the contract's classes."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.game import Option
from icefield.core.message import message
from icefield.games import register

WHY = message("core.game_over")

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


# -- the registry ---------------------------------------------------------------------------------


def test_a_game_shows_its_key_and_title() -> None:
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
