"""One test or more for the rules I26–I30a (bears) of shared/rules/strait.md.

Most of it happens around Diomede (e4): e5 lies to its south, e3 to its north, f3 and f4 to its
north-east and south-east. From there a bear meets land in the four slanting directions unless a
floe lies in its way. Floes with the mask 18 are crossed freely from south to north.
"""

from __future__ import annotations

import pytest

from icefield.games.strait.rules import StraitPosition

from .positions import ALASKA, at, legal, play, put, read, totals, ways

SENDS = "e6:18,e5:18:b"
"""Grey walks from e6 to e5 and sends the bear on to Diomede."""
APART = "e6:18,e5:35:b"
"""The same, but towards Diomede e5 has three ridges."""


def sent_north(
    floes: str, explorers: str, packs: str = "f", *, seats: int = 2, **fields: object
) -> StraitPosition:
    """Seat 0 on e6 has stopped on e5 and sent the bear to Diomede."""
    position = put(floes, explorers, packs, seats=seats, **fields)
    return play(position, "e6-e5", "stop", "send:N")


def bears(position: StraitPosition) -> dict[str, int]:
    found = {place: position.items(place)[2] for place in position.map.places}
    return {place: number for place, number in found.items() if number}


def place_of(position: StraitPosition, seat: int) -> set[str | None]:
    return {place for place in position.explorers[seat] if place not in ALASKA}


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


def directions(position: StraitPosition) -> list[str]:
    return [move.removeprefix("send:") for move in legal(position, "send:")]


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


def test_I27_where_a_bear_has_no_direction_nobody_stops() -> None:
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


# -- I28: bouncing --------------------------------------------------------------------------------


def test_I28_the_owner_of_an_endangered_explorer_decides_at_once() -> None:
    position = sent_north(APART, "e6/e4", "f/rf")
    assert (position.phase, position.turn, position.active) == ("bounce", 1, 0)
    assert legal(position) == ["e4-e5", "e4~d4~e5", "e4~f4~e5", "send:N"]


def test_I28_escape_to_a_neighbouring_space_at_the_normal_price() -> None:
    position = sent_north(APART + ",f3:9", "e6/e4", "f/r")
    assert legal(position) == ["e4-e5", "e4-f3"]
    climbed = play(position, "e4-e5")
    assert climbed.items("e4") == (1, 0, 1)  # the rope stays on Diomede
    assert climbed.packs[1] == (0, 0)
    assert at(climbed, "e5") == [0, 1]
    assert bears(climbed) == {"e4": 1}
    walked = play(position, "e4-f3")
    assert walked.packs[1] == (1, 0)
    assert (walked.turn, walked.phase) == (0, "turn")  # back to the active player
    assert walked.explorer_done


def test_I28_escape_across_one_sea_hex() -> None:
    position = sent_north(APART + ",c3:9", "e6/e4", "f/f")
    assert ways(position, "e4") == ["e4~d3~c3"]
    after = play(position, "e4~d3~c3")
    assert after.packs[1] == (0, 0)
    assert at(after, "c3") == [1]


def test_I28_an_escape_is_one_step() -> None:
    position = sent_north(APART + ",e3:18,e2:18", "e6/e4", "f/f")
    after = play(position, "e4-e3")
    assert (after.turn, after.phase) == (0, "turn")


def test_I28_not_to_a_full_space() -> None:
    position = sent_north(APART + ",f3:9,e3:18", "e6/e4/f3.f3", "f/-/-", seats=3)
    assert legal(position) == ["e4-e3"]


def test_I28_not_to_bears_one_cannot_pay_for() -> None:
    for fish in (1, 2, 3):
        position = sent_north(APART + ",f3:9:bb", "e6/e4", f"f/{'f' * fish}")
        assert ("e4-f3" in legal(position)) == (fish >= 2)
        assert ("e4~e3~f3" in legal(position)) == (fish >= 3)


def test_I28_not_to_bears_that_have_no_direction() -> None:
    """The bear of e3 can only go north to e2, where two are, or south to Diomede. It can as long
    as Diomede has one bear; Red escapes to f4 and sends a second one there."""
    position = put(APART + ",e3:18:b,e2:18:bb,f4:9:b", "e6/e4/e4", "f/ff/ff", seats=3)
    position = play(position, "e6-e5", "stop", "send:N")
    assert position.turn == 1
    assert "e4-e3" in legal(position)
    position = play(position, "e4-f4", "send:NW")
    assert position.turn == 2
    assert bears(position) == {"e4": 2, "e3": 1, "e2": 2}
    assert "e4-e3" not in legal(position)
    assert "e4-f4" in legal(position)


