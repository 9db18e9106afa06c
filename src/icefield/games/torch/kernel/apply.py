"""Legal moves made: dice, placement and movement here, the rest in `phases`.

`apply` changes the array it is given and returns it; a caller that needs the old state saves it.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .phases import (
    add_coins,
    ask_for_coins,
    begin_round,
    decide,
    end_ballots,
    finish,
    open_ballot,
    select_tile,
    vote,
)
from .state import (
    ADDED,
    AT,
    BURNT,
    CHOSE,
    COUNT,
    CROWNED,
    DECLINE,
    DECLINED,
    FINISHED,
    GONE,
    LOAD,
    NO_HOP,
    NO_PYRAMIDS,
    NOT_YET,
    NUMBER_VOTE,
    ONE_TILE,
    OUT,
    PHASE,
    PLACE,
    PLACED,
    PLACING,
    ROLL,
    ROLLED,
    SEATS,
    SELECTED,
    SLID,
    SPARED,
    TILE,
    TORCH,
    TURN,
    VOTED,
    WALKED,
    WINNERS,
    next_seat,
)
from .tiles import all_on_one_tile, has_seat_without_pyramids, land, lift, remove_tile


@compiled
def _end_roll(st: np.ndarray) -> None:
    """Give the torch to the highest roll, or let those tied for it roll again (T6)."""
    best, count, first = -1, 0, -1
    for seat in range(st[SEATS]):
        die = st[ROLL + seat]
        if die == NOT_YET:
            return
        if die > best:
            best, count, first = die, 0, seat
        if die == best:
            count += 1
    if count > 1:
        for seat in range(st[SEATS]):
            st[ROLL + seat] = NOT_YET if st[ROLL + seat] == best else OUT
        return
    st[TORCH] = first
    st[PHASE] = PLACING
    st[COUNT] = 0
    st[TURN] = first


@compiled
def _place(st: np.ndarray, at: int) -> None:
    """Place a pyramid (T7): all players an A, then all a B, and so on."""
    seats = st[SEATS]
    land(st, 6 * st[TURN] + st[COUNT] // seats, at)
    st[COUNT] += 1
    if st[COUNT] == 6 * seats:
        begin_round(st)
    else:
        st[TURN] = next_seat(st, st[TURN])


@compiled
def _walk(st: np.ndarray, what: int) -> None:
    """Move a pyramid by one or two hops; it may sink the tile it lands on (T9, T11)."""
    pyramid = 6 * st[TURN] + (what >> 10)
    lift(st, pyramid)
    one, two = what >> 5 & 31, what & 31
    if not land(st, pyramid, one) and two != NO_HOP:
        lift(st, pyramid)
        land(st, pyramid, two)


@compiled
def _slide(st: np.ndarray, start: int, end: int) -> None:
    """Slide a tile into a gap with everything on it (T12)."""
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == start:
            st[AT + pyramid] = end
    tile = st[TILE + start]
    st[TILE + start], st[TILE + end] = GONE, tile
    st[PLACE + tile] = end
    st[LOAD + end], st[LOAD + start] = st[LOAD + start], 0


@compiled
def _end_movement(st: np.ndarray) -> None:
    """Ask the next to move (T8), or open the ballots, or end the game (T24)."""
    st[COUNT] += 1
    if has_seat_without_pyramids(st):
        finish(st, NO_PYRAMIDS)
    elif st[COUNT] < st[SEATS]:
        st[TURN] = next_seat(st, st[TURN])
    elif all_on_one_tile(st):
        finish(st, ONE_TILE)
    else:
        open_ballot(st, NUMBER_VOTE)


@compiled
def apply(st: np.ndarray, m: int) -> np.ndarray:
    """The state after a legal move."""
    kind, what = m >> 16, m & 65535
    if kind == WALKED:
        _walk(st, what)
        _end_movement(st)
    elif kind == SLID:
        _slide(st, what >> 5, what & 31)
        _end_movement(st)
    elif kind == VOTED:
        vote(st, st[TURN], what)
    elif kind == DECLINE:
        st[DECLINED] |= 1 << st[TURN]
        ask_for_coins(st, next_seat(st, st[TURN]))
    elif kind == ADDED:
        add_coins(st, what >> 5, what & 31)
    elif kind == CHOSE:
        decide(st, what)
    elif kind == SELECTED:
        select_tile(st, what)
    elif kind == PLACED:
        _place(st, what)
    elif kind == BURNT:
        remove_tile(st, what)
        end_ballots(st)
    elif kind == SPARED:
        end_ballots(st)
    elif kind == ROLLED:
        for seat in range(st[SEATS]):
            if st[ROLL + seat] == NOT_YET:
                st[ROLL + seat] = what
                break
        _end_roll(st)
    elif kind == CROWNED:
        st[WINNERS] = 1 << what
        st[PHASE] = FINISHED
    else:  # SHARED
        st[PHASE] = FINISHED
    return st
