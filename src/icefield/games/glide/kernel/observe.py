"""Observation planes and numbers of actions of `glide`, for learners."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from ..board import ABSENT, DIRECTIONS
from .state import GOING_ON, State, square_of

_LOW_SIX = np.uint64(63)
_ONE = np.uint64(1)


def names(seats: int) -> tuple[str, ...]:
    """The names of the planes."""
    pieces = ("own piece", *(f"piece of seat +{i}" for i in range(1, seats)))
    return ("floes", "goal", "to decide", "plies / 4", *pieces)


@compiled
def actions(st: State) -> int:  # noqa: ARG001
    return len(DIRECTIONS)


@compiled
def action(st: State, m: int) -> int:  # noqa: ARG001
    """The four directions."""
    return m


@compiled
def shape(st: State) -> tuple[int, int, int]:
    return 4 + st.seats, st.side, st.side


@compiled
def planes(st: State, seat: int, out: np.ndarray) -> None:
    cells = st.side * st.side
    for s in range(cells):
        word = st.low if s < 64 else st.high
        out[0, s] = word >> (np.uint64(s) & _LOW_SIX) & _ONE
    out[1:, :] = 0
    out[1, cells // 2] = 1
    out[2, :] = st.end == GOING_ON and st.mover == seat
    out[3, :] = st.ply // 4
    for i in range(st.seats):
        at = square_of(st.players, (seat + i) % st.seats)
        if at != ABSENT:
            out[4 + i, at] = 1
