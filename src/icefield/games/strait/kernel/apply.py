"""The compiled rules of `strait`. Trusts its input; `rules.py` is the door that checks.

A state is one flat array (`state.py`). `apply` changes the array it is given and returns it;
whoever needs the old state saves it first. The turn itself is in `turns.py`, bears are in
`bears.py`.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import CHANCE, OVER, below, compiled
from .bears import drive_off, escape, place_explorer, proceed, send, step, stop
from .floes import clockwise, is_floe
from .moves import moves as moves
from .state import (
    ACTIVE,
    ASKED,
    AT,
    BAG,
    BEARS,
    BOARD_KEY,
    BOUNCING,
    CARD,
    CARD_KINDS,
    COLLECTED,
    DECK,
    DEPTH,
    DIOMEDE,
    DISCOVERED,
    DRAWING_CARD,
    DRAWING_TILE,
    DREW_CARD,
    DREW_TILE,
    DRIFTED,
    DROPPED,
    ENDED,
    EXPLORERS,
    FINISHED,
    FIRST_FLOES,
    FISH,
    FISHED,
    FLOE,
    FLOE_DONE,
    FRAME,
    HAND,
    HAND_BEARS,
    HAND_FISH,
    HAND_ROPE,
    HEXES,
    KIND_OF,
    LENGTH,
    LEVEL,
    MOVER,
    NOTHING,
    ON,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PUT,
    PUTTING,
    ROPE,
    RUCKSACK,
    SEATS,
    SENT,
    SETTLE,
    SETUP,
    STARTED,
    STARTER,
    STARTING,
    STATIONED,
    STATIONING,
    STATIONS,
    STEPPED,
    STOPPED,
    SUPPLY,
    TILE_KINDS,
    TILE_MASK,
    TOOK,
    TOP,
    TRAIL,
    TRAILS,
    TURN,
    TURNED,
    TURNS,
    VISITED,
    WHAT,
    WHERE,
    WHO,
    WINNER,
)
from .state import (
    MAX_MOVES as MAX_MOVES,
)
from .turns import end_turn, explorer_done, floe_done

# -- floes ----------------------------------------------------------------------------------------


@compiled
def _clear(st: np.ndarray, hex_: int) -> None:
    """A floe leaves the board: the tile to the bag, what it carries to the supply (I13)."""
    st[BAG + st[KIND_OF + st[FLOE + hex_]]] += 1
    st[SUPPLY] += st[ROPE + hex_]
    st[SUPPLY + 1] += st[FISH + hex_]
    st[SUPPLY + 2] += st[BEARS + hex_]
    st[ROPE + hex_] = st[FISH + hex_] = st[BEARS + hex_] = 0
    st[FLOE + hex_] = -1


@compiled
def _drift(st: np.ndarray, start: int, end: int) -> None:
    if end == NOTHING:
        _clear(st, start)
        return
    if end == start:  # round a current that closes on itself
        return
    for what in (FLOE, ROPE, FISH, BEARS, ON):
        st[what + end] = st[what + start]
        st[what + start] = 0
    st[FLOE + start] = -1
    for explorer in range(EXPLORERS * st[SEATS]):
        if st[AT + explorer] == start:
            st[AT + explorer] = end


@compiled
def _turn_floe(st: np.ndarray, hex_: int, way: int) -> None:
    mask = st[FLOE + hex_]
    if way == 0:
        st[FLOE + hex_] = (mask << 1 | mask >> 5) & 63
    else:
        st[FLOE + hex_] = (mask >> 1 | mask << 5) & 63


@compiled
def _draw_card(st: np.ndarray, kind: int) -> None:
    """The items leave the supply, as far as it has them (I7, I9, I15)."""
    st[DECK + kind] -= 1
    diomede = st[CARD + 5 * kind] == 1
    for item in range(3):
        number = min(st[CARD + 5 * kind + 1 + item], st[SUPPLY + item])
        st[SUPPLY + item] -= number
        if not diomede:
            st[HAND_ROPE + item] = number
        elif item == 0:
            st[ROPE + st[DIOMEDE]] += number
        elif item == 1:
            st[FISH + st[DIOMEDE]] += number
    st[PHASE] = PUTTING


@compiled
def _put(st: np.ndarray, hex_: int, mask: int) -> None:
    st[FLOE + hex_] = mask
    st[ROPE + hex_], st[FISH + hex_], st[BEARS + hex_] = (
        st[HAND_ROPE],
        st[HAND_FISH],
        st[HAND_BEARS],
    )
    st[HAND] = -1
    st[HAND_ROPE] = st[HAND_FISH] = st[HAND_BEARS] = 0
    left = 0
    for kind in range(st[CARD_KINDS]):
        left += st[DECK + kind]
    if left == 0:  # I15
        for kind in range(st[CARD_KINDS]):
            st[DECK + kind] = st[CARD + 5 * kind + 4]
    if st[SETUP] == 0:
        floe_done(st)
        return
    floes = 0
    for other in range(st[HEXES]):
        floes += is_floe(st, other)
    if floes == FIRST_FLOES:  # I10: the last to place a floe begins
        st[PHASE] = STATIONING
    else:
        st[PHASE] = DRAWING_TILE
        st[ACTIVE] = st[TURN] = clockwise(st, st[ACTIVE])


@compiled
def _station(st: np.ndarray, place: int) -> None:
    """I10: anticlockwise, one explorer at a time."""
    seat = st[ACTIVE]
    explorer = EXPLORERS * seat
    while st[AT + explorer] >= 0:
        explorer += 1
    place_explorer(st, explorer, place)
    st[ACTIVE] = st[TURN] = (seat + st[SEATS] - 1) % st[SEATS]
    placed = 0
    for i in range(EXPLORERS * st[SEATS]):
        placed += st[AT + i] >= 0
    if placed == EXPLORERS * st[SEATS]:
        st[SETUP] = 0
        st[PHASE] = TOP
        st[ACTIVE] = st[TURN] = st[STARTER]


# -- the kernel protocol --------------------------------------------------------------------------


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states."""
    return np.empty((n, LENGTH), dtype=np.int16)


