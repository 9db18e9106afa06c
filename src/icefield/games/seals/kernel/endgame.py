"""A plain search for the winner of a position of `seals` (compiled).

It checks strategies, and is kept simple so that it can be trusted: it shares nothing with the
solvers but the rules, and has no evaluation, no symmetry, no bounds. A position is won by its mover
when some move leads to a position that the mover wins, and lost otherwise; known positions are
stored exactly, two words each. The search first expands where the fewest replies are left to meet,
and one thing is known for certain without searching, see `out_of_reach`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.jit import compiled, highest, lowest, mix, popcount
from ..board import BEARS, BOARD, SEALS
from .apply import apply
from .moves import moves
from .state import ALL_CAPTURED, GOING_ON, MAX_MOVES, State
from .tables import FAR, NEAR

UNKNOWN, STOPPED, TOO_LARGE = -1, -2, -3
"""What stands in the place of a winner: nothing is known, or a search was ended before its end."""

DEPTH = 128
"""More plies than a game has: every move but a pass uses up ice for good, there are 52 spaces, and
the second of two passes is not played."""

_ICE = np.uint64(BOARD)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SIX, _SIXTY_THREE = np.uint64(6), np.uint64(63)
_MOVER, _PASSED, _THERE, _WON = (np.uint64(n) for n in (24, 25, 26, 27))
_NOT_WON = ~(_ONE << _WON)


# -- exact positions as two words ------------------------------------------------------------------


@compiled
def packed(st: State) -> tuple[np.uint64, np.uint64]:
    """Everything the rules look at in a position that goes on, as two words.

    The discs, and the squares of the tokens with mover and pass. One token of a kind stands in both
    its places, none is twice 0 (a1 is no space). The second word is never 0.
    """
    squares = _ZERO
    for tokens in (st.bears, st.seals):
        squares <<= _SIX + _SIX
        if tokens != _ZERO:
            squares |= np.uint64(lowest(tokens)) | np.uint64(highest(tokens)) << _SIX
    rest = np.uint64(st.mover) << _MOVER | np.uint64(st.passed) << _PASSED
    return st.discs, squares | rest | _ONE << _THERE


@compiled
def unpacked(discs: np.uint64, rest: np.uint64) -> State:
    """The position of the two words."""
    seals = _ONE << (rest & _SIXTY_THREE) | _ONE << (rest >> _SIX & _SIXTY_THREE)
    rest_ = rest >> _SIX + _SIX
    bears = _ONE << (rest_ & _SIXTY_THREE) | _ONE << (rest_ >> _SIX & _SIXTY_THREE)
    mover: int = np.int64(rest >> _MOVER & _ONE)  # type: ignore[assignment]
    passed: int = np.int64(rest >> _PASSED & _ONE)  # type: ignore[assignment]
    return State(seals & _ICE, bears & _ICE, discs, mover, passed, GOING_ON)


# -- the certain verdict ---------------------------------------------------------------------------


@compiled
def _flood(start: int, ice: np.uint64) -> np.uint64:
    """The square and all of `ice` that steps of one or two in a line lead to from it."""
    seen = _ONE << np.uint64(start)
    new = seen
    while new != _ZERO:
        s = lowest(new)
        found = (NEAR[s] | FAR[s]) & ice & ~seen
        seen |= found
        new = new & (new - _ONE) | found
    return seen


@compiled
def _has_neighbours(squares: np.uint64) -> bool:
    """Whether two of these squares are next to each other."""
    rest = squares
    while rest != _ZERO:
        if NEAR[lowest(rest)] & squares != _ZERO:
            return True
        rest &= rest - _ONE
    return False


@compiled
def _catchers(seal: int, bears: np.uint64, ice: np.uint64) -> np.uint64:
    """The bears that may yet catch the seal on that square, see `out_of_reach`."""
    around = _flood(seal, ice)
    found = _ZERO
    rest = bears
    while rest != _ZERO:
        b = lowest(rest)
        rest &= rest - _ONE
        if NEAR[b] & around != _ZERO or (FAR[b] & around != _ZERO and _has_neighbours(around)):
            found |= _ONE << np.uint64(b)
    return found


@compiled
def out_of_reach(seals: np.uint64, bears: np.uint64, discs: np.uint64) -> bool:
    """Whether the bears certainly cannot catch all seals, with any play of both sides.

    Then the seals win: the ice runs out, so the game ends, and S9 and S10 are wins of the seals.

    Let A be the ice that is now empty or under a seal. *No token ever moves to a square outside A.*
    A move needs an empty square (S4, S5) or one with a seal (S6). A square becomes empty only where
    a seal is caught: what leaves a square by a move leaves a disc there (S7), and discs stay.
    And a seal stands where it stands now, which is in A, or where it has moved to. So, move by
    move, every square that is moved to was in A from the beginning.

    *A token only gets to squares that steps of one or two in a line over A lead to.* Whether a
    token stands in between is left open, so that is more than it can do. For a seal they are C, the
    part of A that hangs together by such steps and holds the seal. For a bear they are those parts
    of A that its own first step can enter.

    *A bear catches from a square next to the seal* (S6), and the seal is then in C. Squares of two
    different parts of A are never next to each other, so the bear has entered C, which needs two
    squares of C that are next to each other, or it has not moved at all and is next to C now.

    *Each catch costs the bear that makes it* (S6), so a catch of all seals needs for each of them a
    bear of its own that can catch it. Where there are not as many, the seals win.
    """
    ice = _ICE & ~(discs | bears)  # A
    first = lowest(seals)
    catchers = _catchers(first, bears, ice)
    rest = seals & (seals - _ONE)
    if catchers == _ZERO:
        return True
    if rest == _ZERO:
        return False
    others = _catchers(lowest(rest), bears, ice)
    return bool(others == _ZERO) or popcount(catchers | others) < 2


# -- memory ----------------------------------------------------------------------------------------


def memory(bits: int = 16) -> np.ndarray:
    """Room for 2 to the power of `bits` positions and their winners."""
    return np.zeros((1 << bits, 2), dtype=np.uint64)


@compiled
def recall(memo: np.ndarray, discs: np.uint64, rest: np.uint64) -> int:
    """The winner of a position, if it is remembered.

    Positions share a place, never a result: all of both words is compared.
    """
    at = mix(discs, rest, _ZERO, _ZERO) & np.uint64(len(memo) - 2)
    for i in (at, at + _ONE):
        if memo[i, 0] == discs and memo[i, 1] & _NOT_WON == rest:
            won: int = np.int64(memo[i, 1] >> _WON & _ONE)  # type: ignore[assignment]
            return won
    return UNKNOWN


@compiled
def remember(memo: np.ndarray, discs: np.uint64, rest: np.uint64, winner: int) -> None:
    """One of two places goes to the result with most search, the other to the last."""
    at = mix(discs, rest, _ZERO, _ZERO) & np.uint64(len(memo) - 2)
    if memo[at, 1] != _ZERO and popcount(memo[at, 0]) < popcount(discs):
        at += _ONE
    memo[at, 0] = discs
    memo[at, 1] = rest | np.uint64(winner) << _WON


# -- the search ------------------------------------------------------------------------------------


@compiled
def known(st: State) -> int:
    """The winner, where no search is needed."""
    if st.end != GOING_ON:
        return BEARS if st.end == ALL_CAPTURED else SEALS
    return SEALS if out_of_reach(st.seals, st.bears, st.discs) else UNKNOWN


@compiled
def _mover(rest: np.uint64) -> int:
    """The mover, from the second word of a position."""
    mover: int = np.int64(rest >> _MOVER & _ONE)  # type: ignore[assignment]
    return mover


class Room(NamedTuple):
    """The tree of a search: positions, how they hang together, how hard they are."""

    words: np.ndarray  # the two words of a position
    links: np.ndarray  # UP, FIRST, COUNT: its place in the tree
    work: np.ndarray  # for each side: at least so many positions until it is shown to win here


UP, FIRST, COUNT = range(3)
NEVER = 1 << 30
"""The work that it takes to show what is not so."""


def room(positions: int) -> Room:
    """Room for about that many positions in the tree.

    Takes no memory before it is used. There is always enough for one, and never so much that work
    adds up to NEVER.
    """
    positions = min(max(positions, MAX_MOVES), NEVER // MAX_MOVES)
    return Room(
        np.empty((positions, 2), dtype=np.uint64),
        np.empty((positions, 3), dtype=np.int32),
        np.empty((positions, 2), dtype=np.int32),
    )


@compiled
def _put(tree: Room, i: int, up: int, st: State, replies: int) -> None:
    """Put a new position at index i: all replies have to be met, one wins."""
    tree.words[i, 0], tree.words[i, 1] = packed(st)
    tree.links[i, UP], tree.links[i, COUNT] = up, 0
    tree.work[i, st.mover], tree.work[i, 1 - st.mover] = 1, replies


@compiled
def _grow(tree: Room, x: int, n: int, memo: np.ndarray, codes: np.ndarray) -> int:
    """Append the positions after the moves of x to the n of the tree; returns n.

    Positions that the mover loses for certain are left out. When a move wins for certain, x is
    decided instead.
    """
    st = unpacked(tree.words[x, 0], tree.words[x, 1])
    first = n
    for i in range(moves(st, codes[0])):
        after = apply(st, codes[0, i])
        won = known(after)
        if won == UNKNOWN:
            discs, rest = packed(after)
            won = recall(memo, discs, rest)
        if won == st.mover:
            tree.work[x, st.mover], tree.work[x, 1 - st.mover] = 0, NEVER
            return first
        if won == UNKNOWN:
            _put(tree, n, x, after, moves(after, codes[1]))
            n += 1
    tree.links[x, FIRST], tree.links[x, COUNT] = first, n - first
    _weigh(tree, x)
    return n


@compiled
def _weigh(tree: Room, x: int) -> bool:
    """The work of a position from that of the positions after it; whether it changed.

    The mover needs one move that wins, the other side a win after each of them.
    """
    mover = _mover(tree.words[x, 1])
    least, total = NEVER, 0
    for kid in range(tree.links[x, FIRST], tree.links[x, FIRST] + tree.links[x, COUNT]):
        least = min(least, tree.work[kid, mover])
        total += tree.work[kid, 1 - mover]
    total = NEVER if least == 0 else min(total, NEVER)
    changed = bool(tree.work[x, mover] != least or tree.work[x, 1 - mover] != total)
    tree.work[x, mover], tree.work[x, 1 - mover] = least, total
    return changed


@compiled
def _hardest(tree: Room) -> int:
    """The position without moves that matters most.

    Down from the first one, always to where the mover has the least work left.
    """
    x = 0
    while tree.links[x, COUNT] > 0:
        mover = _mover(tree.words[x, 1])
        best = tree.links[x, FIRST]
        for kid in range(best + 1, best + tree.links[x, COUNT]):
            if tree.work[kid, mover] < tree.work[best, mover]:
                best = kid
        x = best
    return x


@compiled
def _search(
    st: State, tree: Room, memo: np.ndarray, codes: np.ndarray, halt: np.ndarray, told: np.ndarray
) -> int:
    """The winner of a position that goes on, by plain proof-number search.

    It expands the position that matters most and updates those above it.
    """
    _put(tree, 0, -1, st, 1)
    n = 1
    while tree.work[0, SEALS] != 0 and tree.work[0, BEARS] != 0:
        if halt[0] != 0:
            return STOPPED
        if n + MAX_MOVES > len(tree.words):
            return TOO_LARGE
        x = _hardest(tree)
        told[0] += 1
        n = _grow(tree, x, n, memo, codes)
        changed = True
        while x >= 0 and changed:
            for side in (SEALS, BEARS):
                if tree.work[x, side] == 0:
                    remember(memo, tree.words[x, 0], tree.words[x, 1], side)
            x = tree.links[x, UP]
            changed = x >= 0 and _weigh(tree, x)
    return SEALS if tree.work[0, SEALS] == 0 else BEARS


@compiled
def disagreeing(
    leaves: np.ndarray,
    winner: int,
    tree: Room,
    memo: np.ndarray,
    halt: np.ndarray,
    told: np.ndarray,
) -> int:
    """The index of the first position that a side does not win, or their number.

    `told` gets how many positions were expanded, and what the first wrong one is instead (a win of
    the other side, TOO_LARGE for the tree, or STOPPED by `halt`).
    """
    codes = np.empty((2, MAX_MOVES), dtype=np.int64)
    for i in range(len(leaves)):
        st = unpacked(leaves[i, 0], leaves[i, 1])
        won = known(st)
        if won == UNKNOWN:
            won = _search(st, tree, memo, codes, halt, told)
        if won != winner:
            told[1] = won
            return i
    return len(leaves)
