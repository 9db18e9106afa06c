"""Threats of the others: where one must be named and where none."""

from __future__ import annotations

import random
from typing import Any

import pytest

import icefield
from icefield.core.mistakes import HasThreats, Threat
from icefield.games.torch.explain.threats import THREAT_KINDS
from icefield.games.torch.position import TorchPosition

from ..positions import FOUR, put, random_game

GAME = icefield.game("torch")
SINK = "SF@c2 SA@a5 MB@c1 MF@e5 CB@c2 CF@e3 AA@c2 AF@a1"
LAST = "SF@c2 MB@c1 MF@e5 CB@c2 CF@e3 AA@c2 AF@a1"
VOTE = "SE@c4 MF@e4 MB@b5 CC@d4 AD@a5"
FEW = "S2@a5 S3@b5 M0@e1 C4@d1 A0@e2 C2@d2"
CROWN: dict[str, Any] = {"phase": "crown", "end": "pyramids", "winners": "SM", "scores": "5,5,3,1"}


def threats(position: TorchPosition, seat: int = 0) -> tuple[Threat, ...]:
    assert isinstance(GAME, HasThreats)
    return tuple(GAME.threats(position, seat))


# fmt: off
THERE = [
    ("sinking", put(SINK), 1, "Bc1-c2", "c2", "Moons can sink Moons 1 on c2 with Bc1-c2"),
    ("last-pyramids", put(LAST), 1, "Bc1-c2", "c2", "your last pyramids (F, 6 points)"),
    ("vote", put(VOTE, phase="number", done=4), 1, "vote:1", "c4", "number 1 aims at Arms 1 on c4"),
    ("vote", put(VOTE, phase="suit", done=4, number=1), 1, "vote:A", "c4", "takes Arms 1 on c4"),
    ("vote", put(VOTE, torch="M", turn="S", done=3), 1, "vote:1", "c4", "number 1"),
    ("count", put(VOTE, phase="number-coins", done=4, worth="1:3,5:2"), 1, "decline", "c4",
     "As it stands the vote goes to number 1"),
    ("coin", put(VOTE, phase="number-coins", done=4, worth="1:2,5:3"), 1, "add2:1", "c4",
     "Moons can put number 1 ahead with the 2 coin"),
    ("tie", put(VOTE, phase="number-tie", done=4, worth="1:2,5:2", torch="M"), 1, "choose:1", "c4",
     "Moons bears the torch and can decide the tie for number 1"),
    ("melting", put("SF@a5 MA@e1 CA@d1 AA@e2", tiles=FEW, phase="burn", left=1, torch="M"), 1,
     "burn:b5", "b5", "the only tile your F on a5 could flee to"),
    ("crown", put(FOUR, torch="M", **CROWN), 1, "crown:M", None, "can name Moons the winner"),
]
NOT_THERE = [
    ("sinking", put(SINK, torch="M", turn="S", done=3)),  # no other player moves in this round
    ("sinking", put("SF@c2 MB@c1 MF@e5 CB@c2 CF@e3 AF@a1")),  # five is not too heavy
    ("sinking", put("SA@c2 MF@c1 CB@c2 CF@c2 AF@a1")),  # too dear for what it brings
    ("last-pyramids", put(SINK)),
    ("vote", put(VOTE)),  # Moons, Crowns and Arms move first
    ("vote", put(VOTE, phase="suit", number=2, done=4)),
    ("vote", put(VOTE, phase="number", done=4, votes="-555", turn="S")),  # all others have voted
    ("count", put(VOTE, phase="number-coins", done=4, worth="1:2,5:3")),
    ("count", put(VOTE, phase="number-coins", done=4, worth="0:3,5:2")),
    ("coin", put(VOTE, phase="number-coins", done=4, worth="1:2,5:3", coins="3100")),
    ("coin", put(VOTE, phase="number-coins", done=4, worth="1:2,5:3", declined="MCA")),
    ("tie", put(VOTE, phase="number-tie", done=4, worth="0:2,5:2", torch="M")),
    ("tie", put(VOTE, phase="number-tie", done=4, worth="1:2,5:2", torch="S")),
    ("melting", put("SF@a5 MA@e1 CA@d1 AA@e2", tiles=FEW, phase="burn", left=1, torch="S")),
    ("melting", put("SF@e1 MA@a5 CA@d1 AA@e2", tiles=FEW, phase="burn", left=1, torch="M")),
    ("crown", put(FOUR, torch="S", **CROWN)),
    ("crown", put(FOUR, torch="C", **(CROWN | {"winners": "MA", "scores": "3,5,3,5"}))),
]
# fmt: on


