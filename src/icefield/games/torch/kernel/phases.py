"""From one part of a round to the next: ballots, scoring, the torch, the end.

The calls form a line without a circle: Numba cannot cache functions that lead back to themselves.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .moves import option_valid
from .state import (
    AT,
    BARRED,
    BURNING,
    COINS,
    COUNT,
    CROWNING,
    DECLINED,
    ENDING,
    FINISHED,
    LEFT,
    MOVING,
    NO_PYRAMIDS,
    NOT_YET,
    NUMBER,
    NUMBER_TIE,
    OUT,
    PHASE,
    PLACE,
    POINTS,
    QUIET,
    QUIET_END,
    QUIET_LIMIT,
    ROUND,
    SCORE,
    SCORING,
    SEATS,
    SUIT_VOTE,
    TORCH,
    TURN,
    VOTE,
    WINNERS,
    WORTH,
    next_seat,
)
from .tiles import empty_tiles, has_seat_without_pyramids, remove_tile

# -- rounds: scoring (T21), the torch (T23), the end (T18a, T24–T26) -----------------------------


@compiled
def finish(st: np.ndarray, ending: int) -> None:
    """End the game: all add what still stands (T25); a tie is to be decided (T26)."""
    st[ENDING] = ending
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] >= 0:
            st[SCORE + pyramid // 6] += POINTS[pyramid % 6]
    best, winners, count = -1, 0, 0
    for seat in range(st[SEATS]):
        if st[SCORE + seat] > best:
            best, winners, count = st[SCORE + seat], 0, 0
        if st[SCORE + seat] == best:
            winners |= 1 << seat
            count += 1
    st[WINNERS] = winners
    st[PHASE] = FINISHED if count == 1 else CROWNING
    st[TURN] = st[TORCH]


@compiled
def begin_round(st: np.ndarray) -> None:
    """Begin the next round, or end the game after too many quiet ones (T18a)."""
    if st[ROUND] > 0:
        st[QUIET] = 0 if st[LEFT] == 1 else st[QUIET] + 1
        if st[QUIET] >= st[QUIET_LIMIT]:
            finish(st, QUIET_END)
            return
        st[TORCH] = next_seat(st, st[TORCH])  # T23
    st[ROUND] += 1
    st[PHASE] = MOVING
    st[COUNT] = 0
    st[LEFT] = 0
    st[NUMBER] = -1
    st[BARRED] = 0
    for seat in range(4):
        st[VOTE + seat] = NOT_YET
    for option in range(6):
        st[WORTH + option] = 0
    st[DECLINED] = 0
    st[TURN] = st[TORCH]


@compiled
def end_ballots(st: np.ndarray) -> None:
    """Leave the ballots and the burning: to the end, the scoring or the next round."""
    st[PHASE] = BURNING
    if has_seat_without_pyramids(st):  # T24, by the vote
        finish(st, NO_PYRAMIDS)
    elif st[ROUND] >= st[SEATS] + 1:  # T21: round four of three players, five of four
        st[PHASE] = SCORING
        st[COUNT] = 0
        st[TURN] = st[TORCH]
    else:
        begin_round(st)


@compiled
def select_tile(st: np.ndarray, at: int) -> None:
    """Score every pyramid on a tile for its owner (T21)."""
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            st[SCORE + pyramid // 6] += POINTS[pyramid % 6]
    st[COUNT] += 1
    if st[COUNT] == st[SEATS]:
        begin_round(st)
    else:
        st[TURN] = next_seat(st, st[TURN])


@compiled
def payoffs(st: np.ndarray, out: np.ndarray) -> None:
    """At the end: the winners share +1, the others −1; 0 when all have won."""
    seats, won = st[SEATS], 0
    for seat in range(seats):
        won += st[WINNERS] >> seat & 1
    for seat in range(seats):
        if won == seats:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 / won if st[WINNERS] >> seat & 1 else -1.0 / (seats - won)


# -- ballots: votes, coins, ties and the tile that goes (T14–T19, T22) ---------------------------


@compiled
def open_ballot(st: np.ndarray, phase: int) -> None:
    """Begin a ballot; without a seat that may vote it is void (T18)."""
    st[PHASE] = phase
    for seat in range(st[SEATS]):
        st[VOTE + seat] = OUT if st[BARRED] >> seat & 1 else NOT_YET
    for option in range(6):
        st[WORTH + option] = 0
    st[DECLINED] = 0
    if not ask_for_vote(st):
        end_ballots(st)


@compiled
def ask_for_vote(st: np.ndarray) -> bool:
    """Ask the first seat from the Torch Bearer without a vote; False when all voted."""
    seat = st[TORCH]
    for _ in range(st[SEATS]):
        if st[VOTE + seat] == NOT_YET:
            st[TURN] = seat
            return True
        seat = next_seat(st, seat)
    return False


@compiled
def _reveal_votes(st: np.ndarray) -> None:
    """Count the valid votes, then ask for coins (T14, T15)."""
    valid = 0
    for seat in range(st[SEATS]):
        option = st[VOTE + seat]
        if option >= 0 and option_valid(st, option):
            st[WORTH + option] += 1
            valid += 1
    if valid == 0:  # T18
        end_ballots(st)
    else:
        st[PHASE] += 1
        ask_for_coins(st, st[TORCH])


@compiled
def ask_for_coins(st: np.ndarray, seat: int) -> None:
    """Ask the next seat that may add coins, beginning with this one (T15).

    It has a coin and has not declined since the last coin. Without such a seat the ballot is
    counted (T16).
    """
    for _ in range(st[SEATS]):
        if st[COINS + seat] != 0 and not st[DECLINED] >> seat & 1:
            st[TURN] = seat
            return
        seat = next_seat(st, seat)
    most, leader, tied = 0, 0, 0
    for option in range(6):
        if st[WORTH + option] > most:
            most, leader, tied = st[WORTH + option], option, 1
        elif st[WORTH + option] == most and most > 0:
            tied += 1
    if tied > 1:
        st[PHASE] += 1
        st[TURN] = st[TORCH]
    else:
        decide(st, leader)


@compiled
def decide(st: np.ndarray, option: int) -> None:
    """Take a ballot's choice: a number (T16), or a suit, whose tile goes (T19)."""
    if st[PHASE] <= NUMBER_TIE:
        st[NUMBER] = option
        open_ballot(st, SUIT_VOTE)
        return
    remove_tile(st, st[PLACE + 6 * option + st[NUMBER]])
    st[PHASE] = BURNING
    if empty_tiles(st) > 1:  # T20
        st[TURN] = st[TORCH]
    else:
        end_ballots(st)


@compiled
def add_coins(st: np.ndarray, coins: int, option: int) -> None:
    """Add coins to an option (T15).

    The ace counts 1, the two coin 2, both 3: the number that stands for the set of coins.
    """
    seat = st[TURN]
    st[WORTH + option] += coins
    st[COINS + seat] &= ~coins
    st[DECLINED] = 0
    ask_for_coins(st, next_seat(st, seat))


@compiled
def vote(st: np.ndarray, seat: int, option: int) -> np.ndarray:
    """The state after a seat's vote; votes may come in any order (T14, T17)."""
    st[VOTE + seat] = option
    if not ask_for_vote(st):
        _reveal_votes(st)
    return st


@compiled
def bar(st: np.ndarray, seat: int) -> np.ndarray:
    """The state after T22's verdict: the seat has no vote until the next round.

    Only before the first vote of a ballot.
    """
    st[BARRED] |= 1 << seat
    open_ballot(st, st[PHASE])
    return st
