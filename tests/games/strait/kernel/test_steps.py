"""Rules I18–I25 (explorers and the price of their steps), dead ends included.

Floe masks in use: 18 is broken to NE and SW, so a column of 18s is crossed for nothing; 9 is
broken to N and S.
"""

from __future__ import annotations

import pytest

from ..positions import acts, at, legal, play, put, totals, ways

FREE = "e7:18,e6:18,e5:18"  # a free way north to Diomede (e4)


# -- I18: move and collect ------------------------------------------------------------------------


def test_I18_any_number_of_free_steps() -> None:
    position = put(FREE, "e7")
    position = play(position, "e7-e6", "e6-e5", "e5-e4")
    assert position.turn == 0
    position = play(position, "stop")
    assert at(position, "e4") == [0]
    assert position.explorer_done
    assert legal(position, "e4-", "e5-", "fish", "collect:") == []  # one explorer action


def test_I18_a_step_is_enough_and_no_step_is_a_must() -> None:
    position = play(put(FREE, "e7"), "e7-e6")
    assert legal(position) == ["e6-e5", "stop"]
    after = play(put(FREE, "e7"), "turn:e7:cw", "end")
    assert at(after, "e7") == [0]


def test_I18_only_own_explorers_and_one_of_them() -> None:
    position = put(FREE + ",c3:18", "e7/c3")
    assert ways(position, "c3") == []
    position = play(position, "e7-e6")
    assert all(move.startswith("e6") or move == "stop" for move in legal(position))


def test_I18_explorers_of_one_player_on_one_space_are_one_choice() -> None:
    position = put(FREE, "e7.e7")
    assert legal(position).count("e7-e6") == 1
    assert at(play(position, "e7-e6", "stop"), "e7") == [0]


def test_I18_no_space_is_entered_twice_the_first_one_included() -> None:
    """e5, e6 and f5 touch each other, and every crossing is free."""
    position = put("e5:33,e6:12,f5:3", "e6", "rrr")
    position = play(position, "e6-e5")
    assert ways(position, "e5") == ["e5-e4", "e5-f5"]
    position = play(position, "e5-f5")
    assert ways(position, "f5") == []
    assert legal(position, "stop") == ["stop"]


def test_I18_a_swim_does_not_lead_back_either() -> None:
    position = play(put("e5:33,e6:12", "e6", "fff"), "e6-e5")
    assert not any(move.endswith(("~e6", "-e6")) for move in legal(position))


def test_I18_one_item_is_taken_at_the_end() -> None:
    position = play(put("e7:18:r,e6:18:rrf", "e7", "f"), "e7-e6", "stop")
    assert (position.phase, position.turn) == ("take", 0)
    assert legal(position) == ["drop:e6:fish", "take:fish", "take:none", "take:rope"]
    rope = play(position, "take:rope")
    assert rope.packs[0] == (1, 1)
    assert rope.items("e6") == (1, 1, 0)
    assert rope.explorer_done
    assert play(position, "take:fish").packs[0] == (0, 2)
    none = play(position, "take:none")
    assert none.packs[0] == (0, 1)
    assert none.items("e6") == (2, 1, 0)


def test_I18_only_what_lies_there_can_be_taken() -> None:
    position = play(put("e7:18,e6:18:f", "e7"), "e7-e6", "stop")
    assert legal(position) == ["take:fish", "take:none"]
    position = play(put("e7:18:r,e6:18", "e7"), "e7-e6", "stop")
    assert (position.phase, position.explorer_done) == ("turn", True)


def test_I18_nothing_is_collected_on_the_way_and_nothing_taken_is_used() -> None:
    """A rope lies on e6, which is what the ridge between e6 and e5 costs."""
    position = put("e7:18,e6:18:r,e5:12", "e7")
    position = play(position, "e7-e6")
    assert legal(position) == ["stop"]
    position = play(position, "stop", "take:rope")
    assert ways(position, "e6") == []


def test_I18_taking_needs_room() -> None:
    position = play(put("e7:18,e6:18:rf", "e7", "rrf"), "e7-e6", "stop")
    assert legal(position) == ["drop:e6:fish", "drop:e6:rope", "take:none"]
    position = play(position, "drop:e6:rope")
    assert "take:fish" in legal(position)
    position = play(position, "take:fish")
    assert position.packs[0] == (1, 2)
    assert position.items("e6") == (2, 0, 0)


