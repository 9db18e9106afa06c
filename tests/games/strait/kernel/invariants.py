"""What holds in every position of `strait`, checked after every move of a game.

`broken` gives the number of what does not hold, an index of WRONG; 0 where all holds.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from icefield.core.jit import CHANCE, OVER, below, compiled
from icefield.games.strait import kernel
from icefield.games.strait.kernel.state import (
    ASKED,
    BAG,
    BEARS,
    CAPACITY,
    CHOOSING_ACTION,
    COLLECTED,
    DEPTH,
    DISCOVERED,
    FISHED,
    FLOE,
    HAND,
    HAND_ROPE,
    HELD,
    HEXES,
    KIND,
    LIFTED,
    MAX_KINDS,
    MAX_MOVES,
    MAX_PLACES,
    MOVER,
    MOVING,
    OCCUPANTS,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    ROPE,
    RUCKSACK_SIZE,
    SEATS,
    SENT,
    SIBERIA,
    SOLID,
    STATIONS,
    STEPPED,
    STOPPED,
    SUPPLY,
    TEAM_SIZE,
    TILE_KIND_OF,
    TILE_KINDS,
    TOOK,
    TRAILS,
    TURNS,
    VISITED,
)
from icefield.games.strait.kernel.steps import bear_target

ALL_ROPE, ALL_FISH, ALL_BEARS = 15, 15, 5  # I7

ROPE_LOST, FISH_LOST, BEARS_LOST, TILES_LOST = 1, 2, 3, 4
MISCOUNTED, CROWDED, TWICE_HOME, WITH_BEAR = 5, 6, 7, 8
FULL_PACK, MANY_BEARS, NO_MOVE, UNSETTLED, NEGATIVE = 9, 10, 11, 12, 13
WRONG: Final = (
    "",
    "there are 15 rope (I7)",
    "there are 15 fish (I7)",
    "there are 5 bears (I7)",
    "tiles are neither made nor lost (I5)",
    "ON follows from AT",
    "2 explorers at most, but for Siberia and on the way (I22)",
    "one of a colour on a station of Siberia (I22)",
    "nobody stands with a bear when it is settled (I26)",
    "a rucksack holds 3 (I7)",
    "2 bears at most (I26)",
    "every decision has a move",
    "nothing is pending at the top of a turn",
    "nothing is less than none",
)

STEPS, LIFTS, SENDS = 16, 17, 18
TALLY: Final = 19
"""Positions by phase, and after them the moves named above."""


@compiled
def _items(st: np.ndarray) -> int:
    """I7: rope, fish and bears in supply, rucksacks, on the board and on a drawn tile."""
    have = np.zeros(3, dtype=np.int64)
    for item in range(3):
        have[item] = st[SUPPLY + item] + st[HAND_ROPE + item]
        if st[SUPPLY + item] < 0 or st[HAND_ROPE + item] < 0:
            return NEGATIVE
        for place in range(st[STATIONS]):
            lies = st[ROPE + item * MAX_PLACES + place]
            have[item] += lies
            if lies < 0:
                return NEGATIVE
    for seat in range(st[SEATS]):
        rope, fish = st[PACK_ROPE + seat], st[PACK_FISH + seat]
        have[0] += rope
        have[1] += fish
        if rope < 0 or fish < 0:
            return NEGATIVE
        if rope + fish > RUCKSACK_SIZE:
            return FULL_PACK
    if have[0] != ALL_ROPE:
        return ROPE_LOST
    if have[1] != ALL_FISH:
        return FISH_LOST
    return BEARS_LOST if have[2] != ALL_BEARS else 0


@compiled
def _tiles(st: np.ndarray, tiles: np.ndarray) -> int:
    """I5: `tiles` of each kind, in the bag, at sea, drawn or dealt."""
    have = np.zeros(MAX_KINDS, dtype=np.int64)
    for kind in range(st[TILE_KINDS]):
        have[kind] = st[BAG + kind]
        if st[BAG + kind] < 0:
            return NEGATIVE
        for seat in range(st[SEATS]):
            held = st[HELD + MAX_KINDS * seat + kind]
            have[kind] += held
            if held < 0:
                return NEGATIVE
    for hex_ in range(st[HEXES]):
        if 0 <= st[FLOE + hex_] < SOLID:
            have[st[TILE_KIND_OF + st[FLOE + hex_]]] += 1
    if st[HAND] >= 0:
        have[st[TILE_KIND_OF + st[HAND]]] += 1
    for kind in range(st[TILE_KINDS]):
        if have[kind] != tiles[kind]:
            return TILES_LOST
    return 0


@compiled
def _explorers(st: np.ndarray) -> int:
    """I22, I26: where explorers stand, and with what."""
    standing = np.zeros(MAX_PLACES, dtype=np.int64)
    for i in range(TEAM_SIZE * st[SEATS]):
        place = st[PLACE_OF + i]
        if place < 0:
            continue
        standing[place] += 1
        for j in range(i + 1, TEAM_SIZE * (i // TEAM_SIZE + 1)):
            if st[PLACE_OF + j] == place and st[KIND + place] == SIBERIA:
                return TWICE_HOME
    for place in range(st[STATIONS]):
        if st[OCCUPANTS + place] != standing[place]:
            return MISCOUNTED
        if st[PHASE] != MOVING and standing[place] > CAPACITY and st[KIND + place] != SIBERIA:
            return CROWDED
        if st[BEARS + place] > CAPACITY:
            return MANY_BEARS
        if st[PHASE] == CHOOSING_ACTION and standing[place] > 0 and st[BEARS + place] > 0:
            return WITH_BEAR
    return 0


@compiled
def _settled(st: np.ndarray) -> int:
    """At the top of a turn no frame, no mover and no path is left over."""
    if st[PHASE] != CHOOSING_ACTION:
        return 0
    if st[DEPTH] != 0 or st[TRAILS] != 0 or st[MOVER] >= 0:
        return UNSETTLED
    for place in range(st[STATIONS]):
        if st[VISITED + place] != 0:
            return UNSETTLED
    return 0


@compiled
def broken(st: np.ndarray, tiles: np.ndarray) -> int:
    """The first thing that does not hold, 0 when all is well."""
    found = _items(st)
    if found == 0:
        found = _tiles(st, tiles)
    if found == 0:
        found = _explorers(st)
    if found == 0:
        found = _settled(st)
    return found


def tiles_of(st: np.ndarray) -> np.ndarray:
    """How many tiles there are of each kind, from a state in which all are in the bag."""
    return st[BAG : BAG + MAX_KINDS].copy()


@compiled
def _liveliness(st: np.ndarray, move: int) -> int:
    """How much a move brings explorers and bears together.

    Bears go to explorers, explorers to bears, fish pays for it, bears come into the game.
    """
    kind, a, b = move >> 24, move >> 16 & 255, move >> 8 & 255
    if kind == SENT:
        target = bear_target(st, st[PLACE_OF + st[ASKED]], a)
        return 5 if target >= 0 and st[OCCUPANTS + target] > 0 else 4
    if kind == STEPPED and st[BEARS + b] > 0:
        return 4
    if kind == STOPPED:
        return 4 if st[BEARS + st[PLACE_OF + st[MOVER]]] > 0 else 1
    if kind == FISHED or (kind == COLLECTED and b == 1) or (kind == TOOK and a == 1):
        return 3
    if kind == DISCOVERED:
        return 2
    return 1 if kind == STEPPED else 0


@compiled
def _lively(st: np.ndarray, rng: np.ndarray, buffer: np.ndarray, n: int) -> int:
    """A random one of the liveliest moves."""
    best = count = 0
    for i in range(n):
        worth = _liveliness(st, buffer[i])
        if worth > best:
            best, count = worth, 0
        if worth == best:
            buffer[count] = buffer[i]  # a place before i
            count += 1
    return buffer[below(rng, count)]  # type: ignore[no-any-return]


@compiled
def play(
    st: np.ndarray, tiles: np.ndarray, lean: int, turns: int, rng: np.ndarray, tally: np.ndarray
) -> int:
    """Play on for so many turns at most, or until an invariant fails.

    `st` is left in the state reached; returns the number of the invariant. In `lean` of 100
    decisions a lively move is preferred.
    """
    buffer = np.empty(MAX_MOVES, dtype=np.int64)
    while True:
        wrong = broken(st, tiles)
        if wrong != 0:
            return wrong
        tally[st[PHASE]] += 1
        turn = kernel.turn(st)
        if turn == OVER or st[TURNS] >= turns:
            return 0
        n = kernel.moves(st, buffer)
        if n == 0:
            return NO_MOVE
        if turn == CHANCE:
            move = kernel.pick(st, rng, buffer)
        else:
            lively = below(rng, 100) < lean
            move = _lively(st, rng, buffer, n) if lively else buffer[below(rng, n)]
        kind = move >> 24
        tally[STEPS] += kind == STEPPED
        tally[LIFTS] += kind == LIFTED
        tally[SENDS] += kind == SENT
        st = kernel.apply(st, move)
