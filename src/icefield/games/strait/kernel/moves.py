"""The legal moves of `strait`, phase by phase (compiled)."""

from __future__ import annotations

import numpy as np

from ....core.jit import below, compiled
from .floes import (
    MAX_DRIFT_ENDS,
    has_clear_entry,
    is_bag_empty,
    is_floe,
    list_drift_ends,
    may_move,
)
from .state import (
    ACTIVE,
    ALASKA,
    ASKED,
    BAG,
    BOUNCING,
    CAPACITY,
    CARD_KINDS,
    CHOOSING_ACTION,
    COLLECTED,
    DECK,
    DEPTH,
    DISCOVERED,
    DRAWING_CARD,
    DRAWING_TILE,
    DREW_CARD,
    DREW_TILE,
    DRIFTED,
    DROPPED,
    ENDED,
    ENTRY,
    EXPLORER_DONE,
    FISH,
    FISHED,
    FLOE,
    FLOE_DONE,
    FRAME,
    HAND,
    HELD,
    HEXES,
    KIND,
    LIFTED,
    MAX_KINDS,
    MOVER,
    MOVING,
    NEIGHBOUR,
    NOTHING,
    OCCUPANTS,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    PUT,
    PUTTING,
    ROPE,
    RUCKSACK_SIZE,
    SEA,
    SEATS,
    SENDING,
    SENT,
    SETUP,
    SIBERIA,
    STARTED,
    STARTING,
    STATIONED,
    STATIONING,
    STATIONS,
    STEPPED,
    STOPPED,
    TAKING,
    TEAM_SIZE,
    TILE_KINDS,
    TILE_MASK,
    TOOK,
    TRAIL,
    TRAILS,
    TURN,
    TURNED,
    VISITED,
    WHERE,
    has_dealt_tiles,
)
from .steps import (
    MAX_STEPS,
    STEP_FISH,
    STEP_LEFT,
    STEP_LOST,
    STEP_OVER,
    STEP_TO,
    bear_target,
    can_reach_stop,
    can_send,
    can_stop,
    list_steps,
    to_int64,
)


@compiled
def encode(kind: int, a: int, b: int, c: int) -> int:
    """The code of a move."""
    return np.int64(kind) << 24 | np.int64(a) << 16 | np.int64(b) << 8 | np.int64(c)  # type: ignore[return-value]


# -- set-up and discovery -------------------------------------------------------------------------


@compiled
def _is_first_floe_hex(st: np.ndarray, hex_: int, strict: bool) -> bool:
    """Whether a first floe may lie on a hex; `strict`: not beside another (I9)."""
    if st[KIND + hex_] != SEA or st[FLOE + hex_] >= 0 or st[ENTRY + hex_] == 1:
        return False
    if strict:
        for direction in range(6):
            there = st[NEIGHBOUR + 6 * hex_ + direction]
            if there >= 0 and is_floe(st, there):
                return False
    return True


@compiled
def _list_puts(st: np.ndarray, out: np.ndarray) -> int:
    """Writes the places and orientations of a tile that may be placed (I9, I15)."""
    setup = st[SETUP] == 1
    strict = False
    if setup:
        for hex_ in range(st[HEXES]):
            strict |= _is_first_floe_hex(st, hex_, True)
    n = 0
    dealt = has_dealt_tiles(st)
    for hex_ in range(st[HEXES]):
        if setup:
            if not _is_first_floe_hex(st, hex_, strict):
                continue
        elif st[ENTRY + hex_] == 0 or st[FLOE + hex_] >= 0:
            continue
        if not dealt:
            n = _list_orientations(hex_, to_int64(st[HAND]), out, n)
            continue
        for kind in range(st[TILE_KINDS]):
            if st[HELD + MAX_KINDS * st[ACTIVE] + kind] > 0:
                n = _list_orientations(hex_, to_int64(st[TILE_MASK + kind]), out, n)
    return n


@compiled
def _list_orientations(hex_: int, mask: int, out: np.ndarray, n: int) -> int:
    """Writes the ways to lay a tile on a hex from index n on."""
    for steps in range(6):
        now = (mask << steps | mask >> 6 - steps) & 63
        if steps > 0 and now == mask:
            break  # from here on the masks repeat
        out[n] = encode(PUT, hex_, now, 0)
        n += 1
    return n


# -- the own turn ---------------------------------------------------------------------------------


@compiled
def _list_floe_actions(st: np.ndarray, out: np.ndarray, n: int) -> int:
    """Writes drifts, turns and discoveries (I12–I16) from index n on."""
    seat = st[ACTIVE]
    empty = is_bag_empty(st)
    ends = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    for hex_ in range(st[HEXES]):
        if not is_floe(st, hex_) or not may_move(st, seat, hex_):
            continue
        for i in range(list_drift_ends(st, hex_, ends)):
            out[n] = encode(DRIFTED, hex_, ends[i], 0)
            n += 1
            if ends[i] == NOTHING and empty and has_clear_entry(st, hex_):
                out[n] = encode(DISCOVERED, hex_, 0, 0)
                n += 1
        out[n] = encode(TURNED, hex_, 0, 0)
        out[n + 1] = encode(TURNED, hex_, 1, 0)
        n += 2
    if not empty and has_clear_entry(st, -1):
        out[n] = encode(DISCOVERED, NOTHING, 0, 0)
        n += 1
    return n


