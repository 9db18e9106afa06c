"""Practice (G11): the shortest way to the goal for one player alone, and how many there are.

Breadth first over all positions, exactly: a layer is kept in the alphabetical order of its move
lists, so whoever comes first to a position has the alphabetically first of the shortest ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ...core.errors import NotNow
from ...core.jit import compiled
from ...core.message import message
from . import kernel
from .board import DIRECTIONS, DOWN, LEFT, OPEN, RIGHT, UP, Level, read_level
from .kernel import State, apply, key, load, rows, save, square_of
from .position import GlidePosition

MOST: Final = 1 << 24
"""How many positions are searched at most, unless a caller says otherwise."""

_ORDER: Final = np.array([DOWN, LEFT, RIGHT, UP])  # alphabetical
_SATURATED: Final = 1 << 60
_FULL, _NO_WAY = -2, -1
_WITHOUT_PLY: Final = np.uint64((1 << 24) - 1)  # of the last word of a saved state
_FIRST_ROOM: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class Solution:
    """The shortest way to the goal."""

    moves: tuple[str, ...]  # the alphabetically first where there are several
    count: int  # how many there are


@compiled
def _find(table: np.ndarray, states: np.ndarray, row: np.ndarray, code: np.uint64) -> int:
    """The slot of a state in the table: where it is, or the empty one where it belongs."""
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
def _search(st: State, most: int, way: np.ndarray) -> tuple[int, int]:
    """Length and number of the shortest ways to the goal; the first of them into `way`, which
    has room for `len(way)` moves. The length is _NO_WAY or _FULL when nothing was found."""
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
                if after.end == kernel.GOAL_REACHED:
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
                        return _FULL, 0
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
        return _NO_WAY, 0
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


def solve(board: str | Level | GlidePosition, most: int = MOST) -> Solution | None:
    """The shortest way to the goal from a board with one player, or None when there is none.

    Raises BadNotation for a bad board, and NotNow when several players are on it or when it has
    more than `most` positions to search. Draws (G10) are left out of account.
    """
    if isinstance(board, str):
        board = read_level(board)
    if isinstance(board, GlidePosition):
        if board.outcome is not None and board.outcome.rule == "G7":
            return Solution((), 1)
        board = board.level
    if len(board.players) != 1:
        raise NotNow(message("glide.practice.players"), rule="G11", detail="not-alone")
    state = kernel.make(board.side, board.floes, board.players, 1, 0, 0, False)
    way = np.zeros(1 << 12, dtype=np.int64)
    length, count = _search(state, most, way)
    if length == _FULL:
        raise NotNow(message("glide.practice.too_large"), rule="G11", detail="too-large")
    if length == _NO_WAY:
        return None
    assert length <= len(way)
    return Solution(tuple(DIRECTIONS[int(code)] for code in way[:length]), int(count))


def shortest(board: str | Level | GlidePosition, most: int = MOST) -> tuple[str, ...] | None:
    """The moves of the shortest way to the goal; see `solve`."""
    found = solve(board, most)
    return None if found is None else found.moves


def count_shortest(board: str | Level | GlidePosition, most: int = MOST) -> tuple[int, int]:
    """The length of the shortest way to the goal and how many ways have it; (-1, 0) for none."""
    found = solve(board, most)
    return (-1, 0) if found is None else (len(found.moves), found.count)
