"""What a position of `seals` is worth without searching: certain bounds, and a guess.

Everything rests on one fact: ice only disappears. A token moves one space, or two over anything
but a token, so the spaces it could ever stand on are those it reaches over present ice in steps of
one and two, whatever the other tokens do. That set can only shrink.
"""

from __future__ import annotations

import numpy as np

from ...core.jit import compiled, lowest, popcount
from .board import BOARD, FAR, NEAR, RING
from .kernel import WIN, State, empty_spaces

_ICE = np.uint64(BOARD)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)  # without column a
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_NOT_AB = np.uint64(0xFCFCFCFCFCFCFCFC)
_NOT_GH = np.uint64(0x3F3F3F3F3F3F3F3F)
_1, _2, _8, _16 = np.uint64(1), np.uint64(2), np.uint64(8), np.uint64(16)

# Weights of the guess, in hundredths of a free space.
_CLOSER, _EXIT, _CAUGHT, _TEMPO = 60, 12, 2500, 40


@compiled
def _spread(x: np.uint64) -> np.uint64:
    """The squares one or two steps from these in the 8 directions (the board's shape has no place
    where the square between two of its squares is missing)."""
    east, west = x << _1 & _NOT_A, x >> _1 & _NOT_H
    row = x | east | west
    near = row | row << _8 | row >> _8
    east2, west2 = x << _2 & _NOT_AB, x >> _2 & _NOT_GH
    row2 = x | east2 | west2
    found: np.uint64 = near | east2 | west2 | row2 << _16 | row2 >> _16
    return found


@compiled
def reachable(tokens: np.uint64, ice: np.uint64) -> np.uint64:
    """The squares these tokens could ever stand on, by any number of moves over this ice."""
    found = tokens
    while True:
        more = _spread(found) & ice
        if more | found == found:
            return found
        found |= more


@compiled
def bounds(st: State) -> tuple[int, int]:
    """What the result can still become, for the seals (S8–S11).

    A seal that no bear can ever reach is never caught, so the seals win; and ice that no token can
    ever reach is left over at the end."""
    ice = _ICE & ~st.discs
    by_bears = reachable(st.bears, ice)
    pairs = popcount(st.seals)
    empty = empty_spaces(st)
    high = WIN + empty + pairs - 1  # a capture gives one space back; the last one is not the seals'
    low = -(WIN + empty + pairs)
    if st.seals & ~by_bears != _ZERO:
        low = WIN + popcount(ice & ~(reachable(st.seals, ice) | by_bears))
    return low, high


@compiled
def evaluate(st: State) -> int:
    """A guess for the seals: who comes first to which ice, how near a seal is to isolation, how
    many ways out it has, and who is about to be caught."""
    ice = _ICE & ~st.discs
    by_bears = reachable(st.bears, ice)
    if st.seals & ~by_bears != _ZERO:
        return 60000 + 100 * popcount(ice)
    value = 0
    seals, bears = st.seals, st.bears
    mine, theirs = seals, bears
    for _ in range(3):  # who is first, in moves
        if st.mover == 0:
            seals |= _spread(seals) & ice & ~theirs
            bears |= _spread(bears) & ice & ~seals
        else:
            bears |= _spread(bears) & ice & ~mine
            seals |= _spread(seals) & ice & ~bears
        mine |= seals & ~theirs
        theirs |= bears & ~mine
    value += _CLOSER * (popcount(mine) - popcount(theirs))
    rest = st.seals
    attacked = 0
    while rest != _ZERO:
        s = lowest(rest)
        rest &= rest - _ONE
        open_ring = popcount(RING[s] & ~st.discs)
        value += _EXIT * (16 - open_ring)
        if NEAR[s] & st.bears != _ZERO:
            attacked += 1
        value += _EXIT * popcount((NEAR[s] | FAR[s]) & ice & ~_near_any(st.bears))
    if st.mover == 1 and attacked > 0:
        value -= _CAUGHT if popcount(st.seals) == 2 else 8 * _CAUGHT
    if popcount(st.seals) == 1:
        value -= 600
    return value + (_TEMPO if st.mover == 0 else -_TEMPO)


@compiled
def _near_any(tokens: np.uint64) -> np.uint64:
    found = _ZERO
    while tokens != _ZERO:
        found |= NEAR[lowest(tokens)]
        tokens &= tokens - _ONE
    return found


@compiled
def priority(st: State, m: int) -> int:
    """Which moves to try first: captures; then, for a bear, coming closer to a seal."""
    if m >= 4096:
        return 0
    end = _ONE << np.uint64(m & 63)
    if st.mover == 1:
        if st.seals & end != _ZERO:
            return 8
        return 2 if RING[m & 63] & st.seals != _ZERO else 0
    open_ring = popcount(RING[m & 63] & ~st.discs)
    return 4 - open_ring // 4
