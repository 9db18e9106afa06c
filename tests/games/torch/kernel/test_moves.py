"""The set-up and the movement (T6–T13)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from icefield.core.game import CHANCE
from icefield.games.torch.position import TorchPosition

from ..positions import (
    FOUR,
    SPACES,
    TWELVE,
    play,
    put,
    random_game,
    refusal,
    start,
    texts,
)

ONES = " ".join(s for s, t in start(4).tiles.items() if t[1] == "1")  # their spaces


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


# -- T6, T7: setup ---------------------------------------------------------------------------------


def test_T6_all_players_roll_and_each_face_has_one_chance_in_six() -> None:
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


def test_T7_all_place_an_A_then_all_a_B_from_the_winner_clockwise() -> None:
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


def test_T8_only_own_pyramids_are_moved() -> None:
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


def test_T13_a_player_with_a_pyramid_has_a_move() -> None:
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
