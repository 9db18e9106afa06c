"""The legal moves of `seals` (S3–S6).

A token reaches a square two steps away by a slide (S4: the square between is empty) or by a jump
(S5: it holds a disc). So the square between may be anything but a token, and afterwards it holds a
disc either way (S7). That makes one mask operation of both kinds of move.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import below, compiled, lowest, nth, popcount
from ..board import BOARD
from .state import GOING_ON, PASS, State
from .tables import BEHIND, FAR, NEAR

_ICE = np.uint64(BOARD)

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@compiled
def targets(st: State, s: int) -> np.uint64:
    """The squares that the mover's token on s may go to (S4, S5, S6)."""
    tokens = st.seals | st.bears
    empty = _ICE & ~(tokens | st.discs)
    near = NEAR[s]
    far = FAR[s]
    blocked = near & tokens
    while blocked != _ZERO:  # no token slides through or jumps over another
        far &= ~BEHIND[64 * s + lowest(blocked)]
        blocked &= blocked - _ONE
    found: np.uint64 = (near | far) & empty
    if st.mover == 1:
        found |= near & st.seals
    return found


@compiled
def can_move(seals: np.uint64, bears: np.uint64, discs: np.uint64, mover: int) -> bool:
    """Whether the mover has any move but a pass."""
    st = State(seals, bears, discs, mover, 0, GOING_ON)
    tokens = bears if mover == 1 else seals
    while tokens != _ZERO:
        if targets(st, lowest(tokens)) != _ZERO:
            return True
        tokens &= tokens - _ONE
    return False


@compiled
def moves(st: State, out: np.ndarray) -> int:
    n = 0
    tokens = st.bears if st.mover == 1 else st.seals
    while tokens != _ZERO:
        s = lowest(tokens)
        tokens &= tokens - _ONE
        found = targets(st, s)
        while found != _ZERO:
            out[n] = 64 * s + lowest(found)
            n += 1
            found &= found - _ONE
    if n == 0:
        out[0] = PASS  # S3
        n = 1
    return n


@compiled
def pick(st: State, rng: np.ndarray, buffer: np.ndarray) -> int:  # noqa: ARG001
    tokens = st.bears if st.mover == 1 else st.seals
    if tokens == _ZERO:
        return PASS
    first = lowest(tokens)
    a = targets(st, first)
    tokens &= tokens - _ONE
    second = lowest(tokens) if tokens != _ZERO else first
    b = targets(st, second) if tokens != _ZERO else _ZERO
    count = popcount(a)
    total = count + popcount(b)
    if total == 0:
        return PASS
    chosen = below(rng, total)
    found = a
    if chosen >= count:
        chosen -= count
        found = b
        first = second
    return 64 * first + nth(found, chosen)