def test_I18_the_rope_that_was_left_behind_is_not_there_at_the_end() -> None:
    position = play(put("e7:9,e6:18:f", "e7", "r"), "e7-e6", "stop")
    assert position.items("e7") == (1, 0, 0)
    assert legal(position) == ["take:fish", "take:none"]


def test_I18_both_orders_of_the_two_actions() -> None:
    first = play(put(FREE, "e7"), "e7-e6", "stop", "turn:e5:cw")
    assert first.turn == 1
    second = play(put(FREE, "e7"), "turn:e7:cw", "e7-e6", "stop")
    assert second.turn == 1


# -- I19: collect without moving ------------------------------------------------------------------


def test_I19_collect_where_an_own_explorer_stands() -> None:
    position = put(
        "e6:18:rf,c3:9:r", "e6.e4.wales/c3", "f", diomede="f", stations="wales:r,tincity:rf"
    )
    wanted = ["collect:e4:fish", "collect:e6:fish", "collect:e6:rope", "collect:wales:rope"]
    assert legal(position, "collect:") == wanted
    after = play(position, "collect:wales:rope")
    assert after.packs[0] == (1, 1)
    assert after.items("wales") == (0, 0, 0)
    assert after.explorer_done
    assert legal(after, "collect:", "fish", "e6-", "e6~") == []
    assert play(position, "collect:e4:fish").items("e4") == (0, 0, 0)


def test_I19_not_with_a_full_rucksack_unless_something_is_dropped_first() -> None:
    position = put("e6:18:f", "e6", "rrr")
    assert legal(position, "collect:") == []
    position = play(position, "drop:e6:rope", "collect:e6:fish")
    assert position.packs[0] == (2, 1)
    assert position.items("e6") == (1, 0, 0)


def test_I19_collecting_leaves_the_floe_action() -> None:
    position = play(put("e6:18:f", "e6"), "collect:e6:fish")
    assert position.turn == 0
    assert acts(position) != []
    assert play(put("e6:18:f", "e6"), "turn:e6:cw", "collect:e6:fish").turn == 1


# -- I20: fishing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pack", "wanted"),
    [
        ("r", (0, 2)),
        ("rf", (0, 3)),
        ("rr", (1, 2)),
        ("rrr", (2, 1)),
        ("rrf", (1, 2)),
        ("rff", (0, 3)),
    ],
)
def test_I20_a_rope_becomes_two_fish_as_far_as_they_fit(pack: str, wanted: tuple[int, int]) -> None:
    position = put("c4:9", packs=pack)
    after = play(position, "fish")
    assert after.packs[0] == wanted
    assert after.supply[0] == position.supply[0] + 1
    assert totals(after) == (15, 15, 5)
    assert after.explorer_done


def test_I20_no_more_fish_than_the_supply_has() -> None:
    one = put(f"c4:9:{'f' * 14}", packs="r")
    assert play(one, "fish").packs[0] == (0, 1)
    none = put(f"c4:9:{'f' * 15}", packs="r")
    assert play(none, "fish").packs[0] == (0, 0)
    assert play(none, "fish").supply == (15, 0, 5)


def test_I20_fishing_takes_a_rope_and_the_whole_explorer_action() -> None:
    assert legal(put("c4:9", packs="fff"), "fish") == []
    assert legal(play(put("c4:9", packs="rr"), "fish"), "fish") == []


# -- I21: drop ------------------------------------------------------------------------------------


def test_I21_at_the_top_level_on_any_space_with_an_own_explorer_but_not_in_siberia() -> None:
    position = put("e6:18,c3:9", "e6.wales.uelen/c3", "rf")
    wanted = [f"drop:{place}:{item}" for place in ("e6", "wales") for item in ("fish", "rope")]
    assert legal(position, "drop:") == wanted
    after = play(position, "drop:wales:fish")
    assert after.packs[0] == (1, 0)
    assert after.items("wales") == (0, 1, 0)
    assert (after.turn, after.floe_done, after.explorer_done) == (0, False, False)
    assert legal(after, "drop:") == ["drop:e6:rope", "drop:wales:rope"]
    assert play(after, "drop:e6:rope").items("e6") == (1, 0, 0)


def test_I21_on_diomede_too() -> None:
    assert play(put("e6:18", "e4", "r"), "drop:e4:rope").items("e4") == (1, 0, 0)


