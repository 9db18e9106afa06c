"""Follows a strategy of `seals` through all moves of the other side (compiled).

It checks strategies, and knows the rules and nothing else.

The walk is a depth-first one with a stack of its own, in the order in which a strategy lists its
answers (see `analysis.strategy_check`). It can be left and taken up again at any position, so that
the set of visited positions can grow and progress can be reported.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.jit import compiled, mix
from ..board import BEARS, SEALS
from .apply import apply
from .endgame import DEPTH, packed
from .moves import moves
from .state import ALL_CAPTURED, GOING_ON, MAX_MOVES, State, load, rows, save

LEAF = 255
"""The answer that means: from here a search shows it."""

# What is to be done, and why the walk came back; see `follow`.
GO_ON, BACK, DONE, PAUSED, FULL, TOO_SHORT, OUT_OF_RANGE, LOST, AT_LEAF = range(9)

_ZERO, _ONE = np.uint64(0), np.uint64(1)


def visited(bits: int) -> np.ndarray:
    """Room for 2 to the power of `bits` positions, none of them visited."""
    return np.zeros((1 << bits, 2), dtype=np.uint64)


@compiled
def visit(seen: np.ndarray, discs: np.uint64, rest: np.uint64) -> bool:
    """Note the position; returns whether it is new. Positions are compared whole."""
    mask = np.uint64(len(seen) - 1)
    at = mix(discs, rest, _ONE, _ZERO) & mask
    while seen[at, 1] != _ZERO:
        if seen[at, 0] == discs and seen[at, 1] == rest:
            return False
        at = (at + _ONE) & mask
    seen[at, 0] = discs
    seen[at, 1] = rest
    return True


@compiled
def move_over(old: np.ndarray, new: np.ndarray) -> None:
    """Put all visited positions into a larger set."""
    for i in range(len(old)):
        if old[i, 1] != _ZERO:
            visit(new, old[i, 0], old[i, 1])


class Walk(NamedTuple):
    """The line of moves that is followed, ply by ply, and how far the walk is."""

    path: np.ndarray  # the positions of the line, as rows of the kernel
    codes: np.ndarray  # the moves of each that are followed
    counts: np.ndarray  # how many they are, NEW before they are counted
    nexts: np.ndarray  # which of them is next
    at: np.ndarray  # PLY, TAKEN, LEAVES
    leaves: np.ndarray  # the leaves so far, in order, as their two words


PLY, TAKEN, LEAVES = range(3)
NEW = -1


def start(st: State, leaves: int) -> Walk:
    """A walk that begins with that position, with room for that many leaves."""
    path = rows(DEPTH)
    save(st, path[0])
    return Walk(
        path,
        np.zeros((DEPTH, MAX_MOVES), dtype=np.int64),
        np.full(DEPTH, NEW, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        np.empty((leaves, 2), dtype=np.uint64),
    )


@compiled
def _look(walk: Walk, ply: int, answers: np.ndarray, seat: int, seen: np.ndarray, leaf: int) -> int:
    """The next action at the new position at the end of the line.

    GO_ON with the moves that are followed from it, go BACK, or end the walk with the reason.
    """
    st = load(walk.path[ply])
    if st.end != GOING_ON:
        winner = BEARS if st.end == ALL_CAPTURED else SEALS
        return BACK if winner == seat else LOST
    walk.nexts[ply] = 0
    if st.mover != seat:
        walk.counts[ply] = moves(st, walk.codes[ply])
        return GO_ON
    taken = walk.at[TAKEN]
    if 2 * taken >= len(seen):
        return FULL
    discs, rest = packed(st)
    if not visit(seen, discs, rest):
        return BACK
    if taken >= len(answers):
        return TOO_SHORT
    walk.at[TAKEN] += 1
    if answers[taken] == LEAF:
        if walk.at[LEAVES] == leaf:
            return AT_LEAF
        walk.leaves[walk.at[LEAVES], 0], walk.leaves[walk.at[LEAVES], 1] = discs, rest
        walk.at[LEAVES] += 1
        return BACK
    if answers[taken] >= moves(st, walk.codes[ply]):
        return OUT_OF_RANGE
    walk.codes[ply, 0] = walk.codes[ply, answers[taken]]
    walk.counts[ply] = 1
    return GO_ON


@compiled
def follow(
    walk: Walk, answers: np.ndarray, seat: int, seen: np.ndarray, pause: int, leaf: int
) -> int:
    """Walk on; returns why it stopped.

    All is walked (DONE), `pause` answers were taken (PAUSED), the set of visited positions needs
    more room (FULL), or the reason is the end of the line: no answer left (TOO_SHORT), an answer
    that is no move (OUT_OF_RANGE), a position that the other side has won (LOST), the leaf of this
    number (AT_LEAF).
    """
    while walk.at[PLY] >= 0:
        ply = walk.at[PLY]
        if walk.counts[ply] == NEW:
            if walk.at[TAKEN] >= pause:
                return PAUSED
            what = _look(walk, ply, answers, seat, seen, leaf)
            if what > BACK:
                return what
            if what == BACK:
                walk.at[PLY] -= 1
                continue
        if walk.nexts[ply] == walk.counts[ply]:
            walk.at[PLY] -= 1
            continue
        after = apply(load(walk.path[ply]), walk.codes[ply, walk.nexts[ply]])
        walk.nexts[ply] += 1
        save(after, walk.path[ply + 1])
        walk.counts[ply + 1] = NEW
        walk.at[PLY] = ply + 1
    return DONE