def test_I28_or_a_fish_sends_the_bear_on() -> None:
    position = sent_north(APART, "e6/e4", "f/f")
    assert legal(position) == ["send:N"]  # over the north edge; not back to e5
    after = play(position, "send:N")
    assert after.packs[1] == (0, 0)
    assert after.supply == (15, 15, 5)
    assert at(after, "e4") == [1]
    assert (after.turn, after.explorer_done) == (0, True)


def test_I28_sending_on_needs_a_fish() -> None:
    assert legal(sent_north(APART + ",e3:18", "e6/e4", "f/r")) == ["e4-e3", "e4-e5"]


def test_I28_the_bear_goes_on_by_I27() -> None:
    position = sent_north(APART + ",c3:9,i6:9,e2:9:bb", "e6/e4", "f/f")
    assert directions(position) == ["NW", "SE"]  # north are two bears, south is where it came from
    assert bears(play(position, "send:SE")) == {"i6": 1, "e2": 2}


def test_I28_not_back_to_where_it_was_first_sent_from_nor_where_it_has_landed() -> None:
    """e5 to Diomede to e3: from there neither Diomede nor, past it, e5."""
    floes = APART + ",e3:18,c4:9"
    position = sent_north(floes, "e6/e4/e3", "f/f/f", seats=3)
    assert directions(position) == ["N"]
    position = play(position, "send:N")
    assert (position.turn, position.phase) == (2, "bounce")
    assert directions(position) == ["N", "SW"]  # south is Diomede; c4 was never visited
    assert "e3-e4" in legal(position)  # the bear has left Diomede, an explorer may go there
    after = play(position, "send:SW")
    assert bears(after) == {"c4": 1}


def test_I28_a_bear_sent_round_does_not_come_back_to_its_first_place() -> None:
    """e5 to Diomede to f4, which touches e5 in the south-west: not there."""
    position = sent_north(APART + ",f4:9", "e6/e4/f4", "f/f/f", seats=3)
    position = play(position, "send:SE")
    assert position.turn == 2
    assert "SW" not in directions(position)
    assert directions(position) == ["N", "S"]


def test_I28_owners_are_asked_clockwise_from_the_player_whose_turn_it_is() -> None:
    floes = APART + ",e3:18,f3:9"
    position = put(floes, "e4/e6/e4", "-/f/-", seats=3, active=1)
    position = play(position, "e6-e5", "stop", "send:N")
    assert position.turn == 2
    position = play(position, "e4-e3")
    assert position.turn == 0
    position = play(position, "e4-f3")
    assert (position.turn, position.active) == (1, 1)


def test_I28_the_active_player_is_asked_first_about_own_explorers() -> None:
    position = put(APART + ",e3:18,f3:9", "e4/e6.e4", "-/f", active=1)
    position = play(position, "e6-e5", "stop", "send:N")
    assert position.turn == 1
    position = play(position, "e4-e3")
    assert position.turn == 0


def test_I28_clockwise_from_the_active_player_whoever_sent_the_bear() -> None:
    """Grey's bear comes to Red, who sends it on to Grey and Yellow: Grey is asked first."""
    floes = APART + ",e3:18"
    position = put(floes, "e6.e3/e4/e3", "ff/f/-", seats=3)
    position = play(position, "e6-e5", "stop", "send:N", "send:N")
    assert position.turn == 0
    position = play(position, "e3-e4")
    assert (position.phase, position.turn) == ("bounce", 2)


def test_I28_a_bear_sent_on_frees_the_others() -> None:
    position = sent_north(APART, "e6/e4/e4", "f/f/f", seats=3)
    assert position.turn == 1
    after = play(position, "send:N")
    assert (after.turn, after.phase) == (0, "turn")
    assert at(after, "e4") == [1, 2]
    assert after.packs[2] == (0, 1)


