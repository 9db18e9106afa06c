"""Rules I11–I17: floe actions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from icefield.games.strait.position import StraitPosition

from ..positions import ENTRIES, TILES, acts, all_tiles, at, is_chance, legal, play, put, totals

SPEEDS = {"a6": ("a5", 1), "b3": ("b5", 2), "c7": ("c4", 3), "d3": ("d6", 3), "f4": ("f2", 2)}
SPEEDS |= {"g2": ("g5", 3), "h6": ("h4", 2), "i2": ("i3", 1)}


def drifts(position: StraitPosition, name: str) -> list[str]:
    """Where that floe can drift to."""
    return [move.partition("-")[2] for move in legal(position, f"drift:{name}-")]


def turns(position: StraitPosition, name: str) -> list[str]:
    return legal(position, f"turn:{name}:")


# -- I11: which floe ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cargo", "explorers", "allowed"),
    [
        ("", "-", True),
        (":rrf", "-", True),
        (":bb", "-", True),
        ("", "c4", True),
        ("", "c4.c4", True),
        ("", "-/c4", False),
        (":rf", "-/c4", False),
        ("", "-/c4.c4", False),
        ("", "c4/c4", True),
    ],
)
def test_I11_a_floe_with_others_aboard_needs_an_own_explorer(
    cargo: str, explorers: str, allowed: bool
) -> None:
    position = put(f"c4:9{cargo}", explorers)
    assert turns(position, "c4") == (["turn:c4:ccw", "turn:c4:cw"] if allowed else [])
    assert bool(drifts(position, "c4")) == allowed


def test_I11_it_depends_on_whose_turn_it_is() -> None:
    for seat in range(3):
        position = put("c4:9", "-/c4", seats=3, active=seat)
        assert bool(turns(position, "c4")) == (seat == 1)


# -- I12: drift -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPEEDS)
def test_I12_a_floe_drifts_as_far_as_its_current_is_fast(name: str) -> None:
    end, _ = SPEEDS[name]
    assert drifts(put(f"{name}:9"), name) == [end]


def test_I12_orientation_load_and_passengers_come_along() -> None:
    position = play(put("c7:11:rrfb"), "drift:c7-c4")
    assert position.floes == {"c4": 11}
    assert position.items("c4") == (2, 1, 1)
    assert position.items("c7") == (0, 0, 0)
    position = play(put("c7:11:rf", "c7/c7"), "drift:c7-c4")
    assert at(position, "c4") == [0, 1]
    assert position.items("c4") == (1, 1, 0)


def test_I12_a_floe_stops_before_another_of_its_current() -> None:
    assert drifts(put("c7:9,c4:9"), "c7") == ["c5"]
    assert drifts(put("c7:9,c5:9"), "c7") == ["c6"]
    assert drifts(put("c7:9,c3:9"), "c7") == ["c4"]
    assert drifts(put("c7:9,c5:9:rf", "-/c5"), "c7") == ["c6"]


def test_I12_a_floe_that_cannot_move_one_hex_can_still_be_turned() -> None:
    position = put("c7:9,c6:9")
    assert drifts(position, "c7") == []
    assert turns(position, "c7") == ["turn:c7:ccw", "turn:c7:cw"]
    assert drifts(position, "c6") == ["c3"]


def test_I12_floes_of_other_currents_are_no_hindrance() -> None:
    assert drifts(put("c7:9,b6:9,d6:9,b5:9,d5:3,d4:3"), "c7") == ["c4"]


def test_I12_at_a_fork_two_branches_to_one_place_are_one_move() -> None:
    assert drifts(put("e1:9"), "e1") == ["d3"]
    assert drifts(put("e8:9"), "e8") == ["e6", "f6"]


def test_I12_at_a_fork_the_player_chooses_also_the_shorter_branch() -> None:
    assert drifts(put("e1:9,d3:9"), "e1") == ["d2", "e3"]
    assert drifts(put("e1:9,d2:9"), "e1") == ["d1", "d3"]
    assert drifts(put("e1:9,e3:9"), "e1") == ["d3", "e2"]
    assert drifts(put("e8:9,e6:9"), "e8") == ["e7", "f6"]
    position = play(put("e1:9,d2:9"), "drift:e1-d1")
    assert set(position.floes) == {"d1", "d2"}


def test_I12_a_branch_whose_first_hex_is_occupied_cannot_be_chosen() -> None:
    assert drifts(put("e1:9,d1:9"), "e1") == ["d3"]
    assert drifts(put("e1:9,d1:9,d3:9"), "e1") == ["e3"]
    assert drifts(put("e1:9,e2:9,d2:9"), "e1") == ["d1"]
    assert drifts(put("e1:9,e2:9,d1:9"), "e1") == []
    assert drifts(put("e8:9,f7:9"), "e8") == ["e6"]


def test_I12_from_inside_a_branch_the_other_branch_is_no_hindrance() -> None:
    assert drifts(put("e2:9,d1:9,d2:9"), "e2") == ["d4"]
    assert drifts(put("e7:9,f6:9"), "e7") == ["e5"]
    assert drifts(put("e6:9,f5:9"), "e6") == ["f4"]


# -- I13: off the board ---------------------------------------------------------------------------


def test_I13_leaving_costs_one_step() -> None:
    assert drifts(put("c4:9"), "c4") == ["c1"]
    assert drifts(put("c3:9"), "c3") == ["off"]
    assert drifts(put("b6:9"), "b6") == ["off"]
    assert drifts(put("b5:9"), "b5") == ["b7"]
    assert drifts(put("a1:9"), "a1") == ["off"]
    assert drifts(put("c3:9,c1:9"), "c3") == ["c2"]


def test_I13_tile_items_and_bears_go_back() -> None:
    position = put("c2:11:rrfb", packs="f/r")
    assert position.supply == (12, 13, 4)
    after = play(position, "drift:c2-off")
    assert after.floes == {}
    assert after.bag == TILES
    assert after.supply == (14, 14, 5)
    assert after.items("c2") == (0, 0, 0)
    assert totals(after) == (15, 15, 5)


def test_I13_a_floe_with_an_explorer_stops_on_the_last_hex() -> None:
    assert drifts(put("c3:9", "c3"), "c3") == ["c1"]
    assert drifts(put("c2:9", "c2/c2"), "c2") == ["c1"]
    assert drifts(put("d6:9", "d6"), "d6") == ["d7"]
    last = put("c1:9", "c1")
    assert drifts(last, "c1") == []
    assert turns(last, "c1") == ["turn:c1:ccw", "turn:c1:cw"]


# -- I14: turn ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mask", "right", "left"),
    [(3, 6, 33), (9, 18, 36), (11, 22, 37), (13, 26, 38), (7, 14, 35), (21, 42, 42), (48, 33, 24)],
)
def test_I14_a_floe_is_turned_by_one_edge(mask: int, right: int, left: int) -> None:
    position = put(f"c4:{mask}:rb")
    assert turns(position, "c4") == ["turn:c4:ccw", "turn:c4:cw"]  # both, also with one result
    assert play(position, "turn:c4:cw").floes == {"c4": right}
    assert play(position, "turn:c4:ccw").floes == {"c4": left}
    assert play(position, "turn:c4:ccw").items("c4") == (1, 0, 1)


# -- I15: discovery -------------------------------------------------------------------------------


def test_I15_tile_and_card_are_seen_before_the_place_is_chosen() -> None:
    position = play(put("c4:9"), "discover")
    assert is_chance(position)
    assert position.active == 0
    odds = {move.text: chance for move, chance in position.odds().items()}
    assert odds["tile:9"] == Fraction(3, 23)
    assert odds["tile:3"] == Fraction(4, 23)
    assert sum(odds.values()) == 1
    position = play(position, "tile:9")
    odds = {move.text: chance for move, chance in position.odds().items()}
    assert odds["card:110"] == Fraction(3, 16)
    assert odds["card:D110"] == Fraction(2, 16)
    assert sum(odds.values()) == 1
    position = play(position, "card:111")
    assert position.turn == 0
    assert legal(position) == sorted(f"put:{e}:{mask}" for e in ENTRIES for mask in (9, 18, 36))
    position = play(position, "put:g1:36")
    assert position.floes == {"c4": 9, "g1": 36}
    assert position.items("g1") == (1, 1, 1)
    assert position.supply == (14, 14, 4)
    assert position.floe_done
    assert (position.turn, position.phase) == (0, "turn")  # the explorer action is still open


def test_I15_only_onto_a_clear_entry_point_and_also_beside_a_floe() -> None:
    position = play(put("e1:9,i1:9,c7:9"), "discover", "tile:21", "card:100")
    found = {move.split(":")[1] for move in legal(position)}
    assert found == set(ENTRIES) - {"e1", "i1"}


def test_I15_not_when_every_entry_point_is_taken() -> None:
    full = ",".join(
        f"{name}:{mask}" for name, mask in zip(ENTRIES, [9, 9, 9, 9, 3, 3, 3, 3], strict=True)
    )
    assert "discover" not in legal(put(full))
    assert "discover" in legal(put(full.replace("i1:3", "i2:3")))


def test_I15_a_diomede_card_loads_the_islands() -> None:
    position = play(put(diomede="rb"), "discover", "tile:5", "card:D110")
    assert position.items("e4") == (2, 1, 1)
    assert position.hand == (5, (0, 0, 0))
    assert play(position, "put:a8:10").items("a8") == (0, 0, 0)


def test_I15_the_last_card_brings_all_sixteen_back() -> None:
    position = play(put(deck="001:1"), "discover", "tile:5")
    assert legal(position) == ["card:001"]
    position = play(position, "card:001")
    assert position.deck == {}
    position = play(position, "put:a8:10")
    assert position.deck == put().deck
    assert sum(position.deck.values()) == 16
    diomede = play(put(deck="D110:1"), "discover", "tile:5", "card:D110", "put:a8:10")
    assert diomede.deck == put().deck


def test_I15_after_the_explorer_action_the_discovery_ends_the_turn() -> None:
    position = play(put(packs="r"), "fish", "discover", "tile:5", "card:100")
    assert (position.turn, position.active) == (0, 0)
    position = play(position, "put:a8:10")
    assert (position.turn, position.turns) == (1, 1)


# -- I16: an empty bag ----------------------------------------------------------------------------

ENDS = ["a1", "c1", "f1", "h1"]
MOST = [f"{c}{n}" for c in "acf" for n in range(1, 8)] + ["h1", "h2", "h3"]  # four can leave


def test_I16_with_an_empty_bag_a_floe_drifts_off_first() -> None:
    position = put(all_tiles(MOST, c1="rfb"))
    assert position.bag == {}
    assert legal(position, "discover") == [f"discover:{name}" for name in ENDS]
    mask = position.floes["c1"]
    position = play(position, "discover:c1")
    assert position.bag == {mask: 1}
    assert position.supply == (15, 15, 5)
    assert "c1" not in position.floes
    assert is_chance(position)
    assert legal(position) == [f"tile:{mask}"]
    assert list(position.odds().values()) == [Fraction(1)]
    position = play(position, f"tile:{mask}", "card:020")
    assert {move.split(":")[1] for move in legal(position)} == set(ENTRIES)
    position = play(position, legal(position, "put:c8:")[0])
    assert position.bag == {}
    assert position.items("c8") == (0, 2, 0)
    assert position.floe_done


def test_I16_a_plain_drift_off_the_board_is_still_an_action_of_its_own() -> None:
    position = play(put(all_tiles(MOST)), "drift:c1-off")
    assert position.floe_done
    assert sum(position.bag.values()) == 1
    assert acts(position) == []


def test_I16_only_with_an_empty_bag() -> None:
    one_less = all_tiles(MOST).replace("h3:21", "").rstrip(",")
    position = put(one_less)
    assert legal(position, "discover") == ["discover"]


def test_I16_not_when_no_floe_can_leave() -> None:
    position = put(all_tiles(MOST), "a1.c1.f1/h1")
    assert legal(position, "discover") == []
    assert "drift:a1-off" not in legal(position)
    assert acts(position) != []
    position = put(all_tiles(MOST), "a1.c1/h1")
    assert legal(position, "discover") == ["discover:f1"]


def test_I16_not_when_no_entry_point_is_clear() -> None:
    hexes = [*ENTRIES, *(f"{c}{n}" for c in "cfd" for n in range(1, 6)), "a1"]
    position = put(all_tiles(hexes))
    assert "drift:a1-off" in legal(position)
    assert legal(position, "discover") == []


# -- I17: no floe action --------------------------------------------------------------------------

BLOCKED = "a8:9,b1:9,c8:9,e1:9,e8:3,g1:3,h7:3,i1:48"
ABOARD = "shishmaref.wales.tincity/a8.b1.c8/e1.e8.g1/h7.i1.nuluk"


def blocked(packs: str = "", **fields: object) -> StraitPosition:
    """Eight floes on the entry points, an explorer of another player on each."""
    return put(BLOCKED, ABOARD, packs, seats=4, **fields)


def test_I17_the_floe_action_is_skipped_when_there_is_none() -> None:
    position = blocked("rf")
    assert acts(position) == []
    assert "end" in legal(position)
    after = play(position, "end")
    assert (after.turn, after.turns) == (1, 1)
    assert acts(after) != []
    assert "end" not in legal(after)


def test_I17_the_turn_ends_by_itself_after_the_explorer_action() -> None:
    after = play(blocked("rf"), "fish")
    assert (after.turn, after.turns) == (1, 1)


def test_I17_an_explorer_action_can_make_it_possible_and_then_it_must_be_done() -> None:
    position = play(blocked("rf"), "shishmaref-i1", "stop")
    assert position.turn == 0
    assert not position.floe_done
    assert acts(position) == ["drift:i1-i2", "turn:i1:ccw", "turn:i1:cw"]
    assert "end" not in legal(position)
    after = play(position, "turn:i1:cw")
    assert after.turn == 1


def test_I17_otherwise_the_floe_action_must_be_done() -> None:
    position = put("c4:9", packs="r")
    assert "end" not in legal(position)
    assert "end" in legal(play(position, "turn:c4:cw"))
    after = play(position, "fish")
    assert after.turn == 0
    assert "end" not in legal(after)
    assert play(after, "turn:c4:cw").turn == 1


def test_I17_only_one_floe_action_in_a_turn() -> None:
    assert acts(play(put("c4:9,f3:9"), "turn:c4:cw")) == []
