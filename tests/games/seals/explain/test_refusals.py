"""Why moves and touches are not allowed, with the number of the rule."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po

import icefield
from icefield.games import data_folder

from ...refusals import assert_refused_move, assert_refused_touches
from ..positions import BEARS, RING_D4, put, start

HUNT = put("d2 b7", "e3 g7", discs="f3 d3", turn="b")
FLIGHT = put("d2 b7", "e3 g7", discs="f3 d3")
STUCK = put("a3 g5", "a4 h6", discs="a5 b4 c5 b3 c3 b2 c1")

WHY = [
    ("must-move", "S3", FLIGHT, "pass"),
    ("off-board", "S1", FLIGHT, "a1-b2"),
    ("off-board", "S1", FLIGHT, "b7-a8"),
    ("no-token-empty", "S3", FLIGHT, "c5-c6"),
    ("no-token-disc", "S3", FLIGHT, "f3-f4"),
    ("other-token", "S3", FLIGHT, "g7-g6"),
    ("other-token", "S3", HUNT, "b7-b6"),
    ("same-square", "S4", FLIGHT, "b7-b7"),
    ("not-straight", "S4", FLIGHT, "b7-c5"),
    ("too-far", "S4", FLIGHT, "b7-b4"),
    ("onto-disc", "S4", FLIGHT, "d2-d3"),
    ("own-token", "S4", put("d2 d3", "g7"), "d2-d3"),
    ("over-token", "S5", FLIGHT, "d2-f4"),
    ("over-token", "S5", put("d2 d3", "g7"), "d2-d4"),
    ("seals-never-capture", "S6", FLIGHT, "d2-e3"),
    ("seals-never-capture", "S6", FLIGHT, "d2xc2"),
    ("capture-too-far", "S6", put("d2 b7", "f4 g7", turn="b"), "f4xd2"),
    ("capture-too-far", "S6", put("d2 b7", "f4 g7", discs="e3", turn="b"), "f4-d2"),
    ("write-capture", "S6", HUNT, "e3-d2"),
    ("nothing-to-capture", "S6", HUNT, "e3xe4"),
]
WHY_TOUCHES = [
    ("complete", "S3", icefield.game("seals").start(), ("b2", "d4", "e5")),
    ("no-such-place", "S1", FLIGHT, ("z9",)),
    ("no-such-place", "S1", FLIGHT, ("d2", "a1")),
    ("must-move", "S3", FLIGHT, ("pass",)),
    ("stuck", "S4", STUCK, ("a3",)),
    ("no-token-empty", "S3", FLIGHT, ("c5",)),
    ("no-token-disc", "S3", FLIGHT, ("f3",)),
    ("other-token", "S3", FLIGHT, ("g7",)),
    ("onto-disc", "S4", FLIGHT, ("d2", "d3")),
    ("seals-never-capture", "S6", FLIGHT, ("d2", "e3")),
    ("capture-too-far", "S6", put("d2", "f4", turn="b"), ("f4", "d2")),
]


@pytest.mark.parametrize(("code", "rule", "position", "move"), WHY)
def test_a_refused_move_is_told_why_with_its_rule(
    code: str, rule: str, position: icefield.Position, move: str
) -> None:
    assert_refused_move(position, move, code, rule)


@pytest.mark.parametrize(("code", "rule", "position", "touches"), WHY_TOUCHES)
def test_refused_touches_are_told_why_with_their_rule(
    code: str, rule: str, position: icefield.Position, touches: tuple[str, ...]
) -> None:
    assert_refused_touches(position, touches, code, rule)


def test_every_reason_in_the_catalogue_is_shown_by_a_position() -> None:
    po = data_folder("seals") / "locale" / "en" / "LC_MESSAGES" / "seals.po"
    with po.open("rb") as file:
        ids = [str(entry.id) for entry in read_po(file)]
    reasons = {id_.removeprefix("seals.why.") for id_ in ids if id_.startswith("seals.why.")}
    assert reasons == {code for code, *_ in [*WHY, *WHY_TOUCHES]}


def test_a_refusal_names_the_squares_it_is_about() -> None:
    assert "d3" in str(FLIGHT.explain("d2-d3"))
    assert "e3" in str(FLIGHT.explain("d2-f4"))  # the token in the way
    assert "e3xd2" in str(HUNT.explain("e3-d2"))  # how to write it


def test_legal_moves_are_not_refused() -> None:
    for position in (start(), HUNT, FLIGHT, STUCK):
        for move in position.moves():
            assert position.explain(move) is None
            assert position.explain(move.text) is None
            assert position.explain_touches(move.touches) is None
            assert position.explain_touches(move.touches[:1]) is None


def test_the_wrong_seat_and_a_finished_game_are_refused_without_a_rule() -> None:
    refusal = start().explain("g7-g6", seat=BEARS)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not-your-decision", None)
    over = put("d4", "h6", discs=RING_D4)
    refusal = over.explain("d4-d5")
    assert refusal is not None
    assert refusal.code == "game-over"
