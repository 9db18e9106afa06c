"""What a learner sees of `strait` and how its moves are numbered.

Both follow the board: there is one column of a plane, and one row of most kinds of action, for
each of its places (hexes first, then stations). Nothing in this game is hidden."""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import compiled
from .apply import turn
from .floes import MOST_ENDS, drifts
from .state import (
    ACTIVE,
    ASKED,
    AT,
    BAG,
    BEARS,
    BOUNCING,
    CARD_KINDS,
    COLLECTED,
    DECK,
    DEPTH,
    DISCOVERED,
    DRIFTED,
    DROPPED,
    ENDED,
    ENTRY,
    EXPLORER_DONE,
    EXPLORERS,
    FINISHED,
    FISH,
    FISHED,
    FLOE,
    FLOE_DONE,
    FRAME,
    GOAL,
    HAND,
    HAND_BEARS,
    HAND_FISH,
    HAND_ROPE,
    KIND,
    KINDS,
    LIFTED,
    MOVER,
    NEXT,
    NOTHING,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
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
    TILE_KINDS,
    TOOK,
    TURN,
    TURNED,
    VISITED,
    WHERE,
)
from .steps import wide

# -- actions ------------------------------------------------------------------------------------
# First those that need no place, then the kinds that have a row for each place.

_WAYS: Final = 6 + 6 * 6  # a step, or a swim in two directions
_OF_STEPPED: Final = 0
_OF_COLLECTED: Final = _OF_STEPPED + EXPLORERS * _WAYS
_OF_DROPPED: Final = _OF_COLLECTED + 2 * EXPLORERS
_OF_FISHED: Final = _OF_DROPPED + 2 * EXPLORERS
_OF_STOPPED: Final = _OF_FISHED + 1
_OF_ENDED: Final = _OF_STOPPED + 1
_OF_SENT: Final = _OF_ENDED + 1
_OF_TOOK: Final = _OF_SENT + 6
_OF_DISCOVERED: Final = _OF_TOOK + 3  # discovery with tiles in the bag
_FIXED: Final = _OF_DISCOVERED + 1

_PUT, _DRIFT = 0, 6  # … in a row: 6 ways to lay a floe
_TURN: Final = _DRIFT + MOST_ENDS
_DISCOVER: Final = _TURN + 2  # the floe here leaves first
_STATION, _LIFT = _DISCOVER + 1, _DISCOVER + 2
_ROW: Final = _LIFT + 1


@compiled
def actions(st: np.ndarray) -> int:
    return _FIXED + _ROW * wide(st[STATIONS])


@compiled
def _explorer(st: np.ndarray, place: int) -> int:
    """Which of the mover's explorers acts there: the one that moves or escapes, else the first."""
    seat = st[TURN]
    if st[PHASE] == BOUNCING:
        return wide(st[ASKED]) - EXPLORERS * seat  # type: ignore[no-any-return]
    mover = wide(st[MOVER])
    if mover // EXPLORERS == seat and st[AT + mover] == place:
        return mover - EXPLORERS * seat  # type: ignore[no-any-return]
    for i in range(EXPLORERS):
        if st[AT + EXPLORERS * seat + i] == place:
            return i
    return 0


@compiled
def _way(st: np.ndarray, start: int, to: int, over: int) -> int:
    """The number of a step or swim, by the sides one leaves through."""
    for i in range(6):
        there = st[NEXT + 6 * start + i]
        if over == NOTHING:
            if there == to:
                return i
        elif there == over:
            for j in range(6):
                if st[NEXT + 6 * over + j] == to:
                    return 6 + 6 * i + j
    return 0


@compiled
def _turned(mask: int, now: int) -> int:
    """By how many sides a floe in hand was turned before it was laid."""
    for steps in range(6):
        if (mask << steps | mask >> 6 - steps) & 63 == now:
            return steps
    return 0


@compiled
def _drift(st: np.ndarray, hex_: int, end: int) -> int:
    ends = np.empty(MOST_ENDS, dtype=np.int64)
    for i in range(drifts(st, hex_, ends)):
        if ends[i] == end:
            return i
    return 0


@compiled
def action(st: np.ndarray, m: int) -> int:
    kind, a, b, c = m >> 24, m >> 16 & 255, m >> 8 & 255, m & 255
    if kind == STEPPED:
        return _OF_STEPPED + _WAYS * _explorer(st, a) + _way(st, a, b, c)
    if kind == DRIFTED:
        return _FIXED + _ROW * a + _DRIFT + _drift(st, a, b)
    if kind == TURNED:
        return _FIXED + _ROW * a + _TURN + b
    if kind == PUT:
        return _FIXED + _ROW * a + _PUT + _turned(wide(st[HAND]), b)
    if kind == DISCOVERED:
        return _OF_DISCOVERED if a == NOTHING else _FIXED + _ROW * a + _DISCOVER
    if kind == STATIONED:
        return _FIXED + _ROW * a + _STATION
    if kind == LIFTED:
        return _FIXED + _ROW * a + _LIFT
    if kind == COLLECTED:
        return _OF_COLLECTED + 2 * _explorer(st, a) + b
    if kind == DROPPED:
        return _OF_DROPPED + 2 * _explorer(st, a) + b
    if kind == FISHED:
        return _OF_FISHED
    if kind == STOPPED:
        return _OF_STOPPED
    if kind == ENDED:
        return _OF_ENDED
    if kind == SENT:
        return _OF_SENT + a
    if kind == TOOK:
        return _OF_TOOK + (2 if a == NOTHING else a)
    return -1  # chance


