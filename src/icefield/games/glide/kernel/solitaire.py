"""Solitaire of `glide` (G11), compiled: the shortest ways to the goal.

Breadth first over all positions, exactly: a layer is kept in the alphabetical order of its move
lists, so the first way found to a position is the alphabetically first of the shortest ones.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import compiled
from ..board import DOWN, LEFT, RIGHT, UP
from .apply import apply
from .state import GOAL_REACHED, State, key, load, rows, save, square_of
from .tables import OPEN

FULL, NO_WAY = -2, -1
"""In place of a length: there were too many positions, or there is no way."""

_ORDER: Final = np.array([DOWN, LEFT, RIGHT, UP])  # alphabetical
_SATURATED: Final = 1 << 60
_WITHOUT_PLY: Final = np.uint64((1 << 24) - 1)  # of the last word of a saved state
_FIRST_ROOM: Final = 1 << 12


@compiled
def _find(table: np.ndarray, states: np.ndarray, row: np.ndarray, code: np.uint64) -> int:
    """The slot of a state in the table, or the empty one where it belongs."""
    mask = len(table) - 1
    slot = np.int64(code & np.uint64(mask))
    while True:
        at = table[slot]
        if at < 0:
            return slot  # type: ignore[return-value]
        same = states[at]
        if same[0] == row[0] and same[1] == row[1] and same[2] == row[2]:
            return slot  # type: ignore[return-value]
        slot = slot + 1 & mask


@compiled
def search(st: State, most: int, way: np.ndarray) -> tuple[int, int]:
    """Length and number of the shortest ways to the goal.

    The first of them into `way`, which has room for `len(way)` moves. The length is NO_WAY or FULL
    when nothing was found.
    """
    room = _FIRST_ROOM
    states = rows(room)
    parent = np.full(room, -1, dtype=np.int64)
    move = np.zeros(room, dtype=np.int8)
    ways = np.zeros(room, dtype=np.int64)
    table = np.full(2 * room, -1, dtype=np.int64)
    row = rows(1)[0]
    save(st, states[0])
    table[_find(table, states, states[0], key(st))] = 0
    ways[0] = 1
    size, first, last = 1, 0, 1  # the present layer is first … last - 1
    length, total, best, best_move = 0, 0, -1, 0
    while first < last and total == 0:
        length += 1
        for at in range(first, last):
            here = load(states[at])
            open_ = OPEN[here.side, square_of(here.players, 0)]
            for i in range(4):
                direction = _ORDER[i]
                if not open_ >> direction & 1:
                    continue
                after = apply(here, direction)
                if after.end == GOAL_REACHED:
                    if total == 0:
                        best, best_move = at, direction
                    total = min(total + ways[at], _SATURATED)
                    continue
                save(after, row)
                row[3] &= _WITHOUT_PLY  # a search never gets too long (G10)
                code = key(after)
                slot = _find(table, states, row, code)
                found = table[slot]
                if found >= last:  # already in the next layer
                    ways[found] = min(ways[found] + ways[at], _SATURATED)
                elif found < 0:
                    if size == most:
                        return FULL, 0
                    if size == room:
                        room *= 2
                        states = _grown(states, rows(room))
                        parent = _longer(parent)
                        move = _longer(move)
                        ways = _longer(ways)
                        table = np.full(2 * room, -1, dtype=np.int64)
                        for old in range(size):
                            again = key(load(states[old]))
                            table[_find(table, states, states[old], again)] = old
                        slot = _find(table, states, row, code)
                    states[size] = row
                    parent[size] = at
                    move[size] = direction
                    ways[size] = ways[at]
                    table[slot] = size
                    size += 1
        first, last = last, size
    if total == 0:
        return NO_WAY, 0
    if length <= len(way):
        way[length - 1] = best_move
        for i in range(length - 2, -1, -1):
            way[i] = move[best]
            best = parent[best]
    return length, total


@compiled
def _grown(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    new[: len(old)] = old
    return new


@compiled
def _longer(old: np.ndarray) -> np.ndarray:
    new = np.zeros(2 * len(old), dtype=old.dtype)
    new[: len(old)] = old
    return new
