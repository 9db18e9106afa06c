"""What the others could do next: where each kind of threat appears and where not."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.mistakes import HasThreats, Threat
from icefield.games.strait.explain.threats import KINDS, start_of_turn
from icefield.games.strait.position import StraitPosition

from ..positions import APART, SENDS, phases, play, put, random_game, start

GAME = icefield.game("strait")
assert isinstance(GAME, HasThreats)


def threats(position: StraitPosition, seat: int = 0) -> dict[str, Threat]:
    assert isinstance(GAME, HasThreats)
    return {threat.kind: threat for threat in GAME.threats(position, seat)}


OPEN = "b4:9,a4:24,c1:3"  # b4, a4, Naukan: no ridge
SHUT = "b4:9,a4:48,c1:3"  # a4 has a ridge towards Naukan
ROWS = [
    (
        "wins",
        put(OPEN, "wales/b4.uelen.chini"),
        "b4-a4",
        "from b4 to Naukan",
        put(OPEN, "wales/b4.uelen"),
    ),
    (
        "wins",  # a floe turned first
        put(SHUT, "wales/b4.uelen.chini"),
        "turn:a4:ccw",
        "from b4 to Naukan",
        put("b4:9,c1:3", "wales/b4.uelen.chini"),  # only water, and no fish
    ),
    ("home", put(OPEN, "wales/b4"), "b4-a4", "from b4 to Naukan", put(SHUT, "wales/b4")),
    (
        "bars",
        put(OPEN, "b4"),
        "drift:a4-a3",
        "from b4 home to Naukan",
        put(OPEN, "b4.a4"),  # no other player turns a floe with an explorer on it (I11)
    ),
    (
        "lifts",
        put(APART, "e4/e6", "-/f"),
        "e6-e5",
        "the bear on e5 to Diomede",
        put(APART, "e4/e6", "f/f"),
    ),
    (
        "bounces",
        put(SENDS, "e4/e6", "-/f"),
        "e6-e5",
        "the bear on e5 to Diomede",
        put(SENDS, "e4/e6", "-/r"),
    ),
    (
        "carries",
        put(OPEN, "b4/b4"),
        "drift:b4-b6",
        "the floe on b4 drift to b6",
        put(OPEN, "b4/a4"),
    ),
    (
        "takes",
        put("c4:9:r", "c4/c4"),
        "collect:c4:rope",
        "a rope on c4",
        put("c4:9:rr", "c4/c4"),
    ),
]


def test_every_kind_is_in_the_table() -> None:
    assert {row[0] for row in ROWS} == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "position", "move", "says", "close"), ROWS, ids=[row[0] for row in ROWS]
)
def test_a_threat_appears_and_does_not(
    kind: str, position: StraitPosition, move: str, says: str, close: StraitPosition
) -> None:
    threat = threats(position)[kind]
    assert threat.by == 1
    assert threat.move == move
    assert says in str(threat.text)
    assert threat.marks
    assert all(mark.look == "threat" for mark in threat.marks)
    assert kind not in threats(close)


def test_the_worst_comes_first() -> None:
    position = put(f"{APART},b4:9,a4:24", "e4/e6.b4.uelen", "-/f", goal=2)
    assert [*threats(position)][:2] == ["wins", "lifts"]


def test_one_is_no_threat_to_oneself_nor_after_the_end_nor_in_the_set_up() -> None:
    assert "home" not in threats(put(OPEN, "b4"), 0)
    assert threats(start(2)) == {}
    for position in phases()["over"]:
        assert threats(position) == {}


def test_an_action_done_in_this_turn_is_no_threat() -> None:
    moved = put(OPEN, "wales/b4", active=1, done="explorer")
    assert "home" not in threats(moved)
    drifted = put(OPEN, "b4", active=1, done="floe")
    assert "bars" not in threats(drifted)
    assert "bars" in threats(put(OPEN, "b4", active=1))


def test_all_opponents_can_threaten() -> None:
    position = put(OPEN, "wales/tincity/b4", seats=3)
    assert threats(position)["home"].by == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_threats_can_be_made(seats: int) -> None:
    """In every position the named move is legal, and its spaces and sentences exist.

    The move is one of the threatening player; the sentences have words in every language.
    """
    assert isinstance(GAME, HasThreats)
    for position in random_game(f"threats-{seats}", seats, 400)[::7]:
        spaces = set(position.map.places)
        for seat in range(seats):
            for threat in GAME.threats(position, seat):
                assert threat.by != seat
                turn = start_of_turn(position, threat.by)
                assert threat.move in [move.text for move in turn.moves()]
                assert set(threat.spaces) <= spaces
                for language in ("en", "de", "fr", "ja"):
                    assert "strait." not in threat.text.text(language)


def test_a_bear_attack_is_played_through() -> None:
    """The bear comes and the explorer is flown back, as the threat promised (I29)."""
    position = put(APART, "e4/e6", "-/f", active=1)
    after = play(position, "e6-e5", "stop", "send:N")
    assert after.turn == 0
    assert all(move.text.startswith("lift:") for move in after.moves())