@compiled
def save(st: np.ndarray, row: np.ndarray) -> None:
    for i in range(LENGTH):
        row[i] = st[i]


@compiled
def load(row: np.ndarray) -> np.ndarray:
    return row.copy()


@compiled
def turn(st: np.ndarray) -> int:
    phase = st[PHASE]
    if phase == FINISHED:
        return OVER
    if phase in (STARTING, DRAWING_TILE, DRAWING_CARD):
        return CHANCE
    return np.int64(st[TURN])  # type: ignore[return-value]


@compiled
def _take(st: np.ndarray, place: int, item: int) -> None:
    """Put an item of a place into the active player's rucksack."""
    st[ROPE + item * (FISH - ROPE) + place] -= 1
    st[PACK_ROPE + item * (PACK_FISH - PACK_ROPE) + st[ACTIVE]] += 1


@compiled
def _go_fishing(st: np.ndarray) -> None:
    """I20: as many as exist and fit."""
    seat = st[ACTIVE]
    st[PACK_ROPE + seat] -= 1
    st[SUPPLY] += 1
    free = RUCKSACK - st[PACK_ROPE + seat] - st[PACK_FISH + seat]
    caught = min(2, free, st[SUPPLY + 1])
    st[PACK_FISH + seat] += caught
    st[SUPPLY + 1] -= caught


@compiled
def _apply_explorer(st: np.ndarray, kind: int, a: int, b: int, c: int) -> None:
    if kind == STEPPED:
        if st[PHASE] == BOUNCING:
            escape(st, b, c)
        else:
            step(st, a, b, c)
    elif kind == STOPPED:
        stop(st)
    elif kind == DROPPED:
        st[PACK_ROPE + b * (PACK_FISH - PACK_ROPE) + st[ACTIVE]] -= 1
        st[ROPE + b * (FISH - ROPE) + a] += 1
    elif kind == SENT:
        send(st, a)
    elif kind == TOOK:
        if a != NOTHING:
            _take(st, st[AT + st[MOVER]], a)
        explorer_done(st)
    elif kind == COLLECTED:
        _take(st, a, b)
        explorer_done(st)
    elif kind == FISHED:
        _go_fishing(st)
        explorer_done(st)
    else:  # LIFTED
        explorer = st[ASKED]
        drive_off(st, explorer)
        place_explorer(st, explorer, a)
        proceed(st)


