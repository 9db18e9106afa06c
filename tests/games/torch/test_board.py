"""The components and the set-up options (T1–T5)."""

from __future__ import annotations

from itertools import permutations

import pytest

import icefield

from .positions import (
    SPACES,
    SUITS,
    THREE,
    decline_all,
    play,
    put,
    start,
    texts,
    vote,
)

WEIGHT = {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3, "F": 3}
POINTS = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6}


ROWS = """
5 S2 S3 C1 M2 M3
4 S4 S5 A1 M4 M5
3 M0 C0 -- S0 A0
2 A2 A3 M1 C2 C3
1 A4 A5 S1 C4 C5
"""


def test_T1_the_tiles_lie_as_in_the_table_and_the_centre_is_empty() -> None:
    wanted = {
        column + line[0]: tile
        for line in ROWS.strip().splitlines()
        for column, tile in zip("abcde", line.split()[1:], strict=True)
    }
    assert wanted.pop("c3") == "--"
    assert start(4).tiles == wanted
    assert sorted(wanted.values()) == sorted(s + n for s in SUITS for n in "012345")


def test_T1_columns_run_from_left_to_right_and_rows_upwards() -> None:
    spaces = {space.id: space for space in start(4).scene().spaces}
    assert sorted(spaces) == sorted(SPACES)
    assert len(spaces) == 25
    assert spaces["b1"].x > spaces["a1"].x
    assert spaces["a1"].y > spaces["a2"].y  # y grows downwards in a scene


def test_T2_three_players_leave_the_corner_tiles_out() -> None:
    four, three = start(4).tiles, start(3).tiles
    assert len(three) == 20
    corners = ("a1", "a5", "e1", "e5")
    assert {four[c] for c in corners} == {"S2", "M3", "A4", "C5"}
    assert three == {space: tile for space, tile in four.items() if space not in corners}


def test_T3_the_seats_are_S_M_C_A_unless_the_option_says_otherwise() -> None:
    assert start(4).suits == "SMCA"
    assert start(3).suits == "SMC"
    assert start(3, suits="SCA").suits == "SCA"
    assert [str(start(3, suits="SCA").seat_name(x)) for x in range(3)] == ["Suns", "Crowns", "Arms"]
    for seats in (3, 4):
        for order in permutations(SUITS, seats):
            assert start(seats, suits="".join(order)).options["suits"] == "".join(order)


def test_T3_each_player_has_six_pyramids_a_pawn_a_die_and_two_coins() -> None:
    for seats in (3, 4):
        position = start(seats)
        assert position.hands == ("ABCDEF",) * seats
        assert position.coins == ((1, 2),) * seats
        symbols = [(p.symbol, p.seat) for p in position.scene().pieces]
        for seat in range(seats):
            for thing in ("pawn", "die", "coin"):
                assert any(thing in symbol and seat == who for symbol, who in symbols), thing


def test_T3_all_four_suits_can_be_voted_for_in_any_game() -> None:
    position = put(THREE, suits="SMC", phase="suit", number=5)
    assert texts(position) == ["vote:A", "vote:C", "vote:M", "vote:S"]
    after = decline_all(vote(position, "AAA"))  # no player has Arms
    assert "A5" not in after.tiles.values()


@pytest.mark.parametrize("suits", ["SMX", "SS", "SSM", "SMCAS", "", 5])
def test_T3_unknown_or_doubled_suits_are_refused(suits: object) -> None:
    with pytest.raises(icefield.BadOption) as caught:
        start(3, suits=suits)
    assert caught.value.refusal.code == "bad-option"


@pytest.mark.parametrize(("seats", "suits"), [(3, "SMCA"), (4, "SMC")])
def test_T3_there_is_a_suit_for_each_player_and_no_more(seats: int, suits: str) -> None:
    with pytest.raises(icefield.BadOption) as caught:
        start(seats, suits=suits)
    assert caught.value.rule == "T3"


@pytest.mark.parametrize("seats", [0, 1, 2, 5, -3])
def test_T3_only_three_or_four_play(seats: int) -> None:
    with pytest.raises(icefield.BadOption):
        start(seats)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_T4_a_tile_holds_exactly_5_and_sinks_above(letter: str) -> None:
    weight = WEIGHT[letter]
    loads = {2: "CA@d4 CB@d4", 3: "CA@d4 CC@d4", 4: "CA@d4 CE@d4", 5: "CA@d4 CB@d4 CE@d4"}
    others = "SA@a1 MA@b1 AA@a5".replace(f"S{letter}@a1", "SC@a1")
    stays = put(f"S{letter}@e4 {others} {loads[5 - weight]} CF@b2")
    assert play(stays, f"{letter}e4-d4").pyramids[f"S{letter}"] == "d4"
    sinks = put(f"S{letter}@e4 {others} {loads[6 - weight]} CF@b2")
    after = play(sinks, f"{letter}e4-d4")
    assert "d4" not in after.tiles
    assert f"S{letter}" not in after.pyramids


@pytest.mark.parametrize("letter", "ABCDEF")
def test_T5_points_of_a_pyramid(letter: str) -> None:
    position = put(f"M{letter}@c4 SA@a2 CA@d2 AA@e2", phase="score", round=5)
    assert play(position, "score:c4").scores == (0, POINTS[letter], 0, 0)