def test_I21_before_and_after_either_action() -> None:
    position = put("e6:18", "e6", "rrf")
    assert "drop:e6:rope" in legal(play(position, "turn:e6:cw"))
    assert "drop:e6:fish" in legal(play(position, "fish"))
    after = play(position, "turn:e6:cw", "drop:e6:rope", "drop:e6:rope", "end")
    assert after.items("e6") == (2, 0, 0)
    assert after.turn == 1


def test_I21_during_a_move_only_on_the_space_of_the_mover() -> None:
    position = play(put(FREE, "e7.wales", "rf"), "e7-e6")
    assert legal(position, "drop:") == ["drop:e6:fish", "drop:e6:rope"]
    position = play(position, "drop:e6:rope")
    assert position.items("e6") == (1, 0, 0)
    assert position.phase == "move"
    position = play(position, "e6-e5", "drop:e5:fish", "stop")
    assert legal(position) == ["take:fish", "take:none"]
    assert position.packs[0] == (0, 0)


def test_I21_an_item_dropped_during_a_move_is_not_there_for_the_next_step() -> None:
    position = play(put("e7:18,e6:18,e5:12", "e7", "r"), "e7-e6")
    assert "e6-e5" in legal(position)
    assert "e6-e5" not in legal(play(position, "drop:e6:rope"))


def test_I21_at_take_only_on_the_space_of_the_mover() -> None:
    position = play(put("e7:18,e6:18:r", "e7.wales", "rf"), "e7-e6", "stop")
    assert legal(position) == ["drop:e6:fish", "drop:e6:rope", "take:none", "take:rope"]
    after = play(position, "drop:e6:fish")
    assert (after.phase, after.items("e6")) == ("take", (1, 1, 0))
    assert "take:fish" in legal(after)


def test_I21_nothing_to_drop_nothing_offered() -> None:
    assert legal(put("e6:18", "e6"), "drop:") == []
    assert legal(put("e6:18", "e6", "rr"), "drop:") == [
        f"drop:{place}:rope" for place in sorted({"e6", "shishmaref", "nuluk"})
    ]


# -- I22: room ------------------------------------------------------------------------------------


@pytest.mark.parametrize("others", ["e7/e6.e6", "e7.e6/e6", "e7.e6.e6"])
def test_I22_one_passes_two_explorers_but_does_not_stop_with_them(others: str) -> None:
    position = play(put(FREE, others), "e7-e6")
    assert legal(position) == ["e6-e5"]
    assert legal(play(position, "e6-e5"), "stop") == ["stop"]


def test_I22_two_may_stand_together() -> None:
    position = play(put(FREE, "e7/e6"), "e7-e6", "stop")
    assert at(position, "e6") == [0, 1]
    position = play(put(FREE, "e7.e6"), "e7-e6", "stop")
    assert at(position, "e6") == [0, 0]


def test_I22_alaskan_stations_and_diomede_have_room_for_two_as_well() -> None:
    position = put("i1:3", "i1/shishmaref.shishmaref", "r")
    assert "i1-shishmaref" in legal(position)  # on to Nuluk with the rope
    assert legal(play(position, "i1-shishmaref")) == ["shishmaref-nuluk"]
    assert "i1-shishmaref" not in legal(put("i1:3", "i1/shishmaref.shishmaref"))
    assert "e5-e4" not in legal(put("e5:18", "e5/e4.e4"))


def test_I22_siberia_holds_any_number_but_one_of_a_colour() -> None:
    position = play(put("a3:3", "a3/naukan/naukan/naukan", seats=4), "a3-naukan")
    assert at(position, "naukan") == [0, 1, 2, 3]
    assert "a3-naukan" not in legal(put("a3:3", "a3.naukan"))
    assert "a3-naukan" in legal(put("a3:3", "a3.uelen"))


def test_I22_on_reaching_siberia_the_move_is_over() -> None:
    """No `stop`, nothing is taken, and what is left in the rucksack stays there."""
    position = play(put("a3:3:r", "a3", "rff"), "a3-naukan")
    assert position.explorer_done
    assert position.phase == "turn"
    assert position.packs[0] == (1, 2)
    assert ways(position, "naukan") == []
    assert play(put("a3:3", "a3"), "turn:a3:cw", "a3-naukan").turn == 1


def test_I22_no_explorer_leaves_siberia_or_acts_from_it() -> None:
    position = put("a3:3:rf", "naukan", "rf")
    assert [move for move in legal(position) if "naukan" in move] == []