@compiled
def _can_act(st: np.ndarray, seat: int, i: int) -> bool:
    """Whether the i-th explorer of a seat may act and no earlier one stands there."""
    place = st[PLACE_OF + TEAM_SIZE * seat + i]
    if st[KIND + place] == SIBERIA:
        return False
    for j in range(i):
        if st[PLACE_OF + TEAM_SIZE * seat + j] == place:
            return False
    return True


@compiled
def _list_steps(st: np.ndarray, seat: int, place: int, out: np.ndarray, n: int) -> int:
    """Writes steps and swims that do not lead into a dead end (I18)."""
    rope, fish = to_int64(st[PACK_ROPE + seat]), to_int64(st[PACK_FISH + seat])
    steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
    for i in range(list_steps(st, seat, place, rope, fish, steps)):
        to = steps[i, STEP_TO]
        if st[VISITED + to] == 1:
            continue
        left = rope - steps[i, STEP_LEFT] - steps[i, STEP_LOST]
        if _can_enter(st, seat, place, to, left, fish - steps[i, STEP_FISH]):
            out[n] = encode(STEPPED, place, to, steps[i, STEP_OVER])
            n += 1
    return n


@compiled
def _can_enter(st: np.ndarray, seat: int, start: int, to: int, rope: int, fish: int) -> bool:
    """Whether a step leads to a place to stop at, or on to one (I18)."""
    if can_stop(st, seat, to, st[OCCUPANTS + to]):
        return True
    before = st[VISITED + start]
    if before == 0:
        st = st.copy()
        st[VISITED + start] = 1
    return can_reach_stop(st, seat, to, rope, fish)


@compiled
def _list_drops(st: np.ndarray, seat: int, place: int, out: np.ndarray, n: int) -> int:
    """Writes what can be dropped at a place (I21)."""
    if st[PACK_ROPE + seat] > 0:
        out[n] = encode(DROPPED, place, 0, 0)
        n += 1
    if st[PACK_FISH + seat] > 0:
        out[n] = encode(DROPPED, place, 1, 0)
        n += 1
    return n


@compiled
def _list_actions(st: np.ndarray, out: np.ndarray) -> int:
    """Writes all that the active seat can do between its actions."""
    seat = st[ACTIVE]
    n = 0
    if st[FLOE_DONE] == 0:
        n = _list_floe_actions(st, out, n)
    impossible = n == 0
    has_room = st[PACK_ROPE + seat] + st[PACK_FISH + seat] < RUCKSACK_SIZE
    for i in range(TEAM_SIZE):
        if not _can_act(st, seat, i):
            continue
        place = st[PLACE_OF + TEAM_SIZE * seat + i]
        n = _list_drops(st, seat, place, out, n)
        if st[EXPLORER_DONE] == 1:
            continue
        n = _list_steps(st, seat, place, out, n)
        if has_room and st[ROPE + place] > 0:
            out[n] = encode(COLLECTED, place, 0, 0)
            n += 1
        if has_room and st[FISH + place] > 0:
            out[n] = encode(COLLECTED, place, 1, 0)
            n += 1
    if st[EXPLORER_DONE] == 0:
        if st[PACK_ROPE + seat] > 0:
            out[n] = encode(FISHED, 0, 0, 0)
            n += 1
        if impossible:
            out[n] = encode(ENDED, 0, 0, 0)
            n += 1
    return n


@compiled
def _list_going_on(st: np.ndarray, out: np.ndarray) -> int:
    """Writes how the mover can go on, stop or drop something."""
    seat, place = st[ACTIVE], st[PLACE_OF + st[MOVER]]
    n = _list_steps(st, seat, place, out, 0)
    if can_stop(st, seat, place, st[OCCUPANTS + place] - 1):
        out[n] = encode(STOPPED, 0, 0, 0)
        return _list_drops(st, seat, place, out, n + 1)
    for item in range(2):  # a drop must leave a way on
        rope = st[PACK_ROPE + seat] - (item == 0)
        fish = st[PACK_FISH + seat] - (item == 1)
        if rope >= 0 and fish >= 0 and _can_go_on(st, seat, place, rope, fish):
            out[n] = encode(DROPPED, place, item, 0)
            n += 1
    return n


@compiled
def _can_go_on(st: np.ndarray, seat: int, place: int, rope: int, fish: int) -> bool:
    """Whether the mover can still reach a place to stop at with these items."""
    steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
    for i in range(list_steps(st, seat, place, rope, fish, steps)):
        to, left = steps[i, STEP_TO], rope - steps[i, STEP_LEFT] - steps[i, STEP_LOST]
        if st[VISITED + to] == 0 and can_reach_stop(st, seat, to, left, fish - steps[i, STEP_FISH]):
            return True
    return False


# -- bears ----------------------------------------------------------------------------------------


