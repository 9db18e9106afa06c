"""Tiles and the pyramids on them: lifting, landing, sinking (T4, T11, T19)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from ..board import MOST_WEIGHT, SPACES
from .state import AT, GONE, LEFT, LOAD, PLACE, SEATS, TILE, TILES_LEFT, WEIGHTS


@compiled
def lift(st: np.ndarray, pyramid: int) -> None:
    """Take a pyramid off its space."""
    st[LOAD + st[AT + pyramid]] -= WEIGHTS[pyramid % 6]


@compiled
def land(st: np.ndarray, pyramid: int, at: int) -> bool:
    """Put a pyramid on a tile; return whether the tile sinks under it (T11)."""
    st[AT + pyramid] = at
    st[LOAD + at] += WEIGHTS[pyramid % 6]
    if st[LOAD + at] > MOST_WEIGHT:
        remove_tile(st, at)
        return True
    return False


@compiled
def remove_tile(st: np.ndarray, at: int) -> None:
    """Take a tile out of the game with everything on it (T11, T19, T20)."""
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            st[AT + pyramid] = GONE
    st[PLACE + st[TILE + at]] = GONE
    st[TILE + at] = GONE
    st[LOAD + at] = 0
    st[LEFT] = 1
    st[TILES_LEFT] -= 1


@compiled
def empty_tiles(st: np.ndarray) -> int:
    """The number of tiles that carry nothing."""
    count = 0
    for at in range(SPACES):
        if st[TILE + at] >= 0 and st[LOAD + at] == 0:
            count += 1
    return count


@compiled
def has_seat_without_pyramids(st: np.ndarray) -> bool:
    """Whether a player has lost all pyramids (T24)."""
    for seat in range(st[SEATS]):
        found = False
        for pyramid in range(6 * seat, 6 * seat + 6):
            if st[AT + pyramid] >= 0:
                found = True
                break
        if not found:
            return True
    return False


@compiled
def all_on_one_tile(st: np.ndarray) -> bool:
    """Whether all pyramids that are left stand on one tile (T24)."""
    where = -1
    for pyramid in range(6 * st[SEATS]):
        at = st[AT + pyramid]
        if at >= 0:
            if where >= 0 and at != where:
                return False
            where = at
    return True
