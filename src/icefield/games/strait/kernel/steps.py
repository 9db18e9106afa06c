"""The cost and ends of steps, and of bears sent away (compiled; I22–I27).

A step, which may be a swim, is a row of an array: the place it leads to, the hex swum across
(NOTHING for a step), and its price in rope left behind, rope to the supply, and fish.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .state import (
    ALASKA,
    BEARS,
    CAPACITY,
    FACING_EDGE,
    FLOE,
    KIND,
    LAND,
    MAX_PLACES,
    NEIGHBOUR,
    NOTHING,
    OCCUPANTS,
    OUTSIDE,
    PLACE_OF,
    SIBERIA,
    TEAM_SIZE,
    VISITED,
)

STEP_TO, STEP_OVER, STEP_LEFT, STEP_LOST, STEP_FISH = (
    0,
    1,
    2,
    3,
    4,
)  # columns of a step
MAX_STEPS = 48  # 6 neighbours, or 6 hexes with 5 shores each, and some to spare
_MAX_DEPTH = 12  # places in a row where no explorer may stop: 5 full ones and 5 with bears at most


@compiled
def to_int64(number: int) -> int:
    """A number of the state as int64.

    In interpreted runs int16 would overflow in move codes and prices.
    """
    return np.int64(number)  # type: ignore[return-value]


# -- bears --------------------------------------------------------------------------------------


@compiled
def bear_target(st: np.ndarray, place: int, direction: int) -> int:
    """The end of a bear that is sent that way: a place, OUTSIDE or LAND (I27)."""
    at = st[NEIGHBOUR + 6 * place + direction]
    while at >= 0 and st[FLOE + at] < 0:
        at = st[NEIGHBOUR + 6 * at + direction]
    if at >= 0 and st[KIND + at] >= ALASKA:
        return LAND
    return at  # type: ignore[no-any-return]


@compiled
def can_send(st: np.ndarray, place: int, direction: int) -> bool:
    """Whether a bear may be sent that way (I27), its trail aside."""
    target = bear_target(st, place, direction)
    return target == OUTSIDE or (target >= 0 and st[BEARS + target] < CAPACITY)


@compiled
def can_send_anywhere(st: np.ndarray, place: int) -> bool:
    """Whether a bear may be sent in any direction (I27)."""
    for direction in range(6):
        if can_send(st, place, direction):
            return True
    return False


# -- stopping -----------------------------------------------------------------------------------


@compiled
def has_explorer(st: np.ndarray, seat: int, place: int) -> bool:
    """Whether a seat has an explorer at a place."""
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        if st[PLACE_OF + i] == place:
            return True
    return False


@compiled
def can_stop(st: np.ndarray, seat: int, place: int, others: int) -> bool:
    """Whether an explorer may stop at a place with that many others (I22, I27)."""
    if st[KIND + place] == SIBERIA:
        return not has_explorer(st, seat, place)
    if others >= CAPACITY:
        return False
    return st[BEARS + place] == 0 or can_send_anywhere(st, place)


# -- steps and their price -----------------------------------------------------------------------


@compiled
def _append_step(
    steps: np.ndarray, n: int, to: int, over: int, left: int, lost: int, fish: int
) -> int:
    """The number of steps after one was written behind the others."""
    steps[n, STEP_TO], steps[n, STEP_OVER] = to, over
    steps[n, STEP_LEFT], steps[n, STEP_LOST], steps[n, STEP_FISH] = left, lost, fish
    return n + 1


@compiled
def list_steps(
    st: np.ndarray, seat: int, place: int, rope: int, fish: int, steps: np.ndarray
) -> int:
    """The number of steps from a place that these items pay for, written to `steps`.

    Does not ask whether an explorer may stop there, except that Siberia takes one of a colour
    (I22).
    """
    n = 0
    for i in range(6):
        there = st[NEIGHBOUR + 6 * place + i]
        if there < 0:
            continue
        back = st[FACING_EDGE + 6 * place + i]
        near = st[FLOE + place] >> i & 1
        if st[FLOE + there] >= 0:
            left = near + (st[FLOE + there] >> back & 1)
            if st[KIND + place] >= ALASKA and st[KIND + there] >= ALASKA:
                left = 1  # I25: over the hills
            price = st[BEARS + there]
            if left <= rope and price <= fish and has_room_in_siberia(st, seat, there):
                n = _append_step(steps, n, there, NOTHING, left, 0, price)
            continue
        if fish < 1 or near > rope:
            continue
        for j in range(6):  # I24: swim across the empty hex
            shore = st[NEIGHBOUR + 6 * there + j]
            if shore < 0 or shore == place or st[FLOE + shore] < 0:
                continue
            far = st[FLOE + shore] >> st[FACING_EDGE + 6 * there + j] & 1
            price = 1 + st[BEARS + shore]
            if near + far <= rope and price <= fish and has_room_in_siberia(st, seat, shore):
                n = _append_step(steps, n, shore, there, near, far, price)
    return n


@compiled
def has_room_in_siberia(st: np.ndarray, seat: int, place: int) -> bool:
    """Whether a place takes one more explorer of a seat, if it is in Siberia (I22)."""
    return st[KIND + place] != SIBERIA or not has_explorer(st, seat, place)


@compiled
def can_reach_stop(st: np.ndarray, seat: int, place: int, rope: int, fish: int) -> bool:
    """Whether an explorer that has come to a place can stop there or further on.

    It is not counted at that place yet; rope and fish are what is left in the rucksack.
    """
    if can_stop(st, seat, place, st[OCCUPANTS + place]):
        return True
    return _find_stop(st, seat, place, rope, fish)


@compiled
def _find_stop(st: np.ndarray, seat: int, place: int, rope: int, fish: int) -> bool:
    """Whether a way with these items leads on from a place to one to stop at.

    Depth first through places where no explorer may stop; there are few, so this is short.
    """
    visited = st[VISITED : VISITED + MAX_PLACES].copy()
    steps = np.empty((_MAX_DEPTH, MAX_STEPS, 5), dtype=np.int64)
    count = np.zeros(_MAX_DEPTH, dtype=np.int64)
    tried = np.zeros(_MAX_DEPTH, dtype=np.int64)
    path = np.zeros(_MAX_DEPTH, dtype=np.int64)
    left = np.zeros((_MAX_DEPTH, 2), dtype=np.int64)
    depth = 0
    path[0], left[0, 0], left[0, 1] = place, rope, fish
    visited[place] = 1
    count[0] = list_steps(st, seat, place, rope, fish, steps[0])
    while depth >= 0:
        if tried[depth] == count[depth]:
            visited[path[depth]] = 0
            depth -= 1
            continue
        step = steps[depth, tried[depth]]
        tried[depth] += 1
        to = step[STEP_TO]
        if visited[to] == 1:
            continue
        if can_stop(st, seat, to, st[OCCUPANTS + to]):
            return True
        if depth + 1 == _MAX_DEPTH:
            continue
        depth += 1
        path[depth] = to
        left[depth, 0] = left[depth - 1, 0] - step[STEP_LEFT] - step[STEP_LOST]
        left[depth, 1] = left[depth - 1, 1] - step[STEP_FISH]
        visited[to] = 1
        count[depth] = list_steps(st, seat, to, left[depth, 0], left[depth, 1], steps[depth])
        tried[depth] = 0
    return False