def test_I28_everybody_who_stays_is_asked_one_by_one() -> None:
    position = sent_north(APART + ",f3:9", "e6/e4.e4", "f/f")
    assert position.turn == 1
    position = play(position, "e4-f3")
    assert (position.phase, position.turn) == ("bounce", 1)
    assert at(position, "e4") == [1]
    freed = play(position, "send:N")
    assert (freed.phase, freed.turn) == ("turn", 0)


def test_I28_an_empty_space_bounces_nothing() -> None:
    position = sent_north(SENDS, "e6", "f/f")
    assert (position.turn, position.phase) == (0, "turn")
    assert bears(position) == {"e4": 1}


def test_I28_no_drop_while_a_bear_waits() -> None:
    position = sent_north(APART, "e6/e4", "rff/rf")
    assert legal(position, "drop:") == []


def test_I28_then_the_mover_takes_an_item() -> None:
    position = sent_north("e6:18,e5:3:fb,e3:18", "e6/e4", "f")
    position = play(position, "e4-e3")
    assert (position.turn, position.phase) == (0, "take")
    assert legal(position) == ["take:fish", "take:none"]


# -- I29: air-lift --------------------------------------------------------------------------------


def test_I29_an_explorer_with_neither_way_is_lifted_to_any_station_with_room() -> None:
    position = sent_north(APART, "e6.wales.wales/e4", "f/-")
    assert legal(position) == sorted(f"lift:{name}" for name in ALASKA if name != "wales")
    after = play(position, "lift:tincity")
    assert 1 in at(after, "tincity")
    assert at(after, "e4") == []
    assert bears(after) == {"e4": 1}
    assert (after.turn, after.explorer_done) == (0, True)


def test_I29_not_when_an_escape_or_a_send_can_be_paid() -> None:
    assert legal(sent_north(APART, "e6/e4", "f/r"), "lift:") == []
    assert legal(sent_north(APART, "e6/e4", "f/f"), "lift:") == []
    assert legal(sent_north(SENDS, "e6/e4", "f/-"), "lift:") == []


def test_I29_a_rope_that_leads_nowhere_does_not_prevent_it() -> None:
    """A rope would lead to e5, where two explorers are by now: Grey's mover and the other Grey
    explorer, who has escaped there from Diomede."""
    position = put("e6:18,e5:35:b", "e6.e4/e4", "rf/r")
    position = play(position, "e6-e5", "stop", "send:N", "e4-e5")
    assert position.turn == 1
    assert legal(position, "lift:") == legal(position)


def test_I29_two_explorers_of_one_player_are_lifted_one_by_one() -> None:
    position = sent_north(APART, "e6/e4.e4", "f/-")
    position = play(position, "lift:wales")
    assert legal(position, "lift:") == legal(position)
    position = play(position, "lift:nuluk")
    assert (position.turn, position.phase) == (0, "turn")


# -- I30: two bears -------------------------------------------------------------------------------


def test_I30_two_bears_are_sent_one_after_the_other() -> None:
    position = play(put("e6:18,e5:18:bb", "e6", "ff"), "e6-e5", "stop")
    assert legal(position) == ["send:N", "send:S"]
    position = play(position, "send:N")
    assert (position.phase, position.turn) == ("send", 0)
    assert bears(position) == {"e4": 1, "e5": 1}
    both = play(position, "send:N")
    assert bears(both) == {"e4": 2}
    assert both.explorer_done
    assert bears(play(position, "send:S")) == {"e4": 1, "e6": 1}


def test_I30_the_first_is_resolved_in_full_before_the_second_goes() -> None:
    position = sent_north("e6:18,e5:3:bb,e3:18", "e6/e4", "ff/-")
    assert (position.phase, position.turn) == ("bounce", 1)
    position = play(position, "e4-e3")
    assert (position.phase, position.turn) == ("send", 0)
    position = play(position, "send:N")
    assert bears(position) == {"e4": 2}


def test_I30_a_second_bear_without_a_direction_goes_to_the_supply() -> None:
    position = play(put("g5:9,e5:9:bb,e6:9:bb", "g5", "fff", diomede="b"), "g5~f4~e5", "stop")
    assert legal(position) == ["send:N"]
    assert position.supply[2] == 0
    position = play(position, "send:N")
    assert bears(position) == {"e4": 2, "e6": 2}
    assert position.supply[2] == 1
    assert position.explorer_done
    assert totals(position) == (15, 15, 5)


