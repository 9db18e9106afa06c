"""Knowledge of a seat, and planes and numbers of actions for learners.

While a ballot goes on, its votes are secret (T14, T17): a seat knows its own vote, and of the
others only that they are cast.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import compiled
from ..board import DIRECTIONS, LETTERS, NUMBERS, SIZE, SPACES, SUITS
from .phases import ask_for_vote
from .state import (
    ADDED,
    AT,
    BURNT,
    CHOSE,
    COINS,
    CONCEALED,
    COUNT,
    CROWNED,
    DECLINE,
    DECLINED,
    FINISHED,
    IN_HAND,
    JUMP,
    LOAD,
    NO_HOP,
    NOT_YET,
    NUMBER,
    NUMBER_VOTE,
    OUT,
    PHASE,
    PLACED,
    QUIET,
    ROLL,
    ROUND,
    SCORE,
    SEATS,
    SELECTED,
    SHARED,
    SLID,
    SPARED,
    STEP,
    SUIT,
    SUIT_VOTE,
    TILE,
    TORCH,
    TURN,
    VOTE,
    VOTED,
    WALKED,
    WORTH,
    add_to_key,
    key,
    turn,
)

_MOST: Final = 127  # what a plane can hold

# -- what a seat knows ---------------------------------------------------------------------------


@compiled
def hide(st: np.ndarray, seat: int) -> np.ndarray:
    """The state as a seat (−1: a spectator) sees it: who has voted, not what."""
    seen = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and st[VOTE + other] >= 0:
                seen[VOTE + other] = CONCEALED
    return seen


@compiled
def known(st: np.ndarray, seat: int) -> np.uint64:
    """64 bits that identify what that seat knows.

    Which other seats have voted already does not count: it tells who was quick, nothing more.
    """
    if st[PHASE] != NUMBER_VOTE and st[PHASE] != SUIT_VOTE:
        return key(st)
    h = np.uint64(seat + 1)
    for i in range(TILE):
        if VOTE <= i < ROLL or i == TURN:
            continue
        h = add_to_key(h, st[i])
    return h


@compiled
def resample(st: np.ndarray, seat: int) -> np.ndarray:
    """A full state that agrees with what that seat knows.

    Votes of others count as not yet cast, so a search lets those seats decide for themselves.
    """
    whole = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and whole[VOTE + other] != OUT:
                whole[VOTE + other] = NOT_YET
        ask_for_vote(whole)
    return whole


# -- actions ------------------------------------------------------------------------------------

_HOPS: Final = 16  # 8 steps, 8 jumps
_TWO: Final = 1 + _HOPS  # after a hop: nothing, or another one
_OF_PLACED: Final = 0
_OF_WALKED: Final = _OF_PLACED + SPACES
_OF_SLID: Final = _OF_WALKED + len(LETTERS) * _HOPS * _TWO
_OF_VOTED: Final = _OF_SLID + 4 * SPACES
_OF_ADDED: Final = _OF_VOTED + 6
_OF_DECLINE: Final = _OF_ADDED + 3 * 6
_OF_CHOSE: Final = _OF_DECLINE + 1
_OF_BURNT: Final = _OF_CHOSE + 6
_OF_SPARED: Final = _OF_BURNT + SPACES
_OF_SELECTED: Final = _OF_SPARED + 1
_OF_CROWNED: Final = _OF_SELECTED + SPACES
_OF_SHARED: Final = _OF_CROWNED + 4
ACTIONS: Final = _OF_SHARED + 1


def _hop_numbers() -> np.ndarray:
    found = np.full((SPACES, SPACES), -1, dtype=np.int64)
    for start in range(SPACES):
        for i in range(len(DIRECTIONS)):
            for kind, table in enumerate((STEP, JUMP)):
                if table[start, i] >= 0:
                    found[start, table[start, i]] = 8 * kind + i
    return found


HOP: Final = _hop_numbers()
"""HOP[s, t]: the number of the hop from space s to t, steps before jumps; −1 for none."""


@compiled
def actions(st: np.ndarray) -> int:  # noqa: ARG001
    """The number of actions."""
    return ACTIONS


@compiled
def action(st: np.ndarray, m: int) -> int:
    """The number of a legal move among the actions; −1 for one of chance."""
    kind, what = m >> 16, m & 0xFFFF
    if kind == WALKED:
        letter, one, two = what >> 10, what >> 5 & 31, what & 31
        start = st[AT + 6 * st[TURN] + letter]
        second = 0 if two == NO_HOP else 1 + HOP[one, two]
        return _OF_WALKED + (_HOPS * letter + HOP[start, one]) * _TWO + second  # type: ignore[no-any-return]
    if kind == SLID:
        return _OF_SLID + 4 * (what >> 5) + HOP[what >> 5, what & 31] // 2  # type: ignore[no-any-return]
    if kind == VOTED:
        return _OF_VOTED + what
    if kind == ADDED:
        return _OF_ADDED + 6 * ((what >> 5) - 1) + (what & 31)
    if kind == DECLINE:
        return _OF_DECLINE
    if kind == CHOSE:
        return _OF_CHOSE + what
    if kind == PLACED:
        return _OF_PLACED + what
    if kind == BURNT:
        return _OF_BURNT + what
    if kind == SPARED:
        return _OF_SPARED
    if kind == SELECTED:
        return _OF_SELECTED + what
    if kind == CROWNED:
        return _OF_CROWNED + (what - st[TURN]) % st[SEATS]  # type: ignore[no-any-return]
    if kind == SHARED:
        return _OF_SHARED
    return -1


# -- planes -------------------------------------------------------------------------------------

_TILE, _LOAD, _NUMBER, _SUIT = 0, 1, 2, 8  # of the tile on a space: …, 6 numbers, 4 suits
_PHASE: Final = 12
_CHOSEN: Final = _PHASE + FINISHED + 1  # 6 numbers
_BALLOT: Final = _CHOSEN + 6  # 6 options
_OWN_VOTE: Final = _BALLOT + 6  # 6 options
_ROUND: Final = _OWN_VOTE + 6  # round, quiet rounds, count
_SEAT: Final = _ROUND + 3  # from here on the seats, beginning with the observer's
_PER_SEAT: Final = 15  # 6 pyramids and what a seat has and has done


def names(seats: int) -> tuple[str, ...]:
    """The names of the planes, in a game of so many seats."""
    common = (
        *("tile", "load"),
        *(f"number {n}" for n in NUMBERS),
        *("own suit", *(f"suit of seat +{i}" for i in range(1, seats))),
        *(("nobody's suit",) * (len(SUITS) - seats)),
        *(f"phase {n}" for n in range(FINISHED + 1)),
        *(f"number {n} chosen" for n in NUMBERS),
        *(f"votes and coins for option {n}" for n in range(6)),
        *(f"own vote for option {n}" for n in range(6)),
        *("round", "quiet rounds", "count"),
    )
    each = (
        *(f"pyramid {letter}" for letter in LETTERS),
        *("pyramids in hand", "ace", "two coin", "score", "die"),
        *("has voted", "has declined", "torch bearer", "to decide"),
    )
    whose = ("own", *(f"seat +{i}" for i in range(1, seats)))
    return (*common, *(f"{who}: {what}" for who in whose for what in each))


@compiled
def shape(st: np.ndarray) -> tuple[int, int, int]:
    """The number of planes, rows and columns of an observation."""
    return _SEAT + _PER_SEAT * st[SEATS], SIZE, SIZE


@compiled
def planes(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Write what a seat sees as int8 [plane, space]."""
    seats = st[SEATS]
    out[:] = 0
    suit_plane = np.empty(4, dtype=np.int64)
    suit_plane[:] = _SUIT + seats  # of no seat
    for i in range(seats):
        suit_plane[st[SUIT + (seat + i) % seats]] = _SUIT + i
    for at in range(SPACES):
        tile = st[TILE + at]
        if tile >= 0:
            out[_TILE, at] = 1
            out[_LOAD, at] = st[LOAD + at]
            out[_NUMBER + tile % 6, at] = 1
            out[suit_plane[tile // 6], at] = 1
    out[_PHASE + st[PHASE], :] = 1
    if st[NUMBER] >= 0:
        out[_CHOSEN + st[NUMBER], :] = 1
    for option in range(6):
        if st[WORTH + option] > 0:
            out[_BALLOT + option, :] = st[WORTH + option]
    if st[VOTE + seat] >= 0:
        out[_OWN_VOTE + st[VOTE + seat], :] = 1
    out[_ROUND, :] = min(st[ROUND], _MOST)
    out[_ROUND + 1, :] = min(st[QUIET], _MOST)
    out[_ROUND + 2, :] = min(st[COUNT], _MOST)
    for i in range(seats):
        _seat_planes(st, (seat + i) % seats, out[_SEAT + _PER_SEAT * i :])


@compiled
def _seat_planes(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Write the planes about one seat."""
    in_hand = 0
    for letter in range(6):
        at = st[AT + 6 * seat + letter]
        if at >= 0:
            out[letter, at] = 1
        in_hand += at == IN_HAND
    out[6, :] = in_hand
    out[7, :] = st[COINS + seat] & 1
    out[8, :] = st[COINS + seat] >> 1
    out[9, :] = min(st[SCORE + seat], _MOST)
    out[10, :] = st[ROLL + seat] + 1 if st[ROLL + seat] >= 0 else 0
    out[11, :] = st[VOTE + seat] != NOT_YET and st[VOTE + seat] != OUT
    out[12, :] = st[DECLINED] >> seat & 1
    out[13, :] = st[TORCH] == seat
    out[14, :] = turn(st) == seat
