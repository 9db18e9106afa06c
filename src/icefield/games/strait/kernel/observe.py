"""Planes and actions of `strait` for learners (compiled).

Both follow the board: there is one column of a plane, and one row of most kinds of action, for each
of its places (hexes first, then stations). Nothing in this game is hidden.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import compiled
from .floes import MAX_DRIFT_ENDS, list_drift_ends
from .state import (
    ACTIVE,
    ASKED,
    BAG,
    BEARS,
    BOUNCING,
    CARD_KINDS,
    COLLECTED,
    DEALT,
    DECK,
    DEPTH,
    DISCOVERED,
    DRIFTED,
    DROPPED,
    ENDED,
    ENTRY,
    EXPLORER_DONE,
    FINISHED,
    FISH,
    FISHED,
    FLOE,
    FLOE_DONE,
    FRAME,
    GOAL,
    HAND,
    HAND_ROPE,
    HELD,
    HEXES,
    KIND,
    LIFTED,
    MAX_KINDS,
    MOVER,
    NEIGHBOUR,
    NOTHING,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    PUT,
    ROPE,
    SEATS,
    SENT,
    SETUP,
    SOLID,
    SPEED,
    STATIONED,
    STATIONS,
    STEPPED,
    STOPPED,
    SUPPLY,
    TEAM_SIZE,
    TILE_KIND_OF,
    TILE_KINDS,
    TILE_MASK,
    TOOK,
    TURN,
    TURNED,
    VISITED,
    WHERE,
    has_dealt_tiles,
    turn,
)
from .steps import to_int64

# -- actions ------------------------------------------------------------------------------------
# First those that need no place, then the kinds that have a row for each place.

_STEP_ACTIONS: Final = 6 + 6 * 6  # a step, or a swim in two directions
_STEP_AT: Final = 0
_COLLECT_AT: Final = _STEP_AT + TEAM_SIZE * _STEP_ACTIONS
_DROP_AT: Final = _COLLECT_AT + 2 * TEAM_SIZE
_FISH_AT: Final = _DROP_AT + 2 * TEAM_SIZE
_STOP_AT: Final = _FISH_AT + 1
_END_AT: Final = _STOP_AT + 1
_SEND_AT: Final = _END_AT + 1
_TAKE_AT: Final = _SEND_AT + 6
_DISCOVER_AT: Final = _TAKE_AT + 3  # discovery with tiles in the bag
_FIXED_ACTIONS: Final = _DISCOVER_AT + 1

_PUT_IN_ROW, _DRIFT_IN_ROW = 0, 6  # … in a row: 6 ways to lay a floe
_TURN_IN_ROW: Final = _DRIFT_IN_ROW + MAX_DRIFT_ENDS
_DISCOVER_IN_ROW: Final = _TURN_IN_ROW + 2  # the floe here leaves first
_STATION_IN_ROW, _LIFT_IN_ROW = _DISCOVER_IN_ROW + 1, _DISCOVER_IN_ROW + 2
_ROW_ACTIONS: Final = _LIFT_IN_ROW + 1


@compiled
def actions(st: np.ndarray) -> int:
    """The number of actions on this board.

    With dealt tiles (I9) there follow, for each hex, the kinds of tiles in 6 ways each.
    """
    found = _FIXED_ACTIONS + _ROW_ACTIONS * to_int64(st[STATIONS])
    if st[DEALT] == 1:
        found += 6 * to_int64(st[TILE_KINDS]) * to_int64(st[HEXES])
    return found


@compiled
def _put_number(st: np.ndarray, hex_: int, mask: int) -> int:
    """The number of placing a tile, the drawn one or one that was dealt."""
    if not has_dealt_tiles(st):
        turned = _rotation(to_int64(st[HAND]), mask)
        return _FIXED_ACTIONS + _ROW_ACTIONS * hex_ + _PUT_IN_ROW + turned
    kind = to_int64(st[TILE_KIND_OF + mask])
    row = to_int64(st[TILE_KINDS]) * hex_ + kind
    turned = _rotation(to_int64(st[TILE_MASK + kind]), mask)
    return _FIXED_ACTIONS + _ROW_ACTIONS * to_int64(st[STATIONS]) + 6 * row + turned


@compiled
def _explorer_number(st: np.ndarray, place: int) -> int:
    """The number of the mover's explorer that acts: the one in motion, else the first."""
    seat = st[TURN]
    if st[PHASE] == BOUNCING:
        return to_int64(st[ASKED]) - TEAM_SIZE * seat  # type: ignore[no-any-return]
    mover = to_int64(st[MOVER])
    if mover // TEAM_SIZE == seat and st[PLACE_OF + mover] == place:
        return mover - TEAM_SIZE * seat  # type: ignore[no-any-return]
    for i in range(TEAM_SIZE):
        if st[PLACE_OF + TEAM_SIZE * seat + i] == place:
            return i
    return 0