def test_I22_land_in_siberia_is_reached_by_swimming_too() -> None:
    position = put("b3:3", "b3", "f")
    assert {"b3~a3~naukan", "b3~a4~naukan"} <= set(legal(position))


# -- I23: ridges ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "price"),
    [(18, 18, 0), (9, 18, 1), (18, 9, 1), (9, 9, 2), (3, 12, 2), (12, 3, 0)],
)
def test_I23_each_broken_edge_at_the_crossing_costs_a_rope(near: int, far: int, price: int) -> None:
    """From e6 to e5: the north edge of e6 and the south edge of e5."""
    floes = f"e6:{near},e5:{far}"
    for rope in range(4):
        assert ("e6-e5" in legal(put(floes, "e6", "r" * rope or "-"))) == (rope >= price)
    after = play(put(floes, "e6", "rrr"), "e6-e5")
    assert after.packs[0] == (3 - price, 0)
    assert after.items("e6") == (price, 0, 0)
    assert after.items("e5") == (0, 0, 0)
    assert after.supply == put(floes, "e6", "rrr").supply


@pytest.mark.parametrize(
    ("to", "edge"),
    [("e5", 1), ("f5", 2), ("f6", 4), ("e7", 8), ("d6", 16), ("d5", 32)],
)
def test_I23_the_edge_between_the_two_floes_counts(to: str, edge: int) -> None:
    """Every direction: the floe left has a broken edge there and an irrelevant one."""
    back = {1: 8, 2: 16, 4: 32, 8: 1, 16: 2, 32: 4}[edge]
    clean = next(mask for mask in (3, 6, 12, 24, 48, 33) if not mask & back)
    broken = next(mask for mask in (5, 10, 20, 40, 17, 34) if mask & edge)
    assert f"e6-{to}" not in legal(put(f"e6:{broken},{to}:{clean}", "e6"))
    assert play(put(f"e6:{broken},{to}:{clean}", "e6", "r"), f"e6-{to}").items("e6") == (1, 0, 0)
    whole = next(mask for mask in (5, 10, 20, 40, 17, 34) if not mask & edge)
    assert f"e6-{to}" in legal(put(f"e6:{whole},{to}:{clean}", "e6"))


def test_I23_diomede_has_no_edge_of_its_own() -> None:
    assert "e5-e4" in legal(put("e5:18", "e5"))
    assert "e4-e5" in legal(put("e5:18", "e4"))
    off = play(put("e5:9", "e4", "r"), "e4-e5")
    assert off.items("e4") == (1, 0, 0)
    on = play(put("e5:9", "e5", "r"), "e5-e4")
    assert on.items("e5") == (1, 0, 0)
    assert "e5-e4" not in legal(put("e5:9", "e5"))


def test_I23_between_alaska_and_a_floe_only_the_floes_edge_counts() -> None:
    assert "wales-i7" in legal(put("i7:9", "wales"))
    off = play(put("i7:3", "wales", "r"), "wales-i7")  # NE is broken
    assert off.items("wales") == (1, 0, 0)
    assert "wales-i7" not in legal(put("i7:3", "wales"))
    back = play(put("i7:3", "i7", "r"), "i7-wales")
    assert back.items("i7") == (1, 0, 0)


def test_I23_between_a_floe_and_siberia_only_the_floes_edge_counts() -> None:
    assert "a3-naukan" in legal(put("a3:9", "a3"))
    assert "a3-naukan" not in legal(put("a3:18", "a3"))
    after = play(put("a3:18", "a3", "r"), "a3-naukan")
    assert after.items("a3") == (1, 0, 0)


def test_I23_ropes_left_can_be_collected_by_those_who_follow() -> None:
    position = play(put("e6:9,e5:9", "e6/e6", "rr"), "e6-e5", "stop", "turn:e5:cw")
    assert position.turn == 1
    assert "collect:e6:rope" in legal(position)


# -- I24: swimming --------------------------------------------------------------------------------


def test_I24_across_one_empty_hex_for_a_fish() -> None:
    position = put("e6:18,c6:9,e3:18", "e6", "f")
    assert ways(position, "e6") == ["e6~d5~c6", "e6~e5~e4"]
    after = play(position, "e6~d5~c6")
    assert after.packs[0] == (0, 0)
    assert after.supply[1] == position.supply[1] + 1
    assert at(after, "c6") == [0]
    assert ways(put("e6:18,c6:9,e3:18", "e6"), "e6") == []


