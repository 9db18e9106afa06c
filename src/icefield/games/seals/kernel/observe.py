"""Observation planes and numbers of actions of `seals`, for learners."""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import compiled
from ..board import BOARD, DIRECTIONS, SQUARES, along
from .state import GOING_ON, PASS, State

_WAYS: Final = 16  # 8 directions, one step or two
_ICE = np.uint64(BOARD)
_ONE = np.uint64(1)


def names(seats: int) -> tuple[str, ...]:  # noqa: ARG001
    """The names of the planes."""
    tokens = ("own tokens", "other tokens", "holes", "empty ice")
    return (*tokens, "plays the bears", "passed", "to decide")


def _way() -> np.ndarray:
    found = np.full(64 * 64, -1, dtype=np.int64)
    for s in SQUARES:
        for i, d in enumerate(DIRECTIONS):
            for distance in (1, 2):
                t = along(s, d, distance)
                if t is not None:
                    found[64 * s + t] = 2 * i + distance - 1
    return found


WAY: Final = _way()
"""WAY[64 * s + t]: the number of the way from s to t, seen from s."""


@compiled
def actions(st: State) -> int:  # noqa: ARG001
    return 64 * _WAYS + 1


@compiled
def action(st: State, m: int) -> int:  # noqa: ARG001
    """16 ways from each square, and the pass."""
    if m == PASS:
        return 64 * _WAYS
    return _WAYS * (m >> 6) + WAY[m]  # type: ignore[no-any-return]


@compiled
def shape(st: State) -> tuple[int, int, int]:  # noqa: ARG001
    return 7, 8, 8


@compiled
def planes(st: State, seat: int, out: np.ndarray) -> None:
    own = st.bears if seat == 1 else st.seals
    other = st.seals if seat == 1 else st.bears
    empty = _ICE & ~(own | other | st.discs)
    for s in range(64):
        bit = np.uint64(s)
        out[0, s] = own >> bit & _ONE
        out[1, s] = other >> bit & _ONE
        out[2, s] = st.discs >> bit & _ONE
        out[3, s] = empty >> bit & _ONE
    out[4, :] = seat
    out[5, :] = st.passed
    out[6, :] = st.end == GOING_ON and st.mover == seat
