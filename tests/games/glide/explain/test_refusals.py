"""Why moves and touches are not possible, with the number of the rule."""

from __future__ import annotations

import pytest

import icefield

from ...refusals import assert_refused_move, assert_refused_touches
from ..positions import CYCLE, Q, catalogue, play, read, start

OPEN = read("...../.Q.../*..../....*/P.*.. P 0")
BESIDE = read("...../...../*..../Q..../P*... P 0")

WHY = [
    ("off-board", "G4", start(), "left"),
    ("off-board", "G4", start(), "down"),
    ("blocked", "G4", BESIDE, "up"),
]
WHY_TOUCHES = [
    ("no-such-place", "G1", OPEN, ("z9",)),
    ("no-such-place", "G1", OPEN, ("f1",)),
    ("no-such-place", "G1", OPEN, ("b1", "up")),
    ("complete", "G4", OPEN, ("b1", "b1")),
    ("same-square", "G4", OPEN, ("a1",)),
    ("not-straight", "G4", OPEN, ("b2",)),
    ("blocked", "G4", BESIDE, ("a2",)),
    ("blocked", "G4", BESIDE, ("a4",)),
    ("only-a-step", "G5", BESIDE, ("d1",)),
    ("glides-on", "G6", read("...../.Q.../*..../....*/P...* P 0"), ("b1",)),
    ("stops-before", "G6", OPEN, ("c1",)),
    ("stops-before", "G6", OPEN, ("d1",)),
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
    shown = {code for code, *_ in [*WHY, *WHY_TOUCHES]} | {"taken-off"}
    assert catalogue("glide.why.") == shown


def test_a_refusal_names_the_squares_and_the_player_it_is_about() -> None:
    assert "Player 2 (Q) stands right beside you on a2" in str(BESIDE.explain("up"))
    assert "touch b1" in str(OPEN.explain_touches(("d1",)))
    assert "a1 is at the edge" in str(start().explain("left"))


def test_legal_moves_are_not_refused() -> None:
    for position in (start(), start(seats=4), OPEN, BESIDE):
        for move in position.moves():
            assert position.explain(move) is None
            assert position.explain_touches(move.touches) is None
            assert len(move.touches) == 1


def test_the_wrong_seat_and_a_finished_game_are_refused_without_a_rule() -> None:
    refusal = start().explain("down", seat=Q)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not-your-decision", None)
    refusal = play(start(), *CYCLE, *CYCLE).explain("up")
    assert refusal is not None
    assert refusal.code == "game-over"
