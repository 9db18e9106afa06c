"""The legal moves of `glide` and where they end (G4–G6)."""

from __future__ import annotations

import numpy as np

from ....core.jit import below, compiled, highest, lowest, nth, popcount
from ..board import DOWN, LEFT
from .state import State, square_of
from .tables import EDGE, OPEN, RAY_HIGH, RAY_LOW, STEP

_ZERO = np.uint64(0)


@compiled
def ways(players: np.uint64, seats: int, side: int, seat: int) -> int:
    """The directions a player may take, as a set (G4).

    Floes do not matter, only the edge and the neighbours. (At an edge a difference of 1 may mean
    the next row, but then that direction is not open anyway.)
    """
    here = square_of(players, seat)
    found = OPEN[side, here]
    for other in range(seats):
        away = square_of(players, other) - here
        found &= ~((away == side) | (away == -side) << 1 | (away == -1) << 2 | (away == 1) << 3)
    return found  # type: ignore[no-any-return]


@compiled
def moves(st: State, out: np.ndarray) -> int:
    found = ways(st.players, st.seats, st.side, st.mover)
    n = 0
    for direction in range(4):
        if found >> direction & 1:
            out[n] = direction
            n += 1
    return n


@compiled
def _nearest(st: State, here: int, direction: int) -> int:
    """The first floe in a direction, or −1."""
    backwards = direction in (DOWN, LEFT)
    low = RAY_LOW[st.side, direction, here] & st.low
    if st.side < 8:  # one word holds the board
        if low == _ZERO:
            return -1
        return highest(low) if backwards else lowest(low)
    high = RAY_HIGH[st.side, direction, here] & st.high
    if backwards:
        if high != _ZERO:
            return 64 + highest(high)
        return highest(low) if low != _ZERO else -1
    if low != _ZERO:
        return lowest(low)
    return 64 + lowest(high) if high != _ZERO else -1


@compiled
def landing(st: State, here: int, direction: int) -> tuple[int, bool]:
    """The end of a move, and whether it is a glide (G6) rather than a step (G5)."""
    floe = _nearest(st, here, direction)
    step = STEP[st.side, direction]
    if floe < 0:
        return EDGE[st.side, direction, here], True
    if floe == here + step:
        return floe, False
    return floe - step, True


@compiled
def pick(st: State, rng: np.ndarray, buffer: np.ndarray) -> int:  # noqa: ARG001
    found = np.uint64(ways(st.players, st.seats, st.side, st.mover))
    return nth(found, below(rng, popcount(found)))