def test_I24_never_two_hexes_in_a_row() -> None:
    assert ways(put("e7:18,e5:18,b6:9", "e7", "fff"), "e7") == ["e7~e6~e5"]
    assert ways(put("e8:18", "e8", "fff"), "e8") == []


def test_I24_not_across_a_floe_nor_across_diomede() -> None:
    position = put("e7:9,e6:9,e5:9", "e7", "fff")
    assert "e7~e6~e5" not in legal(position)
    assert not any("~e4~" in move for move in legal(put("e5:18,e3:18", "e5", "fff")))


def test_I24_one_never_ends_in_the_sea() -> None:
    position = put("e6:18", "e6", "fff")
    assert not any(move.endswith(("e5", "f5", "e7", "d5")) for move in legal(position))


@pytest.mark.parametrize(
    ("near", "far", "left", "lost"), [(18, 18, 0, 0), (9, 18, 1, 0), (18, 9, 0, 1), (9, 9, 1, 1)]
)
def test_I24_a_ridge_into_the_sea_leaves_a_rope_and_one_out_of_it_loses_a_rope(
    near: int, far: int, left: int, lost: int
) -> None:
    """From e7 across e6 to e5: the north edge of e7 and the south edge of e5."""
    floes, price = f"e7:{near},e5:{far}", left + lost
    for rope in range(3):
        pack = "r" * rope + "f"
        assert ("e7~e6~e5" in legal(put(floes, "e7", pack))) == (rope >= price)
    position = put(floes, "e7", "rrf")
    after = play(position, "e7~e6~e5")
    assert after.packs[0] == (2 - price, 0)
    assert after.items("e7") == (left, 0, 0)
    assert after.items("e5") == (0, 0, 0)
    assert after.supply == (position.supply[0] + lost, position.supply[1] + 1, 5)


def test_I24_several_swims_in_one_move() -> None:
    position = put("e7:18,e5:18,c5:9", "e7", "ff")
    position = play(position, "e7~e6~e5", "e5~d4~c5", "stop")
    assert at(position, "c5") == [0]
    assert position.packs[0] == (0, 0)
    far = put("e7:18,e5:18,c5:9,b3:18", "e7", "ff")
    far = play(far, "e7~e6~e5", "e5~d4~c5")
    assert legal(far) == ["stop"]  # the fish are gone


def test_I24_a_neighbouring_floe_can_be_swum_to_around_its_ridge() -> None:
    """e5 and e6 touch with broken edges; the hex f5 beside both is empty."""
    position = put("e6:9,e5:9", "e6", "f")
    assert ways(position, "e6") == ["e6~d5~e5", "e6~f5~e5"]


def test_I24_from_and_to_land() -> None:
    assert "e4~e5~e6" in legal(put("e6:18", "e4", "f"))
    assert "e6~e5~e4" in legal(put("e6:18", "e6", "f"))
    assert "wales~i7~i8" in legal(put("i8:18", "wales", "f"))
    assert "i8~i7~wales" in legal(put("i8:18", "i8", "f"))
    lost = play(put("i8:9", "wales", "rf"), "wales~i7~i8")  # its north edge is broken
    assert lost.items("wales") == (0, 0, 0)
    assert lost.supply == (15, 15, 5)


# -- I25: between Alaskan stations ----------------------------------------------------------------


def test_I25_a_rope_left_behind_or_a_swim() -> None:
    position = put("", "wales", "rf")
    wanted = ["wales-mitletukeruk", "wales-tincity", "wales~i6~mitletukeruk", "wales~i7~tincity"]
    assert ways(position, "wales") == wanted
    walk = play(position, "wales-tincity")
    assert walk.items("wales") == (1, 0, 0)
    assert walk.packs[0] == (0, 1)
    swim = play(position, "wales~i7~tincity")
    assert swim.items("wales") == (0, 0, 0)
    assert swim.packs[0] == (1, 0)
    assert swim.supply[1] == position.supply[1] + 1


def test_I25_the_swim_needs_an_empty_hex_and_the_hills_do_not() -> None:
    position = put("i7:9", "wales", "rf")
    assert "wales~i7~tincity" not in legal(position)
    assert "wales-tincity" in legal(position)
    assert ways(put("i7:3,i6:6", "wales", "f"), "wales") == []  # ridges on both sides


