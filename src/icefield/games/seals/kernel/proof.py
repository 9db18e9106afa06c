"""Functions of `seals` for proof search: equal positions, and decided ones.

Where only the winner matters, and not the score (S11), ice that no token can ever use counts as
gone, and the board's eight symmetries make one position of eight (the rules know no direction).
Where the score matters, that ice is simply left over at the end.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled, lowest, mix, popcount
from ..board import BOARD
from .evaluate import reachable, spread
from .state import ALL_CAPTURED, GOING_ON, State, empty_spaces
from .tables import FAR, MIDDLE, NEAR, RING

_ICE = np.uint64(BOARD)
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_1, _2, _4, _7, _8, _14, _16, _28, _32 = (np.uint64(n) for n in (1, 2, 4, 7, 8, 14, 16, 28, 32))
_BY_1, _BY_2, _BY_4 = (
    np.uint64(word) for word in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F)
)
_ROWS_1, _ROWS_2 = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_TURN_1, _TURN_2, _TURN_4 = (
    np.uint64(word) for word in (0x5500550055005500, 0x3333000033330000, 0x0F0F0F0F00000000)
)


@compiled
def _flip_columns(x: np.uint64) -> np.uint64:
    """Column a becomes column h."""
    x = x >> _1 & _BY_1 | (x & _BY_1) << _1
    x = x >> _2 & _BY_2 | (x & _BY_2) << _2
    return x >> _4 & _BY_4 | (x & _BY_4) << _4


@compiled
def _flip_rows(x: np.uint64) -> np.uint64:
    """Row 1 becomes row 8."""
    x = x >> _8 & _ROWS_1 | (x & _ROWS_1) << _8
    x = x >> _16 & _ROWS_2 | (x & _ROWS_2) << _16
    return x >> _32 | x << _32


@compiled
def _transpose(x: np.uint64) -> np.uint64:
    """Column a becomes row 1."""
    t = _TURN_4 & (x ^ x << _28)
    x ^= t ^ t >> _28
    t = _TURN_2 & (x ^ x << _14)
    x ^= t ^ t >> _14
    t = _TURN_1 & (x ^ x << _7)
    return x ^ t ^ t >> _7


@compiled
def _turned(x: np.uint64, k: int) -> np.uint64:
    """The squares after one of the eight symmetries."""
    if k & 4 != 0:
        x = _transpose(x)
    if k & 2 != 0:
        x = _flip_columns(x)
    if k & 1 != 0:
        x = _flip_rows(x)
    return x


@compiled
def _usable(st: State) -> np.uint64:
    """The empty ice that some token could still come to stand on."""
    ice = _ICE & ~st.discs
    tokens = st.seals | st.bears
    return reachable(tokens, ice) & ~tokens


@compiled
def identity(st: State) -> np.uint64:
    """A key that positions share only if the same side wins them."""
    empty = _usable(st)
    across = _flip_columns(empty)
    turned = _transpose(empty)
    both = _flip_columns(turned)
    words = (
        empty, _flip_rows(empty), across, _flip_rows(across),
        turned, _flip_rows(turned), both, _flip_rows(both),
    )  # fmt: skip
    least = min(words)
    seals = bears = ~_ZERO
    for k in range(8):
        if words[k] == least:
            s, b = _turned(st.seals, k), _turned(st.bears, k)
            if s < seals or (s == seals and b < bears):
                seals, bears = s, b
    return mix(least, seals, bears, np.uint64(st.mover))


@compiled
def _isolates(st: State) -> bool:
    """Whether the seals, to move, can isolate one of them at once (S9)."""
    tokens = st.seals | st.bears
    empty = _ICE & ~(tokens | st.discs)
    rest = st.seals
    while rest != _ZERO:
        s = lowest(rest)
        mine = rest & -rest
        rest ^= mine
        other = st.seals ^ mine
        missing = RING[lowest(other)] & ~st.discs if other != _ZERO else ~_ZERO
        targets = (NEAR[s] | FAR[s]) & empty
        while targets != _ZERO:
            t = lowest(targets)
            targets &= targets - _ONE
            middle = MIDDLE[64 * s + t]
            left = mine | middle
            if (RING[t] & ~(st.discs | left) == _ZERO or missing & ~left == _ZERO) and (
                middle & tokens == _ZERO
            ):
                return True
    return False


@compiled
def verdict(st: State) -> int:
    """1 when the seals certainly win, -1 when the bears do, 0 when it takes a search."""
    if st.end != GOING_ON:
        return -1 if st.end == ALL_CAPTURED else 1
    pairs = popcount(st.seals)
    if st.mover == 1:
        if pairs == 1 and NEAR[lowest(st.seals)] & st.bears != _ZERO:
            return -1
    elif _isolates(st):
        return 1
    return 1 if _safe(st, pairs) else 0


@compiled
def _safe(st: State, pairs: int) -> bool:
    """Whether the bears can never catch all seals.

    A token that moves away leaves a disc (S7), so none ever comes to stand where a bear stands
    now: the ice that counts is empty or under a seal. A seal stays in its part of that ice. To
    catch it there a bear must be next to that part now, or step into it, where two squares next to
    each other are needed for the catch (S6). And each catch costs a bear.
    """
    ice = _ICE & ~(st.discs | st.bears)
    part = reachable(st.seals & -st.seals, ice)
    hunters = _hunters(st.bears, part)
    if hunters == _ZERO:
        return True
    other = st.seals & ~part
    if other != _ZERO:
        more = _hunters(st.bears, reachable(other, ice))
        if more == _ZERO:
            return True
        hunters |= more
    return popcount(hunters) < pairs


@compiled
def _hunters(bears: np.uint64, part: np.uint64) -> np.uint64:
    """The bears that may yet catch something on this part of the ice."""
    row = part | part << _1 & _NOT_A | part >> _1 & _NOT_H
    near = row | row << _8 | row >> _8
    beside = part << _1 & _NOT_A | part >> _1 & _NOT_H | row << _8 | row >> _8
    if beside & part != _ZERO:
        near |= spread(part)
    found: np.uint64 = near & bears
    return found


@compiled
def stakes(st: State) -> tuple[int, int, int]:
    """The least and the most that can come of best play, and the ice left over.

    k points for the seals are k, for the bears -1 - k. The ice left over is what no token can use:
    it counts for either winner (S11).
    """
    empty = empty_spaces(st)
    if st.end != GOING_ON:
        worth = -1 - empty if st.end == ALL_CAPTURED else empty
        return worth, worth, 0
    ice = _ICE & ~st.discs
    pairs = popcount(st.seals)
    spare = popcount(ice & ~reachable(st.seals | st.bears, ice))
    said = verdict(st)
    if said < 0:
        return -1 - empty - pairs, -1 - spare, spare
    low = spare if said > 0 else -1 - empty - pairs  # a catch gives a space back
    return low, max(spare, _most(st, ice, pairs)), spare


@compiled
def _most(st: State, ice: np.uint64, pairs: int) -> int:
    """More empty spaces than these the seals cannot be left with.

    In the end one of them stands somewhere with nothing empty around it (S9), or at most the space
    behind the other one, which blocks it (S10: a bear beside a seal could catch it and would not
    pass). And where a bear stands now there is a bear or a disc then (S7).
    """
    most = 0
    left = ice & ~st.bears
    rest = reachable(st.seals, ice) & left
    while rest != _ZERO:
        s = lowest(rest)
        most = max(most, popcount(left & ~(RING[s] | rest & -rest)))
        rest &= rest - _ONE
    return most + pairs - 1