@pytest.mark.parametrize(("kind", "position", "by", "move", "space", "says"), THERE)
def test_a_threat_is_pointed_out(
    kind: str, position: TorchPosition, by: int, move: str, space: str | None, says: str
) -> None:
    found = threats(position)
    assert found
    worst = next(threat for threat in found if threat.kind == kind)
    assert (worst.by, worst.move) == (by, move)
    assert says in str(worst.text)
    assert worst.spaces == ((space,) if space else ())
    assert [mark.look for mark in worst.marks] == ["threat"] * len(worst.spaces)


@pytest.mark.parametrize(("kind", "position"), NOT_THERE)
def test_what_is_no_threat_is_not(kind: str, position: TorchPosition) -> None:
    assert kind not in [threat.kind for threat in threats(position)]


def test_every_kind_has_both() -> None:
    assert {each[0] for each in THERE} == {each[0] for each in NOT_THERE} == set(THREAT_KINDS)


def test_the_worst_comes_first() -> None:
    position = put("SF@c2 SB@b4 MB@c1 MF@e5 MC@c2 CE@b4 CF@e3 AA@b5 AF@a1")
    assert [(t.spaces, t.move) for t in threats(position)] == [(("c2",), "Ab5-b3-c2")]
    position = put(VOTE + " SF@e5 SA@b1", phase="number", done=4)
    assert [threat.spaces for threat in threats(position)] == [("e5",), ("c4",), ("b1",)]


def test_a_sinking_is_drawn_as_the_way_of_the_pyramid() -> None:
    (threat,) = threats(put("SF@c2 SA@a5 MB@c1 MF@e5 CB@c2 AA@c2 CF@e3 AF@a1", done=1, turn="M"))[
        :1
    ]
    scene = put(SINK).scene()
    at = {space.id: (space.x, space.y) for space in scene.spaces}
    assert threat.marks[0].path == (at["c1"], at["c2"])


def test_a_threatened_sinking_can_really_be_made() -> None:
    position = put(SINK, done=1, turn="M")
    threat = threats(position)[0]
    after = position.play(threat.move, threat.by)
    assert isinstance(after, TorchPosition)
    assert "SF" not in after.pyramids


@pytest.mark.parametrize("phase", ["number", "suit"])
def test_threats_do_not_depend_on_secret_votes(phase: str) -> None:
    number = 1 if phase == "suit" else ""
    cast = ("-SS-", "-AM-", "-??-") if phase == "suit" else ("-11-", "-54-", "-??-")
    found = [threats(put(VOTE, phase=phase, done=4, number=number, votes=votes)) for votes in cast]
    assert found[0] == found[1] == found[2] != ()


@pytest.mark.parametrize("seats", [3, 4])
def test_threats_can_be_asked_for_anywhere(seats: int) -> None:
    """Threats of all seats in random games, from the full position and the own view.

    Only rivals and spaces of the board are named, and nothing when the game is over.
    """
    rng = random.Random(f"threats {seats}")
    for seed in range(3):
        for position in random_game(f"threats {seed}", seats):
            if rng.random() < 0.5:
                continue
            for seat in range(seats):
                found = threats(position, seat)
                assert found == threats(position.view(seat), seat)
                assert all(t.by != seat and t.by in range(seats) for t in found)
                assert all(set(t.spaces) <= set(position.tiles) for t in found)
                assert all("{" not in str(t.text) for t in found)
                assert position.outcome is None or found == ()