@compiled
def is_on_trail(st: np.ndarray, place: int) -> bool:
    """Whether the bear of the last frame has been at a place (I28).

    Its trail is the end of TRAIL, behind an entry −1.
    """
    i = st[TRAILS] - 1
    while st[TRAIL + i] >= 0:
        if st[TRAIL + i] == place:
            return True
        i -= 1
    return False


@compiled
def _list_sends(st: np.ndarray, place: int, bounce: bool, out: np.ndarray) -> int:
    """Writes the directions in which a bear can be sent (I27, I28)."""
    n = 0
    for direction in range(6):
        if can_send(st, place, direction):
            target = bear_target(st, place, direction)
            if not bounce or target < 0 or not is_on_trail(st, target):
                out[n] = encode(SENT, direction, 0, 0)
                n += 1
    return n


@compiled
def _list_answers(st: np.ndarray, out: np.ndarray) -> int:
    """Writes the answers to a bear: send it on, escape, or be lifted (I28, I29)."""
    seat, place = st[TURN], st[PLACE_OF + st[ASKED]]
    rope, fish = to_int64(st[PACK_ROPE + seat]), to_int64(st[PACK_FISH + seat])
    n = _list_sends(st, place, True, out) if fish > 0 else 0
    steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
    for i in range(list_steps(st, seat, place, rope, fish, steps)):
        to = steps[i, STEP_TO]
        if can_stop(st, seat, to, st[OCCUPANTS + to]):
            out[n] = encode(STEPPED, place, to, steps[i, STEP_OVER])
            n += 1
    if n == 0:
        n = _list_stations(st, LIFTED, out)
    return n


@compiled
def _list_stations(st: np.ndarray, kind: int, out: np.ndarray) -> int:
    """Writes the Alaskan stations with room (I10, I29)."""
    n = 0
    for place in range(st[HEXES], st[STATIONS]):
        if st[KIND + place] == ALASKA and st[OCCUPANTS + place] < CAPACITY:
            out[n] = encode(kind, place, 0, 0)
            n += 1
    return n


@compiled
def _list_takes(st: np.ndarray, out: np.ndarray) -> int:
    """Writes what can be taken or dropped after a move (I18, I21)."""
    seat, place = st[ACTIVE], st[PLACE_OF + st[MOVER]]
    n = _list_drops(st, seat, place, out, 0)
    if st[PACK_ROPE + seat] + st[PACK_FISH + seat] < RUCKSACK_SIZE:
        if st[ROPE + place] > 0:
            out[n] = encode(TOOK, 0, 0, 0)
            n += 1
        if st[FISH + place] > 0:
            out[n] = encode(TOOK, 1, 0, 0)
            n += 1
    out[n] = encode(TOOK, NOTHING, 0, 0)
    return n + 1


# -- all of them ----------------------------------------------------------------------------------


@compiled
def moves(st: np.ndarray, out: np.ndarray) -> int:
    """The number of legal moves, written to `out`."""
    phase = st[PHASE]
    n = 0
    if phase == CHOOSING_ACTION:
        n = _list_actions(st, out)
    elif phase == MOVING:
        n = _list_going_on(st, out)
    elif phase == PUTTING:
        n = _list_puts(st, out)
    elif phase == TAKING:
        n = _list_takes(st, out)
    elif phase == SENDING:
        n = _list_sends(st, st[FRAME + 4 * (st[DEPTH] - 1) + WHERE], False, out)
    elif phase == BOUNCING:
        n = _list_answers(st, out)
    elif phase == STATIONING:
        n = _list_stations(st, STATIONED, out)
    elif phase == DRAWING_TILE:
        for kind in range(st[TILE_KINDS]):
            if st[BAG + kind] > 0:
                out[n] = encode(DREW_TILE, kind, 0, 0)
                n += 1
    elif phase == DRAWING_CARD:
        for kind in range(st[CARD_KINDS]):
            if st[DECK + kind] > 0:
                out[n] = encode(DREW_CARD, kind, 0, 0)
                n += 1
    elif phase == STARTING:
        n = st[SEATS]
        for seat in range(n):
            out[seat] = encode(STARTED, seat, 0, 0)
    return n


@compiled
def _draw(st: np.ndarray, pile: int, kinds: int, rng: np.ndarray) -> int:
    """A kind of a pile, at random by how many of each are left."""
    total = 0
    for kind in range(kinds):
        total += st[pile + kind]
    at = below(rng, total)
    for kind in range(kinds):
        at -= st[pile + kind]
        if at < 0:
            return kind
    return 0


@compiled
def pick(st: np.ndarray, rng: np.ndarray, buffer: np.ndarray) -> int:
    """A random legal move; tiles and cards are drawn without listing them."""
    if st[PHASE] == DRAWING_TILE:
        return DREW_TILE << 24 | _draw(st, BAG, st[TILE_KINDS], rng) << 16
    if st[PHASE] == DRAWING_CARD:
        return DREW_CARD << 24 | _draw(st, DECK, st[CARD_KINDS], rng) << 16
    n = moves(st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]
