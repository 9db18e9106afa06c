"""How far one explorer action carries (compiled): what reasons and threats rest on.

Whether somebody is home with the next move, who can be barred by a floe, where a bear can be sent:
each is a question about one explorer action, asked after every floe action there is, so it has to
be quick.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .apply import apply
from .moves import moves
from .state import (
    ACTIVE,
    ASKED,
    AT,
    BEARS,
    DEPTH,
    DRIFTED,
    EXPLORER_DONE,
    EXPLORERS,
    FLOE_DONE,
    KIND,
    MAX_MOVES,
    MOVER,
    ON,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACES,
    RUCKSACK,
    SIBERIA,
    STATIONS,
    TOP,
    TRAILS,
    TURN,
    TURNED,
    VISITED,
)
from .steps import FISH as PRICE
from .steps import LEFT, LOST, MOST_WAYS, TO, bear_target, can_send, can_stay, ways_from, wide

_LABELS = PLACES * (RUCKSACK + 1) * (RUCKSACK + 1)


@compiled
def turn_of(st: np.ndarray, seat: int) -> np.ndarray:
    """The state as if a turn of that seat began now."""
    st = st.copy()
    st[ACTIVE] = st[TURN] = seat
    st[PHASE] = TOP
    st[FLOE_DONE] = st[EXPLORER_DONE] = st[DEPTH] = st[TRAILS] = 0
    st[MOVER] = st[ASKED] = -1
    for place in range(st[STATIONS]):
        st[VISITED + place] = 0
    return st


@compiled
def reach(st: np.ndarray, seat: int, start: int, left: np.ndarray) -> None:
    """Where an explorer of a seat can stop that moves from a place: the most items that can be left
    in the rucksack then, −1 where it cannot stop."""
    for place in range(st[STATIONS]):
        left[place] = -1
    seen = np.zeros((PLACES, RUCKSACK + 1, RUCKSACK + 1), dtype=np.int8)
    queue = np.empty((_LABELS, 3), dtype=np.int64)
    ways = np.empty((MOST_WAYS, 5), dtype=np.int64)
    queue[0, 0] = start
    queue[0, 1], queue[0, 2] = wide(st[PACK_ROPE + seat]), wide(st[PACK_FISH + seat])
    first, last = 0, 1
    while first < last:
        place, rope, fish = queue[first]
        first += 1
        for i in range(ways_from(st, seat, place, rope, fish, ways)):
            to = ways[i, TO]
            rope_after, fish_after = rope - ways[i, LEFT] - ways[i, LOST], fish - ways[i, PRICE]
            if to == start or seen[to, rope_after, fish_after] == 1:
                continue
            seen[to, rope_after, fish_after] = 1
            if can_stay(st, seat, to, st[ON + to]):
                left[to] = max(left[to], rope_after + fish_after)
            if st[KIND + to] != SIBERIA:
                queue[last, 0], queue[last, 1], queue[last, 2] = to, rope_after, fish_after
                last += 1


@compiled
def road_home(st: np.ndarray, seat: int) -> int:
    """An explorer of a seat that one move brings to Siberia, and where to, the cheapest such way:
    explorer << 8 | station. −1 when there is none."""
    left = np.empty(PLACES, dtype=np.int64)
    best, found = -1, -1
    for i in range(EXPLORERS * seat, EXPLORERS * seat + EXPLORERS):
        if st[AT + i] < 0 or st[KIND + st[AT + i]] == SIBERIA:
            continue
        reach(st, seat, st[AT + i], left)
        for place in range(st[STATIONS]):
            if st[KIND + place] == SIBERIA and left[place] > best:
                best, found = left[place], i << 8 | place
    return found


@compiled
def opening(st: np.ndarray, seat: int) -> int:
    """A drift or turn of a floe after which one move of the seat brings an explorer home, in a
    state in which the seat's turn begins; −1 when there is none."""
    out = np.empty(MAX_MOVES, dtype=np.int64)
    for i in range(moves(st, out)):
        kind = out[i] >> 24
        if kind in (DRIFTED, TURNED) and road_home(apply(st.copy(), out[i]), seat) >= 0:
            return out[i]  # type: ignore[no-any-return]
    return -1


@compiled
def barring(st: np.ndarray, seat: int) -> int:
    """A drift or turn of a floe, by whoever's turn begins, after which no move of a seat brings an
    explorer home; −1 when there is none. For a seat that has such a move now."""
    out = np.empty(MAX_MOVES, dtype=np.int64)
    for i in range(moves(st, out)):
        kind = out[i] >> 24
        if kind in (DRIFTED, TURNED) and road_home(apply(st.copy(), out[i]), seat) < 0:
            return out[i]  # type: ignore[no-any-return]
    return -1


@compiled
def hunter(st: np.ndarray, by: int, target: int) -> int:
    """How a seat can send a bear to a place with one explorer action: explorer << 16 | the bear's
    place << 8 | direction, −1 when it cannot."""
    left = np.empty(PLACES, dtype=np.int64)
    for i in range(EXPLORERS * by, EXPLORERS * by + EXPLORERS):
        if st[AT + i] < 0 or st[KIND + st[AT + i]] == SIBERIA:
            continue
        reach(st, by, st[AT + i], left)
        for place in range(st[STATIONS]):
            if left[place] < 0 or st[BEARS + place] == 0 or place == target:
                continue
            for direction in range(6):
                sent = can_send(st, place, direction)
                if sent and bear_target(st, place, direction) == target:
                    return i << 16 | place << 8 | direction
    return -1
