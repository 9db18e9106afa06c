"""Why moves and touches are refused, with the rule of the phase."""

from __future__ import annotations

import pytest

from icefield.core.game import CHANCE
from icefield.games.torch.position import TorchPosition

from ..positions import (
    FOUR,
    play,
    put,
    refusal,
    start,
)


def test_out_of_turn_and_second_votes_are_refused_with_their_rule() -> None:
    number = play(put(FOUR, phase="number"), "2:vote:5")
    assert refusal(number, "vote:4", seat=2) == ("voted-already", "T14")
    suit = play(put(FOUR, phase="suit", number=5), "1:vote:S")
    assert refusal(suit, "vote:S", seat=1) == ("voted-already", "T17")
    assert refusal(put(FOUR), "vote:5", seat=0) == ("not-now", "T8")
    assert refusal(put(FOUR), "vote:5", seat=2) == ("not-your-decision", None)
    assert refusal(number, "vote:5", seat=7) == ("no-such-seat", None)
    assert refusal(number, "vote:S") == ("vote-number", "T14")


PHASES = {
    "place": "T7",
    "number": "T14",
    "number-coins": "T15",
    "number-tie": "T16",
    "suit": "T17",
    "suit-coins": "T15",
    "suit-tie": "T16",
    "burn": "T20",
    "score": "T21",
    "crown": "T26",
}


@pytest.mark.parametrize("phase", PHASES)
def test_what_cannot_be_done_in_a_phase_is_refused_with_the_rule_of_the_phase(phase: str) -> None:
    fields: dict[str, object] = {"phase": phase}
    on = FOUR
    if phase == "place":
        on, fields["round"] = "", 0
    if phase.startswith("suit"):
        fields["number"] = 5
    if phase.endswith(("-coins", "-tie")):
        fields |= {"votes": "5522" if phase[0] == "n" else "MMAA"}
        fields |= {"worth": "2:2,5:2" if phase[0] == "n" else "1:2,3:2"}
    if phase == "crown":
        fields |= {"end": "pyramids", "winners": "SM", "scores": "3,3,0,0"}
    position = put(on, **fields)  # type: ignore[arg-type]
    for move in ("Aa2-a3", "a2>a1", "roll:5"):
        assert refusal(position, move) == ("not-now", PHASES[phase])
    assert refusal(put(FOUR), "A@a2") == ("not-now", "T8")
    assert start(4).explain("decline", CHANCE).code == "not-now"  # type: ignore[union-attr]
    assert start(4).explain("A@a2", CHANCE).rule == "T6"  # type: ignore[union-attr]


def touched(position: TorchPosition, *touches: str) -> tuple[str, str | None] | None:
    why = position.explain_touches(touches)
    return None if why is None else (why.code, why.rule)


def test_touches_that_lead_nowhere_say_why() -> None:
    position = put("SA@a2 SB@a2 SC@c1 MA@b2 CA@d2 AA@e2")
    assert touched(position, "a2") is None
    assert touched(position, "a2", "pyramid-A", "a3", "done") is None
    assert touched(position, "nowhere") == ("no-such-place", "T8")
    assert touched(position, "b2") == ("no-own-pyramid", "T8")
    assert touched(position, "c3") == ("no-tile", "T8")
    assert touched(position, "a2", "a3") == ("which-pyramid", "T9")
    assert touched(position, "a2", "pyramid-A", "pyramid-B") == ("press-a-space", "T9")
    assert touched(position, "c1", "c2", "c1") == ("return", "T10")
    assert touched(position, "c1", "c2", "done", "c1") == ("complete", "T8")
    assert touched(position, "a2", "pyramid-A", "a4", "done", "c3", "c4") is not None
    assert touched(position, "c1", "c3") == ("slide-one", "T12")
    assert touched(position, "c1", "e4") == ("not-a-hop", "T9")
    assert touched(put(FOUR, phase="number"), "a2") == ("not-now", "T14")
    burn = put(FOUR, phase="burn")
    assert touched(burn, "a2") == ("occupied", "T20")
    assert touched(burn, "c3") == ("no-tile", "T20")
    assert touched(burn, "a1", "a2") == ("complete", "T20")
    assert touched(put("", phase="place", round=0), "c3") == ("no-tile", "T7")
    assert touched(put(FOUR, phase="score", round=5), "c3") == ("no-tile", "T21")