# -- I30a: bears where one escapes to, and movers driven off --------------------------------------


def test_I30a_escaping_to_a_bear_one_pays_and_sends_it_on() -> None:
    position = sent_north(APART + ",e3:18:b", "e6/e4", "f/f")
    position = play(position, "e4-e3")
    assert (position.phase, position.turn) == ("send", 1)
    assert position.packs[1] == (0, 0)
    assert directions(position) == ["N", "S"]
    after = play(position, "send:S")  # a new bear: it may go to Diomede
    assert bears(after) == {"e4": 2}
    assert (after.turn, after.explorer_done) == (0, True)


def test_I30a_with_two_bears_both_are_sent() -> None:
    position = sent_north(APART + ",e3:18:bb", "e6/e4", "f/ff")
    position = play(position, "e4-e3", "send:N")
    assert (position.phase, position.turn) == ("send", 1)
    assert bears(play(position, "send:S")) == {"e4": 2}


def test_I30a_that_is_resolved_before_the_next_is_asked() -> None:
    position = sent_north(APART + ",e3:18:b,f3:9", "e6/e4/e4", "f/f/-", seats=3)
    position = play(position, "e4-e3")
    assert (position.phase, position.turn) == ("send", 1)
    position = play(position, "send:N")
    assert (position.phase, position.turn) == ("bounce", 2)


def test_I30a_every_arriving_bear_endangers_by_itself() -> None:
    """Red escapes to e3 and sends the bear there back to Yellow, who answers the new bear first
    and then still has the old one."""
    floes = APART + ",e3:18:b,f3:9"
    position = sent_north(floes, "e6/e4/e4", "f/f/rf", seats=3)
    position = play(position, "e4-e3", "send:S")
    assert bears(position) == {"e4": 2}
    assert (position.phase, position.turn) == ("bounce", 2)
    assert directions(position) == ["NE", "S"]  # not back to e3; e5 is new to this bear
    position = play(position, "send:NE")
    assert bears(position) == {"e4": 1, "f3": 1}
    assert (position.phase, position.turn) == ("bounce", 2)
    assert legal(position) == ["e4-e3", "e4-e5"]  # no fish is left to send it with
    position = play(position, "e4-e5")
    assert (position.turn, position.explorer_done) == (0, True)


def test_I30a_one_escape_answers_both_bears() -> None:
    floes = APART + ",e3:18:b,f3:9"
    position = sent_north(floes, "e6/e4/e4", "f/f/-", seats=3)
    position = play(position, "e4-e3", "send:S", "e4-f3")
    assert (position.turn, position.explorer_done) == (0, True)
    assert bears(position) == {"e4": 2}


def test_I30a_a_bear_that_leaves_by_any_means_ends_the_danger() -> None:
    """Red escapes to e3 and sends its bear to f3, where Grey stands; Grey escapes to Diomede,
    which means sending the first bear away: Yellow is free."""
    floes = APART + ",e3:18:b,f3:9"
    position = sent_north(floes, "e6.f3/e4/e4", "ff/f/-", seats=3)
    assert position.turn == 1
    position = play(position, "e4-e3", "send:SE")
    assert (position.phase, position.turn) == ("bounce", 0)
    position = play(position, "f3-e4")
    assert (position.phase, position.turn) == ("send", 0)
    assert directions(position) == ["N", "NE", "S"]  # to e3, to f3 where a bear is, to e5
    position = play(position, "send:NE")
    assert (position.turn, position.phase) == (0, "turn")
    assert at(position, "e4") == [0, 2]
    assert bears(position) == {"f3": 2}


def driven_off(packs: str = "ff/f", there: str = "rb") -> StraitPosition:
    """Grey has stopped on e5 and sent a bear to Diomede; Red has escaped to f4 and sent the bear
    there to e5."""
    floes = f"e6:18,e5:3:{there},f4:9:b"
    return play(sent_north(floes, "e6/e4", packs), "e4-f4", "send:SW")


def test_I30a_a_mover_driven_off_takes_nothing() -> None:
    position = driven_off("f/f")
    assert (position.phase, position.turn) == ("bounce", 0)
    assert legal(position) == ["e5-e6"]
    position = play(position, "e5-e6")
    assert position.phase == "turn"
    assert position.explorer_done
    assert position.items("e5") == (1, 0, 1)
    assert at(position, "e6") == [0]  # where it came from: an escape is no step of the move


