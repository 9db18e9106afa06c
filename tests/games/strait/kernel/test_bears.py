"""Rules I26 and I27: bears, and where they are sent.

What a bear does to explorers is in `test_bounces.py`.
"""

from __future__ import annotations

import pytest

from icefield.games.strait.position import StraitPosition

from ..positions import SENDS, at, bears, directions, legal, play, put

# -- I26: entering --------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "price"), [("b", 1), ("bb", 2)])
def test_I26_every_bear_on_the_floe_entered_costs_a_fish(there: str, price: int) -> None:
    floes = f"e6:18,e5:18:{there}"
    for fish in range(4):
        assert ("e6-e5" in legal(put(floes, "e6", "f" * fish or "-"))) == (fish >= price)
    position = put(floes, "e6", "fff")
    after = play(position, "e6-e5")
    assert after.packs[0] == (0, 3 - price)
    assert after.supply[1] == position.supply[1] + price
    assert bears(after) == {"e5": price}


@pytest.mark.parametrize(("there", "price"), [("b", 1), ("bb", 2)])
def test_I26_diomede_is_entered_past_its_bears_too(there: str, price: int) -> None:
    for fish in range(4):
        position = put("e5:18", "e5", "f" * fish or "-", diomede=there)
        assert ("e5-e4" in legal(position)) == (fish >= price)


def test_I26_a_swim_to_a_bear_costs_a_fish_more_and_ridges_cost_rope() -> None:
    assert "e7~e6~e5" not in legal(put("e7:18,e5:18:b", "e7", "f"))
    after = play(put("e7:18,e5:18:b", "e7", "ff"), "e7~e6~e5")
    assert after.packs[0] == (0, 0)
    assert "e6-e5" not in legal(put("e6:9,e5:18:b", "e6", "ff"))
    assert play(put("e6:9,e5:18:b", "e6", "rf"), "e6-e5").packs[0] == (0, 0)


def test_I26_going_on_leaves_the_bears() -> None:
    position = play(put(SENDS, "e6", "f"), "e6-e5", "e5-e4", "stop")
    assert bears(position) == {"e5": 1}
    assert at(position, "e4") == [0]
    assert position.explorer_done


def test_I26_leaving_a_space_with_bears_costs_nothing_more() -> None:
    position = play(put("e6:18,e5:18:bb", "e6", "ff"), "e6-e5")
    assert position.packs[0] == (0, 0)
    assert "e5-e4" in legal(position)


def test_I26_to_stop_there_the_bear_must_be_sent_away() -> None:
    position = play(put(SENDS + ",c3:9", "e6", "fff"), "e6-e5", "stop")
    assert (position.phase, position.turn) == ("send", 0)
    assert legal(position) == ["send:N", "send:S"]
    position = play(position, "send:S")
    assert position.packs[0] == (0, 2)  # it was paid for when the explorer came
    assert bears(position) == {"e6": 1}
    assert position.explorer_done


def test_I26_what_lies_there_is_taken_when_the_bears_are_gone() -> None:
    position = play(put("e6:18,e5:18:rb", "e6", "f"), "e6-e5", "stop")
    assert legal(position) == ["send:N", "send:S"]
    position = play(position, "send:N")
    assert legal(position) == ["take:none", "take:rope"]


# -- I27: where a bear goes -----------------------------------------------------------------------


def test_I27_straight_to_the_first_floe_or_diomede() -> None:
    floes = "e6:18,e5:18:b,g6:9,i7:9,d4:3"
    position = play(put(floes, "e6", "f"), "e6-e5", "stop")
    assert directions(position) == ["N", "NW", "S", "SE"]
    assert bears(play(position, "send:SE")) == {"g6": 1}  # across f5, not on to i7
    assert bears(play(position, "send:NW")) == {"d4": 1}
    assert bears(play(position, "send:N")) == {"e4": 1}
    assert bears(play(position, "send:S")) == {"e6": 1}


def test_I27_out_of_the_strait_to_the_supply() -> None:
    position = play(put("c6:18,c5:18:b", "c6", "f"), "c6-c5", "stop")
    assert directions(position) == ["N", "NE", "S"]  # north edge, Diomede, c6
    after = play(position, "send:N")
    assert bears(after) == {}
    assert after.supply[2] == 5
    assert bears(play(position, "send:NE")) == {"e4": 1}


