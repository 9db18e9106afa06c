"""One test or more for each rule of shared/rules/torch.md."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest

import icefield
from icefield.core.game import CHANCE
from icefield.games.torch.position import TorchPosition

from ..positions import (
    FOUR,
    SPACES,
    SUITS,
    THREE,
    nobody_adds,
    play,
    put,
    random_game,
    read,
    recorded,
    refusal,
    start,
    texts,
    vote,
)

WEIGHT = {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3, "F": 3}
POINTS = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6}
ONES = " ".join(s for s, t in start(4).tiles.items() if t[1] == "1")  # their spaces
TWELVE = "SA@a2 SB@b5 SC@c1 MA@b2 MB@b4 MC@c4 CA@d2 CB@d5 CC@d4 AA@e2 AB@e4 AC@e3"


def ends(position: TorchPosition, letter: str) -> set[str]:
    """The pyramid moves of that letter, without the letter and the start."""
    return {move[4:] for move in texts(position) if move[0] == letter and ">" not in move}


def slides(position: TorchPosition) -> set[str]:
    return {move for move in texts(position) if ">" in move}


def xy(space: str) -> tuple[int, int]:
    return "abcde".index(space[0]), int(space[1])


def distance(a: str, b: str) -> int | None:
    """The length of a hop, or None when it is none."""
    dx, dy = xy(b)[0] - xy(a)[0], xy(b)[1] - xy(a)[1]
    length = max(abs(dx), abs(dy))
    return (
        length if length in (1, 2) and abs(dx) in (0, length) and abs(dy) in (0, length) else None
    )


# -- T1 to T5: components --------------------------------------------------------------------------

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
    after = nobody_adds(vote(position, "AAA"))  # nobody plays Arms
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


# -- T6, T7: setup ---------------------------------------------------------------------------------


def test_T6_everybody_rolls_and_each_face_has_one_chance_in_six() -> None:
    position = start(4)
    for _ in range(4):
        assert position.turn == CHANCE
        assert {str(m): odd for m, odd in position.odds().items()} == {
            f"roll:{n}": Fraction(1, 6) for n in range(6)
        }
        position = play(position, "roll:0") if position.history else play(position, "roll:5")
    assert (position.phase, position.torch) == ("place", 0)


@pytest.mark.parametrize(
    ("seats", "rolls", "torch"),
    [
        (4, "5132", 0),
        (4, "1523", 1),
        (4, "0001", 3),
        (3, "045", 2),
        (4, "4343" + "12", 2),  # seats 0 and 2 roll again, in seat order
        (4, "2552" + "33" + "10", 1),  # and again
        (3, "000" + "222" + "202" + "51", 0),
        (4, "5550" + "544", 0),  # three tied, then one of them is highest
        (4, "0055" + "50", 2),
    ],
)
def test_T6_the_highest_wins_and_those_tied_roll_again(seats: int, rolls: str, torch: int) -> None:
    position = start(seats)
    for roll in rolls:
        assert position.phase == "roll"
        position = play(position, f"roll:{roll}")
    assert (position.phase, position.torch, position.turn) == ("place", torch, torch)


def test_T7_everybody_an_A_then_everybody_a_B_from_the_winner_clockwise() -> None:
    position = play(start(4), "roll:1", "roll:2", "roll:5", "roll:0")
    free = [space for space in SPACES if space != "c3"]
    for letter in "ABCDEF":
        for seat in (2, 3, 0, 1):
            assert position.turn == seat
            assert {move[0] for move in texts(position)} == {letter}
            position = play(position, f"{letter}@{free.pop()}")
    assert (position.phase, position.round, position.turn) == ("move", 1, 2)


def test_T7_a_pyramid_is_placed_on_a_tile_with_no_pyramid_on_it() -> None:
    position = play(start(3), "roll:5", "roll:2", "roll:1", "A@d4")
    assert texts(position) == sorted(f"A@{s}" for s in start(3).tiles if s != "d4")
    assert refusal(position, "A@d4") == ("occupied", "T7")
    assert refusal(position, "A@c3") == ("no-tile", "T7")
    assert refusal(position, "A@a1") == ("no-tile", "T7")  # a corner, with three players
    assert refusal(position, "B@b4") == ("wrong-pyramid", "T7")
    assert refusal(position, "Ad4-c4") == ("not-now", "T7")


# -- T8 to T13: movement ---------------------------------------------------------------------------


def test_T8_each_makes_exactly_one_movement_from_the_Torch_Bearer_clockwise() -> None:
    position = put(TWELVE, torch="C")
    for seat, move in ((2, "Cd4-e5"), (3, "Ae2-e1"), (0, "Aa2-a1"), (1, "c4>c3")):
        assert position.turn == seat
        assert position.deciders == (seat,)
        own = {p[1] + s for p, s in position.pyramids.items() if p[0] == position.suits[seat]}
        assert {m[:3] for m in texts(position) if ">" not in m} == own
        position = play(position, move)
    assert (position.phase, position.turn) == ("number", 2)


def test_T8_nobody_moves_another_players_pyramid() -> None:
    position = put(TWELVE)
    assert refusal(position, "Ab2-b3") == ("not-there", "T8")  # that is Moons'
    assert refusal(position, "Fa2-a3") == ("not-there", "T8")  # Suns have no F
    assert refusal(position, "vote:5") == ("not-now", "T8")
    assert refusal(position, "Aa2-a1", seat=1) == ("not-your-decision", None)


def test_T9_steps_jumps_and_two_hops_of_at_most_three_spaces() -> None:
    gone = "d5 b3 e2"
    position = put("SA@c4 MA@c5 CA@a1 AA@e1 MF@d3", gone=gone)
    tiles = set(position.tiles)
    wanted = set()
    for one in tiles:
        first = distance("c4", one)
        if first is None:
            continue
        wanted.add(one)
        for two in tiles - {"c4"}:
            second = distance(one, two)
            if second is not None and first + second <= 3:
                wanted.add(f"{one}-{two}")
    assert ends(position, "A") == wanted
    assert {"c5", "a4", "b5-a5", "d4-b2", "e4-e5"} <= wanted


@pytest.mark.parametrize("way", ["a1", "a3", "a5", "c1", "c5", "e1", "e3", "e5"])
@pytest.mark.parametrize("between", ["tile", "occupied", "gap"])
def test_T9_a_jump_goes_over_anything_in_any_direction(way: str, between: str) -> None:
    middle = "abcde"[(2 + xy(way)[0]) // 2] + str((3 + xy(way)[1]) // 2)
    tiles = " ".join(f"{t}@{s if s != 'b5' else 'c3'}" for s, t in start(4).tiles.items())
    on = "SA@c3 MA@a2 CA@a4 AA@e2" + (f" MF@{middle}" if between == "occupied" else "")
    position = put(on, tiles=tiles, gone=middle if between == "gap" else "")
    assert f"Ac3-{way}" in texts(position)
    assert (f"Ac3-{middle}" in texts(position)) == (between != "gap")


def test_T9_never_two_jumps_and_never_into_a_gap_or_crooked() -> None:
    position = put("SA@a1 MA@b2 CA@d2 AA@e2")
    assert refusal(position, "Aa1-a3-a5") == ("too-far", "T9")
    assert refusal(position, "Aa1-c3") == ("no-tile", "T9")
    assert refusal(position, "Aa1-b1-c3") == ("not-a-hop", "T9")
    assert refusal(position, "Aa1-b3") == ("not-a-hop", "T9")
    assert refusal(position, "Aa1-a1") == ("not-a-hop", "T9")
    assert refusal(position, "Aa1-a4") == ("not-a-hop", "T9")
    assert refusal(position, "Aa1-b2-c3") == ("no-tile", "T9")


def test_T10_a_move_ends_on_another_space_than_it_began() -> None:
    position = put(FOUR)
    assert refusal(position, "Aa2-a1-a2") == ("return", "T10")
    assert not any(move.endswith("-a2") for move in texts(position))


def test_T10_the_option_return_moves_allows_the_step_back_and_nothing_else() -> None:
    strict, free = put(FOUR), put(FOUR, return_=1)
    more = set(texts(free)) - set(texts(strict))
    assert more == {f"Aa2-{s}-a2" for s in ("a1", "a3", "b1", "b2", "b3")}
    assert set(texts(strict)) < set(texts(free))
    after = play(free, "Aa2-a1-a2")
    assert after.pyramids == free.pyramids
    assert after.turn == 1
    assert start(4, return_moves=True).options["return_moves"] is True
    assert start(4).options["return_moves"] is False


def test_T11_an_overloaded_tile_leaves_at_once_with_everything_on_it() -> None:
    position = put("SA@a2 SE@d5 MD@b5 AB@c5 SC@c5 SB@e1 MA@b2 CA@d2 AA@e2", turn="M", done=1)
    after = play(position, "Db5-c5")  # 1 + 2 + 2 = 5 stays
    assert after.pyramids["MD"] == "c5"
    position = put("SA@a2 SE@c5 MD@b5 AB@c5 SB@e1 MA@b2 CA@d2 AA@e2", turn="M", done=1)
    after = play(position, "Db5-c5")  # 1 + 3 + 2 = 6 sinks
    assert "c5" not in after.tiles
    assert "C1" not in after.tiles.values()
    assert set(position.pyramids) - set(after.pyramids) == {"SE", "AB", "MD"}
    assert len(after.tiles) == 23
    assert after.turn == 2  # the round goes on


def test_T11_a_tile_that_sinks_on_the_first_hop_ends_the_move() -> None:
    position = put("SA@a2 SB@b1 ME@a3 MC@a3 CA@d2 AA@e2")
    assert {e for e in ends(position, "A") if e.startswith("a3")} == {"a3"}
    assert refusal(position, "Aa2-a3-a4") == ("sunk", "T11")
    after = play(position, "Aa2-a3")
    assert "a3" not in after.tiles
    assert {"SA", "ME", "MC"}.isdisjoint(after.pyramids)


def test_T11_the_second_hop_may_sink_and_sinking_on_purpose_is_legal() -> None:
    position = put("SA@a2 SB@b1 ME@a4 MC@a4 CA@d2 AA@e2 MA@e4")
    after = play(position, "Aa2-a3-a4")
    assert "a4" not in after.tiles
    assert "a3" in after.tiles
    alone = put("SF@a2 SE@a3 SA@e4 MA@b1 CA@d2 AA@e2")
    assert "a3" not in play(alone, "Fa2-a3").tiles  # only own pyramids on it


def test_T11_leaving_a_tile_makes_room_on_it() -> None:
    position = put("SA@c2 SE@c2 MA@b1 MF@b2 CA@d2 AA@e2", return_=1)
    assert play(position, "Ac2-c1-c2").pyramids["SA"] == "c2"


def test_T12_a_tile_with_an_own_pyramid_slides_into_a_gap_with_everything_on_it() -> None:
    position = put("SA@c2 MC@c2 CA@d2 AA@e2")
    assert slides(position) == {"c2>c3"}
    after = play(position, "c2>c3")
    assert after.tiles["c3"] == "M1"
    assert "c2" not in after.tiles
    assert after.pyramids == {**position.pyramids, "SA": "c3", "MC": "c3"}


def test_T12_only_orthogonally_one_space_into_a_gap_of_the_grid() -> None:
    position = put("SA@b2 SB@c1 SC@c2 MA@b1 CA@d2 AA@e2 MB@d3")
    assert slides(position) == {"c2>c3"}
    assert refusal(position, "b2>c3") == ("slide-one", "T12")  # a corner's way
    assert refusal(position, "c1>c3") == ("slide-one", "T12")  # two spaces
    assert refusal(position, "c2>c1") == ("tiles-never-push", "T12")
    assert refusal(position, "d3>c3") == ("not-your-tile", "T12")
    assert refusal(position, "c3>c4") == ("no-tile", "T12")


def test_T12_with_three_players_the_corners_are_gaps_too() -> None:
    position = put("SA@a2 SB@b5 MA@d1 CA@e4", suits="SMC")
    assert slides(position) == {"a2>a1", "b5>a5"}
    assert play(position, "b5>a5").tiles["a5"] == "S3"
    four = put("SA@a2 SB@b5 MA@d1 CA@e4 AA@e2")
    assert slides(four) == set()


def test_T13_whoever_has_a_pyramid_has_a_move() -> None:
    for space in SPACES:
        far = [s for s in SPACES if s != space and not distance(space, s)]
        alone = f"S0@{space} M0@{far[0]} C0@{far[1]}"
        position = put(f"SA@{space} MA@{far[0]} CA@{far[1]}", suits="SMC", tiles=alone)
        assert texts(position) == sorted(slides(position))
        assert texts(position)
    for seed in range(6):
        for position in random_game(seed, 3 + seed % 2):
            if position.phase == "move":
                assert position.moves()
                assert "pass" not in texts(position)


# -- T14 to T18: ballots ---------------------------------------------------------------------------


def test_T14_all_vote_at_the_same_time_for_a_number() -> None:
    position = put(TWELVE, phase="number", torch="M")
    assert position.turn == 1
    assert sorted(position.deciders) == [0, 1, 2, 3]
    for seat in range(4):
        assert texts(position, seat) == [f"vote:{n}" for n in range(6)]
    position = play(position, "3:vote:2", "0:vote:2")
    assert sorted(position.deciders) == [1, 2]
    assert position.phase == "number"
    position = play(position, "2:vote:2", "1:vote:1")
    assert (position.phase, position.worth) == ("number-coins", {"1": 1, "2": 3})


def test_T14_a_vote_for_a_number_of_which_no_tile_is_left_is_legal_and_void() -> None:
    position = put(FOUR, phase="number", gone=ONES)
    assert "vote:1" in texts(position)
    after = vote(position, "1112")
    assert after.worth == {"2": 1}
    assert after.votes == ("1", "1", "1", "2")


def test_T15_asking_starts_at_the_Torch_Bearer_and_skips_who_has_no_coin() -> None:
    position = vote(put(FOUR, phase="number", torch="C", coins="3301"), "5521")
    assert position.phase == "number-coins"
    asked = []
    while position.phase == "number-coins":
        asked.append(position.turn)
        position = play(position, "decline")
    assert asked == [3, 0, 1]


def test_T15_one_or_both_coins_on_an_option_with_a_valid_vote() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    assert texts(position) == sorted(
        ["decline", *(f"add{c}:{n}" for c in (1, 2, 3) for n in (1, 2, 5))]
    )
    assert play(position, "add1:2").worth == {"1": 1, "2": 2, "5": 2}
    assert play(position, "add2:2").worth == {"1": 1, "2": 3, "5": 2}
    assert play(position, "add3:2").worth == {"1": 1, "2": 4, "5": 2}  # another player's choice
    assert refusal(position, "add1:4") == ("no-option", "T15")
    only_two = vote(put(FOUR, phase="number", coins="2333"), "5521")
    assert refusal(only_two, "add1:5") == ("no-coin", "T15")
    assert refusal(only_two, "add3:5") == ("no-coin", "T15")
    assert refusal(only_two, "add1:M") == ("vote-number", "T14")


def test_T15_a_void_choice_is_no_option() -> None:
    position = vote(put(FOUR, phase="number", gone=ONES), "1552")
    assert refusal(position, "add1:1") == ("no-option", "T15")
    assert play(position, "add1:5").worth == {"2": 1, "5": 3}


def test_T15_asking_goes_on_with_the_next_seat_and_the_adder_is_asked_again() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    position = play(position, "decline", "add1:2")  # seat 1 adds its ace
    asked = []
    while position.phase == "number-coins":
        asked.append(position.turn)
        position = play(position, "decline")
    assert asked == [2, 3, 0, 1]  # not from the Torch Bearer, and seat 1 with its 2 coin last


def test_T15_whoever_has_played_both_coins_is_not_asked_again() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    position = play(position, "add3:1")
    asked = []
    while position.phase == "number-coins":
        asked.append(position.turn)
        position = play(position, "decline")
    assert asked == [1, 2, 3]


def test_T15_every_coin_starts_the_asking_anew() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    position = play(position, "decline", "decline", "decline", "add1:1")  # the last one asked
    assert position.turn == 0
    position = play(position, "decline", "add1:5", "decline")
    assert (position.turn, position.phase) == (3, "number-coins")
    position = play(position, "decline", "decline")
    assert (position.turn, position.phase) == (1, "number-coins")  # its 2 coin is left
    assert play(position, "decline").phase == "suit"


def test_T15_the_last_coin_of_all_ends_the_asking() -> None:
    position = vote(put(FOUR, phase="number", coins="0002"), "5521")
    assert position.turn == 3
    assert play(position, "add2:1").number == 1
    nobody = vote(put(FOUR, phase="number", coins="0000"), "5521")
    assert nobody.phase == "suit"


def test_T15_a_played_coin_is_gone_for_the_rest_of_the_game() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    position = nobody_adds(play(position, "add2:5"))
    assert position.coins == ((1,), (1, 2), (1, 2), (1, 2))
    position = vote(position, "SSMM")
    assert refusal(position, "add2:S") == ("no-coin", "T15")
    assert play(position, "add1:S").coins[0] == ()


def test_T16_most_weight_wins() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    assert nobody_adds(position).number == 5
    assert nobody_adds(play(position, "decline", "decline", "add2:2")).number == 2


def test_T16_a_tie_is_decided_by_the_Torch_Bearer_among_the_tied() -> None:
    position = nobody_adds(vote(put(FOUR, phase="number", torch="C"), "5522"))
    assert (position.phase, position.turn) == ("number-tie", 2)
    assert texts(position) == ["choose:2", "choose:5"]
    assert play(position, "choose:2").number == 2
    assert refusal(position, "choose:1") == ("not-tied", "T16")
    assert refusal(position, "choose:M") == ("vote-number", "T14")
    assert refusal(position, "choose:2", seat=0) == ("not-your-decision", None)
    coins = vote(put(FOUR, phase="number"), "5512")
    coins = nobody_adds(play(coins, "decline", "decline", "add1:1"))
    assert texts(coins) == ["choose:1", "choose:5"]  # 2 has one vote and no coin


def test_T17_the_suit_is_chosen_by_the_same_procedure() -> None:
    position = put(FOUR, phase="suit", number=5, torch="M")
    assert sorted(position.deciders) == [0, 1, 2, 3]
    assert texts(position, 3) == ["vote:A", "vote:C", "vote:M", "vote:S"]
    assert refusal(position, "vote:5") == ("vote-suit", "T17")
    revealed = vote(position, "MMAA")
    assert (revealed.phase, revealed.turn) == ("suit-coins", 1)
    assert revealed.worth == {"A": 2, "M": 2}
    tied = nobody_adds(revealed)
    assert (tied.phase, tied.turn, texts(tied)) == ("suit-tie", 1, ["choose:A", "choose:M"])
    assert refusal(tied, "choose:S") == ("not-tied", "T16")
    assert "A5" not in play(tied, "choose:A").tiles.values()
    assert "M5" not in nobody_adds(play(revealed, "add2:M")).tiles.values()


def test_T17_a_vote_for_a_suit_whose_tile_is_gone_is_void() -> None:
    gone = next(s for s, t in start(4).tiles.items() if t == "S5")
    position = vote(put(FOUR, phase="suit", number=5, gone=gone), "SSSM")
    assert position.worth == {"M": 1}
    assert refusal(position, "add1:S") == ("no-option", "T15")
    assert "M5" not in nobody_adds(position).tiles.values()


@pytest.mark.parametrize(("round_", "phase"), [(1, "move"), (5, "score")])
def test_T18_a_void_number_ballot_skips_the_suit_ballot_and_T20(round_: int, phase: str) -> None:
    position = put(FOUR, phase="number", gone=ONES, round=round_)
    after = vote(position, "1111")
    assert after.phase == phase  # with twenty empty tiles, but T20 is not offered
    assert after.tiles == position.tiles
    assert after.number is None
    assert after.coins == position.coins


@pytest.mark.parametrize(("round_", "phase"), [(1, "move"), (5, "score")])
def test_T18_a_void_suit_ballot_removes_nothing(round_: int, phase: str) -> None:
    gone = next(s for s, t in start(4).tiles.items() if t == "S5")
    position = put(FOUR, phase="suit", number=5, gone=gone, round=round_)
    after = vote(position, "SSSS")
    assert (after.phase, after.tiles) == (phase, position.tiles)


def test_T18_nobody_may_vote_when_everybody_is_barred() -> None:
    position = put(FOUR, phase="number", round=5)
    position = play(position, "bar:S", "bar:M", "bar:C")
    assert position.deciders == (3,)
    after = play(position, "bar:A")
    assert (after.phase, after.tiles) == ("score", position.tiles)
    three = put(FOUR, phase="suit", number=5, barred="SM", votes="xx--", turn="C")
    after = play(three, "bar:C", "bar:A")
    assert (after.phase, after.torch, after.tiles) == ("move", 1, three.tiles)


def quiet_round(position: TorchPosition) -> TorchPosition:
    """Movement on the spot, a ballot for ones, of which there are none, and T21."""
    while position.phase == "move":
        position = play(position, next(m for m in texts(position) if m.endswith(f"-{m[1:3]}")))
    position = vote(position, "1" * position.seats)
    while position.phase == "score":
        position = play(position, texts(position)[0])
    return position


@pytest.mark.parametrize("limit", [1, 2, 3, 20])
@pytest.mark.parametrize("first", [1, 8])
def test_T18a_quiet_rounds_in_a_row_end_the_game_after_T21(limit: int, first: int) -> None:
    position = put(FOUR, gone=ONES, return_=1, limit=limit, round=first)
    for n in range(limit):
        assert (position.phase, position.round) == ("move", first + n)
        position = quiet_round(position)
    assert position.phase == "crown"  # a tie of four
    over = play(position, "share")
    assert over.outcome is not None
    assert over.outcome.rule == "T18a"
    assert over.round == first + limit - 1  # the torch has not passed
    assert "No tile has left" in str(over.outcome.reason)


def test_T18a_a_round_that_loses_a_tile_starts_the_count_anew() -> None:
    position = put(FOUR + " SC@b1 MF@a1 CC@a1", gone=ONES, limit=2, return_=1, quiet=1)
    assert quiet_round(position).phase == "crown" or quiet_round(position).outcome is not None
    sinks = play(position, "Cb1-a1")
    assert "a1" not in sinks.tiles
    went_on = quiet_round(sinks)
    assert (went_on.phase, went_on.round) == ("move", 2)
    assert quiet_round(quiet_round(went_on)).phase != "move"


def test_T18a_the_limit_is_an_option() -> None:
    assert start(4).options["quiet_rounds"] == 20
    assert start(4, quiet_rounds=1).options["quiet_rounds"] == 1
    for bad in (0, -1, 1000, "many"):
        with pytest.raises(icefield.BadOption):
            start(4, quiet_rounds=bad)


# -- T19 to T23 ------------------------------------------------------------------------------------


def voted_out(on: str, tile: str, **fields: object) -> TorchPosition:
    """The position after everybody has voted for that tile and nobody has added a coin."""
    suits = str(fields.get("suits", SUITS))
    position = put(on, phase="number", **fields)  # type: ignore[arg-type]
    position = nobody_adds(vote(position, tile[1] * len(suits)))
    return nobody_adds(vote(position, tile[0] * len(suits)))


def test_T19_the_chosen_tile_and_all_pyramids_on_it_are_removed() -> None:
    on = "SA@a2 SB@d4 MA@d4 MB@b2 CA@d2 AA@e2"
    after = voted_out(on, "M4")
    assert "d4" not in after.tiles
    assert after.pyramids == {"SA": "a2", "MB": "b2", "CA": "d2", "AA": "e2"}


def few(*empty: str) -> str:
    """The tiles under FOUR and so many more."""
    return " ".join(["A2@a2", "A3@b2", "C2@d2", "C3@e2", *empty])


def test_T20_the_Torch_Bearer_may_remove_one_unoccupied_tile() -> None:
    position = voted_out(FOUR, "S5", tiles=few("S5@b4", "M5@e4", "S4@a4"), torch="M")
    assert (position.phase, position.turn) == ("burn", 1)
    assert texts(position) == ["burn:a4", "burn:e4", "spare"]
    assert refusal(position, "burn:a2") == ("occupied", "T20")
    assert refusal(position, "burn:b4") == ("no-tile", "T20")
    burnt = play(position, "burn:e4")
    assert set(burnt.tiles) == {"a2", "b2", "d2", "e2", "a4"}
    assert burnt.phase == "move"  # one at most
    spared = play(position, "spare")
    assert set(spared.tiles) == {"a2", "b2", "d2", "e2", "a4", "e4"}


def test_T20_the_count_is_taken_after_T19() -> None:
    assert voted_out(FOUR, "S5", tiles=few("S5@b4", "M5@e4")).phase == "move"  # one is left
    assert voted_out(FOUR, "S5", tiles=few("S5@b4")).phase == "move"
    on = FOUR + " SB@b4"
    assert voted_out(on, "S5", tiles=few("S5@b4", "M5@e4", "S4@a4")).phase == "burn"
    assert voted_out(on, "S5", tiles=few("S5@b4", "M5@e4")).phase == "move"


@pytest.mark.parametrize(("suits", "first"), [("SMC", 4), ("SMCA", 5)])
def test_T21_scoring_begins_in_the_fourth_or_fifth_round(suits: str, first: int) -> None:
    on = FOUR if len(suits) == 4 else THREE
    before = voted_out(on, "S5", suits=suits, round=first - 1)
    assert play(before, "spare").phase == "move"
    scoring = play(voted_out(on, "S5", suits=suits, round=first), "spare")
    assert (scoring.phase, scoring.turn) == ("score", 0)
    assert play(voted_out(on, "S5", suits=suits, round=first + 3), "spare").phase == "score"


def test_T21_the_worked_example_pays_7_5_and_6() -> None:
    on = "SF@a2 MA@a2 CA@a2 MD@b2 CE@d2 SA@d2"
    position = put(on, suits="SMC", phase="score", round=4)
    after = play(position, "score:a2", "score:b2", "score:d2")
    assert after.scores == (7, 5, 6)
    assert (after.phase, after.round, after.torch) == ("move", 5, 1)


def test_T21_from_the_Torch_Bearer_clockwise_any_tile_and_the_same_one_too() -> None:
    position = put("SF@a2 MA@a2 CA@d2 AA@e2", phase="score", round=7, torch="C")
    asked = []
    while position.phase == "score":
        assert texts(position) == sorted(f"score:{s}" for s in position.tiles)
        asked.append(position.turn)
        position = play(position, "score:a2")
    assert asked == [2, 3, 0, 1]
    assert position.scores == (24, 4, 0, 0)
    empty = put("SF@a2 MA@a2 CA@d2 AA@e2", phase="score", round=7)
    assert play(empty, "score:e5").scores == (0, 0, 0, 0)
    assert refusal(empty, "score:c3") == ("no-tile", "T21")
    assert refusal(empty, "burn:e5") == ("not-now", "T21")


def test_T22_a_barred_seat_is_left_out_of_both_ballots_of_the_round() -> None:
    position = put(FOUR, phase="number")
    barred = play(position, "bar:M")
    assert barred.barred == (1,)
    assert sorted(barred.deciders) == [0, 2, 3]
    assert refusal(barred, "vote:5", seat=1) == ("barred", "T22")
    suit = nobody_adds(vote(barred, "5x55"))
    assert (suit.phase, sorted(suit.deciders)) == ("suit", [0, 2, 3])
    assert refusal(suit, "vote:S", seat=1) == ("barred", "T22")
    burn = nobody_adds(vote(suit, "SxSS"))
    following = play(burn, "spare")
    assert following.barred == ()
    moved = following
    while moved.phase == "move":
        moved = play(moved, texts(moved)[0])
    assert sorted(moved.deciders) == [0, 1, 2, 3]


def test_T22_a_barred_seat_may_add_coins_and_as_Torch_Bearer_decides_ties() -> None:
    position = play(put(FOUR, phase="number"), "bar:S")
    revealed = vote(position, "x552")
    assert revealed.turn == 0
    assert play(revealed, "add1:2").worth == {"2": 2, "5": 2}
    tied = nobody_adds(play(revealed, "add1:2"))
    assert (tied.phase, tied.turn) == ("number-tie", 0)


def test_T22_the_verdict_falls_before_the_first_vote_of_either_ballot_only() -> None:
    position = put(FOUR, phase="number")
    assert "bar:S" not in texts(position)
    assert position.explain("bar:S") is None
    assert refusal(play(position, "2:vote:5"), "bar:S") == ("bar-too-late", "T22")
    assert refusal(play(position, "bar:S"), "bar:S") == ("barred-already", "T22")
    assert refusal(put(FOUR), "bar:S") == ("bar-not-now", "T22")
    assert refusal(vote(position, "5555"), "bar:S") == ("bar-not-now", "T22")
    assert refusal(put(THREE, suits="SMC", phase="number"), "bar:A") == ("no-such-player", "T3")
    suit = nobody_adds(vote(position, "5555"))
    assert play(suit, "bar:C").barred == (2,)
    assert refusal(play(suit, "0:vote:S"), "bar:C") == ("bar-too-late", "T22")


def test_T23_the_torch_passes_clockwise() -> None:
    for torch in range(4):
        position = voted_out(FOUR, "S5", torch=SUITS[torch])
        after = play(position, "spare")
        assert after.torch == (torch + 1) % 4
        assert (after.phase, after.turn, after.round) == ("move", after.torch, 2)


# -- T24 to T26: the end ---------------------------------------------------------------------------


def test_T24_losing_the_last_pyramid_in_the_movement_part_ends_the_game_at_once() -> None:
    position = put("SA@a2 MF@a3 MC@a3 MB@b5 CB@d2 AA@e2 AF@e3", round=6)
    after = play(position, "Aa2-a3")  # Suns sink themselves; nobody else moves
    assert after.outcome is not None
    assert (after.outcome.rule, after.outcome.winners) == ("T24", (3,))
    assert after.outcome.scores == (0, 2, 2, 7)  # no T21 either


def test_T24_lost_by_the_vote_it_ends_after_T20_which_is_offered_as_usual() -> None:
    position = voted_out("SA@b4 SB@b4 MA@b2 CB@d2 AC@e2", "S5", round=6, torch="A")
    assert (position.phase, position.turn) == ("burn", 3)
    for choice in ("burn:a1", "spare"):
        after = play(position, choice)
        assert after.outcome is not None
        assert (after.outcome.rule, after.outcome.scores) == ("T24", (0, 1, 2, 3))
        assert after.outcome.winners == (3,)
    few_left = voted_out("SA@b4 MA@b2 CB@d2 AC@e2", "S5", tiles="S5@b4 A3@b2 C2@d2 C3@e2")
    assert few_left.outcome is not None  # nothing to burn


def test_T24_all_on_one_tile_after_the_last_movement_ends_it_before_the_ballot() -> None:
    on = "SA@a2 MA@a2 CA@a2 AA@a1"
    position = put(on, torch="S", turn="A", done=3, round=6)
    after = play(position, "Aa1-a2")
    assert after.phase == "crown"
    over = play(after, "share")
    assert over.outcome is not None
    assert over.outcome.rule == "T24"
    assert "one tile" in str(over.outcome.reason)
    assert over.scores == (1, 1, 1, 1)  # no T21


def test_T24_all_on_one_tile_at_no_other_time() -> None:
    on = "SA@a2 MA@a2 CA@a2 AA@a1"
    early = play(put(on, turn="A", torch="A"), "Aa1-a2")  # the others have not moved
    assert early.phase == "move"
    tiles = "A2@a2 S5@b4 M5@e4"
    by_vote = voted_out("SA@a2 MA@a2 CA@a2 AA@a2 SB@b4", "S5", tiles=tiles)
    assert by_vote.phase == "move"
    assert set(by_vote.pyramids.values()) == {"a2"}


def test_T24_several_may_lose_their_last_pyramid_together() -> None:
    position = put("SE@a2 MA@a3 CB@a3 CC@e4 AA@a3 AB@d4", round=6)
    after = play(position, "Ea2-a3")  # 3 + 1 + 1 + 1
    assert after.outcome is not None
    assert after.outcome.scores == (0, 0, 3, 2)
    assert after.outcome.winners == (2,)


def test_T24_if_both_conditions_hold_the_first_is_named() -> None:
    position = put("SA@a2 MA@a2 CE@e3 AE@e4", turn="A", done=3)
    after = play(position, "Ee4-e3")  # both are gone, and what is left shares a tile
    over = play(after, "share")
    assert over.outcome is not None
    assert set(over.pyramids.values()) == {"a2"}
    assert "lost every pyramid" in str(over.outcome.reason)


def test_T24_everybody_may_be_gone() -> None:
    position = put("SA@a2 MA@a2 CA@a2 AE@a1", turn="A", done=3, scores="4,9,2,9")
    after = play(position, "Ea1-a2")
    assert after.pyramids == {}
    assert texts(after) == ["crown:A", "crown:M", "share"]


def test_T25_everybody_adds_the_points_of_what_still_stands() -> None:
    on = "SA@a2 MF@a3 MC@a3 MB@b5 ME@b4 CB@d2 CD@d4 CF@d5 AA@e2"
    after = play(put(on, scores="20,1,2,3"), "Aa2-a3")
    assert after.outcome is not None
    assert after.outcome.scores == (20, 1 + 2 + 5, 2 + 2 + 4 + 6, 3 + 1)


def test_T25_a_player_without_pyramids_can_still_win() -> None:
    after = play(put("SA@a2 MF@a3 MC@a3 MB@b5 CB@d2 AA@e2", scores="9,0,0,0"), "Aa2-a3")
    assert after.outcome is not None
    assert after.outcome.winners == (0,)


def tie(torch: str = "S", scores: str = "2,0,0,1") -> TorchPosition:
    """Suns lose their last pyramid; then Suns 2, Moons 2, Crowns 2, Arms 2 less what is given."""
    turn = "S"
    done = "SMCA".index(turn) - "SMCA".index(torch)
    return play(
        put("SA@a2 MF@a3 MC@a3 MB@b5 CB@d2 AA@e2", scores=scores, torch=torch, turn=turn,
            done=done % 4),
        "Aa2-a3",
    )  # fmt: skip


def test_T26_most_points_win() -> None:
    after = tie(scores="3,0,0,0")
    assert after.outcome is not None
    assert after.outcome.winners == (0,)


def test_T26_on_a_tie_the_Torch_Bearer_of_that_round_names_one_of_the_tied() -> None:
    for torch in SUITS:
        position = tie(torch, scores="2,0,0,0")
        assert (position.phase, position.turn) == ("crown", SUITS.index(torch))
        assert texts(position) == ["crown:C", "crown:M", "crown:S", "share"]  # Arms have 1
        assert refusal(position, "crown:A") == ("not-tied", "T26")
        after = play(position, "crown:M")
        assert after.outcome is not None
        assert after.outcome.winners == (1,)
        assert after.outcome.payoffs == (Fraction(-1, 3), 1, Fraction(-1, 3), Fraction(-1, 3))
    own = play(tie("S", "2,0,0,0"), "crown:S")  # himself, without a pyramid left
    assert own.outcome is not None
    assert own.outcome.winners == (0,)


def test_T26_or_calls_a_victory_shared_by_all_the_tied() -> None:
    after = play(tie("A", "2,0,0,0"), "share")
    assert after.outcome is not None
    assert after.outcome.winners == (0, 1, 2)
    assert after.outcome.payoffs == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), -1)
    everybody = play(tie("A", "2,0,0,1"), "share")
    assert everybody.outcome is not None
    assert set(everybody.outcome.payoffs) == {0}


# -- the recorded game -----------------------------------------------------------------------------

SUNK = {
    "Db5-c5": ("C1", "AB MD SE"),
    "Aa1-b2-d2": ("C2", "AA CC SF"),
    "Db4-a4": ("S4", "AE CD MA"),
    "Ca5-b4-c4": ("A1", "CF SA MC"),
    "Dc1-b2-a2": ("A2", "ME SB AD"),
}
VOTED_OUT = {1: ("A0", "AF"), 2: ("S0", "SD"), 3: ("M5", "MF"), 4: ("C3", "CE AC")}
BURNT = {"burn:d5": "M2", "burn:b5": "S3", "burn:b4": "S5", "burn:d4": "M4"}


def test_the_recorded_game_is_played_to_its_end() -> None:
    positions = recorded()
    removals = {}
    for before, after in pairwise(positions):
        move = after.history[-1].text
        left = set(before.tiles.values()) - set(after.tiles.values())
        lost = set(before.pyramids) - set(after.pyramids)
        if move in SUNK:
            assert (left, lost) == ({SUNK[move][0]}, set(SUNK[move][1].split()))
        elif move in BURNT:
            assert (left, lost) == ({BURNT[move]}, set())
        elif left:
            removals[before.round] = (left, lost)
        else:
            assert not lost
    assert removals == {n: ({t}, set(p.split())) for n, (t, p) in VOTED_OUT.items()}
    made = {move.text for move in positions[-1].history}
    assert made >= SUNK.keys() | BURNT.keys()


def test_the_recorded_game_has_its_torch_votes_and_coins() -> None:
    positions = recorded()
    by_round = {p.round: p.torch for p in positions if p.phase == "move"}
    assert by_round == {1: 0, 2: 1, 3: 2, 4: 3}
    numbers = {p.round: p.number for p in positions if p.number is not None}
    assert numbers == {1: 0, 2: 0, 3: 5, 4: 3}
    adds = [
        (before.round, before.suits[before.turn or 0], after.history[-1].text)
        for before, after in pairwise(positions)
        if after.history[-1].text.startswith("add")
    ]
    assert adds == [
        (2, "C", "add2:0"),
        (2, "S", "add2:5"),
        (2, "C", "add1:0"),
        (4, "A", "add1:M"),
        (4, "M", "add2:C"),
        (4, "A", "add2:M"),
        (4, "M", "add1:C"),
        (4, "S", "add1:C"),
    ]
    assert positions[-1].coins == ((), (), (), ())


def test_the_recorded_game_ends_with_a_tie_that_Arms_decide() -> None:
    last = recorded()[-1]
    assert len(last.tiles) == 11
    assert last.pyramids == {"SC": "a5", "MB": "c3", "CA": "e1", "CB": "e5"}
    assert last.tiles["a5"] == "S2"
    assert last.tiles["c3"] == "M1"
    assert last.scores == (3, 2, 3, 0)
    assert (last.phase, last.turn, last.torch) == ("crown", 3, 3)
    assert texts(last) == ["crown:C", "crown:S", "share"]
    for choice, winners in (("crown:C", (2,)), ("crown:S", (0,)), ("share", (0, 2))):
        over = play(last, choice)
        assert over.outcome is not None
        assert (over.outcome.winners, over.outcome.rule) == (winners, "T24")
        assert over.outcome.scores == (3, 2, 3, 0)
    assert read(str(last)) == last


# -- refusals --------------------------------------------------------------------------------------


def test_out_of_turn_and_second_votes_are_refused_with_their_rule() -> None:
    number = play(put(FOUR, phase="number"), "2:vote:5")
    assert refusal(number, "vote:4", seat=2) == ("voted-already", "T14")
    suit = play(put(FOUR, phase="suit", number=5), "1:vote:S")
    assert refusal(suit, "vote:S", seat=1) == ("voted-already", "T17")
    assert refusal(put(FOUR), "vote:5", seat=0) == ("not-now", "T8")
    assert refusal(put(FOUR), "vote:5", seat=2) == ("not-your-decision", None)
    assert refusal(number, "vote:5", seat=7) == ("no-such-seat", None)
    assert refusal(number, "vote:S") == ("vote-number", "T14")


PHASES = {
    "place": "T7",
    "number": "T14",
    "number-coins": "T15",
    "number-tie": "T16",
    "suit": "T17",
    "suit-coins": "T15",
    "suit-tie": "T16",
    "burn": "T20",
    "score": "T21",
    "crown": "T26",
}


@pytest.mark.parametrize("phase", PHASES)
def test_what_cannot_be_done_in_a_phase_is_refused_with_the_rule_of_the_phase(phase: str) -> None:
    fields: dict[str, object] = {"phase": phase}
    on = FOUR
    if phase == "place":
        on, fields["round"] = "", 0
    if phase.startswith("suit"):
        fields["number"] = 5
    if phase.endswith(("-coins", "-tie")):
        fields |= {"votes": "5522" if phase[0] == "n" else "MMAA"}
        fields |= {"worth": "2:2,5:2" if phase[0] == "n" else "1:2,3:2"}
    if phase == "crown":
        fields |= {"end": "pyramids", "winners": "SM", "scores": "3,3,0,0"}
    position = put(on, **fields)  # type: ignore[arg-type]
    for move in ("Aa2-a3", "a2>a1", "roll:5"):
        assert refusal(position, move) == ("not-now", PHASES[phase])
    assert refusal(put(FOUR), "A@a2") == ("not-now", "T8")
    assert start(4).explain("decline", CHANCE).code == "not-now"  # type: ignore[union-attr]
    assert start(4).explain("A@a2", CHANCE).rule == "T6"  # type: ignore[union-attr]


def touched(position: TorchPosition, *touches: str) -> tuple[str, str | None] | None:
    why = position.explain_touches(touches)
    return None if why is None else (why.code, why.rule)


def test_touches_that_lead_nowhere_say_why() -> None:
    position = put("SA@a2 SB@a2 SC@c1 MA@b2 CA@d2 AA@e2")
    assert touched(position, "a2") is None
    assert touched(position, "a2", "pyramid-A", "a3", "done") is None
    assert touched(position, "nowhere") == ("no-such-place", "T8")
    assert touched(position, "b2") == ("no-own-pyramid", "T8")
    assert touched(position, "c3") == ("no-tile", "T8")
    assert touched(position, "a2", "a3") == ("which-pyramid", "T9")
    assert touched(position, "a2", "pyramid-A", "pyramid-B") == ("press-a-space", "T9")
    assert touched(position, "c1", "c2", "c1") == ("return", "T10")
    assert touched(position, "c1", "c2", "done", "c1") == ("complete", "T8")
    assert touched(position, "a2", "pyramid-A", "a4", "done", "c3", "c4") is not None
    assert touched(position, "c1", "c3") == ("slide-one", "T12")
    assert touched(position, "c1", "e4") == ("not-a-hop", "T9")
    assert touched(put(FOUR, phase="number"), "a2") == ("not-now", "T14")
    burn = put(FOUR, phase="burn")
    assert touched(burn, "a2") == ("occupied", "T20")
    assert touched(burn, "c3") == ("no-tile", "T20")
    assert touched(burn, "a1", "a2") == ("complete", "T20")
    assert touched(put("", phase="place", round=0), "c3") == ("no-tile", "T7")
    assert touched(put(FOUR, phase="score", round=5), "c3") == ("no-tile", "T21")