@compiled
def _step_number(st: np.ndarray, start: int, to: int, over: int) -> int:
    """The number of a step or swim, by the sides it leaves through."""
    for i in range(6):
        there = st[NEIGHBOUR + 6 * start + i]
        if over == NOTHING:
            if there == to:
                return i
        elif there == over:
            for j in range(6):
                if st[NEIGHBOUR + 6 * over + j] == to:
                    return 6 + 6 * i + j
    return 0


@compiled
def _rotation(mask: int, now: int) -> int:
    """By how many sixths a tile was turned before it was laid."""
    for steps in range(6):
        if (mask << steps | mask >> 6 - steps) & 63 == now:
            return steps
    return 0


@compiled
def _drift_number(st: np.ndarray, hex_: int, end: int) -> int:
    """The number of an end of a drift among all of that floe."""
    ends = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    for i in range(list_drift_ends(st, hex_, ends)):
        if ends[i] == end:
            return i
    return 0


@compiled
def action(st: np.ndarray, m: int) -> int:
    """The number of a legal move of a seat; −1 for chance."""
    kind, a, b, c = m >> 24, m >> 16 & 255, m >> 8 & 255, m & 255
    if kind == STEPPED:
        return _STEP_AT + _STEP_ACTIONS * _explorer_number(st, a) + _step_number(st, a, b, c)
    if kind == DRIFTED:
        return _FIXED_ACTIONS + _ROW_ACTIONS * a + _DRIFT_IN_ROW + _drift_number(st, a, b)
    if kind == TURNED:
        return _FIXED_ACTIONS + _ROW_ACTIONS * a + _TURN_IN_ROW + b
    if kind == PUT:
        return _put_number(st, a, b)
    if kind == DISCOVERED:
        return (
            _DISCOVER_AT if a == NOTHING else _FIXED_ACTIONS + _ROW_ACTIONS * a + _DISCOVER_IN_ROW
        )
    if kind == STATIONED:
        return _FIXED_ACTIONS + _ROW_ACTIONS * a + _STATION_IN_ROW
    if kind == LIFTED:
        return _FIXED_ACTIONS + _ROW_ACTIONS * a + _LIFT_IN_ROW
    if kind == COLLECTED:
        return _COLLECT_AT + 2 * _explorer_number(st, a) + b
    if kind == DROPPED:
        return _DROP_AT + 2 * _explorer_number(st, a) + b
    if kind == FISHED:
        return _FISH_AT
    if kind == STOPPED:
        return _STOP_AT
    if kind == ENDED:
        return _END_AT
    if kind == SENT:
        return _SEND_AT + a
    if kind == TOOK:
        return _TAKE_AT + (2 if a == NOTHING else a)
    return -1  # chance


# -- planes -------------------------------------------------------------------------------------

_FLOE_PLANE, _RIDGE_PLANE, _GROUND_PLANE = 0, 1, 7
_ITEM_PLANE: Final = 8  # rope, fish, bears
_MOVER_PLANE: Final = 11  # the mover, who is asked, what is settled, where the mover has been
_KIND_PLANE: Final = 15  # 4 kinds of place
_SPEED_PLANE: Final = 19  # speed, entry
_PHASE_PLANE: Final = 21
_HAND_PLANE: Final = (
    _PHASE_PLANE + FINISHED + 1
)  # a tile in hand: there is one, its ridges, what is on it
_SUPPLY_PLANE: Final = (
    _HAND_PLANE + 10
)  # supply (3), floe action done, explorer action done, set-up, goal
_BAG_PLANE: Final = _SUPPLY_PLANE + 7
_DECK_PLANE: Final = _BAG_PLANE + MAX_KINDS
_SEAT_PLANE: Final = _DECK_PLANE + MAX_KINDS  # from here on the seats, the own one first
_HELD_IN_SEAT: Final = 5  # … in a seat's planes: the kinds of tiles that were dealt to it
_PLANES_PER_SEAT: Final = _HELD_IN_SEAT + MAX_KINDS


