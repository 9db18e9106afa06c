"""A match: pairs with the roles swapped (S12), moves, takebacks, chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield.core.errors import (
    BadNotation,
    BadOption,
    GameOver,
    IcefieldError,
    IllegalMove,
    NotNow,
    NotYourDecision,
    StaleMove,
)
from icefield.core.game import CHANCE
from icefield.play import Match

from ..games.seals.positions import all_but, put
from .coin_game import COIN

SEALS = icefield.game("seals")
NAMES = ("Ann", "Ben")

# The bear catches the last seal: with e4xd4 there are 7 spaces left.
SHORT = put("d4", "e4", discs=all_but("d4 e4 d5 f3 a3 a4 a5 a6"), turn="b")


def pair(**more: object) -> Match:
    return Match(SEALS, NAMES, games=2, **more)  # type: ignore[arg-type]


def short_pair(games: int = 2) -> Match:
    """A pair whose games begin one move before the bears' win."""
    return Match(SEALS, NAMES, games=games, start=SHORT)


def play_out(match: Match, rng: random.Random) -> None:
    while not match.game_over:
        match.submit(rng.choice(match.position.moves()))


def snapshot(match: Match) -> tuple[object, ...]:
    return (
        match.position,
        match.position.history,
        match.number,
        match.decision,
        match.length,
        match.sheet,
        match.records(),
    )


# -- S12 ----------------------------------------------------------------------------------------


def test_S12_a_match_is_two_games_with_the_roles_swapped() -> None:
    match = short_pair()
    assert (match.length, match.number) == (2, 0)
    assert match.seating == (0, 1)  # Ann has the seals
    assert (match.seat_of(0), match.seat_of(1)) == (0, 1)
    match.submit("e4xd4", player=1)
    assert match.game_over
    assert not match.over
    assert match.next_game() == SHORT
    assert match.number == 1
    assert match.seating == (1, 0)  # now Ben has them
    assert (match.seat_of(0), match.seat_of(1)) == (1, 0)
    match.submit("e4xd4", player=0)
    assert match.over


def test_S12_the_score_sheet_is_by_player() -> None:
    match = short_pair()
    assert match.sheet.rows[0].points is None
    assert match.sheet.totals == (0, 0)
    match.submit("e4xd4")
    assert [row.points for row in match.sheet.rows] == [(0, 7)]
    match.next_game()
    assert [row.points for row in match.sheet.rows] == [(0, 7), None]
    assert match.sheet.totals == (0, 7)
    assert not match.sheet.complete
    match.submit("e4xd4")
    assert [row.points for row in match.sheet.rows] == [(0, 7), (7, 0)]
    assert [row.number for row in match.sheet.rows] == [0, 1]
    assert match.sheet.players == NAMES
    assert match.sheet.complete


def test_S12_equal_totals_are_a_tie() -> None:
    match = short_pair()
    match.submit("e4xd4")
    match.next_game()
    match.submit("e4xd4")
    assert match.sheet.totals == (7, 7)
    assert match.sheet.winners == (0, 1)


def test_S12_the_higher_total_wins() -> None:
    match = short_pair()
    match.submit("e4xd4")  # 7 for Ben
    match.next_game()
    for move in ("e4-d5", "pass", "d5xd4"):  # Ann takes her time with the bear
        match.submit(move)
    assert match.sheet.totals == (6, 7)
    assert match.sheet.winners == (1,)


def test_S12_nobody_has_won_before_the_last_game_ends() -> None:
    match = short_pair()
    assert match.sheet.winners == ()
    match.submit("e4xd4")
    assert match.sheet.winners == ()
    match.next_game()
    assert match.sheet.winners == ()


def test_S12_the_next_game_begins_only_after_the_end_of_the_present_one() -> None:
    match = short_pair()
    before = snapshot(match)
    with pytest.raises(NotNow):
        match.next_game()
    assert snapshot(match) == before
    match.submit("e4xd4")
    match.next_game()
    with pytest.raises(NotNow):
        match.next_game()
    match.submit("e4xd4")
    before = snapshot(match)
    with pytest.raises(NotNow):  # the match is over
        match.next_game()
    assert snapshot(match) == before


