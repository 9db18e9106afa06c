"""How good a position of `strait` looks (compiled): how far everybody is from home, in hundredths of
a turn.

The way home is the cheapest one over the floes as they lie: a step on ice is nearly free (a move
has any number of them), ridges, bears and swims cost items, and an item costs about half a turn to
get; water wider than one hex needs a floe to come.
"""

from __future__ import annotations

import numpy as np

from ...core.jit import OVER, compiled
from .kernel import payoffs, turn
from .state import (
    ACTIVE,
    ALASKA,
    AT,
    BACK,
    BEARS,
    EXPLORERS,
    FLOE,
    GOAL,
    KIND,
    NEXT,
    PACK_FISH,
    PACK_ROPE,
    PLACES,
    SEATS,
    SETUP,
    SIBERIA,
    STATIONS,
)
from .steps import own_at

STEP = 8  # a step, so that shorter ways are better
GAP = 140  # a hex of water beside water: a floe has to come
TURN = 60  # an explorer that is not home needs a turn of its own
ITEM = 22  # an item in the rucksack
TEMPO = 40  # being at turn
SOFT = 160.0  # so much makes a lead worth about three to one
NEEDED = np.array([95, 55, 42, 35], dtype=np.int64)
"""What a rope or a fish costs on the way, by how many are in the rucksack."""
_FAR = 30_000


@compiled
def ways_home(st: np.ndarray, seat: int, far: np.ndarray) -> None:
    """The cost of the way home from every place, for a seat: to a station without an explorer of
    its own, with what is in its rucksack."""
    rope, fish = NEEDED[st[PACK_ROPE + seat]], NEEDED[st[PACK_FISH + seat]]
    queue = np.empty(256, dtype=np.int64)  # a ring; a place is in it once
    waiting = np.zeros(PLACES, dtype=np.int64)
    first, last = 0, 0
    for place in range(st[STATIONS]):
        far[place] = _FAR
        if st[KIND + place] == SIBERIA and not own_at(st, seat, place):
            far[place] = 0
            queue[last] = place
            last += 1
            waiting[place] = 1
    while first != last:
        to = queue[first]
        first = first + 1 & 255
        waiting[to] = 0
        solid = st[FLOE + to] >= 0
        price = far[to] + STEP + fish * st[BEARS + to]
        for i in range(6):
            start = st[NEXT + 6 * to + i]
            if start < 0 or st[KIND + start] == SIBERIA:
                continue
            edge = st[BACK + 6 * to + i]
            if st[FLOE + start] < 0:
                cost = price + rope * (st[FLOE + to] >> i & 1) if solid else far[to] + GAP
            elif not solid:
                cost = far[to] + fish + rope * (st[FLOE + start] >> edge & 1)
            elif st[KIND + start] >= ALASKA and st[KIND + to] >= ALASKA:
                cost = price + rope
            else:
                near, there = st[FLOE + start] >> edge & 1, st[FLOE + to] >> i & 1
                cost = price + rope * (near + there)
            if cost < far[start]:
                far[start] = cost
                if waiting[start] == 0:
                    waiting[start] = 1
                    queue[last] = start
                    last = last + 1 & 255


@compiled
def _home(st: np.ndarray, seat: int) -> int:
    count = 0
    for i in range(EXPLORERS * seat, EXPLORERS * seat + EXPLORERS):
        count += st[AT + i] >= 0 and st[KIND + st[AT + i]] == SIBERIA
    return count


@compiled
def way_left(st: np.ndarray, seat: int, far: np.ndarray) -> int:
    """How far a seat is from winning: its explorers nearest to home, as many as still needed, less
    what its items are worth."""
    near = np.full(EXPLORERS, 2 * _FAR, dtype=np.int64)
    for i in range(EXPLORERS):
        at = st[AT + EXPLORERS * seat + i]
        if at >= 0 and st[KIND + at] != SIBERIA:
            near[i] = TURN + far[at]
    needed = st[GOAL] - _home(st, seat)
    near.sort()
    total = 0
    for i in range(needed):
        total += min(near[i], _FAR)
    items = st[PACK_ROPE + seat] + st[PACK_FISH + seat]
    return total - ITEM * items


@compiled
def estimate(st: np.ndarray, out: np.ndarray) -> bool:
    """A guess of the payoffs: who is nearer to home wins more often."""
    seats = st[SEATS]
    if turn(st) == OVER:
        payoffs(st, out)
        return True
    far = np.empty(PLACES, dtype=np.int64)
    best = 1 << 40
    for seat in range(seats):
        ways_home(st, seat, far)
        left = way_left(st, seat, far)
        if st[SETUP] == 0 and st[ACTIVE] == seat:
            left -= TEMPO
        out[seat] = left
        best = min(best, left)
    total = 0.0
    for seat in range(seats):
        out[seat] = np.exp((best - out[seat]) / SOFT)
        total += out[seat]
    for seat in range(seats):
        chance = out[seat] / total
        out[seat] = 0.95 * (chance - (1.0 - chance) / (seats - 1))
    return True
