"""The two ballots of a round: votes, coins, ties and the tile that goes (T14–T19, T22).

The calls form a line without a circle: Numba cannot cache functions that lead back to themselves.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .moves import option_valid
from .rounds import end_ballots
from .state import (
    BARRED,
    BURNING,
    COINS,
    DECLINED,
    NOT_YET,
    NUMBER,
    NUMBER_TIE,
    OUT,
    PHASE,
    PLACE,
    SEATS,
    SUIT_VOTE,
    TORCH,
    TURN,
    VOTE,
    WORTH,
    next_seat,
)
from .tiles import empty_tiles, remove_tile


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
    """Ask the first seat from the Torch Bearer that has not voted; False when all have."""
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
