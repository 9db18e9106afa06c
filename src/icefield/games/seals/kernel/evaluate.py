"""The static evaluation of a position of `seals`: bounds, and an estimate.

Both rest on one fact: ice only disappears. A token moves one space, or two over anything but a
token, so the spaces it could ever stand on are those it reaches over present ice in steps of one
and two, with any moves of the other tokens. That set can only shrink.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled, lowest, popcount
from ..board import BOARD
from .state import WIN, State, empty_spaces
from .tables import FAR, NEAR, RING
from .weights import WEIGHTS

_ICE = np.uint64(BOARD)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)  # without column a
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_NOT_AB = np.uint64(0xFCFCFCFCFCFCFCFC)
_NOT_GH = np.uint64(0x3F3F3F3F3F3F3F3F)
_SAFE = 60000  # the estimate for a position that is as good as won
_SURE, _SPACE = 1000, 30  # a side this far ahead wants to win with many empty spaces (S11)
_1, _2, _8, _16 = np.uint64(1), np.uint64(2), np.uint64(8), np.uint64(16)


@compiled
def spread(x: np.uint64) -> np.uint64:
    """The squares one or two steps from these in the 8 directions.

    The board's shape has no place where the square between two of its squares is missing.
    """
    east, west = x << _1 & _NOT_A, x >> _1 & _NOT_H
    row = x | east | west
    near = row | row << _8 | row >> _8
    east2, west2 = x << _2 & _NOT_AB, x >> _2 & _NOT_GH
    row2 = x | east2 | west2
    found: np.uint64 = near | east2 | west2 | row2 << _16 | row2 >> _16
    return found


@compiled
def reachable(tokens: np.uint64, ice: np.uint64) -> np.uint64:
    """The squares these tokens could ever stand on, by any number of moves."""
    found = tokens
    while True:
        more = spread(found) & ice
        if more | found == found:
            return found
        found |= more


@compiled
def _hunted(st: State, ice: np.uint64) -> tuple[np.uint64, bool]:
    """The squares bears could ever stand on, and whether some seal is safe for ever.

    Bears that can get to each other's square have the same squares within reach, so one look is
    enough for both.
    """
    everywhere = _ZERO
    hunters = 0
    rest = st.bears
    while rest != _ZERO:
        reach = reachable(rest & -rest, ice)
        everywhere |= reach
        if reach & st.seals != _ZERO:
            hunters += popcount(reach & rest)
        rest &= ~reach
    return everywhere, hunters < popcount(st.seals) or st.seals & ~everywhere != _ZERO


@compiled
def bounds(st: State) -> tuple[int, int]:
    """The possible results, for the seals (S8–S11).

    A catch costs the bear that makes it. So where fewer bears than there are seals can ever reach
    one, a seal is left over and the seals win; and ice that no token can ever reach is left over at
    the end.
    """
    ice = _ICE & ~st.discs
    by_bears, safe = _hunted(st, ice)
    pairs = popcount(st.seals)
    empty = empty_spaces(st)
    high = WIN + empty + pairs - 1  # a capture gives one space back; the last one is not the seals'
    low = -(WIN + empty + pairs)
    if safe:
        low = WIN + popcount(ice & ~(reachable(st.seals, ice) | by_bears))
    return low, high


@compiled
def features(st: State) -> tuple[int, ...]:
    """The features of the estimate, for the seals, in the order of `WEIGHTS`.

    With one seal left what is counted per seal counts twice, so that the numbers mean the same.
    """
    ice = _ICE & ~st.discs
    empty = ice & ~(st.seals | st.bears)
    mine, theirs = st.seals, st.bears
    sooner = 0
    first = True
    while True:  # who is first where, in moves
        if st.mover == 0:
            seals = spread(mine) & ice & ~(mine | theirs)
            bears = spread(theirs) & ice & ~(theirs | mine | seals)
        else:
            bears = spread(theirs) & ice & ~(mine | theirs)
            seals = spread(mine) & ice & ~(mine | theirs | bears)
        if first:
            sooner = popcount(seals & empty) - popcount(bears & empty)
            first = False
        if seals | bears == _ZERO:
            break
        mine |= seals
        theirs |= bears
    apart = st.bears & ~reachable(st.seals, ice)  # what such a bear reaches, no seal does
    watched = _near_any(st.bears)
    count = popcount(st.seals)
    narrowest, ring, fewest, exits, attacked = 16, 0, 16, 0, 0
    rest = st.seals
    while rest != _ZERO:
        s = lowest(rest)
        rest &= rest - _ONE
        open_ring = popcount(RING[s] & ~st.discs)
        ring += open_ring
        narrowest = min(narrowest, open_ring)
        safe = popcount((NEAR[s] | FAR[s]) & empty & ~watched)
        exits += safe
        fewest = min(fewest, safe)
        if NEAR[s] & st.bears != _ZERO:
            attacked += 1
    roaming = 0
    rest = st.bears
    while rest != _ZERO:
        s = lowest(rest)
        rest &= rest - _ONE
        roaming += popcount((NEAR[s] | FAR[s]) & empty)
    near = spread(st.seals) & ice
    near |= spread(near) & ice
    each = 3 - count
    return (
        1,
        sooner,
        popcount(mine & empty),
        popcount(theirs & empty),
        popcount(reachable(apart, ice)) if apart != _ZERO else 0,
        narrowest,
        each * ring,
        each * exits,
        fewest,
        1 if attacked > 0 and st.mover == 1 else 0,
        1 if attacked > 0 and st.mover == 0 else 0,
        2 - count,
        each * _distance(st.bears, st.seals, ice),
        roaming,
        1 - st.mover,
        popcount(empty),
        popcount(near & empty & ~watched),
    )


@compiled
def evaluate(st: State) -> int:
    """An estimate for the seals, in thousandths of a logit.

    Who comes first to which ice, how the seals are hemmed in, how near the bears are and how freely
    they move. The weights were fitted to the results of games and change as the ice gets less. The
    side that is ahead wants ice to be left, for that is what the winner scores.
    """
    ice = _ICE & ~st.discs
    if _hunted(st, ice)[1]:  # never all caught
        return _SAFE + 100 * popcount(ice)
    found = features(st)
    if st.mover == 1 and found[11] == 1 and found[9] == 1:  # the last seal is caught
        return -_SAFE
    row = WEIGHTS[found[15]]
    value = 0
    for i in range(len(row)):
        value += row[i] * found[i]
    ahead = max(-_SURE, min(_SURE, value))
    value += ahead * _SPACE * found[15] // _SURE
    return max(-_SAFE, min(_SAFE, value))


@compiled
def _distance(bears: np.uint64, seals: np.uint64, ice: np.uint64) -> int:
    """In how many moves a bear could be there, at most 6, added up over the seals."""
    total = 0
    for _ in range(6):
        seals &= ~bears
        if seals == _ZERO:
            break
        total += popcount(seals)
        bears |= spread(bears) & ice
    return total


@compiled
def _near_any(tokens: np.uint64) -> np.uint64:
    found = _ZERO
    while tokens != _ZERO:
        found |= NEAR[lowest(tokens)]
        tokens &= tokens - _ONE
    return found


@compiled
def priority(st: State, m: int) -> int:
    """The priority of a move: captures; then, for a bear, coming closer to a seal."""
    if m >= 4096:
        return 0
    end = _ONE << np.uint64(m & 63)
    if st.mover == 1:
        if st.seals & end != _ZERO:
            return 8
        return 2 if RING[m & 63] & st.seals != _ZERO else 0
    open_ring = popcount(RING[m & 63] & ~st.discs)
    return 4 - open_ring // 4
