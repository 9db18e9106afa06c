"""The effect of a move of `seals`, and the end of a game (S6–S10)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled, lowest
from .moves import can_move
from .state import ALL_CAPTURED, BOTH_PASSED, GOING_ON, ISOLATED, PASS, State, typed
from .tables import MIDDLE, RING

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@compiled
def isolated(seals: np.uint64, discs: np.uint64) -> np.uint64:
    """The isolated seals (S9)."""
    found = _ZERO
    rest = seals
    while rest != _ZERO:
        s = lowest(rest)
        if RING[s] & ~discs == _ZERO:
            found |= _ONE << np.uint64(s)
        rest &= rest - _ONE
    return found


@compiled
def settle(seals: np.uint64, bears: np.uint64, discs: np.uint64, mover: int, passed: int) -> State:
    """The state of this board, with the end of the game (S8 before S9, then S10).

    S10: a pass is forced, so the game is over as soon as one side has passed and the other
    cannot move either; the second pass is not played.
    """
    end = GOING_ON
    if seals == _ZERO:
        end = ALL_CAPTURED
    elif isolated(seals, discs) != _ZERO:
        end = ISOLATED
    elif passed == 1 and not can_move(seals, bears, discs, mover):
        end = BOTH_PASSED
    return State(seals, bears, discs, mover, passed, end)


@compiled
def apply(st: State, m: int) -> State:
    if m == PASS:
        return settle(st.seals, st.bears, st.discs, 1 - st.mover, 1)
    start = _ONE << np.uint64(m >> 6)
    end = _ONE << np.uint64(m & 63)
    discs = st.discs | start | MIDDLE[m]
    if st.mover == 0:
        return settle(st.seals ^ start | end, st.bears, discs, 1, 0)
    if st.seals & end != _ZERO:  # S6: both tokens leave, the square is empty ice
        return settle(st.seals ^ end, st.bears ^ start, discs, 0, 0)
    return settle(st.seals, st.bears ^ start | end, discs, 0, 0)


def make(seals: int, bears: int, discs: int, mover: int, passed: int) -> State:
    """A state from plain Python numbers, with its end worked out."""
    return typed(settle(np.uint64(seals), np.uint64(bears), np.uint64(discs), mover, passed))