# -- planes -------------------------------------------------------------------------------------

_FLOE, _RIDGE, _FIRM = 0, 1, 7
_THINGS: Final = 8  # rope, fish, bears
_MARKS: Final = 11  # the mover, who is asked, what is settled, where the mover has been
_LAND: Final = 15  # 4 kinds of place
_CURRENT: Final = 19  # speed, entry
_PHASES: Final = 21
_HAND: Final = _PHASES + FINISHED + 1  # a tile in hand: there is one, its ridges, what is on it
_REST: Final = _HAND + 10  # supply (3), floe action done, explorer action done, set-up, goal
_BAG: Final = _REST + 7
_DECK: Final = _BAG + KINDS
_SEAT: Final = _DECK + KINDS  # from here on the seats, the own one first
_PER_SEAT: Final = 5


def names(seats: int) -> tuple[str, ...]:
    """What each plane shows."""
    common = (
        *("floe", *(f"ridge {i}" for i in range(6)), "firm ground", "rope", "fish", "bears"),
        *("moving explorer", "asked explorer", "to settle", "visited"),
        *("sea", "Diomede", "Alaska", "Siberia", "speed", "entry"),
        *(f"phase {n}" for n in range(FINISHED + 1)),
        *("tile in hand", *(f"ridge {i} in hand" for i in range(6))),
        *("rope in hand", "fish in hand", "bears in hand"),
        *("rope in supply", "fish in supply", "bears in supply"),
        *("floe action done", "explorer action done", "set-up", "goal"),
        *(f"tiles of kind {n}" for n in range(KINDS)),
        *(f"cards of kind {n}" for n in range(KINDS)),
    )
    each = ("explorers", "rope in rucksack", "fish in rucksack", "active", "to decide")
    whose = ("own", *(f"seat +{i}" for i in range(1, seats)))
    return (*common, *(f"{who}: {what}" for who in whose for what in each))


@compiled
def shape(st: np.ndarray) -> tuple[int, int, int]:
    return _SEAT + _PER_SEAT * wide(st[SEATS]), 1, wide(st[STATIONS])


@compiled
def planes(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    out[:] = 0
    for place in range(st[STATIONS]):
        floe = st[FLOE + place]
        if floe == SOLID:
            out[_FIRM, place] = 1
        elif floe >= 0:
            out[_FLOE, place] = 1
            for i in range(6):
                out[_RIDGE + i, place] = floe >> i & 1
        out[_THINGS, place] = st[ROPE + place]
        out[_THINGS + 1, place] = st[FISH + place]
        out[_THINGS + 2, place] = st[BEARS + place]
        out[_MARKS + 3, place] = st[VISITED + place]
        out[_LAND + st[KIND + place], place] = 1
        out[_CURRENT, place] = st[SPEED + place]
        out[_CURRENT + 1, place] = st[ENTRY + place]
    if st[MOVER] >= 0 and st[AT + st[MOVER]] >= 0:
        out[_MARKS, st[AT + st[MOVER]]] = 1
    if st[ASKED] >= 0 and st[AT + st[ASKED]] >= 0:
        out[_MARKS + 1, st[AT + st[ASKED]]] = 1
    if st[DEPTH] > 0:
        out[_MARKS + 2, st[FRAME + 4 * (st[DEPTH] - 1) + WHERE]] = 1
    out[_PHASES + st[PHASE], :] = 1
    _piles(st, out)
    seats = st[SEATS]
    for i in range(seats):
        _seat_planes(st, (seat + i) % seats, out[_SEAT + _PER_SEAT * i :])


@compiled
def _piles(st: np.ndarray, out: np.ndarray) -> None:
    """What is in hand, in the supply, in the bag and in the deck."""
    if st[HAND] >= 0:
        out[_HAND, :] = 1
        for i in range(6):
            out[_HAND + 1 + i, :] = st[HAND] >> i & 1
        out[_HAND + 7, :] = st[HAND_ROPE]
        out[_HAND + 8, :] = st[HAND_FISH]
        out[_HAND + 9, :] = st[HAND_BEARS]
    for i in range(3):
        out[_REST + i, :] = st[SUPPLY + i]
    out[_REST + 3, :] = st[FLOE_DONE]
    out[_REST + 4, :] = st[EXPLORER_DONE]
    out[_REST + 5, :] = st[SETUP]
    out[_REST + 6, :] = st[GOAL]
    for kind in range(st[TILE_KINDS]):
        out[_BAG + kind, :] = st[BAG + kind]
    for kind in range(st[CARD_KINDS]):
        out[_DECK + kind, :] = st[DECK + kind]


@compiled
def _seat_planes(st: np.ndarray, seat: int, out: np.ndarray) -> None:
    for i in range(EXPLORERS):
        at = st[AT + EXPLORERS * seat + i]
        if at >= 0:
            out[0, at] += 1
    out[1, :] = st[PACK_ROPE + seat]
    out[2, :] = st[PACK_FISH + seat]
    out[3, :] = st[ACTIVE] == seat
    out[4, :] = turn(st) == seat
