"""The state of `torch`, a flat array of int16, and the codes of moves.

Scalars first, then arrays by seat, option, pyramid, tile and space. `TILE` and `LOAD`
follow from the words before them and are kept for speed.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import CHANCE, OVER, compiled
from .. import board
from ..board import SPACES, TILES, tile_layout

# -- tables for compiled code -------------------------------------------------------------------

WEIGHTS: Final = np.array(board.WEIGHTS, dtype=np.int64)
"""What a pyramid weighs, by letter (T4)."""
POINTS: Final = np.array(board.POINTS, dtype=np.int64)
"""What a pyramid scores, by letter (T5)."""
STEP: Final = np.array(board.STEP, dtype=np.int64)
"""STEP[space, direction]: the neighbour, or −1. Even directions are orthogonal."""
JUMP: Final = np.array(board.JUMP, dtype=np.int64)
"""JUMP[space, direction]: the space two away, or −1."""

# -- the state ----------------------------------------------------------------------------------

SEATS: Final = 0  # how many players
RETURN: Final = 1  # option return_moves (T10): 1 allows a step and the step back
QUIET_LIMIT: Final = 2  # option quiet_rounds (T18a)
PHASE: Final = 3
TURN: Final = 4  # the seat that decides (in a ballot: the first that has not voted)
TORCH: Final = 5  # the Torch Bearer; −1 before the dice have decided
ROUND: Final = 6  # from 1; 0 during the set-up
COUNT: Final = 7  # pyramids placed (T7), movements made (T8), or tiles selected (T21)
QUIET: Final = 8  # rounds in a row, up to now, in which no tile left (T18a)
LEFT: Final = 9  # 1 when a tile has left in this round
NUMBER: Final = 10  # the number chosen in this round, or −1
DECLINED: Final = 11  # set of seats that have declined since the last coin (T15)
BARRED: Final = 12  # set of seats without a vote in this round (T22)
ENDING: Final = 13  # why the game has ended: GOING_ON, NO_PYRAMIDS, ONE_TILE, QUIET_END
WINNERS: Final = 14  # set of seats, once the game is over
TILES_LEFT: Final = 15  # how many tiles are in the game
SUIT: Final = 16  # [seat] the suit of each seat
COINS: Final = 20  # [seat] set of coins left: 1 the ace, 2 the two coin
SCORE: Final = 24  # [seat] points so far (T21, T25)
VOTE: Final = 28  # [seat] option voted for, NOT_YET, CONCEALED
ROLL: Final = 32  # [seat] die of the present rolling, NOT_YET, or OUT when not (or no more) in it
WORTH: Final = 36  # [option] votes and coins of the present ballot after the reveal
AT: Final = 42  # [6 * seat + letter] the space of a pyramid, IN_HAND or GONE
PLACE: Final = 66  # [tile] the space of a tile, or GONE
TILE: Final = 90  # [space] the tile there, or GONE
LOAD: Final = 115  # [space] the weight on it
LENGTH: Final = 140

NOT_YET, CONCEALED, OUT = -1, -2, -3
IN_HAND, GONE = -1, -2
GOING_ON, NO_PYRAMIDS, ONE_TILE, QUIET_END = 0, 1, 2, 3  # …, T24, T24, T18a

# Phases.
ROLLING, PLACING, MOVING = 0, 1, 2
NUMBER_VOTE, NUMBER_COINS, NUMBER_TIE = 3, 4, 5
SUIT_VOTE, SUIT_COINS, SUIT_TIE = 6, 7, 8
BURNING, SCORING, CROWNING, FINISHED = 9, 10, 11, 12

# -- moves: kind << 16 | what -------------------------------------------------------------------

ROLLED: Final = 1  # die
PLACED: Final = 2  # space
WALKED: Final = 3  # letter << 10 | first space << 5 | second space (31: one hop only)
SLID: Final = 4  # from << 5 | to
VOTED: Final = 5  # option
ADDED: Final = 6  # set of coins << 5 | option
DECLINE: Final = 7
CHOSE: Final = 8  # option
BURNT: Final = 9  # space
SPARED: Final = 10
SELECTED: Final = 11  # space
CROWNED: Final = 12  # seat
SHARED: Final = 13
NO_HOP: Final = 31

MAX_MOVES: Final = 1536  # 6 pyramids with at most 208 ways each, and the slides


def make(seats: int, suits: tuple[int, ...], return_moves: bool, quiet_rounds: int) -> np.ndarray:
    """A state at the start (T1–T3): all pyramids in hand, no die rolled yet."""
    st = np.zeros(LENGTH, dtype=np.int16)
    st[SEATS], st[RETURN], st[QUIET_LIMIT] = seats, return_moves, quiet_rounds
    st[PHASE], st[TORCH], st[NUMBER] = ROLLING, -1, -1
    st[SUIT : SUIT + 4] = GONE
    st[SUIT : SUIT + seats] = suits
    st[COINS : COINS + seats] = 3
    st[VOTE : VOTE + 4] = NOT_YET
    st[ROLL : ROLL + 4] = OUT
    st[ROLL : ROLL + seats] = NOT_YET
    st[AT : AT + 24] = GONE
    st[AT : AT + 6 * seats] = IN_HAND
    st[PLACE : PLACE + TILES] = GONE
    st[TILE : TILE + SPACES] = GONE
    for at, tile in tile_layout(seats).items():
        st[TILE + at] = tile
        st[PLACE + tile] = at
    st[TILES_LEFT] = len(tile_layout(seats))
    return st


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states, one in each row."""
    return np.empty((n, LENGTH), dtype=np.int16)


@compiled
def save(st: np.ndarray, row: np.ndarray) -> None:
    """Copy a state into a row."""
    for i in range(LENGTH):
        row[i] = st[i]


@compiled
def load(row: np.ndarray) -> np.ndarray:
    """A state of its own, copied from a row."""
    return row.copy()


@compiled
def turn(st: np.ndarray) -> int:
    """The seat that decides, CHANCE or OVER."""
    if st[PHASE] == FINISHED:
        return OVER
    return CHANCE if st[PHASE] == ROLLING else np.int64(st[TURN])  # type: ignore[return-value]


@compiled
def next_seat(st: np.ndarray, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % st[SEATS]  # type: ignore[no-any-return]


_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_LOW_16 = np.uint64(0xFFFF)


@compiled
def add_to_key(h: np.uint64, word: int) -> np.uint64:
    """A key that covers one more word of a state."""
    h = (h ^ np.uint64(word) & _LOW_16) * _MIX
    return h ^ h >> _SHIFT


@compiled
def key(st: np.ndarray) -> np.uint64:
    """64 bits that identify a state."""
    h = np.uint64(0)
    for i in range(TILE):  # what lies where, and the loads, follow from the rest
        h = add_to_key(h, st[i])
    return h