def test_S12_one_more_pair_may_be_played() -> None:
    match = short_pair()
    with pytest.raises(NotNow):
        match.extend()
    match.submit("e4xd4")
    with pytest.raises(NotNow):
        match.extend()
    match.next_game()
    match.submit("e4xd4")
    assert match.extend() == SHORT
    assert (match.length, match.number, match.over) == (4, 2, False)
    assert match.seating == (0, 1)
    assert match.sheet.winners == ()
    match.submit("e4xd4")
    match.next_game()
    assert match.seating == (1, 0)
    match.submit("e4xd4")
    assert match.over
    assert match.sheet.totals == (14, 14)
    assert len(match.sheet.rows) == 4


def test_S12_a_match_may_have_more_pairs_from_the_beginning() -> None:
    match = short_pair(games=4)
    for number in range(4):
        assert match.number == number
        assert match.seating == ((0, 1), (1, 0))[number % 2]
        match.submit("e4xd4")
        if number < 3:
            match.next_game()
    assert match.over


@pytest.mark.parametrize("seed", range(20))
def test_S12_totals_are_the_sums_of_what_the_players_scored(seed: int) -> None:
    rng, match = random.Random(seed), pair()
    play_out(match, rng)
    first = match.position.outcome
    match.next_game()
    assert match.position == SEALS.start()
    play_out(match, rng)
    second = match.position.outcome
    assert first is not None
    assert second is not None
    totals = (first.scores[0] + second.scores[1], first.scores[1] + second.scores[0])
    assert match.sheet.totals == totals
    best = max(totals)
    assert match.sheet.winners == tuple(p for p in (0, 1) if totals[p] == best)


@pytest.mark.parametrize("games", [0, -1, -2, 3, 5])
def test_S12_other_numbers_of_games_are_refused(games: int) -> None:
    with pytest.raises(BadOption) as caught:
        Match(SEALS, games=games)
    assert caught.value.rule == "S12"
    assert str(games) in str(caught.value)


def test_a_game_without_pairs_is_played_once() -> None:
    with pytest.raises(BadOption) as caught:
        Match(COIN, games=2)
    assert caught.value.rule is None


# -- a single game ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_single_game_is_won_by_its_winner(seed: int) -> None:
    match = Match(SEALS)
    assert match.players == ("1", "2")
    play_out(match, random.Random(seed))
    assert match.over
    assert match.position.outcome is not None
    assert match.sheet.winners == match.position.outcome.winners
    for forward in (match.next_game, match.extend):
        with pytest.raises(NotNow):
            forward()


def test_a_single_game_is_won_even_with_no_points_left() -> None:
    # Both are stuck (S10): the seals win with the spaces that no token reached, here none.
    position = put("a3 a4", "h5 h6", discs=all_but("a3 a4 h5 h6"), turn="s")
    match = Match(SEALS, start=position)
    match.submit("pass")
    assert match.position.outcome is not None
    assert match.position.outcome.rule == "S10"
    assert match.sheet.totals == (0, 0)
    assert match.sheet.winners == (0,)


@pytest.mark.parametrize("players", [("Ann",), ("Ann", "Ben", "Cy")])
def test_a_wrong_number_of_players_is_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(BadOption) as caught:
        Match(SEALS, players)
    assert str(len(players)) in str(caught.value)


def test_wrong_seats_and_options_are_refused() -> None:
    with pytest.raises(BadOption):
        Match(SEALS, seats=3)
    with pytest.raises(BadOption):
        Match(SEALS, options={"board": "big"})


# -- submit is the only door --------------------------------------------------------------------


def test_submit_returns_the_step_and_counts_the_decision() -> None:
    match = pair()
    (step,) = match.submit("b2-d4", player=0, decision=0)
    assert (step.seat, str(step.move), step.position) == (0, "b2-d4", match.position)
    assert match.decision == 1
    (step,) = match.submit("g7-e5", player=1, decision=1)
    assert (step.seat, str(step.move)) == (1, "g7-e5")
    assert [str(move) for move in match.position.history] == ["b2-d4", "g7-e5"]


