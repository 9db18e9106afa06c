"""Rules I1–I10 (components, set-up) and I31, I32 (the end).

The other rules are in `test_floes.py`, `test_steps.py`, `test_bears.py` and `test_bounces.py`.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from icefield.core.game import Move
from icefield.games.strait.board import DIRECTIONS, axial, hex_name, neighbour
from icefield.games.strait.board_file import read_shipped
from icefield.games.strait.kernel import state as s
from icefield.games.strait.position import StraitPosition

from ..positions import (
    ALASKA,
    DEALT,
    DECK,
    ENTRIES,
    SIBERIA,
    TILES,
    acts,
    at,
    dealt,
    is_chance,
    legal,
    play,
    put,
    random_game,
    read,
    start,
    text,
    totals,
    ways,
)

BOARD = start().map

# The table of I2: speed, and every way through the current, in axial coordinates.
CURRENTS: list[tuple[int, list[list[tuple[int, int]]]]] = [
    (1, [[(0, r) for r in range(7, -1, -1)]]),
    (2, [[(1, r) for r in range(7)]]),
    (3, [[(2, r) for r in range(6, -2, -1)]]),
    (
        3,
        [
            [(4, -2), (3, -1), (3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5)],
            [(4, -2), (4, -1), (4, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5)],
        ],
    ),
    (
        2,
        [
            [(4, 5), (4, 4), (4, 3), (4, 2), (5, 1), (5, 0), (5, -1), (5, -2)],
            [(4, 5), (5, 4), (5, 3), (5, 2), (5, 1), (5, 0), (5, -1), (5, -2)],
        ],
    ),
    (3, [[(6, r) for r in range(-3, 5)]]),
    (2, [[(7, r) for r in range(3, -4, -1)]]),
    (1, [[(8, r) for r in range(-4, 4)]]),
]

# The tables of I3 and I4: the two sea hexes of each station, north to south.
COASTS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "shishmaref": ((8, -4), (8, -3)),
    "nuluk": ((8, -3), (8, -2)),
    "ikpek": ((8, -2), (8, -1)),
    "mitletukeruk": ((8, 0), (8, 1)),
    "wales": ((8, 1), (8, 2)),
    "tincity": ((8, 2), (8, 3)),
    "uelen": ((0, 0), (0, 1)),
    "naukan": ((0, 2), (0, 3)),
    "chini": ((0, 4), (0, 5)),
    "lavrentiya": ((0, 6), (0, 7)),
}
NEIGHBOURS = {
    ("shishmaref", "nuluk"): "i2",
    ("nuluk", "ikpek"): "i3",
    ("mitletukeruk", "wales"): "i6",
    ("wales", "tincity"): "i7",
}


def turned(mask: int, steps: int) -> int:
    return (mask << steps | mask >> 6 - steps) & 63


# -- I1 to I7: components -------------------------------------------------------------------------


def test_I1_the_sea_has_67_hexes_and_diomede_lies_among_them() -> None:
    rows = {q: 8 if q % 2 == 0 else 7 for q in range(9)}
    every = {f"{'abcdefghi'[q]}{row + 1}" for q, n in rows.items() for row in range(n)}
    assert set(BOARD.sea) == every - {"e4"}
    assert len(BOARD.sea) == 67
    assert BOARD.diomede == "e4"


def test_I1_names_are_column_and_row() -> None:
    for name, place in {"a8": (0, 7), "i1": (8, -4), "e4": (4, 1), "b7": (1, 6)}.items():
        assert axial(name) == place
        assert hex_name(*place) == name


def test_I1_directions_lead_to_the_neighbours() -> None:
    around = {"N": "e5", "NE": "f5", "SE": "f6", "S": "e7", "SW": "d6", "NW": "d5"}
    assert {d: hex_name(*neighbour("e6", i)) for i, d in enumerate(DIRECTIONS)} == around
    around = {"N": "d4", "NE": "e5", "SE": "e6", "S": "d6", "SW": "c6", "NW": "c5"}
    assert {d: hex_name(*neighbour("d5", i)) for i, d in enumerate(DIRECTIONS)} == around


@pytest.mark.parametrize("number", range(8))
def test_I2_a_lone_floe_drifts_by_the_table(number: int) -> None:
    speed, paths = CURRENTS[number]
    assert hex_name(*paths[0][0]) == ENTRIES[number]
    for name in {hex_name(*place) for path in paths for place in path}:
        wanted = set()
        for path in paths:
            names = [hex_name(*place) for place in path]
            if name in names:
                after = names[names.index(name) + 1 :]
                wanted.add(after[speed - 1] if len(after) >= speed else "off")
        found = legal(put(f"{name}:9"), "drift:")
        assert found == sorted(f"drift:{name}-{end}" for end in wanted)


def test_I2_every_sea_hex_is_in_exactly_one_current() -> None:
    listed = [
        sorted({hex_name(*place) for path in paths for place in path}) for _, paths in CURRENTS
    ]
    assert sorted(name for names in listed for name in names) == sorted(BOARD.sea)


@pytest.mark.parametrize("station", ALASKA)
def test_I3_an_alaskan_station_touches_two_hexes(station: str) -> None:
    _check_coast(station, "SE", "NE")


@pytest.mark.parametrize("station", SIBERIA)
def test_I4_a_siberian_station_touches_two_hexes(station: str) -> None:
    _check_coast(station, "SW", "NW")


def _check_coast(station: str, first: str, second: str) -> None:
    """A floe on such a hex is reached by the one edge that the rule names."""
    column = [name for name in BOARD.sea if name[0] == ("i" if station in ALASKA else "a")]
    touched = dict(zip((hex_name(*p) for p in COASTS[station]), (first, second), strict=True))
    for name in column:
        reached = set()
        for i, edge in enumerate(DIRECTIONS):
            mask = turned(3, i)  # this edge and the next are broken
            if station in ALASKA:
                position = put(f"{name}:{mask}", station)
                step = f"{station}-{name}"
            else:
                position = put(f"{name}:{mask}", name)
                step = f"{name}-{station}"
            if step in legal(position):
                reached.add(edge)
        after = {DIRECTIONS[(i + 1) % 6]: d for i, d in enumerate(DIRECTIONS)}
        if name in touched:  # free unless the touching edge is one of the two
            wanted = set(DIRECTIONS) - {touched[name], after[touched[name]]}
        else:
            wanted = set()
        assert reached == wanted, (station, name)


def test_I3_neighbouring_stations_and_the_sea_between_them() -> None:
    for a in ALASKA:
        position = put("", a, "rf")
        wanted = []
        for pair, between in NEIGHBOURS.items():
            if a in pair:
                (b,) = set(pair) - {a}
                wanted += [f"{a}-{b}", f"{a}~{between}~{b}"]
        assert ways(position, a) == sorted(wanted)
    assert not legal(put("", "ikpek", "rf"), "ikpek-mitletukeruk", "ikpek~i4~")


def test_I4_siberian_stations_are_not_neighbours_of_each_other() -> None:
    assert ways(put("", "chini", "rrf"), "chini") == []


def test_I5_the_bag_has_24_tiles_with_two_or_three_ridges() -> None:
    bag = start().bag
    assert bag == TILES
    assert sum(bag.values()) == 24
    assert {mask.bit_count() for mask in bag} == {2, 3}


@pytest.mark.parametrize("mask", TILES)
def test_I5_tiles_are_turned_and_never_flipped(mask: int) -> None:
    position = play(start(), "start:0", f"tile:{mask}", "card:100")
    found = {int(move.split(":")[2]) for move in legal(position, "put:c4:")}
    assert found == {turned(mask, steps) for steps in range(6)}
    assert len(legal(position, "put:c4:")) == len(found)  # each result once
    mirrored = sum(1 << (-i % 6) for i in range(6) if mask >> i & 1)
    if mask in (11, 13):  # the two that are each other's mirror image
        assert mirrored not in found


def test_I6_the_deck_has_fourteen_floe_cards_and_two_for_diomede() -> None:
    deck = start().deck
    assert deck == {
        "111": 1,
        "101": 1,
        "011": 1,
        "001": 2,
        "100": 2,
        "010": 2,
        "110": 3,
        "200": 1,
        "020": 1,
        "D110": 2,
    }
    assert sum(count for card, count in deck.items() if card[0] != "D") == 14


@pytest.mark.parametrize("card", ["111", "101", "011", "001", "100", "010", "110", "200", "020"])
def test_I6_a_card_loads_the_tile(card: str) -> None:
    position = play(start(3), "start:2", "tile:7", f"card:{card}")
    assert position.hand == (7, tuple(int(digit) for digit in card))
    position = play(position, "put:f5:7")
    assert position.items("f5") == tuple(int(digit) for digit in card)
    assert totals(position) == (15, 15, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_I7_each_player_begins_with_a_rope_and_a_fish(seats: int) -> None:
    position = start(seats)
    assert position.packs == ((1, 1),) * seats
    assert position.supply == (15 - seats, 15 - seats, 5)
    assert position.explorers == ((None,) * 3,) * seats


def test_I7_a_rucksack_holds_three_items() -> None:
    assert legal(put("c4:9:rf", "c4", "rf"), "collect:") == ["collect:c4:fish", "collect:c4:rope"]
    assert legal(put("c4:9:rf", "c4", "rrf"), "collect:") == []


def test_I7_what_the_supply_lacks_is_not_placed() -> None:
    """All rope and all bears are on the board, one fish is left."""
    floes = f"c4:9:{'r' * 15}bb,c6:9:{'f' * 14}bb,f5:9:b"
    position = play(put(floes), "discover", "tile:21")
    assert position.supply == (0, 1, 0)
    assert play(position, "card:111").hand == (21, (0, 1, 0))
    assert play(position, "card:200").hand == (21, (0, 0, 0))
    assert play(position, "card:020").hand == (21, (0, 1, 0))
    assert play(position, "card:D110").items("e4") == (0, 1, 0)
    assert play(position, "card:111").supply == (0, 0, 0)


def test_I7_nothing_is_ever_lost() -> None:
    for seed in range(3):
        for position in random_game(f"totals {seed}", 2 + seed, 400):
            assert totals(position) == (15, 15, 5)
            tiles = sum(position.bag.values()) + len(position.floes) + (position.hand is not None)
            assert tiles == 24


# -- I8 to I10: set-up ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_I8_the_starting_player_is_drawn(seats: int) -> None:
    position = start(seats)
    assert is_chance(position)
    assert legal(position) == [f"start:{seat}" for seat in range(seats)]
    assert set(position.odds().values()) == {Fraction(1, seats)}
    assert play(position, f"start:{seats - 1}").starter == seats - 1


def test_I8_all_tiles_are_in_the_bag_and_all_cards_in_the_deck() -> None:
    position = start(4)
    assert position.bag == TILES
    assert ",".join(f"{card}:{n}" for card, n in position.deck.items()) == DECK
    assert position.floes == {}


SPREAD = ("a2", "a4", "a6", "c1", "c3", "c5", "c7", "e2", "e6", "g3", "g5", "g7")
LOADS = ("111", "101", "011", "001", "001", "100", "100", "010", "010", "110", "110", "D110")


def after_floes(seats: int, first: int, count: int = 12) -> StraitPosition:
    position = play(start(seats), f"start:{first}")
    masks = [mask for mask, n in TILES.items() for _ in range(n)]
    for i in range(count):
        mask = masks[i]
        position = play(position, f"tile:{mask}", f"card:{LOADS[i]}", f"put:{SPREAD[i]}:{mask}")
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_I9_twelve_floes_are_placed_in_turn(seats: int) -> None:
    placed = []
    position = play(start(seats), "start:1")
    for i, name in enumerate(SPREAD):
        assert is_chance(position)
        assert legal(position) == sorted(f"tile:{mask}" for mask in position.bag)
        position = play(position, f"tile:{min(position.bag)}")
        assert is_chance(position)
        assert legal(position) == sorted(f"card:{card}" for card in position.deck)
        position = play(position, f"card:{LOADS[i]}")
        assert position.turn is not None
        placed.append(position.turn)
        position = play(position, legal(position, f"put:{name}:")[0])
    assert placed == [(1 + i) % seats for i in range(12)]
    assert [placed.count(seat) for seat in range(seats)] == [12 // seats] * seats
    assert legal(position)[0].startswith("station:")
    assert sum(position.deck.values()) == 4  # what was used is discarded
    assert sum(position.bag.values()) == 12


def test_I9_the_odds_follow_what_is_left() -> None:
    position = after_floes(2, 0, 5)  # four tiles 3 and one tile 5 are gone
    odds = {move.text: chance for move, chance in position.odds().items()}
    assert odds == {
        "tile:5": Fraction(3, 19),
        "tile:9": Fraction(4, 19),
        **{f"tile:{mask}": Fraction(3, 19) for mask in (7, 11, 13, 21)},
    }
    odds = {move.text: chance for move, chance in play(position, "tile:5").odds().items()}
    assert "card:001" not in odds
    assert odds["card:110"] == Fraction(3, 11)
    assert sum(odds.values()) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_I9_the_tiles_are_dealt_one_at_a_time_from_the_starting_player(seats: int) -> None:
    position, dealt_to = play(start(seats, tiles="dealt"), "start:1"), []
    for number, mask in enumerate(DEALT):
        assert is_chance(position)
        assert legal(position) == sorted(f"tile:{kind}" for kind in position.bag)
        assert position.odds()[Move(f"tile:{mask}")] == Fraction(position.bag[mask], 24 - number)
        dealt_to.append(position.active)
        position = play(position, f"tile:{mask}")
    assert dealt_to == [(1 + i) % seats for i in range(12)]
    assert position.held == tuple(
        tuple(sorted(DEALT[(seat - 1) % seats :: seats], key=list(TILES).index))
        for seat in range(seats)
    )
    left = {mask: n - DEALT.count(mask) for mask, n in TILES.items()}
    assert position.bag == {mask: n for mask, n in left.items() if n}
    assert is_chance(position)
    assert legal(position) == sorted(f"card:{card}" for card in position.deck)
    assert position.active == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_I9_a_player_chooses_one_of_the_dealt_tiles(seats: int) -> None:
    position, placed = dealt(seats, 1), []
    for i, name in enumerate(SPREAD):
        assert is_chance(position)
        position = play(position, f"card:{LOADS[i]}")
        assert position.turn is not None
        assert position.hand is None
        own = position.held[position.turn]
        masks = {int(move.split(":")[2]) for move in legal(position, f"put:{name}:")}
        assert masks == {turned(mask, steps) for mask in own for steps in range(6)}
        placed.append(position.turn)
        rope, fish, bears = (0, 0, 0) if LOADS[i][0] == "D" else (int(x) for x in LOADS[i])
        position = play(position, f"put:{name}:{own[-1]}")
        assert position.items(name) == (rope, fish, bears)
        assert position.held[placed[-1]] == own[:-1]
    assert placed == [(1 + i) % seats for i in range(12)]
    assert position.held == ((),) * seats
    assert legal(position)[0].startswith("station:")
    assert sum(position.deck.values()) == 4
    assert sum(position.bag.values()) == 12


def test_I9_a_tile_is_named_by_its_ridges_however_it_is_turned() -> None:
    position = play(dealt(2, 0, (3, 7, 5, 11, 9, 13, 21, 3, 3, 5, 7, 11)), "card:110")
    assert position.held == ((3, 3, 5, 9, 7, 21), (3, 5, 7, 11, 11, 13))
    assert play(position, "put:f5:42").held[0] == (3, 3, 5, 9, 7)
    assert play(position, "put:f5:34").held[0] == (3, 3, 9, 7, 21)
    assert play(position, "put:f5:33").held[0] == (3, 5, 9, 7, 21)
    refusal = position.explain("put:f5:13")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not-dealt", "I9")
    assert len(legal(position)) == (6 + 6 + 3 + 6 + 2) * 59


def test_I9_a_later_discovery_is_drawn_whatever_the_option() -> None:
    position = dealt(2)
    for i, name in enumerate(SPREAD):
        position = play(position, f"card:{LOADS[i]}")
        position = play(position, legal(position, f"put:{name}:")[0])
    for _ in range(6):
        position = play(position, legal(position)[0])
    assert position.options["tiles"] == "dealt"
    position = play(position, "discover", "tile:7", "card:110")
    assert position.hand == (7, (1, 1, 0))
    assert {move.split(":")[2] for move in legal(position)} == {
        str(turned(7, steps)) for steps in range(6)
    }


def test_I9_the_most_moves_fit_the_buffer() -> None:
    position = play(dealt(2, 0, (3, 3, 5, 3, 7, 3, 11, 5, 13, 5, 9, 5)), "card:110")
    assert len(legal(position)) == 33 * 59 <= s.MAX_MOVES


@pytest.mark.parametrize("tiles", ["dealt", "drawn"])
def test_I9_a_bear_on_a_diomede_card_comes_to_the_islands_if_it_has_room(tiles: str) -> None:
    file = read_shipped("bering").replace("diomede = true", "diomede = true\nbears = 1", 1)
    position = play(start(2, board=file, tiles=tiles), "start:0")
    if tiles == "dealt":
        position = play(position, *(f"tile:{mask}" for mask in DEALT))
    seen = []
    for name in ("a2", "a4"):
        position = play(position, *(["tile:9"] if tiles == "drawn" else []), "card:D111")
        seen.append((position.items("e4"), position.supply[2]))
        assert read(str(position)) == position
        position = play(position, legal(position, f"put:{name}:")[0])
        assert position.items(name) == (0, 0, 0)
    assert seen == [((1, 1, 1), 4), ((2, 2, 2), 3)]
    crowded = put("e6:18", "e4", "rf/rf", board=position.map.packed, deck="D111:2", diomede="")
    found = play(crowded, "discover", "tile:7", "card:D111")
    assert found.items("e4") == (1, 1, 0)  # no bear comes to explorers
    assert found.supply[2] == 5
    full = put("e6:18", "", "", board=position.map.packed, deck="D111:2", diomede="bb")
    assert play(full, "discover", "tile:7", "card:D111").items("e4") == (1, 1, 2)


def test_I9_not_on_an_entry_point_and_not_next_to_another_floe() -> None:
    position = play(start(), "start:0", "tile:9", "card:110")
    free = set(BOARD.sea) - set(ENTRIES)
    assert _hexes(position) == free
    assert {move.split(":")[2] for move in legal(position)} == {"9", "18", "36"}
    position = play(position, "put:f5:9", "tile:9", "card:100")
    assert position.items("f5") == (1, 1, 0)
    assert _hexes(position) == free - {"f5", "f4", "g5", "g6", "f6", "e6", "e5"}


def test_I9_diomede_is_no_floe_so_the_hex_beside_it_is_free() -> None:
    position = play(start(), "start:0", "tile:9", "card:110")
    assert {"e3", "f3", "f4", "e5", "d4", "d3"} <= _hexes(position)
    assert "e4" not in _hexes(position)


def test_I9_a_diomede_card_loads_the_islands_and_leaves_the_tile_empty() -> None:
    position = play(start(), "start:0", "tile:13", "card:D110")
    assert position.hand == (13, (0, 0, 0))
    assert position.items("e4") == (1, 1, 0)
    position = play(position, "put:d5:13", "tile:13", "card:D110", "put:g2:26")
    assert position.items("e4") == (2, 2, 0)
    assert position.items("d5") == position.items("g2") == (0, 0, 0)
    assert "D110" not in position.deck


def test_I9_when_no_hex_is_left_any_empty_one_that_is_no_entry_will_do() -> None:
    """Eleven floes that leave no hex without a neighbour, unlike real placements."""
    crowded = ("b1", "h7", "b3", "a6", "h2", "i5", "c7", "d4", "e2", "f4", "f6")
    masks = [mask for mask, n in TILES.items() for _ in range(n)]
    floes = ",".join(f"{name}:{mask}" for name, mask in zip(crowded, masks, strict=False))
    position = read(
        f"seats=2 phase=put first=0 active=1 hand=21 floes={floes} explorers=-/- packs=rf/rf"
        f" deck={DECK}"
    )
    assert _hexes(position) == set(BOARD.sea) - set(ENTRIES) - set(crowded)
    assert len(_hexes(play(position, "put:c4:21"))) == 0  # on with the explorers


def _hexes(position: StraitPosition) -> set[str]:
    return {move.split(":")[1] for move in legal(position, "put:")}


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 1), (4, 3)])
def test_I10_explorers_are_placed_anticlockwise_from_the_last_player(
    seats: int, first: int
) -> None:
    position = after_floes(seats, first)
    order = []
    for i in range(3 * seats):
        assert position.turn is not None
        order.append(position.turn)
        position = play(position, f"station:{ALASKA[i // 2]}")
    assert order == [(first - 1 - i) % seats for i in range(3 * seats)]
    assert order[-1] == first
    assert (position.turn, position.active, position.phase) == (first, first, "turn")
    assert all(place in ALASKA for own in position.explorers for place in own)


def test_I10_a_station_takes_two_explorers_also_of_one_colour() -> None:
    position = after_floes(2, 0)
    assert legal(position) == sorted(f"station:{name}" for name in ALASKA)
    position = play(position, "station:wales", "station:nuluk", "station:wales")
    assert at(position, "wales") == [1, 1]
    assert "station:wales" not in legal(position)
    assert "station:nuluk" in legal(position)


def test_I10_then_play_goes_clockwise() -> None:
    position = put("c4:9", seats=3)
    for seat in (0, 1, 2, 0):
        assert position.turn == position.active == seat
        position = play(position, "turn:c4:cw", "end")


# -- I31, I32: the end ----------------------------------------------------------------------------


def test_I31_three_different_stations_in_siberia_win_at_once() -> None:
    position = put("a3:3", "uelen.chini.a3/uelen", "-/rrr")
    position = play(position, "a3-naukan")
    assert position.outcome is not None
    assert position.outcome.rule == "I31"
    assert position.outcome.winners == (0,)
    assert position.outcome.scores == (1, 0)
    assert position.turn is None
    assert legal(position) == []


def test_I31_two_stations_are_not_enough_unless_the_goal_is_two() -> None:
    long = play(put("a3:3", "uelen.a3"), "a3-naukan")
    assert long.outcome is None
    quick = put("a3:3", "uelen.a3", goal=2)
    assert quick.options["goal"] == 2
    assert play(quick, "a3-naukan").outcome is not None
    assert start(3, goal=2).options["goal"] == 2


def test_I31_the_second_explorer_of_a_colour_does_not_enter_the_same_station() -> None:
    assert "a3-naukan" not in legal(put("a3:3", "naukan.a3", goal=2))


def test_I31_an_escape_wins_in_another_players_turn() -> None:
    """Red stands beside Naukan with two at home; Grey sends a bear there."""
    position = put("c3:33:b,c4:12,b3:12,a3:12", "c4/uelen.chini.b3", "f/f")
    position = play(position, "c4-c3", "stop", "send:SW")
    assert (position.turn, position.active) == (1, 0)
    position = play(position, "b3~a4~naukan")
    assert position.outcome is not None
    assert position.outcome.rule == "I31"
    assert position.outcome.winners == (1,)
    assert position.outcome.scores == (0, 1)


def test_I31_with_four_players_one_wins_and_three_lose() -> None:
    position = put("a3:3", "-/-/uelen.chini.a3", seats=4, active=2)
    outcome = play(position, "a3-naukan").outcome
    assert outcome is not None
    assert outcome.scores == (0, 0, 1, 0)
    assert outcome.winners == (2,)


def test_I32_a_thousand_turns_are_a_draw() -> None:
    position = put("c4:9", "c4", "r", turns=999)
    for last in (("turn:c4:cw", "end"), ("turn:c4:cw", "fish"), ("fish", "turn:c4:cw")):
        outcome = play(position, *last).outcome
        assert outcome is not None
        assert outcome.rule == "I32"
        assert outcome.winners == ()
        assert outcome.scores == (0, 0)
    assert play(put("c4:9", turns=998), "turn:c4:cw", "end").turns == 999


def test_I32_the_thousandth_turn_may_still_win() -> None:
    position = put("a3:3", "uelen.chini.a3", turns=999)
    outcome = play(position, "a3-naukan").outcome
    assert outcome is not None
    assert outcome.rule == "I31"


def test_I32_turns_of_all_players_count() -> None:
    position = read(text("c4:9", seats=4, active=3, turns=17))
    position = play(position, "turn:c4:cw", "end")
    assert (position.turns, position.active) == (18, 0)
    assert acts(position)