def test_I27_slanting_ways_out_over_the_north_and_the_south_edge() -> None:
    south = play(put("e7:18,e8:18:b", "e7", "f"), "e7-e8", "stop")
    assert directions(south) == ["N", "S", "SE", "SW"]
    for way in ("S", "SE", "SW"):
        assert play(south, f"send:{way}").supply[2] == 5
    north = play(put("e2:18,e1:18:b", "e2", "f"), "e2-e1", "stop")
    assert directions(north) == ["N", "NE", "NW", "S"]


@pytest.mark.parametrize(
    ("start", "place", "land"),
    [
        ("i5", "i4", ["NE", "SE", "SW"]),  # Ikpek, open land, the far coast
        ("i6", "i5", ["NE", "SE", "NW"]),  # open land, Mitletukeruk, the far coast
        ("i2", "i1", ["NE", "SE"]),  # land beyond the last station, Shishmaref
        ("a5", "a4", ["NW", "SW"]),
        ("a7", "a8", ["NE", "NW", "SW"]),  # north-east lies the far coast
    ],
)
def test_I27_never_to_land_with_or_without_a_station(
    start: str, place: str, land: list[str]
) -> None:
    position = play(put(f"{start}:18,{place}:18:b", start, "f"), f"{start}-{place}", "stop")
    assert directions(position) == _by_hand(position, place)
    assert not set(land) & set(directions(position))


def _by_hand(position: StraitPosition, place: str) -> list[str]:
    """The legal directions, followed step by step in axial coordinates (I1)."""
    q, r = "abcdefghi".index(place[0]), int(place[1:]) - 1
    r -= q // 2
    steps = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
    found = []
    for way, (dq, dr) in steps.items():
        x, y = q + dq, r + dr
        while True:
            if x in (-1, 9):
                break
            row = y + x // 2 + 1
            if not 1 <= row <= (8 if x % 2 == 0 else 7):
                found.append(way)
                break
            name = "abcdefghi"[x] + str(row)
            if name in position.floes or name == "e4":
                if position.items(name)[2] < 2:
                    found.append(way)
                break
            x, y = x + dq, y + dr
    return sorted(found)


def test_I27_a_floe_before_the_coast_stops_the_bear() -> None:
    position = play(put("i5:18,i4:18:b,b7:9", "i5", "f"), "i5-i4", "stop")
    assert "SW" in directions(position)  # the long way to b7
    assert bears(play(position, "send:SW")) == {"b7": 1}


def test_I27_not_to_a_space_with_two_bears() -> None:
    for there, allowed in (("", True), ("b", True), ("bb", False)):
        position = play(put(SENDS, "e6", "f", diomede=there), "e6-e5", "stop")
        assert ("N" in directions(position)) == allowed
    both = play(put(SENDS, "e6", "f", diomede="b"), "e6-e5", "stop", "send:N")
    assert bears(both) == {"e4": 2}


def test_I27_ridges_do_not_hinder_bears() -> None:
    position = play(put("e6:9,e5:9:b", "e6", "rrf"), "e6-e5", "stop", "send:S")
    assert bears(position) == {"e6": 1}
    assert position.packs[0] == (0, 0)


TRAPPED = "g5:9,e5:9:b,e6:9:bb"  # with two bears on Diomede the bear on e5 can go nowhere


def test_I27_where_a_bear_has_no_direction_no_explorer_stops() -> None:
    """From g5 one swims to e5 past the bear for two fish; a third leads on to d3."""
    swim = "g5~f4~e5"
    assert swim not in legal(put(TRAPPED, "g5", "fff", diomede="bb"))
    assert swim not in legal(put(TRAPPED + ",d3:18", "g5", "ff", diomede="bb"))
    position = put(TRAPPED + ",d3:18", "g5", "fff", diomede="bb")
    position = play(position, swim)
    assert legal(position) == ["e5~d4~d3"]  # no stop, and the fish cannot be dropped
    assert legal(play(position, "e5~d4~d3")) == ["stop"]
    freed = play(put(TRAPPED, "g5", "ff", diomede="b"), swim)
    assert legal(freed) == ["stop"]
