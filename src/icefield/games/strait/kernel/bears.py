"""Explorers on the move and the bears they meet (compiled; I18, I22–I31).

Bears are settled on an explicit stack of frames: an explorer that must send bears away, and a bear
that endangers explorers. `settle_bears` goes on with the last frame until a player has to decide or
no frame is left.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .floes import next_seat
from .state import (
    ACTIVE,
    ASKED,
    BEARS,
    BOUNCE,
    BOUNCING,
    DEPTH,
    FINISHED,
    FISH,
    FRAME,
    GOAL,
    KIND,
    LEVEL,
    MOVER,
    MOVING,
    OCCUPANTS,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    ROPE,
    SEATS,
    SENDING,
    SETTLE,
    SIBERIA,
    SUPPLY,
    TAKING,
    TEAM_SIZE,
    TRAIL,
    TRAILS,
    TURN,
    VISITED,
    WHAT,
    WHERE,
    WHO,
)
from .steps import (
    MAX_STEPS,
    STEP_FISH,
    STEP_LEFT,
    STEP_LOST,
    STEP_OVER,
    STEP_TO,
    bear_target,
    can_send_anywhere,
    list_steps,
    to_int64,
)
from .turns import finish_explorer_action, finish_game


@compiled
def place_explorer(st: np.ndarray, explorer: int, place: int) -> None:
    """Moves an explorer to a place."""
    if st[PLACE_OF + explorer] >= 0:
        st[OCCUPANTS + st[PLACE_OF + explorer]] -= 1
    st[PLACE_OF + explorer] = place
    st[OCCUPANTS + place] += 1


@compiled
def void_duties(st: np.ndarray, explorer: int) -> None:
    """Voids what an explorer had to do on the space it is driven from (I30a)."""
    if st[MOVER] == explorer:
        st[MOVER] = -1
    for i in range(st[DEPTH]):
        if st[FRAME + 4 * i + WHAT] == SETTLE and st[FRAME + 4 * i + WHO] == explorer:
            st[FRAME + 4 * i + WHO] = -1


@compiled
def _pay(st: np.ndarray, seat: int, start: int, to: int, over: int) -> None:
    """Pays the price of a step or swim (I23–I26)."""
    steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
    rope, fish = to_int64(st[PACK_ROPE + seat]), to_int64(st[PACK_FISH + seat])
    for i in range(list_steps(st, seat, start, rope, fish, steps)):
        if steps[i, STEP_TO] == to and steps[i, STEP_OVER] == over:
            left, lost, price = steps[i, STEP_LEFT], steps[i, STEP_LOST], steps[i, STEP_FISH]
            st[PACK_ROPE + seat] -= left + lost
            st[PACK_FISH + seat] -= price
            st[ROPE + start] += left
            st[SUPPLY] += lost
            st[SUPPLY + 1] += price
            return


@compiled
def _push(st: np.ndarray, what: int, where: int, who: int, level: int) -> None:
    """Puts a frame on the stack."""
    frame = FRAME + 4 * st[DEPTH]
    st[frame + WHAT], st[frame + WHERE] = what, where
    st[frame + WHO], st[frame + LEVEL] = who, level
    st[DEPTH] += 1


@compiled
def _extend_trail(st: np.ndarray, place: int) -> None:
    """Adds a place that the bear may not be sent back to."""
    st[TRAIL + st[TRAILS]] = place
    st[TRAILS] += 1


@compiled
def _pop(st: np.ndarray) -> None:
    """Takes the last frame off the stack, and the trail of its bear."""
    st[DEPTH] -= 1
    if st[FRAME + 4 * st[DEPTH] + WHAT] == BOUNCE:
        st[TRAILS] -= 1
        while st[TRAIL + st[TRAILS]] >= 0:
            st[TRAILS] -= 1


@compiled
def _duty_rank(st: np.ndarray, explorer: int) -> int:
    """The urgency of an explorer's duty where it stands, least first.

    The number of its frame; the mover comes after the frames, and explorers without a duty last.
    """
    for i in range(st[DEPTH]):
        if st[FRAME + 4 * i + WHAT] == SETTLE and st[FRAME + 4 * i + WHO] == explorer:
            return i
    return st[DEPTH] + (st[MOVER] != explorer)  # type: ignore[no-any-return]


@compiled
def find_endangered(st: np.ndarray, place: int) -> int:
    """The explorer at a place that is asked first, −1 when the place is empty (I28).

    By owner, clockwise from the active player; of one owner's explorers the one that has been busy
    there for longest.
    """
    seat = st[ACTIVE]
    for _ in range(st[SEATS]):
        found = -1
        for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
            if st[PLACE_OF + i] == place and (
                found < 0 or _duty_rank(st, i) < _duty_rank(st, found)
            ):
                found = i
        if found >= 0:
            return found
        seat = next_seat(st, seat)
    return -1


@compiled
def settle_bears(st: np.ndarray) -> None:
    """Goes on with the last frame until a player has to decide; then the mover takes."""
    while st[DEPTH] > 0:
        frame = FRAME + 4 * (st[DEPTH] - 1)
        place, who = st[frame + WHERE], st[frame + WHO]
        if st[frame + WHAT] == SETTLE:
            if who < 0 or st[BEARS + place] == 0:
                _pop(st)
            elif can_send_anywhere(st, place):
                st[PHASE], st[ASKED], st[TURN] = SENDING, who, who // TEAM_SIZE
                return
            else:  # I30
                st[BEARS + place] -= 1
                st[SUPPLY + 2] += 1
            continue
        who = find_endangered(st, place)
        if who < 0 or st[BEARS + place] < st[frame + LEVEL]:
            _pop(st)
        else:
            st[PHASE], st[ASKED], st[TURN] = BOUNCING, who, who // TEAM_SIZE
            return
    st[ASKED] = -1
    st[TURN] = st[ACTIVE]
    if st[MOVER] >= 0:
        place = st[PLACE_OF + st[MOVER]]
        if st[ROPE + place] + st[FISH + place] > 0:
            st[PHASE] = TAKING
            return
    finish_explorer_action(st)


@compiled
def _reaches_siberia(st: np.ndarray, explorer: int, place: int) -> bool:
    """Whether an explorer has reached Siberia (I22); this may end the game (I31)."""
    if st[KIND + place] != SIBERIA:
        return False
    seat, home = explorer // TEAM_SIZE, 0
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        home += st[KIND + st[PLACE_OF + i]] == SIBERIA
    if home >= st[GOAL]:
        finish_game(st, seat)
    return True


@compiled
def step_mover(st: np.ndarray, start: int, to: int, over: int) -> None:
    """Plays a step of the mover, the first one of a move included."""
    seat = st[ACTIVE]
    if st[MOVER] < 0:
        explorer = TEAM_SIZE * seat
        while st[PLACE_OF + explorer] != start:
            explorer += 1
        st[MOVER] = explorer
        st[VISITED + start] = 1
        st[PHASE] = MOVING
    _pay(st, seat, start, to, over)
    place_explorer(st, st[MOVER], to)
    st[VISITED + to] = 1
    if _reaches_siberia(st, st[MOVER], to) and st[PHASE] != FINISHED:
        finish_explorer_action(st)


@compiled
def escape_bear(st: np.ndarray, to: int, over: int) -> None:
    """Plays an escape (I28, I30a)."""
    explorer = st[ASKED]
    _pay(st, st[TURN], st[PLACE_OF + explorer], to, over)
    void_duties(st, explorer)
    place_explorer(st, explorer, to)
    if _reaches_siberia(st, explorer, to) and st[PHASE] == FINISHED:
        return
    if st[BEARS + to] > 0:  # I30a
        _push(st, SETTLE, to, explorer, 0)
    settle_bears(st)


@compiled
def send_bear(st: np.ndarray, direction: int) -> None:
    """Sends a bear off.

    From a space that is settled this is paid already (I26); a bear that is bounced on costs a fish.
    """
    frame = FRAME + 4 * (st[DEPTH] - 1)
    place = st[frame + WHERE]
    bounced = st[PHASE] == BOUNCING
    if bounced:
        st[PACK_FISH + st[TURN]] -= 1
        st[SUPPLY + 1] += 1
    target = bear_target(st, place, direction)
    st[BEARS + place] -= 1
    if target < 0:
        st[SUPPLY + 2] += 1
    else:
        st[BEARS + target] += 1
    lands = target >= 0 and st[OCCUPANTS + target] > 0
    if bounced and lands:
        st[frame + WHERE], st[frame + LEVEL] = target, st[BEARS + target]
        _extend_trail(st, target)
    elif bounced:
        _pop(st)
    elif lands:
        _push(st, BOUNCE, target, -1, st[BEARS + target])
        _extend_trail(st, -1)
        _extend_trail(st, place)
        _extend_trail(st, target)
    settle_bears(st)


@compiled
def stop_mover(st: np.ndarray) -> None:
    """Ends the steps of the mover, which must then send bears away (I26)."""
    place = st[PLACE_OF + st[MOVER]]
    if st[BEARS + place] > 0:
        _push(st, SETTLE, place, st[MOVER], 0)
    settle_bears(st)
