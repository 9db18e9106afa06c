"""Rules I28–I30a: bears that come to explorers.

Most of it happens around Diomede (e4): e5 lies to its south, e3 to its north, f3 and f4 to its
north-east and south-east. From there a bear meets land in the four slanting directions unless a
floe lies in its way. Floes with the mask 18 are crossed freely from south to north.
"""

from __future__ import annotations

import pytest

from icefield.games.strait.position import StraitPosition

from ..positions import (
    ALASKA,
    APART,
    SENDS,
    at,
    bears,
    directions,
    legal,
    play,
    put,
    read,
    sent_north,
    totals,
    ways,
)

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
    """Diomede has room for the bear of e3 as long as it has one bear.

    The bear can only go north to e2, where two are, or south to Diomede. Red escapes to f4 and
    sends a second one there.
    """
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


def test_I28_clockwise_from_the_active_player_not_from_the_sender() -> None:
    """Grey's bear comes to Red, who sends it to Grey and Yellow: Grey answers first."""
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


def test_I28_all_explorers_that_stay_are_asked_one_by_one() -> None:
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
    """A rope would lead to e5, where two explorers are by now.

    They are Grey's mover and the other Grey explorer, who has escaped there from Diomede.
    """
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
    """Red escapes to e3 and sends the bear there back to Yellow.

    Yellow answers the new bear first and then still has the old one.
    """
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
    """Red escapes to e3 and sends its bear to f3, where Grey stands.

    Grey escapes to Diomede, which means sending the first bear away: Yellow is free.
    """
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
    """Grey has stopped on e5 and sent a bear to Diomede.

    Red has escaped to f4 and sent the bear there to e5.
    """
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
    """Red escapes from Diomede to e3 with two bears and sends one to Yellow on f3.

    Yellow escapes to f2 and sends the bear there back to e3.
    """
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
    """Grey's mover and a Grey explorer from Diomede are on e5 when a bear comes.

    Which of the two is treated first does not depend on how they were placed.
    """
    position = put("e6:18,e5:18:rb,f4:9:b", f"{own}/e4", "fff/f")
    position = play(position, "e6-e5", "stop", "send:N", "e4-e5", "e4-f4", "send:SW")
    assert (position.phase, position.turn) == ("bounce", 0)
    assert at(position, "e5") == [0, 0]
    same_story(position, "e5-e6", "send:N")


@pytest.mark.parametrize("own", ["e6.e4.wales", "e4.e6.wales"])
def test_I30a_two_of_a_player_with_bears_to_send_are_interchangeable(own: str) -> None:
    """The same with two bears on e5.

    The explorer that joins sends the second bear south to Red on e6, who escapes to f5 and sends
    the bear there to e5.
    """
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