def test_a_step_names_the_seat_not_the_player() -> None:
    match = short_pair()
    assert match.submit("e4xd4", player=1)[0].seat == 1
    match.next_game()
    assert match.submit("e4xd4", player=0)[0].seat == 1


REFUSED: list[tuple[dict[str, object], type[IcefieldError]]] = [
    ({"move": "b2-b5"}, IllegalMove),
    ({"move": "b2-b2"}, IllegalMove),
    ({"move": "g2-g3"}, IllegalMove),
    ({"move": "pass"}, IllegalMove),
    ({"move": "zzz"}, BadNotation),
    ({"move": ""}, BadNotation),
    ({"move": "b2-d4\n"}, BadNotation),
    ({"move": "b2-d4", "player": 1}, NotYourDecision),
    ({"move": "b2-d4", "player": 2}, NotYourDecision),
    ({"move": "b2-d4", "player": -2}, NotYourDecision),
    ({"move": "b2-d4", "player": CHANCE}, NotYourDecision),
    ({"move": "b2-d4", "decision": 1}, StaleMove),
    ({"move": "b2-d4", "decision": -1}, StaleMove),
    ({"move": "zzz", "player": 1, "decision": 7}, StaleMove),
]


@pytest.mark.parametrize(("arguments", "error"), REFUSED)
def test_a_refused_move_changes_nothing(
    arguments: dict[str, object], error: type[IcefieldError]
) -> None:
    match = pair()
    before = snapshot(match)
    with pytest.raises(error) as caught:
        match.submit(**arguments)  # type: ignore[arg-type]
    assert type(caught.value) is error
    assert snapshot(match) == before


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 25),
    text=st.one_of(st.text(max_size=8), st.from_regex(r"[a-h][1-8][-x][a-h][1-8]", fullmatch=True)),
    player=st.one_of(st.none(), st.integers(-2, 3)),
    decision=st.one_of(st.none(), st.integers(0, 30)),
)
def test_whatever_is_refused_changes_nothing(
    seed: int, plies: int, text: str, player: int | None, decision: int | None
) -> None:
    rng, match = random.Random(seed), pair()
    for _ in range(plies):
        if match.game_over:
            break
        match.submit(rng.choice(match.position.moves()))
    before = snapshot(match)
    try:
        match.submit(text, player=player, decision=decision)
    except IcefieldError:
        assert snapshot(match) == before
    else:
        assert match.position.before == before[0]
        assert match.decision == before[3] + 1  # type: ignore[operator]


def test_a_move_made_twice_is_stale_the_second_time() -> None:
    match = pair()
    seen = match.decision
    match.submit("b2-d4", player=0, decision=seen)
    with pytest.raises(StaleMove):
        match.submit("b2-d4", player=0, decision=seen)


def test_nobody_moves_after_the_end() -> None:
    match = short_pair()
    match.submit("e4xd4")
    with pytest.raises(GameOver):
        match.submit("d4-d5")


# -- undo ---------------------------------------------------------------------------------------


def test_undo_takes_the_last_move_back_and_the_decision_moves_on() -> None:
    match = pair()
    match.submit("b2-d4")
    after = match.decision
    assert match.undo() == SEALS.start()
    assert match.position == SEALS.start()
    assert match.decision == after + 1  # a reply to the move taken back is stale
    with pytest.raises(StaleMove):
        match.submit("g7-e5", decision=after)
    match.submit("b2-c3", player=0, decision=match.decision)


def test_undo_at_the_start_is_refused() -> None:
    match = pair()
    before = snapshot(match)
    with pytest.raises(NotNow):
        match.undo()
    assert snapshot(match) == before


def test_undo_does_not_go_behind_the_position_a_match_began_with() -> None:
    begun = SEALS.start().play("b2-d4")
    match = Match(SEALS, start=begun)
    with pytest.raises(NotNow):
        match.undo()
    assert match.position == begun