def test_I30a_a_mover_that_sends_the_bear_on_stays_and_takes() -> None:
    position = driven_off("ff/f")
    assert directions(position) == ["N", "S"]
    position = play(position, "send:S")
    assert (position.phase, position.turn) == ("take", 0)
    assert legal(position, "take:") == ["take:none", "take:rope"]


def test_I30a_bears_left_by_a_mover_driven_off_stay() -> None:
    position = driven_off("ff/f", "bb")
    assert (position.phase, position.turn) == ("bounce", 0)
    assert bears(position) == {"e4": 1, "e5": 2}
    position = play(position, "e5-e6")
    assert (position.phase, position.turn) == ("turn", 0)
    assert position.explorer_done
    assert bears(position) == {"e4": 1, "e5": 2}


def test_I30a_a_mover_that_answers_the_new_bear_goes_on_with_its_own() -> None:
    position = driven_off("fff/f", "bb")
    position = play(position, "send:S")
    assert bears(position) == {"e4": 1, "e5": 1, "e6": 1}
    assert (position.phase, position.turn) == ("send", 0)
    position = play(position, "send:N")
    assert bears(position) == {"e4": 2, "e6": 1}
    assert position.explorer_done


def test_I30a_an_explorer_that_escaped_and_is_driven_on_leaves_the_rest() -> None:
    """Red escapes from Diomede to e3 with two bears and sends one to Yellow on f3, who escapes to
    f2 and sends the bear there back to e3."""
    floes = APART + ",e3:18:bb,f3:9,f2:18:b"
    position = sent_north(floes, "e6/e4/f3", "f/ff/rf", seats=3)
    position = play(position, "e4-e3", "send:SE")
    assert (position.phase, position.turn) == ("bounce", 2)
    position = play(position, "f3-f2", "send:SW")
    assert (position.phase, position.turn) == ("bounce", 1)
    assert bears(position) == {"e4": 1, "e3": 2, "f3": 1}
    assert ways(position, "e3") == []  # no rope, no fish; Diomede has a bear
    position = play(position, "lift:wales")
    assert (position.turn, position.phase) == (0, "turn")
    assert bears(position) == {"e4": 1, "e3": 2, "f3": 1}


@pytest.mark.parametrize("own", ["e6.e4.wales", "e4.e6.wales"])
def test_I30a_a_mover_and_one_that_joined_it_are_interchangeable(own: str) -> None:
    """Grey's mover is joined on e5 by a Grey explorer that escaped from Diomede, and a new bear
    comes. Which of the two is dealt with first does not depend on how they were placed."""
    position = put("e6:18,e5:18:rb,f4:9:b", f"{own}/e4", "fff/f")
    position = play(position, "e6-e5", "stop", "send:N", "e4-e5", "e4-f4", "send:SW")
    assert (position.phase, position.turn) == ("bounce", 0)
    assert at(position, "e5") == [0, 0]
    same_story(position, "e5-e6", "send:N")


@pytest.mark.parametrize("own", ["e6.e4.wales", "e4.e6.wales"])
def test_I30a_two_of_a_player_with_bears_to_send_are_interchangeable(own: str) -> None:
    """The same with two bears on e5: the one that joins sends the second bear south to Red on e6,
    who escapes to f5 and sends the bear there to e5."""
    position = put("e6:36,e5:18:rbb,f5:9:b", f"{own}/e6", "fff/f")
    position = play(position, "e6-e5", "stop", "send:N", "e4-e5", "send:S")
    assert (position.phase, position.turn) == ("bounce", 1)
    position = play(position, "e6-f5", "send:NW")
    assert (position.phase, position.turn) == ("bounce", 0)
    assert at(position, "e5") == [0, 0]
    same_story(position, "e5-f5", "lift:wales")


def same_story(position: StraitPosition, *moves: str) -> None:
    """A position and the one read from its text go on in the same way."""
    for move in moves:
        again = read(str(position))
        assert (again.turn, legal(again)) == (position.turn, legal(position))
        after = play(position, move)
        assert str(play(again, move)) == str(after)
        position = after