def names(seats: int) -> tuple[str, ...]:
    """The names of the planes."""
    common = (
        *("floe", *(f"ridge {i}" for i in range(6)), "firm ground", "rope", "fish", "bears"),
        *("moving explorer", "asked explorer", "to settle", "visited"),
        *("sea", "Diomede", "Alaska", "Siberia", "speed", "entry"),
        *(f"phase {n}" for n in range(FINISHED + 1)),
        *("tile in hand", *(f"ridge {i} in hand" for i in range(6))),
        *("rope in hand", "fish in hand", "bears in hand"),
        *("rope in supply", "fish in supply", "bears in supply"),
        *("floe action done", "explorer action done", "set-up", "goal"),
        *(f"tiles of kind {n}" for n in range(MAX_KINDS)),
        *(f"cards of kind {n}" for n in range(MAX_KINDS)),
    )
    each = (
        *("explorers", "rope in rucksack", "fish in rucksack", "active", "to decide"),
        *(f"dealt tiles of kind {n}" for n in range(MAX_KINDS)),
    )
    whose = ("own", *(f"seat +{i}" for i in range(1, seats)))
    return (*common, *(f"{who}: {what}" for who in whose for what in each))


@compiled
def shape(st: np.ndarray) -> tuple[int, int, int]:
    """The number of planes, and of the rows and columns of each."""
    return _SEAT_PLANE + _PLANES_PER_SEAT * to_int64(st[SEATS]), 1, to_int64(st[STATIONS])


@compiled
def planes(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Writes what a seat sees."""
    out[:] = 0
    for place in range(st[STATIONS]):
        floe = st[FLOE + place]
        if floe == SOLID:
            out[_GROUND_PLANE, place] = 1
        elif floe >= 0:
            out[_FLOE_PLANE, place] = 1
            for i in range(6):
                out[_RIDGE_PLANE + i, place] = floe >> i & 1
        out[_ITEM_PLANE, place] = st[ROPE + place]
        out[_ITEM_PLANE + 1, place] = st[FISH + place]
        out[_ITEM_PLANE + 2, place] = st[BEARS + place]
        out[_MOVER_PLANE + 3, place] = st[VISITED + place]
        out[_KIND_PLANE + st[KIND + place], place] = 1
        out[_SPEED_PLANE, place] = st[SPEED + place]
        out[_SPEED_PLANE + 1, place] = st[ENTRY + place]
    if st[MOVER] >= 0 and st[PLACE_OF + st[MOVER]] >= 0:
        out[_MOVER_PLANE, st[PLACE_OF + st[MOVER]]] = 1
    if st[ASKED] >= 0 and st[PLACE_OF + st[ASKED]] >= 0:
        out[_MOVER_PLANE + 1, st[PLACE_OF + st[ASKED]]] = 1
    if st[DEPTH] > 0:
        out[_MOVER_PLANE + 2, st[FRAME + 4 * (st[DEPTH] - 1) + WHERE]] = 1
    out[_PHASE_PLANE + st[PHASE], :] = 1
    _write_piles(st, out)
    seats = st[SEATS]
    for i in range(seats):
        _write_seat(st, (seat + i) % seats, out[_SEAT_PLANE + _PLANES_PER_SEAT * i :])


@compiled
def _write_piles(st: np.ndarray, out: np.ndarray) -> None:
    """Writes what is in hand, in the supply, in the bag and in the deck."""
    if st[HAND] >= 0:
        out[_HAND_PLANE, :] = 1
        for i in range(6):
            out[_HAND_PLANE + 1 + i, :] = st[HAND] >> i & 1
    for item in range(3):
        out[_HAND_PLANE + 7 + item, :] = st[HAND_ROPE + item]
    for i in range(3):
        out[_SUPPLY_PLANE + i, :] = st[SUPPLY + i]
    out[_SUPPLY_PLANE + 3, :] = st[FLOE_DONE]
    out[_SUPPLY_PLANE + 4, :] = st[EXPLORER_DONE]
    out[_SUPPLY_PLANE + 5, :] = st[SETUP]
    out[_SUPPLY_PLANE + 6, :] = st[GOAL]
    for kind in range(st[TILE_KINDS]):
        out[_BAG_PLANE + kind, :] = st[BAG + kind]
    for kind in range(st[CARD_KINDS]):
        out[_DECK_PLANE + kind, :] = st[DECK + kind]


@compiled
def _write_seat(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Writes the planes about one seat."""
    for i in range(TEAM_SIZE):
        at = st[PLACE_OF + TEAM_SIZE * seat + i]
        if at >= 0:
            out[0, at] += 1
    out[1, :] = st[PACK_ROPE + seat]
    out[2, :] = st[PACK_FISH + seat]
    out[3, :] = st[ACTIVE] == seat
    out[4, :] = turn(st) == seat
    for kind in range(st[TILE_KINDS]):
        if st[HELD + MAX_KINDS * seat + kind] > 0:
            out[_HELD_IN_SEAT + kind, :] = st[HELD + MAX_KINDS * seat + kind]