@compiled
def apply(st: np.ndarray, m: int) -> np.ndarray:
    kind, a, b, c = m >> 24, m >> 16 & 255, m >> 8 & 255, m & 255
    if kind == DRIFTED:
        _drift(st, a, b)
        floe_done(st)
    elif kind == TURNED:
        _turn_floe(st, a, b)
        floe_done(st)
    elif kind == DISCOVERED:
        if a != NOTHING:
            _clear(st, a)
        st[PHASE] = DRAWING_TILE
    elif kind == PUT:
        _put(st, a, b)
    elif kind == DREW_TILE:
        st[BAG + a] -= 1
        st[HAND] = st[TILE_MASK + a]
        st[PHASE] = DRAWING_CARD
    elif kind == DREW_CARD:
        _draw_card(st, a)
    elif kind == ENDED:
        end_turn(st)
    elif kind == STATIONED:
        _station(st, a)
    elif kind == STARTED:
        st[STARTER] = st[ACTIVE] = st[TURN] = a
        st[PHASE] = DRAWING_TILE
    else:
        _apply_explorer(st, kind, a, b, c)
    return st


@compiled
def _drawn(st: np.ndarray, pile: int, kinds: int, rng: np.ndarray) -> int:
    """A kind, drawn by how many of it are left."""
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
    if st[PHASE] == DRAWING_TILE:
        return DREW_TILE << 24 | _drawn(st, BAG, st[TILE_KINDS], rng) << 16
    if st[PHASE] == DRAWING_CARD:
        return DREW_CARD << 24 | _drawn(st, DECK, st[CARD_KINDS], rng) << 16
    n = moves(st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]


@compiled
def payoffs(st: np.ndarray, out: np.ndarray) -> None:
    seats = st[SEATS]
    for seat in range(seats):
        if st[WINNER] < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if st[WINNER] == seat else -1.0 / (seats - 1)


_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_LOW = np.uint64(0xFFFF)


@compiled
def _stir(h: np.uint64, value: int) -> np.uint64:
    h = (h ^ np.uint64(value) & _LOW) * _MIX
    return h ^ h >> _SHIFT


@compiled
def _explorers_key(st: np.ndarray, mark: int) -> np.uint64:
    """Where everybody stands; explorers of one player are interchangeable (a sum, not a chain).
    `mark` is an explorer that matters by itself, or −1."""
    total = np.uint64(0)
    for i in range(EXPLORERS * st[SEATS]):
        own = _stir(_stir(np.uint64(1 + (i == mark)), i // EXPLORERS), st[AT + i])
        total += own * own
    return total


@compiled
def key(st: np.ndarray) -> np.uint64:
    """Everything but the number of turns: AT, MOVER and ASKED by place, not by number."""
    h = np.uint64(0)
    for i in range(TURNS):
        h = _stir(h, st[i])
    for i in range(FLOE_DONE, MOVER):
        h = _stir(h, st[i])
    for i in range(DEPTH, AT):
        h = _stir(h, st[i])
    h = (h ^ _explorers_key(st, st[MOVER])) * _MIX
    h = (h ^ _explorers_key(st, st[ASKED])) * _MIX
    for i in range(st[DEPTH]):
        frame = FRAME + 4 * i
        h = _stir(_stir(h, st[frame + WHERE]), st[frame + WHAT] + 2 * st[frame + LEVEL])
        if st[frame + WHAT] == SETTLE:
            h = (h ^ _explorers_key(st, st[frame + WHO])) * _MIX
    for i in range(st[TRAILS]):
        h = _stir(h, st[TRAIL + i])
    for place in range(st[STATIONS]):
        h = _stir(h, st[FLOE + place] << 9 | st[ROPE + place] << 4 | st[VISITED + place])
        h = _stir(h, st[FISH + place] << 4 | st[BEARS + place])
    for i in range(4):
        h = _stir(h, st[BOARD_KEY + i])
    return h
