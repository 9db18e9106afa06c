"""From one round to the next: scoring (T21), the torch (T23), the end (T18a, T24–T26)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .state import (
    AT,
    BARRED,
    BURNING,
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
    PHASE,
    QUIET,
    QUIET_END,
    QUIET_LIMIT,
    ROUND,
    SCORE,
    SCORING,
    SEATS,
    TORCH,
    TURN,
    VOTE,
    WINNERS,
    WORTH,
    next_seat,
)
from .tables import POINTS
from .tiles import has_seat_without_pyramids


@compiled
def finish(st: np.ndarray, ending: int) -> None:
    """End the game: all add what still stands (T25), the Torch Bearer decides a tie (T26)."""
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
