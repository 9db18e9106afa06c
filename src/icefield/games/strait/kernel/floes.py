"""The floes that may be moved, and their drifts (compiled; I11–I17)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .state import (
    BAG,
    ENTRY,
    FLOE,
    FLOW,
    HEXES,
    NOTHING,
    OCCUPANTS,
    OFF,
    SEATS,
    SOLID,
    SPEED,
    TILE_KINDS,
)
from .steps import has_explorer

MAX_DRIFT_ENDS = 16  # destinations of one drift: two branches at each of four steps


@compiled
def is_floe(st: np.ndarray, hex_: int) -> bool:
    """Whether a floe lies on a place."""
    return bool(0 <= st[FLOE + hex_] < SOLID)


@compiled
def may_move(st: np.ndarray, seat: int, hex_: int) -> bool:
    """Whether a seat may move a floe: it is empty or carries an own explorer (I11)."""
    return st[OCCUPANTS + hex_] == 0 or has_explorer(st, seat, hex_)


@compiled
def list_drift_ends(st: np.ndarray, hex_: int, ends: np.ndarray) -> int:
    """The number of ends of a drift (I12, I13), written to `ends`, each once.

    NOTHING stands for off the board.
    """
    n = 0
    stays = st[OCCUPANTS + hex_] > 0  # a floe with an explorer never leaves
    front = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    after = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    front[0], width = hex_, 1
    for step in range(st[SPEED + hex_]):
        grown = 0
        for i in range(width):
            at = front[i]
            moved = False
            for branch in range(2):
                to = st[FLOW + 2 * at + branch]
                if to == OFF and not stays:
                    n = _append_end(ends, n, NOTHING)
                    moved = True
                elif to >= 0 and (st[FLOE + to] < 0 or to == hex_):
                    after[grown] = to
                    grown += 1
                    moved = True
            if not moved and step > 0:
                n = _append_end(ends, n, at)
        front, after = after, front
        width = grown
    for i in range(width):
        n = _append_end(ends, n, front[i])
    return n


@compiled
def _append_end(ends: np.ndarray, n: int, end: int) -> int:
    """The number of ends after one was added, if it was not there."""
    for i in range(n):
        if ends[i] == end:
            return n
    ends[n] = end
    return n + 1


@compiled
def can_leave(st: np.ndarray, hex_: int) -> bool:
    """Whether a floe can drift off the board now (I13)."""
    ends = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    n = list_drift_ends(st, hex_, ends)
    for i in range(n):
        if ends[i] == NOTHING:
            return True
    return False


@compiled
def is_bag_empty(st: np.ndarray) -> bool:
    """Whether there is no tile in the bag."""
    for kind in range(st[TILE_KINDS]):
        if st[BAG + kind] > 0:
            return False
    return True


@compiled
def has_clear_entry(st: np.ndarray, besides: int) -> bool:
    """Whether an entry point is clear, the floe on one hex aside (I15, I16)."""
    for hex_ in range(st[HEXES]):
        if st[ENTRY + hex_] == 1 and (st[FLOE + hex_] < 0 or hex_ == besides):
            return True
    return False


@compiled
def is_floe_action_possible(st: np.ndarray, seat: int) -> bool:
    """Whether a seat has any floe action (I17).

    A floe that may be moved can at least be turned (I14); without one there is discovery (I15,
    I16). Floes that leave carry no explorer, so they may be moved too.
    """
    for hex_ in range(st[HEXES]):
        if is_floe(st, hex_) and may_move(st, seat, hex_):
            return True
    return not is_bag_empty(st) and has_clear_entry(st, -1)


@compiled
def next_seat(st: np.ndarray, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % st[SEATS]  # type: ignore[no-any-return]