def test_undo_all_the_way() -> None:
    rng, match = random.Random(1), pair()
    positions = [match.position]
    while not match.game_over:
        positions.append(match.submit(rng.choice(match.position.moves()))[-1].position)
    for position in reversed(positions[:-1]):
        assert match.undo() == position
    with pytest.raises(NotNow):
        match.undo()


def test_undo_after_the_end_opens_the_game_again() -> None:
    match = short_pair()
    match.submit("e4xd4")
    match.undo()
    assert not match.game_over
    assert match.sheet.totals == (0, 0)
    with pytest.raises(NotNow):
        match.next_game()


def test_undo_does_not_reach_back_into_the_game_before() -> None:
    match = short_pair()
    match.submit("e4xd4")
    match.next_game()
    before = snapshot(match)
    with pytest.raises(NotNow):
        match.undo()
    assert snapshot(match) == before


def test_positions_that_were_seen_do_not_change() -> None:
    match = pair()
    seen = match.position
    text = str(seen)
    match.submit("b2-d4")
    match.undo()
    match.submit("b7-d5")
    assert str(seen) == text


# -- chance -------------------------------------------------------------------------------------


def test_chance_is_drawn_as_soon_as_it_is_due() -> None:
    match = Match(COIN, chance=random.Random(1))
    assert match.position.turn == 0
    assert len(match.position.history) == 1
    first, drawn = match.submit("y", player=0)
    assert (first.seat, first.move.text) == (0, "y")
    assert (drawn.seat, drawn.position) == (CHANCE, match.position)
    assert drawn.move.text in "ht"
    (last,) = match.submit("n", player=1)
    assert last.seat == 1
    assert match.over


def test_chance_is_drawn_by_the_odds() -> None:
    rng = random.Random(7)
    tossed = Counter(str(Match(COIN, chance=rng).position) for _ in range(2000))
    assert set(tossed) == {"h", "t"}
    assert 1400 < tossed["h"] < 1600  # three of four; ±100 is five standard deviations


def test_the_same_generator_draws_the_same() -> None:
    def letters(seed: int) -> str:
        match = Match(COIN, chance=random.Random(seed))
        match.submit("y")
        match.submit("y")
        return str(match.position)

    assert letters(3) == letters(3)
    assert len({letters(seed) for seed in range(30)}) > 1


def test_without_a_generator_chance_is_submitted_like_a_move() -> None:
    match = Match(COIN)
    assert match.position.turn == CHANCE
    with pytest.raises(NotYourDecision):
        match.submit("h", player=0)
    (step,) = match.submit("h", player=CHANCE, decision=0)
    assert step.seat == CHANCE
    (step,) = match.submit("y")
    assert step.seat == 0
    (step,) = match.submit("t")  # chance is to decide
    assert step.seat == CHANCE
    (step,) = match.submit("y")
    assert step.seat == 1
    assert match.position.outcome is not None
    assert match.sheet.winners == (0,)


def test_undo_takes_chance_back_with_the_decision_before_it() -> None:
    match = Match(COIN, chance=random.Random(1))
    opening = match.position
    with pytest.raises(NotNow):  # the toss at the beginning is no seat's decision
        match.undo()
    match.submit("y")
    assert match.undo() == opening
    match.submit("n")
    match.submit("n")
    assert match.undo().turn == 1
    assert match.undo() == opening


# -- records ------------------------------------------------------------------------------------


def test_records_name_the_players_by_seat_and_the_round() -> None:
    match = short_pair()
    match.submit("e4xd4")
    match.next_game()
    first, second = match.records()
    assert first.moves == ("e4xd4",)
    assert first.tags == {"Seat1": "Ann", "Seat2": "Ben", "Round": "1", "Result": "0 7"}
    assert second.moves == ()
    assert second.tags == {"Seat1": "Ben", "Seat2": "Ann", "Round": "2"}
    assert first.start == second.start == str(SHORT)


def test_the_record_of_a_single_game_has_no_round() -> None:
    (record,) = Match(SEALS).records()
    assert record.tags == {"Seat1": "1", "Seat2": "2"}
    assert record.start is None
