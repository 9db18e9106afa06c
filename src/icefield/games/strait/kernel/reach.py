"""The possible results of one explorer action (compiled).

For explanations and searches of a turn.

Which seat gets home with its next move, which is barred by a floe, where a bear can be sent: each
is a question about one explorer action, asked after every floe action there is, so it has to be
quick.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .apply import apply
from .evaluate import count_home
from .moves import moves
from .state import (
    ACTIVE,
    ASKED,
    BEARS,
    BOUNCING,
    CHOOSING_ACTION,
    COLLECTED,
    DEPTH,
    DRIFTED,
    DROPPED,
    ENDED,
    EXPLORER_DONE,
    FISHED,
    FLOE_DONE,
    GOAL,
    KIND,
    MAX_MOVES,
    MAX_PLACES,
    MOVER,
    MOVING,
    OCCUPANTS,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    RUCKSACK_SIZE,
    SETUP,
    SIBERIA,
    STATIONS,
    TAKING,
    TEAM_SIZE,
    TRAILS,
    TURN,
    TURNED,
    VISITED,
)
from .steps import (
    MAX_STEPS,
    STEP_FISH,
    STEP_LEFT,
    STEP_LOST,
    STEP_TO,
    bear_target,
    can_send,
    can_stop,
    list_steps,
    to_int64,
)

_MAX_LABELS = MAX_PLACES * (RUCKSACK_SIZE + 1) * (RUCKSACK_SIZE + 1)


@compiled
def begin_turn(st: np.ndarray, seat: int) -> np.ndarray:
    """The state as if a turn of that seat began now."""
    st = st.copy()
    st[ACTIVE] = st[TURN] = seat
    st[PHASE] = CHOOSING_ACTION
    st[FLOE_DONE] = st[EXPLORER_DONE] = st[DEPTH] = st[TRAILS] = 0
    st[MOVER] = st[ASKED] = -1
    for place in range(st[STATIONS]):
        st[VISITED + place] = 0
    return st


@compiled
def find_reach(st: np.ndarray, seat: int, start: int, left: np.ndarray) -> None:
    """Writes where an explorer of a seat can stop that moves from a place.

    For each place the most items that can be left in the rucksack then, −1 where it cannot stop.
    During a move it goes on from where it has come to, and enters no space twice (I18).
    """
    for place in range(st[STATIONS]):
        left[place] = -1
    seen = np.zeros((MAX_PLACES, RUCKSACK_SIZE + 1, RUCKSACK_SIZE + 1), dtype=np.int8)
    queue = np.empty((_MAX_LABELS, 3), dtype=np.int64)
    steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
    queue[0, 0] = start
    queue[0, 1], queue[0, 2] = to_int64(st[PACK_ROPE + seat]), to_int64(st[PACK_FISH + seat])
    first, last = 0, 1
    while first < last:
        place, rope, fish = queue[first]
        first += 1
        for i in range(list_steps(st, seat, place, rope, fish, steps)):
            to = steps[i, STEP_TO]
            rope_after, fish_after = (
                rope - steps[i, STEP_LEFT] - steps[i, STEP_LOST],
                fish - steps[i, STEP_FISH],
            )
            if to == start or st[VISITED + to] == 1 or seen[to, rope_after, fish_after] == 1:
                continue
            seen[to, rope_after, fish_after] = 1
            if can_stop(st, seat, to, st[OCCUPANTS + to]):
                left[to] = max(left[to], rope_after + fish_after)
            if st[KIND + to] != SIBERIA:
                queue[last, 0], queue[last, 1], queue[last, 2] = to, rope_after, fish_after
                last += 1


@compiled
def find_homecoming(st: np.ndarray, seat: int) -> int:
    """An explorer that one move brings to Siberia, by the cheapest such way, or −1.

    Encoded as explorer << 8 | station.
    """
    left = np.empty(MAX_PLACES, dtype=np.int64)
    best, found = -1, -1
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        if st[PLACE_OF + i] < 0 or st[KIND + st[PLACE_OF + i]] == SIBERIA:
            continue
        find_reach(st, seat, st[PLACE_OF + i], left)
        for place in range(st[STATIONS]):
            if st[KIND + place] == SIBERIA and left[place] > best:
                best, found = left[place], i << 8 | place
    return found


@compiled
def may_win(st: np.ndarray, seat: int) -> bool:
    """Whether a seat can perhaps win before its turn ends; False is certain.

    It needs one more explorer in Siberia. The explorer action that brings it there is walking, or
    sending a bear to an own explorer, which escapes (I28); where both escape, no other way counts.
    """
    phase = st[PHASE]
    if st[SETUP] == 1 or count_home(st, seat) + 1 < st[GOAL]:
        return False
    if st[ACTIVE] != seat:
        return phase == BOUNCING and st[TURN] == seat  # type: ignore[no-any-return]
    if st[EXPLORER_DONE] == 1:
        return False
    if phase == MOVING:
        left = np.empty(MAX_PLACES, dtype=np.int64)
        find_reach(st, seat, st[PLACE_OF + st[MOVER]], left)
        for place in range(st[STATIONS]):
            if st[KIND + place] == SIBERIA and left[place] >= 0:
                return True
        return bool(st[GOAL] < TEAM_SIZE)  # another own explorer may escape
    if phase == CHOOSING_ACTION:
        return st[FLOE_DONE] == 0 or find_homecoming(st, seat) >= 0
    return phase != TAKING  # type: ignore[no-any-return]


@compiled
def futile(st: np.ndarray, m: int) -> bool:  # noqa: ARG001
    """Whether a move is never needed to win: the last explorer of a winner walks home."""
    kind = m >> 24
    return kind in (DROPPED, COLLECTED, FISHED, ENDED)


@compiled
def owner(st: np.ndarray) -> int:
    """The seat whose turn it is, also while chance or another seat decides."""
    return np.int64(st[ACTIVE])  # type: ignore[return-value]


@compiled
def find_opening_action(st: np.ndarray, seat: int) -> int:
    """A drift or turn after which one move brings an explorer home, or −1.

    For a state in which the seat's turn begins.
    """
    out = np.empty(MAX_MOVES, dtype=np.int64)
    for i in range(moves(st, out)):
        kind = out[i] >> 24
        if kind in (DRIFTED, TURNED) and find_homecoming(apply(st.copy(), out[i]), seat) >= 0:
            return out[i]  # type: ignore[no-any-return]
    return -1


@compiled
def find_barring_action(st: np.ndarray, seat: int) -> int:
    """A drift or turn after which no move of a seat brings an explorer home, or −1.

    By the seat whose turn begins, against a seat that has such a move now.
    """
    out = np.empty(MAX_MOVES, dtype=np.int64)
    for i in range(moves(st, out)):
        kind = out[i] >> 24
        if kind in (DRIFTED, TURNED) and find_homecoming(apply(st.copy(), out[i]), seat) < 0:
            return out[i]  # type: ignore[no-any-return]
    return -1


@compiled
def find_bear_attack(st: np.ndarray, by: int, target: int) -> int:
    """An explorer action by which a seat sends a bear to a place, or −1.

    Encoded as explorer << 16 | the bear's place << 8 | direction.
    """
    left = np.empty(MAX_PLACES, dtype=np.int64)
    for i in range(TEAM_SIZE * by, TEAM_SIZE * by + TEAM_SIZE):
        if st[PLACE_OF + i] < 0 or st[KIND + st[PLACE_OF + i]] == SIBERIA:
            continue
        find_reach(st, by, st[PLACE_OF + i], left)
        for place in range(st[STATIONS]):
            if left[place] < 0 or st[BEARS + place] == 0 or place == target:
                continue
            for direction in range(6):
                sent = can_send(st, place, direction)
                if sent and bear_target(st, place, direction) == target:
                    return i << 16 | place << 8 | direction
    return -1
