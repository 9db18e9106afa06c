"""The state of `seals`: what the rules look at, saved and loaded, and the result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.jit import OVER, compiled, mix, popcount
from ..board import BOARD

MAX_MOVES = 64  # two tokens with at most 16 targets each, with room to spare

PASS = 4096
"""The code of a pass. Any other move is 64 * from + to."""

# Why the game is over: the field `end` of a state.
GOING_ON, ALL_CAPTURED, ISOLATED, BOTH_PASSED = 0, 1, 2, 3  # …, S8, S9, S10

WIN = 1000
"""`utility` of a win with no empty space left; each empty space adds 1 (S11)."""

_ICE = np.uint64(BOARD)


class State(NamedTuple):
    """Everything the rules look at.

    The three sets are disjoint words of `board.SQUARES`.
    """

    seals: np.uint64  # squares with seals
    bears: np.uint64  # squares with polar bears
    discs: np.uint64  # squares with holes in the ice
    mover: int  # 0 seals, 1 bears
    passed: int  # 1 when the last turn was a pass
    end: int  # GOING_ON, ALL_CAPTURED, ISOLATED or BOTH_PASSED


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states: three sets and one word for mover, passed and end."""
    return np.empty((n, 4), dtype=np.uint64)


@compiled
def save(st: State, row: np.ndarray) -> None:
    row[0] = st.seals
    row[1] = st.bears
    row[2] = st.discs
    row[3] = np.uint64(st.mover | st.passed << 1 | st.end << 2)


@compiled
def load(row: np.ndarray) -> State:
    rest: int = np.int64(row[3])  # type: ignore[assignment]
    mover, passed, end = rest & 1, rest >> 1 & 1, rest >> 2
    return State(row[0], row[1], row[2], mover, passed, end)


@compiled
def turn(st: State) -> int:
    return st.mover if st.end == GOING_ON else OVER


@compiled
def empty_spaces(st: State) -> int:
    """The score of the winner (S11)."""
    return popcount(_ICE & ~(st.seals | st.bears | st.discs))


@compiled
def payoffs(st: State, out: np.ndarray) -> None:
    out[0] = -1.0 if st.end == ALL_CAPTURED else 1.0
    out[1] = -out[0]


@compiled
def scores(st: State, out: np.ndarray) -> None:
    winner = 1 if st.end == ALL_CAPTURED else 0
    out[winner] = empty_spaces(st)
    out[1 - winner] = 0


@compiled
def utility(st: State) -> int:
    value = WIN + empty_spaces(st)
    return -value if st.end == ALL_CAPTURED else value


@compiled
def key(st: State) -> np.uint64:
    return mix(st.discs, st.seals, st.bears, np.uint64(st.mover | st.passed << 1))


def typed(st: State) -> State:
    """A state with typed fields.

    Numba hands fields back as plain ints, and a plain int would be taken for a signed word on the
    way in again.
    """
    seals, bears, discs, mover, passed, end = st
    words = np.uint64(seals), np.uint64(bears), np.uint64(discs)
    return State(*words, *_numbers(mover, passed, end))


def _numbers(*values: int) -> Any:
    return (np.int64(value) for value in values)
