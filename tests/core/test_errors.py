"""Errors: one base, stable codes, a rule and a sentence."""

from __future__ import annotations

import pytest

import icefield
from icefield.core import errors
from icefield.core.errors import IcefieldError, Refusal, TextError
from icefield.core.message import message

CODES = {
    "BadNotation": "bad-notation",
    "BadOption": "bad-option",
    "BadRecord": "bad-record",
    "GameOver": "game-over",
    "HiddenPosition": "hidden-position",
    "IllegalMove": "illegal-move",
    "NotNow": "not-now",
    "NotYourDecision": "not-your-decision",
    "StaleMove": "stale-move",
    "UnknownGame": "unknown-game",
}
SAID = message("core.game_over")
ENGLISH = "The game is over; start a new one or take a move back."


def kinds() -> list[type[IcefieldError]]:
    """Every error that can be raised."""
    found = [x for x in vars(errors).values() if isinstance(x, type)]
    return [
        x for x in found if issubclass(x, IcefieldError) and x not in (IcefieldError, TextError)
    ]


def test_published_codes_stay_and_new_ones_are_their_own() -> None:
    now = {kind.__name__: kind.code for kind in kinds()}
    assert CODES.items() <= now.items()
    assert len(set(now.values())) == len(now)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_error_is_a_value_error_with_a_refusal(kind: type[IcefieldError]) -> None:
    error = kind(SAID)
    assert isinstance(error, ValueError)
    assert error.refusal.code == kind.code
    assert error.rule is None
    assert ENGLISH in str(error)
    assert kind(SAID, rule="S4", detail="too-far").refusal.code == "too-far"
    assert kind(SAID, rule="S4").rule == "S4"
    assert str(kind(SAID, rule="S4")).endswith("(S4)")


def test_an_error_as_plain_data_names_kind_detail_rule_and_sentence() -> None:
    error = icefield.IllegalMove(SAID, rule="S4", detail="too-far")
    assert error.to_json() == {
        "error": "illegal-move",
        "code": "too-far",
        "rule": "S4",
        "sentence": ENGLISH,
    }


def test_a_text_error_says_where() -> None:
    error = icefield.BadNotation(SAID, line=3, column=14)
    assert (error.line, error.column) == (3, 14)
    assert str(error) == f"Line 3, column 14: {ENGLISH}"
    assert error.to_json()["line"] == 3
    assert error.to_json()["column"] == 14
    assert (icefield.BadRecord(SAID).line, icefield.BadRecord(SAID).column) == (1, 1)


def test_a_refusal_shows_its_rule_where_it_has_one() -> None:
    assert str(Refusal("x", "S9", SAID)) == f"{ENGLISH} (S9)"
    assert str(Refusal("x", None, SAID)) == ENGLISH
    assert Refusal("x", None, SAID).to_json() == {"code": "x", "rule": None, "sentence": ENGLISH}


def test_an_unknown_game_is_told_which_there_are() -> None:
    with pytest.raises(icefield.UnknownGame) as caught:
        icefield.game("checkers" * 20)
    for key in icefield.keys():  # noqa: SIM118
        assert key in str(caught.value)
    assert "checkers" * 6 not in str(caught.value)  # a long key is cut
