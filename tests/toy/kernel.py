"""The toy's compiled rules; calls and moves are 1 for heads, 2 for tails.

A call of 0 has not been made yet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from icefield.core.jit import CHANCE, OVER, compiled

MAX_MOVES = 2
HEADS, TAILS = 1, 2


class State(NamedTuple):
    first: int  # the call of seat 0
    second: int  # the call of seat 1
    coin: int


@compiled
def rows(n: int) -> np.ndarray:
    return np.zeros((n, 3), dtype=np.int64)


@compiled
def save(st: State, row: np.ndarray) -> None:
    row[0] = st.first
    row[1] = st.second
    row[2] = st.coin


@compiled
def load(row: np.ndarray) -> State:
    return State(row[0], row[1], row[2])


@compiled
def turn(st: State) -> int:
    if st.coin != 0:
        return OVER
    if st.first == 0:
        return 0
    return 1 if st.second == 0 else CHANCE


@compiled
def moves(st: State, out: np.ndarray) -> int:
    out[0] = HEADS
    out[1] = TAILS
    return 2


@compiled
def apply(st: State, m: int) -> State:
    made: Any = np.int64(m)  # a search may keep moves in fewer bits
    if st.first == 0:
        return State(made, st.second, 0)
    if st.second == 0:
        return State(st.first, made, 0)
    return State(st.first, st.second, made)


@compiled
def payoffs(st: State, out: np.ndarray) -> None:
    out[0] = 0.0
    if st.first != st.second:
        out[0] = 1.0 if st.first == st.coin else -1.0
    out[1] = -out[0]


@compiled
def key(st: State) -> np.uint64:
    return np.uint64(st.first + 3 * st.second + 9 * st.coin)
