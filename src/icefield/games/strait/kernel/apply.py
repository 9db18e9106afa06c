"""The compiled rules of `strait`. Trusts its input; `rules.py` is the door that checks.

A state is one flat array (`state.py`). `apply` changes the array it is given and returns it;
whoever needs the old state saves it first. The turn itself is in `turns.py`, bears are in
`bears.py`.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import CHANCE, OVER, below, compiled
from .bears import (
    escape_bear,
    place_explorer,
    send_bear,
    settle_bears,
    step_mover,
    stop_mover,
    void_duties,
)
from .floes import is_floe, next_seat
from .moves import moves as moves
from .state import (
    ACTIVE,
    ASKED,
    BAG,
    BEARS,
    BOARD_KEY,
    BOUNCING,
    CARD,
    CARD_KINDS,
    CHOOSING_ACTION,
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
    LEVEL,
    MOVER,
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
    SEATS,
    SENT,
    SETTLE,
    SETUP,
    STARTED,
    STARTER,
    STARTING,
    STATE_SIZE,
    STATIONED,
    STATIONING,
    STATIONS,
    STEPPED,
    STOPPED,
    SUPPLY,
    TEAM_SIZE,
    TILE_KIND_OF,
    TILE_KINDS,
    TILE_MASK,
    TOOK,
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
from .turns import end_turn, finish_explorer_action, finish_floe_action

# -- floes ----------------------------------------------------------------------------------------


@compiled
def _remove_floe(st: np.ndarray, hex_: int) -> None:
    """A floe leaves the board: the tile to the bag, what it carries to the supply (I13)."""
    st[BAG + st[TILE_KIND_OF + st[FLOE + hex_]]] += 1
    st[SUPPLY] += st[ROPE + hex_]
    st[SUPPLY + 1] += st[FISH + hex_]
    st[SUPPLY + 2] += st[BEARS + hex_]
    st[ROPE + hex_] = st[FISH + hex_] = st[BEARS + hex_] = 0
    st[FLOE + hex_] = -1


@compiled
def _drift_floe(st: np.ndarray, start: int, end: int) -> None:
    if end == NOTHING:
        _remove_floe(st, start)
        return
    if end == start:  # round a current that closes on itself
        return
    for what in (FLOE, ROPE, FISH, BEARS, OCCUPANTS):
        st[what + end] = st[what + start]
        st[what + start] = 0
    st[FLOE + start] = -1
    for explorer in range(TEAM_SIZE * st[SEATS]):
        if st[PLACE_OF + explorer] == start:
            st[PLACE_OF + explorer] = end


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
def _put_floe(st: np.ndarray, hex_: int, mask: int) -> None:
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
        finish_floe_action(st)
        return
    floes = 0
    for other in range(st[HEXES]):
        floes += is_floe(st, other)
    if floes == FIRST_FLOES:  # I10: the last to place a floe begins
        st[PHASE] = STATIONING
    else:
        st[PHASE] = DRAWING_TILE
        st[ACTIVE] = st[TURN] = next_seat(st, st[ACTIVE])


@compiled
def _place_on_station(st: np.ndarray, place: int) -> None:
    """I10: anticlockwise, one explorer at a time."""
    seat = st[ACTIVE]
    explorer = TEAM_SIZE * seat
    while st[PLACE_OF + explorer] >= 0:
        explorer += 1
    place_explorer(st, explorer, place)
    st[ACTIVE] = st[TURN] = (seat + st[SEATS] - 1) % st[SEATS]
    placed = 0
    for i in range(TEAM_SIZE * st[SEATS]):
        placed += st[PLACE_OF + i] >= 0
    if placed == TEAM_SIZE * st[SEATS]:
        st[SETUP] = 0
        st[PHASE] = CHOOSING_ACTION
        st[ACTIVE] = st[TURN] = st[STARTER]


# -- the kernel protocol --------------------------------------------------------------------------


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states."""
    return np.empty((n, STATE_SIZE), dtype=np.int16)


@compiled
def save(st: np.ndarray, row: np.ndarray) -> None:
    for i in range(STATE_SIZE):
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
def _take_item(st: np.ndarray, place: int, item: int) -> None:
    """Put an item of a place into the active player's rucksack."""
    st[ROPE + item * (FISH - ROPE) + place] -= 1
    st[PACK_ROPE + item * (PACK_FISH - PACK_ROPE) + st[ACTIVE]] += 1


@compiled
def _catch_fish(st: np.ndarray) -> None:
    """I20: as many as exist and fit."""
    seat = st[ACTIVE]
    st[PACK_ROPE + seat] -= 1
    st[SUPPLY] += 1
    free = RUCKSACK_SIZE - st[PACK_ROPE + seat] - st[PACK_FISH + seat]
    caught = min(2, free, st[SUPPLY + 1])
    st[PACK_FISH + seat] += caught
    st[SUPPLY + 1] -= caught


