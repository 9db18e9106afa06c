"""The figures of the printed rules, as far as their captions explain them.

The situations are rebuilt on our board. Grey, Red, Yellow and Black are the seats 0 to 3.
"""

from __future__ import annotations

from ..positions import ALASKA, DECK, TILES, at, legal, play, put, read, ways

GREY, RED, YELLOW, BLACK = range(4)


def test_a_floe_drifts_three_hexes_by_the_western_branch_and_is_not_turned() -> None:
    position = put("e1:11,e3:9")  # the southern branch is blocked after one hex
    assert legal(position, "drift:e1-") == ["drift:e1-d3", "drift:e1-e2"]
    after = play(position, "drift:e1-d3")
    assert after.floes == {"d3": 11, "e3": 9}


def test_a_turn_to_either_side_frees_the_way_for_grey() -> None:
    position = put("e6:18,e5:9", "e6")
    assert ways(position, "e6") == []
    assert "e6-e5" in legal(put("e6:18,e5:9", "e6", "r"))  # before the turn it costs a rope
    for way in ("cw", "ccw"):
        turned = play(position, f"turn:e5:{way}")
        assert ways(turned, "e6") == ["e6-e5"]
        after = play(turned, "e6-e5")
        assert after.items("e6") == (0, 0, 0)


def test_a_diomede_card_puts_rope_and_fish_on_the_islands_and_the_tile_stays_empty() -> None:
    position = play(put(), "discover", "tile:7", "card:D110", "put:e1:28")
    assert position.items("e4") == (1, 1, 0)
    assert position.floes == {"e1": 28}
    assert position.items("e1") == (0, 0, 0)


def test_a_card_with_rope_fish_and_a_bear_loads_the_tile() -> None:
    position = play(put(), "discover", "tile:7", "card:111", "put:g1:14")
    assert position.floes == {"g1": 14}
    assert position.items("g1") == (1, 1, 1)
    assert position.items("e4") == (0, 0, 0)


def test_grey_leaves_one_rope_on_diomede_and_two_at_a_double_ridge_and_takes_a_fish() -> None:
    position = put("d4:18,c5:18:f", "e4", "rrr")
    position = play(position, "e4-d4", "d4-c5", "stop", "take:fish")
    assert position.packs[GREY] == (0, 1)
    assert position.items("e4") == (1, 0, 0)
    assert position.items("d4") == (2, 0, 0)
    assert position.items("c5") == (0, 0, 0)
    assert at(position, "c5") == [GREY]


def test_red_stays_and_goes_fishing() -> None:
    position = put("d4:18", "-/d4", "-/r", active=RED)
    after = play(position, "fish")
    assert after.packs[RED] == (0, 2)
    assert after.supply == (15, 13, 5)
    assert at(after, "d4") == [RED]


def test_yellow_swims_off_diomede_climbs_a_ridge_and_swims_to_chini() -> None:
    position = put("c5:48,b5:12", "-/-/e4", "-/-/rff", seats=3, active=YELLOW)
    position = play(position, "e4~d4~c5")
    assert position.packs[YELLOW] == (1, 1)
    position = play(position, "c5-b5")
    assert position.packs[YELLOW] == (0, 1)
    position = play(position, "b5~a5~chini")
    assert position.packs[YELLOW] == (0, 0)
    assert position.items("c5") == (1, 0, 0)
    assert position.supply == (14, 15, 5)
    assert at(position, "chini") == [YELLOW]
    assert position.explorer_done


def test_black_crosses_a_ridge_and_the_rope_stays_at_the_start() -> None:
    position = put("e6:9,e5:18", "-/-/-/e6", "-/-/-/r", seats=4, active=BLACK)
    position = play(position, "e6-e5", "stop")
    assert position.items("e6") == (1, 0, 0)
    assert position.packs[BLACK] == (0, 0)
    assert at(position, "e5") == [BLACK]


def test_yellow_crosses_between_two_alaskan_stations_with_a_rope() -> None:
    position = put("i7:9", "-/-/wales", "-/-/r", seats=3, active=YELLOW)
    position = play(position, "wales-tincity", "stop")
    assert position.items("wales") == (1, 0, 0)
    assert YELLOW in at(position, "tincity")


def test_black_swims_round_the_pack_ice_for_one_fish() -> None:
    position = put("e6:9,e5:9", "-/-/-/e6", "-/-/-/f", seats=4, active=BLACK)
    assert "e6-e5" not in legal(position)
    after = play(position, "e6~f5~e5", "stop")
    assert at(after, "e5") == [BLACK]
    assert after.packs[BLACK] == (0, 0)
    assert after.supply[1] == position.supply[1] + 1


def test_siberia_stops_an_explorer_for_good() -> None:
    position = play(put("a3:3,a4:18", "a4", "rff"), "a4-a3", "a3-naukan")
    assert position.explorer_done
    assert ways(position, "naukan") == []
    later = put("a3:3", "naukan", "rff")
    assert ways(later, "naukan") == []


def test_red_is_not_placed_where_two_explorers_are() -> None:
    """But on an empty station, or beside the other Red explorer."""
    masks = [mask for mask, count in TILES.items() for _ in range(count)]
    hexes = ("a2", "a4", "a6", "c1", "c3", "c5", "c7", "e2", "e6", "g3", "g5", "g7")
    floes = ",".join(f"{name}:{mask}" for name, mask in zip(hexes, masks, strict=False))
    position = read(
        f"seats=3 phase=station first=2 active=1 floes={floes}"
        f" explorers=wales/nuluk/wales packs=rf/rf/rf deck={DECK}"
    )
    assert position.turn == RED
    assert legal(position) == sorted(f"station:{name}" for name in ALASKA if name != "wales")
    assert at(play(position, "station:nuluk"), "nuluk") == [RED, RED]
    assert at(play(position, "station:ikpek"), "ikpek") == [RED]


def test_a_bear_walks_or_swims_to_a_floe_to_diomede_or_out_of_the_strait() -> None:
    position = play(put("c6:18,c5:18:b,c3:9", "c6", "f"), "c6-c5", "stop")
    assert legal(position) == ["send:N", "send:NE", "send:S"]
    assert play(position, "send:N").items("c3") == (0, 0, 1)
    assert play(position, "send:NE").items("e4") == (0, 0, 1)
    out = play(put("c6:18,c5:18:b", "c6", "f"), "c6-c5", "stop", "send:N")
    assert out.supply[2] == 5


def test_two_bears_share_a_space_and_none_is_sent_to_a_coast() -> None:
    position = play(put("c6:18,c5:18:b", "c6", "f", diomede="b"), "c6-c5", "stop")
    assert not {"send:NW", "send:SW"} & set(legal(position))
    assert play(position, "send:NE").items("e4") == (0, 0, 2)
