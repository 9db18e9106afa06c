"""Playing a move of `strait` (compiled). Trusts that the move is legal."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
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
from .state import (
    ACTIVE,
    ASKED,
    BAG,
    BEARS,
    BOUNCING,
    CAPACITY,
    CARD,
    CARD_KINDS,
    CHOOSING_ACTION,
    COLLECTED,
    DECK,
    DIOMEDE,
    DISCOVERED,
    DRAWING_CARD,
    DRAWING_TILE,
    DREW_CARD,
    DREW_TILE,
    DRIFTED,
    DROPPED,
    ENDED,
    FIRST_FLOES,
    FISH,
    FISHED,
    FLOE,
    HAND,
    HAND_BEARS,
    HAND_FISH,
    HAND_ROPE,
    HELD,
    HEXES,
    MAX_KINDS,
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
    SETUP,
    STARTED,
    STARTER,
    STATIONED,
    STATIONING,
    STEPPED,
    STOPPED,
    SUPPLY,
    TEAM_SIZE,
    TILE_KIND_OF,
    TILE_MASK,
    TOOK,
    TURN,
    TURNED,
    has_dealt_tiles,
)
from .turns import end_turn, finish_explorer_action, finish_floe_action

# -- floes ----------------------------------------------------------------------------------------


@compiled
def _remove_floe(st: np.ndarray, hex_: int) -> None:
    """Takes a floe off the board: the tile to the bag, its load to the supply (I13)."""
    st[BAG + st[TILE_KIND_OF + st[FLOE + hex_]]] += 1
    st[SUPPLY] += st[ROPE + hex_]
    st[SUPPLY + 1] += st[FISH + hex_]
    st[SUPPLY + 2] += st[BEARS + hex_]
    st[ROPE + hex_] = st[FISH + hex_] = st[BEARS + hex_] = 0
    st[FLOE + hex_] = -1


@compiled
def _drift_floe(st: np.ndarray, start: int, end: int) -> None:
    """Moves a floe with all it carries, or off the board (I12, I13)."""
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
def _turn_floe(st: np.ndarray, hex_: int, side: int) -> None:
    """Turns a floe by a sixth: 0 clockwise, 1 counter-clockwise (I14)."""
    mask = st[FLOE + hex_]
    if side == 0:
        st[FLOE + hex_] = (mask << 1 | mask >> 5) & 63
    else:
        st[FLOE + hex_] = (mask >> 1 | mask << 5) & 63


@compiled
def _draw_tile(st: np.ndarray, kind: int) -> None:
    """Draws a tile (I15), or deals one to the next player (I9)."""
    st[BAG + kind] -= 1
    st[PHASE] = DRAWING_CARD
    if not has_dealt_tiles(st):
        st[HAND] = st[TILE_MASK + kind]
        return
    st[HELD + MAX_KINDS * st[ACTIVE] + kind] += 1
    st[ACTIVE] = st[TURN] = next_seat(st, st[ACTIVE])
    dealt = 0
    for i in range(MAX_KINDS * st[SEATS]):
        dealt += st[HELD + i]
    if dealt < FIRST_FLOES:
        st[PHASE] = DRAWING_TILE  # the last one goes to the player before the starting player


@compiled
def _draw_card(st: np.ndarray, kind: int) -> None:
    """Draws a card; the supply gives as much as it has (I7, I9, I15).

    A bear does not come to explorers on Diomede, nor a third one to two (I9).
    """
    st[DECK + kind] -= 1
    diomede = st[CARD + 5 * kind] == 1
    for item in range(3):
        number = min(st[CARD + 5 * kind + 1 + item], st[SUPPLY + item])
        if diomede and item == 2:
            room = 0 if st[OCCUPANTS + st[DIOMEDE]] > 0 else CAPACITY - st[BEARS + st[DIOMEDE]]
            number = min(number, room)
        st[SUPPLY + item] -= number
        if not diomede:
            st[HAND_ROPE + item] = number
        elif item == 0:
            st[ROPE + st[DIOMEDE]] += number
        elif item == 1:
            st[FISH + st[DIOMEDE]] += number
        else:
            st[BEARS + st[DIOMEDE]] += number
    st[PHASE] = PUTTING


@compiled
def _put_floe(st: np.ndarray, hex_: int, mask: int) -> None:
    """Puts the drawn or chosen tile on the board with its load (I9, I15)."""
    st[FLOE + hex_] = mask
    dealt = has_dealt_tiles(st)
    if dealt:
        st[HELD + MAX_KINDS * st[ACTIVE] + st[TILE_KIND_OF + mask]] -= 1
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
        st[PHASE] = DRAWING_CARD if dealt else DRAWING_TILE
        st[ACTIVE] = st[TURN] = next_seat(st, st[ACTIVE])


@compiled
def _place_on_station(st: np.ndarray, place: int) -> None:
    """Puts an explorer on a station; anticlockwise, one at a time (I10)."""
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


@compiled
def _take_item(st: np.ndarray, place: int, item: int) -> None:
    """Puts an item of a place into the active player's rucksack."""
    st[ROPE + item * (FISH - ROPE) + place] -= 1
    st[PACK_ROPE + item * (PACK_FISH - PACK_ROPE) + st[ACTIVE]] += 1


@compiled
def _catch_fish(st: np.ndarray) -> None:
    """Gives a rope for two fish, as many as exist and fit (I20)."""
    seat = st[ACTIVE]
    st[PACK_ROPE + seat] -= 1
    st[SUPPLY] += 1
    free = RUCKSACK_SIZE - st[PACK_ROPE + seat] - st[PACK_FISH + seat]
    caught = min(2, free, st[SUPPLY + 1])
    st[PACK_FISH + seat] += caught
    st[SUPPLY + 1] -= caught


@compiled
def _apply_explorer_move(st: np.ndarray, kind: int, a: int, b: int, c: int) -> None:
    """Plays a move that is about an explorer or a bear."""
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
    """The state after a legal move; changes the array it is given."""
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
        _draw_tile(st, a)
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