def test_I25_open_land_is_never_crossed() -> None:
    everywhere = put("", "ikpek.mitletukeruk", "rrf")
    for move in legal(everywhere):
        assert {"ikpek", "mitletukeruk"} - set(move.replace("~", "-").split("-"))


def test_I25_several_stations_in_one_move() -> None:
    position = put("", "tincity", "rr")
    position = play(position, "tincity-wales", "wales-mitletukeruk", "stop")
    assert position.items("tincity") == position.items("wales") == (1, 0, 0)
    assert position.packs[0] == (0, 0)


def test_I25_no_station_is_a_dead_end_for_those_who_cannot_stay() -> None:
    full = put("", "wales/tincity.tincity", "r")
    assert "wales-tincity" not in legal(full)
    assert ways(full, "wales") == ["wales-mitletukeruk"]


# -- no dead ends ---------------------------------------------------------------------------------


def test_I18_no_explorer_walks_into_a_full_space_without_a_way_on() -> None:
    full = "/e6.e6"
    assert "e7-e6" not in legal(put("e7:18,e6:18", "e7" + full))
    assert "e7-e6" in legal(put("e7:18,e6:18,e5:18", "e7" + full))
    assert "e7-e6" not in legal(put("e7:18,e6:18,e5:9", "e7" + full))
    assert "e7-e6" in legal(put("e7:18,e6:18,e5:9", "e7" + full, "r"))
    assert "e7-e6" not in legal(put("e7:9,e6:18,e5:9", "e7" + full, "r"))  # spent on the way in
    assert "e7-e6" in legal(put("e7:9,e6:18,e5:9", "e7" + full, "rr"))


def test_I18_the_way_on_may_be_a_swim_but_not_the_way_back() -> None:
    assert "e7-e6" in legal(put("e7:18,e6:18", "e7/e6.e6", "f"))  # on to Diomede
    full = put("e7:18,e6:18", "e7/e6.e6/e4.e4", "f", seats=3)
    assert "e7-e6" not in legal(full)


def test_I18_two_full_spaces_in_a_row_need_a_way_through_both() -> None:
    crowd = "e7/e6.e6/e5.e5"
    assert "e7-e6" in legal(put(FREE, crowd, seats=3))  # on to Diomede
    assert "e7-e6" not in legal(put(FREE, crowd + "/e4.e4", seats=4))
    assert "e7-e6" in legal(put(FREE + ",e3:18", crowd + "/e4.e4", seats=4))
    position = play(put(FREE + ",e3:18", crowd + "/e4.e4", seats=4), "e7-e6", "e6-e5", "e5-e4")
    assert legal(position) == ["e4-e3"]


def test_I18_a_full_space_may_be_the_way_to_siberia() -> None:
    position = put("a3:3,a4:18", "a4/a3.a3")
    assert "a4-a3" in legal(position)
    assert legal(play(position, "a4-a3")) == ["a3-naukan"]
    assert "a4-a3" not in legal(put("a3:3,a4:18", "a4.naukan/a3.a3"))


def test_I21_a_drop_must_not_take_the_way_on_away() -> None:
    position = put("e7:18,e6:18,e5:9", "e7/e6.e6", "rr")
    position = play(position, "e7-e6")
    assert legal(position) == ["drop:e6:rope", "e6-e5"]
    position = play(position, "drop:e6:rope")
    assert legal(position) == ["e6-e5"]


def test_I21_a_drop_that_leaves_another_way_on_is_fine() -> None:
    position = play(put("e7:18,e6:18,e5:9", "e7/e6.e6", "rf"), "e7-e6")
    assert legal(position, "drop:") == ["drop:e6:fish", "drop:e6:rope"]
    assert legal(play(position, "drop:e6:rope"), "drop:") == []  # the fish must stay now
    assert legal(play(position, "drop:e6:fish"), "drop:") == []


def test_I21_where_one_can_stop_everything_may_be_dropped() -> None:
    position = play(put("e7:18,e6:18,e5:9", "e7/e6", "rf"), "e7-e6")
    assert legal(play(position, "drop:e6:rope", "drop:e6:fish")) == ["stop"]


def test_I18_stop_is_asked_for_even_when_it_is_the_only_move() -> None:
    position = play(put("e7:18,e6:18", "e7"), "e7-e6")
    assert legal(position) == ["stop"]