@compiled
def _apply_explorer_move(st: np.ndarray, kind: int, a: int, b: int, c: int) -> None:
    if kind == STEPPED:
        if st[PHASE] == BOUNCING:
            escape_bear(st, b, c)
        else:
            step_mover(st, a, b, c)
    elif kind == STOPPED:
        stop_mover(st)
    elif kind == DROPPED:
        st[PACK_ROPE + b * (PACK_FISH - PACK_ROPE) + st[ACTIVE]] -= 1
        st[ROPE + b * (FISH - ROPE) + a] += 1
    elif kind == SENT:
        send_bear(st, a)
    elif kind == TOOK:
        if a != NOTHING:
            _take_item(st, st[PLACE_OF + st[MOVER]], a)
        finish_explorer_action(st)
    elif kind == COLLECTED:
        _take_item(st, a, b)
        finish_explorer_action(st)
    elif kind == FISHED:
        _catch_fish(st)
        finish_explorer_action(st)
    else:  # LIFTED
        explorer = st[ASKED]
        void_duties(st, explorer)
        place_explorer(st, explorer, a)
        settle_bears(st)


@compiled
def apply(st: np.ndarray, m: int) -> np.ndarray:
    kind, a, b, c = m >> 24, m >> 16 & 255, m >> 8 & 255, m & 255
    if kind == DRIFTED:
        _drift_floe(st, a, b)
        finish_floe_action(st)
    elif kind == TURNED:
        _turn_floe(st, a, b)
        finish_floe_action(st)
    elif kind == DISCOVERED:
        if a != NOTHING:
            _remove_floe(st, a)
        st[PHASE] = DRAWING_TILE
    elif kind == PUT:
        _put_floe(st, a, b)
    elif kind == DREW_TILE:
        st[BAG + a] -= 1
        st[HAND] = st[TILE_MASK + a]
        st[PHASE] = DRAWING_CARD
    elif kind == DREW_CARD:
        _draw_card(st, a)
    elif kind == ENDED:
        end_turn(st)
    elif kind == STATIONED:
        _place_on_station(st, a)
    elif kind == STARTED:
        st[STARTER] = st[ACTIVE] = st[TURN] = a
        st[PHASE] = DRAWING_TILE
    else:
        _apply_explorer_move(st, kind, a, b, c)
    return st


@compiled
def _draw(st: np.ndarray, pile: int, kinds: int, rng: np.ndarray) -> int:
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
        return DREW_TILE << 24 | _draw(st, BAG, st[TILE_KINDS], rng) << 16
    if st[PHASE] == DRAWING_CARD:
        return DREW_CARD << 24 | _draw(st, DECK, st[CARD_KINDS], rng) << 16
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


_KEY_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_KEY_SHIFT = np.uint64(29)
_LOW_16_BITS = np.uint64(0xFFFF)


@compiled
def _mix_word(h: np.uint64, value: int) -> np.uint64:
    h = (h ^ np.uint64(value) & _LOW_16_BITS) * _KEY_FACTOR
    return h ^ h >> _KEY_SHIFT


@compiled
def _explorers_key(st: np.ndarray, mark: int) -> np.uint64:
    """Where everybody stands; explorers of one player are interchangeable (a sum, not a chain).
    `mark` is an explorer that matters by itself, or −1."""
    total = np.uint64(0)
    for i in range(TEAM_SIZE * st[SEATS]):
        own = _mix_word(_mix_word(np.uint64(1 + (i == mark)), i // TEAM_SIZE), st[PLACE_OF + i])
        total += own * own
    return total


@compiled
def key(st: np.ndarray) -> np.uint64:
    """Everything but the number of turns: AT, MOVER and ASKED by place, not by number."""
    h = np.uint64(0)
    for i in range(TURNS):
        h = _mix_word(h, st[i])
    for i in range(FLOE_DONE, MOVER):
        h = _mix_word(h, st[i])
    for i in range(DEPTH, PLACE_OF):
        h = _mix_word(h, st[i])
    h = (h ^ _explorers_key(st, st[MOVER])) * _KEY_FACTOR
    h = (h ^ _explorers_key(st, st[ASKED])) * _KEY_FACTOR
    for i in range(st[DEPTH]):
        frame = FRAME + 4 * i
        h = _mix_word(_mix_word(h, st[frame + WHERE]), st[frame + WHAT] + 2 * st[frame + LEVEL])
        if st[frame + WHAT] == SETTLE:
            h = (h ^ _explorers_key(st, st[frame + WHO])) * _KEY_FACTOR
    for i in range(st[TRAILS]):
        h = _mix_word(h, st[TRAIL + i])
    for place in range(st[STATIONS]):
        h = _mix_word(h, st[FLOE + place] << 9 | st[ROPE + place] << 4 | st[VISITED + place])
        h = _mix_word(h, st[FISH + place] << 4 | st[BEARS + place])
    for i in range(4):
        h = _mix_word(h, st[BOARD_KEY + i])
    return h
