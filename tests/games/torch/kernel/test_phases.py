"""Ballots, scoring, rounds and the end (T14–T26)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import icefield
from icefield.games.torch.position import TorchPosition

from ..positions import (
    FOUR,
    SUITS,
    THREE,
    TWELVE,
    decline_all,
    play,
    put,
    refusal,
    start,
    texts,
    vote,
)

ONES = " ".join(s for s, t in start(4).tiles.items() if t[1] == "1")  # their spaces


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


def test_T15_a_player_without_coins_is_not_asked_again() -> None:
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
    without_coins = vote(put(FOUR, phase="number", coins="0000"), "5521")
    assert without_coins.phase == "suit"


def test_T15_a_played_coin_is_gone_for_the_rest_of_the_game() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    position = decline_all(play(position, "add2:5"))
    assert position.coins == ((1,), (1, 2), (1, 2), (1, 2))
    position = vote(position, "SSMM")
    assert refusal(position, "add2:S") == ("no-coin", "T15")
    assert play(position, "add1:S").coins[0] == ()


def test_T16_most_weight_wins() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    assert decline_all(position).number == 5
    assert decline_all(play(position, "decline", "decline", "add2:2")).number == 2


def test_T16_a_tie_is_decided_by_the_Torch_Bearer_among_the_tied() -> None:
    position = decline_all(vote(put(FOUR, phase="number", torch="C"), "5522"))
    assert (position.phase, position.turn) == ("number-tie", 2)
    assert texts(position) == ["choose:2", "choose:5"]
    assert play(position, "choose:2").number == 2
    assert refusal(position, "choose:1") == ("not-tied", "T16")
    assert refusal(position, "choose:M") == ("vote-number", "T14")
    assert refusal(position, "choose:2", seat=0) == ("not-your-decision", None)
    coins = vote(put(FOUR, phase="number"), "5512")
    coins = decline_all(play(coins, "decline", "decline", "add1:1"))
    assert texts(coins) == ["choose:1", "choose:5"]  # 2 has one vote and no coin


def test_T17_the_suit_is_chosen_by_the_same_procedure() -> None:
    position = put(FOUR, phase="suit", number=5, torch="M")
    assert sorted(position.deciders) == [0, 1, 2, 3]
    assert texts(position, 3) == ["vote:A", "vote:C", "vote:M", "vote:S"]
    assert refusal(position, "vote:5") == ("vote-suit", "T17")
    revealed = vote(position, "MMAA")
    assert (revealed.phase, revealed.turn) == ("suit-coins", 1)
    assert revealed.worth == {"A": 2, "M": 2}
    tied = decline_all(revealed)
    assert (tied.phase, tied.turn, texts(tied)) == ("suit-tie", 1, ["choose:A", "choose:M"])
    assert refusal(tied, "choose:S") == ("not-tied", "T16")
    assert "A5" not in play(tied, "choose:A").tiles.values()
    assert "M5" not in decline_all(play(revealed, "add2:M")).tiles.values()


def test_T17_a_vote_for_a_suit_whose_tile_is_gone_is_void() -> None:
    gone = next(s for s, t in start(4).tiles.items() if t == "S5")
    position = vote(put(FOUR, phase="suit", number=5, gone=gone), "SSSM")
    assert position.worth == {"M": 1}
    assert refusal(position, "add1:S") == ("no-option", "T15")
    assert "M5" not in decline_all(position).tiles.values()


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


def test_T18_a_ballot_is_void_when_all_are_barred() -> None:
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
    """The position after all have voted for that tile and no player has added a coin."""
    suits = str(fields.get("suits", SUITS))
    position = put(on, phase="number", **fields)  # type: ignore[arg-type]
    position = decline_all(vote(position, tile[1] * len(suits)))
    return decline_all(vote(position, tile[0] * len(suits)))


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
    suit = decline_all(vote(barred, "5x55"))
    assert (suit.phase, sorted(suit.deciders)) == ("suit", [0, 2, 3])
    assert refusal(suit, "vote:S", seat=1) == ("barred", "T22")
    burn = decline_all(vote(suit, "SxSS"))
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
    tied = decline_all(play(revealed, "add1:2"))
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
    suit = decline_all(vote(position, "5555"))
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
    after = play(position, "Aa2-a3")  # Suns sink themselves; no other player moves
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
    assert "lost their last pyramids" in str(over.outcome.reason)


def test_T24_all_players_may_lose_their_last_pyramid() -> None:
    position = put("SA@a2 MA@a2 CA@a2 AE@a1", turn="A", done=3, scores="4,9,2,9")
    after = play(position, "Ea1-a2")
    assert after.pyramids == {}
    assert texts(after) == ["crown:A", "crown:M", "share"]


def test_T25_all_players_add_the_points_of_what_still_stands() -> None:
    on = "SA@a2 MF@a3 MC@a3 MB@b5 ME@b4 CB@d2 CD@d4 CF@d5 AA@e2"
    after = play(put(on, scores="20,1,2,3"), "Aa2-a3")
    assert after.outcome is not None
    assert after.outcome.scores == (20, 1 + 2 + 5, 2 + 2 + 4 + 6, 3 + 1)


def test_T25_a_player_without_pyramids_can_still_win() -> None:
    after = play(put("SA@a2 MF@a3 MC@a3 MB@b5 CB@d2 AA@e2", scores="9,0,0,0"), "Aa2-a3")
    assert after.outcome is not None
    assert after.outcome.winners == (0,)


def tie(torch: str = "S", scores: str = "2,0,0,1") -> TorchPosition:
    """Suns lose their last pyramid; then each suit has 2, less what is given."""
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
    one, third = Fraction(1), Fraction(1, 3)
    for torch in SUITS:
        position = tie(torch, scores="2,0,0,0")
        assert (position.phase, position.turn) == ("crown", SUITS.index(torch))
        assert texts(position) == ["crown:C", "crown:M", "crown:S", "share"]  # Arms have 1
        assert refusal(position, "crown:A") == ("not-tied", "T26")
        after = play(position, "crown:M")
        assert after.outcome is not None
        assert after.outcome.winners == (1,)
        assert after.outcome.payoffs == (-third, one, -third, -third)
    own = play(tie("S", "2,0,0,0"), "crown:S")  # himself, without a pyramid left
    assert own.outcome is not None
    assert own.outcome.winners == (0,)


def test_T26_or_calls_a_victory_shared_by_all_the_tied() -> None:
    after = play(tie("A", "2,0,0,0"), "share")
    assert after.outcome is not None
    assert after.outcome.winners == (0, 1, 2)
    assert after.outcome.payoffs == (*[Fraction(1, 3)] * 3, Fraction(-1))
    shared = play(tie("A", "2,0,0,1"), "share")
    assert shared.outcome is not None
    assert set(shared.outcome.payoffs) == {0}
