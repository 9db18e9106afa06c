"""The state of `torch`: one flat array of int16, laid out by the constants below, and the codes of
its moves."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..board import SPACES, TILES, layout

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
ENDING: Final = 13  # why play has ended: GOING_ON, NO_PYRAMIDS, ONE_TILE, QUIET_END
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
    """The start: everything in hand, nobody has rolled."""
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
    for at, tile in layout(seats).items():
        st[TILE + at] = tile
        st[PLACE + tile] = at
    st[TILES_LEFT] = len(layout(seats))
    return st
