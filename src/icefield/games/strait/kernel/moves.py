"""The legal moves of `strait`, phase by phase (compiled)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .floes import (
    MOST_ENDS,
    bag_empty,
    drifts,
    entry_clear,
    is_floe,
    may_move,
)
from .state import (
    ACTIVE,
    ALASKA,
    ASKED,
    AT,
    BAG,
    BOUNCING,
    CARD_KINDS,
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
    EXPLORERS,
    FISH,
    FISHED,
    FLOE,
    FLOE_DONE,
    FRAME,
    HAND,
    HEXES,
    KIND,
    LIFTED,
    MOVER,
    MOVING,
    NEXT,
    NOTHING,
    ON,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PUT,
    PUTTING,
    ROOM,
    ROPE,
    RUCKSACK,
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
    TILE_KINDS,
    TOOK,
    TOP,
    TRAIL,
    TRAILS,
    TURN,
    TURNED,
    VISITED,
    WHERE,
)
from .steps import FISH as PRICE
from .steps import (
    LEFT,
    LOST,
    MOST_WAYS,
    OVER,
    TO,
    bear_target,
    can_finish,
    can_send,
    can_stay,
    ways_from,
    wide,
)


@compiled
def _code(kind: int, a: int, b: int, c: int) -> int:
    return np.int64(kind) << 24 | np.int64(a) << 16 | np.int64(b) << 8 | np.int64(c)  # type: ignore[return-value]


# -- set-up and discovery -------------------------------------------------------------------------


@compiled
def _spot(st: np.ndarray, hex_: int, strict: bool) -> bool:
    """Whether a first floe may lie on a hex (I9)."""
    if st[KIND + hex_] != SEA or st[FLOE + hex_] >= 0 or st[ENTRY + hex_] == 1:
        return False
    if strict:
        for direction in range(6):
            there = st[NEXT + 6 * hex_ + direction]
            if there >= 0 and is_floe(st, there):
                return False
    return True


@compiled
def _puts(st: np.ndarray, out: np.ndarray) -> int:
    setup = st[SETUP] == 1
    strict = False
    if setup:
        for hex_ in range(st[HEXES]):
            strict |= _spot(st, hex_, True)
    n = 0
    mask = wide(st[HAND])
    for hex_ in range(st[HEXES]):
        if setup:
            if not _spot(st, hex_, strict):
                continue
        elif st[ENTRY + hex_] == 0 or st[FLOE + hex_] >= 0:
            continue
        for steps in range(6):
            now = (mask << steps | mask >> 6 - steps) & 63
            if steps > 0 and now == mask:
                break  # from here on the masks repeat
            out[n] = _code(PUT, hex_, now, 0)
            n += 1
    return n


# -- the own turn ---------------------------------------------------------------------------------


@compiled
def _floe_moves(st: np.ndarray, out: np.ndarray, n: int) -> int:
    seat = st[ACTIVE]
    empty = bag_empty(st)
    ends = np.empty(MOST_ENDS, dtype=np.int64)
    for hex_ in range(st[HEXES]):
        if not is_floe(st, hex_) or not may_move(st, seat, hex_):
            continue
        for i in range(drifts(st, hex_, ends)):
            out[n] = _code(DRIFTED, hex_, ends[i], 0)
            n += 1
            if ends[i] == NOTHING and empty and entry_clear(st, hex_):
                out[n] = _code(DISCOVERED, hex_, 0, 0)
                n += 1
        out[n] = _code(TURNED, hex_, 0, 0)
        out[n + 1] = _code(TURNED, hex_, 1, 0)
        n += 2
    if not empty and entry_clear(st, -1):
        out[n] = _code(DISCOVERED, NOTHING, 0, 0)
        n += 1
    return n


@compiled
def _first_of_own(st: np.ndarray, seat: int, i: int) -> bool:
    """Whether the i-th explorer of a seat is the first at its place, on a place it can act from."""
    place = st[AT + EXPLORERS * seat + i]
    if st[KIND + place] == SIBERIA:
        return False
    for j in range(i):
        if st[AT + EXPLORERS * seat + j] == place:
            return False
    return True


@compiled
def _steps(st: np.ndarray, seat: int, place: int, out: np.ndarray, n: int) -> int:
    """Steps and swims of a move that do not lead into a dead end."""
    rope, fish = wide(st[PACK_ROPE + seat]), wide(st[PACK_FISH + seat])
    ways = np.empty((MOST_WAYS, 5), dtype=np.int64)
    for i in range(ways_from(st, seat, place, rope, fish, ways)):
        to = ways[i, TO]
        if st[VISITED + to] == 1:
            continue
        left = rope - ways[i, LEFT] - ways[i, LOST]
        if _may_enter(st, seat, place, to, left, fish - ways[i, PRICE]):
            out[n] = _code(STEPPED, place, to, ways[i, OVER])
            n += 1
    return n


@compiled
def _may_enter(st: np.ndarray, seat: int, start: int, to: int, rope: int, fish: int) -> bool:
    """The no-dead-end rule. The space left counts as visited."""
    if can_stay(st, seat, to, st[ON + to]):
        return True
    before = st[VISITED + start]
    if before == 0:
        st = st.copy()
        st[VISITED + start] = 1
    return can_finish(st, seat, to, rope, fish)


@compiled
def _drops(st: np.ndarray, seat: int, place: int, out: np.ndarray, n: int) -> int:
    if st[PACK_ROPE + seat] > 0:
        out[n] = _code(DROPPED, place, 0, 0)
        n += 1
    if st[PACK_FISH + seat] > 0:
        out[n] = _code(DROPPED, place, 1, 0)
        n += 1
    return n


@compiled
def _top(st: np.ndarray, out: np.ndarray) -> int:
    seat = st[ACTIVE]
    n = 0
    if st[FLOE_DONE] == 0:
        n = _floe_moves(st, out, n)
    impossible = n == 0
    has_room = st[PACK_ROPE + seat] + st[PACK_FISH + seat] < RUCKSACK
    for i in range(EXPLORERS):
        if not _first_of_own(st, seat, i):
            continue
        place = st[AT + EXPLORERS * seat + i]
        n = _drops(st, seat, place, out, n)
        if st[EXPLORER_DONE] == 1:
            continue
        n = _steps(st, seat, place, out, n)
        if has_room and st[ROPE + place] > 0:
            out[n] = _code(COLLECTED, place, 0, 0)
            n += 1
        if has_room and st[FISH + place] > 0:
            out[n] = _code(COLLECTED, place, 1, 0)
            n += 1
    if st[EXPLORER_DONE] == 0:
        if st[PACK_ROPE + seat] > 0:
            out[n] = _code(FISHED, 0, 0, 0)
            n += 1
        if impossible:
            out[n] = _code(ENDED, 0, 0, 0)
            n += 1
    return n


@compiled
def _moving(st: np.ndarray, out: np.ndarray) -> int:
    seat, place = st[ACTIVE], st[AT + st[MOVER]]
    n = _steps(st, seat, place, out, 0)
    if can_stay(st, seat, place, st[ON + place] - 1):
        out[n] = _code(STOPPED, 0, 0, 0)
        return _drops(st, seat, place, out, n + 1)
    for item in range(2):  # a drop must leave a way on
        rope = st[PACK_ROPE + seat] - (item == 0)
        fish = st[PACK_FISH + seat] - (item == 1)
        if rope >= 0 and fish >= 0 and _goes_on(st, seat, place, rope, fish):
            out[n] = _code(DROPPED, place, item, 0)
            n += 1
    return n


@compiled
def _goes_on(st: np.ndarray, seat: int, place: int, rope: int, fish: int) -> bool:
    ways = np.empty((MOST_WAYS, 5), dtype=np.int64)
    for i in range(ways_from(st, seat, place, rope, fish, ways)):
        to, left = ways[i, TO], rope - ways[i, LEFT] - ways[i, LOST]
        if st[VISITED + to] == 0 and can_finish(st, seat, to, left, fish - ways[i, PRICE]):
            return True
    return False


# -- bears ----------------------------------------------------------------------------------------


@compiled
def on_trail(st: np.ndarray, place: int) -> bool:
    """Whether the bear of the last frame has been at a place (I28). Its trail is the end of TRAIL,
    behind an entry −1."""
    i = st[TRAILS] - 1
    while st[TRAIL + i] >= 0:
        if st[TRAIL + i] == place:
            return True
        i -= 1
    return False


@compiled
def _sends(st: np.ndarray, place: int, bounce: bool, out: np.ndarray) -> int:
    n = 0
    for direction in range(6):
        if can_send(st, place, direction):
            target = bear_target(st, place, direction)
            if not bounce or target < 0 or not on_trail(st, target):
                out[n] = _code(SENT, direction, 0, 0)
                n += 1
    return n


@compiled
def _bouncing(st: np.ndarray, out: np.ndarray) -> int:
    seat, place = st[TURN], st[AT + st[ASKED]]
    rope, fish = wide(st[PACK_ROPE + seat]), wide(st[PACK_FISH + seat])
    n = _sends(st, place, True, out) if fish > 0 else 0
    ways = np.empty((MOST_WAYS, 5), dtype=np.int64)
    for i in range(ways_from(st, seat, place, rope, fish, ways)):
        to = ways[i, TO]
        if can_stay(st, seat, to, st[ON + to]):
            out[n] = _code(STEPPED, place, to, ways[i, OVER])
            n += 1
    if n == 0:
        n = _stations(st, LIFTED, out)
    return n


@compiled
def _stations(st: np.ndarray, kind: int, out: np.ndarray) -> int:
    """Alaskan stations with room (I10, I29)."""
    n = 0
    for place in range(st[HEXES], st[STATIONS]):
        if st[KIND + place] == ALASKA and st[ON + place] < ROOM:
            out[n] = _code(kind, place, 0, 0)
            n += 1
    return n


@compiled
def _taking(st: np.ndarray, out: np.ndarray) -> int:
    seat, place = st[ACTIVE], st[AT + st[MOVER]]
    n = _drops(st, seat, place, out, 0)
    if st[PACK_ROPE + seat] + st[PACK_FISH + seat] < RUCKSACK:
        if st[ROPE + place] > 0:
            out[n] = _code(TOOK, 0, 0, 0)
            n += 1
        if st[FISH + place] > 0:
            out[n] = _code(TOOK, 1, 0, 0)
            n += 1
    out[n] = _code(TOOK, NOTHING, 0, 0)
    return n + 1


# -- all of them ----------------------------------------------------------------------------------


@compiled
def moves(st: np.ndarray, out: np.ndarray) -> int:
    phase = st[PHASE]
    n = 0
    if phase == TOP:
        n = _top(st, out)
    elif phase == MOVING:
        n = _moving(st, out)
    elif phase == PUTTING:
        n = _puts(st, out)
    elif phase == TAKING:
        n = _taking(st, out)
    elif phase == SENDING:
        n = _sends(st, st[FRAME + 4 * (st[DEPTH] - 1) + WHERE], False, out)
    elif phase == BOUNCING:
        n = _bouncing(st, out)
    elif phase == STATIONING:
        n = _stations(st, STATIONED, out)
    elif phase == DRAWING_TILE:
        for kind in range(st[TILE_KINDS]):
            if st[BAG + kind] > 0:
                out[n] = _code(DREW_TILE, kind, 0, 0)
                n += 1
    elif phase == DRAWING_CARD:
        for kind in range(st[CARD_KINDS]):
            if st[DECK + kind] > 0:
                out[n] = _code(DREW_CARD, kind, 0, 0)
                n += 1
    elif phase == STARTING:
        n = st[SEATS]
        for seat in range(n):
            out[seat] = _code(STARTED, seat, 0, 0)
    return n
