"""Options and the registry: what every game gets from the contract's classes."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.game import Option
from icefield.core.message import message

from .plain_game import Plain

WHY = message("core.game_over")

# -- options --------------------------------------------------------------------------------------

SIZE = Option("size", 5, (5, 7, 9), WHY)
FLAG = Option("flag", False, (False, True), WHY)
LATER = Option("later", "new", ("new", "old"), WHY, since=3, before="old")
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


def test_options_are_filled_with_defaults() -> None:
    assert Optional().check({}) == {"size": 5, "flag": False}
    assert Optional().check({"flag": "true"}) == {"size": 5, "flag": True}


class Extended(type(icefield.game("seals"))):  # type: ignore[misc]
    """Seals with an option that its third version brought."""

    version = 3
    options = (SIZE, LATER)


def test_games_of_earlier_versions_have_what_was_before_an_option() -> None:
    assert Extended().options_of(2, {"size": 7}) == {"later": "old", "size": 7}
    assert Extended().options_of(2, {"later": "new"}) == {"later": "new"}
    assert Extended().options_of(3, {"size": 7}) == {"size": 7}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(icefield.BadOption, match=r"no option “colour”; it has: flag, size"):
        Optional().start(colour="red")
    with pytest.raises(icefield.BadOption, match=r"has no options, so “colour” cannot be set"):
        Plain().start(colour="red")


def test_a_wrong_number_of_seats_is_refused_with_the_right_ones() -> None:
    with pytest.raises(icefield.BadOption, match=r"by 3 players; choose one of: 2"):
        icefield.game("seals").start(seats=3)


# -- the registry ---------------------------------------------------------------------------------


def test_a_game_shows_its_key_and_title() -> None:
    assert repr(icefield.game("seals")) == "<Game seals: Go with the Floe>"


def test_designers_are_joined_in_the_readers_language() -> None:
    pair = icefield.game("strait").designers
    assert pair.text("en") == "Dean Conrad and John Streets"
    assert pair.text("de") == "Dean Conrad und John Streets"
    assert pair.text("fr") == "Dean Conrad et John Streets"
    assert pair.text("ja") == "Dean Conrad、John Streets"
    assert str(icefield.game("seals").designers) == "Phil Leduc"
