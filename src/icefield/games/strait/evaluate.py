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
    FISH,
    KIND,
    MOVER,
    NEXT,
    PACK_FISH,
    PACK_ROPE,
    PLACES,
    ROPE,
    RUCKSACK,
    SEATS,
    SETUP,
    SIBERIA,
    STATIONS,
)
from .steps import own_at

STEP = 8  # a step, so that shorter ways are better
GAP = 140  # a hex of water beside water: a floe has to come
ITEM = 65  # a rope or a fish that the way costs
OWNED = 40  # one of those that is in the rucksack already
CAUGHT = 26  # a fish that a spare rope can be turned into
SPARE = 6  # an item in the rucksack that no way needs
REACH = 400  # an item further away than this counts for nothing
TURN = 60  # an explorer that is not home needs a turn of its own
TEMPO = 40  # being at turn
SOFT = 160.0  # so much makes a lead worth about three to one
_FAR = 30_000

FAR, ROPES, FISHES = 0, 1, 2  # columns of a map: the cost of the way, the items it needs


@compiled
def _spread(st: np.ndarray, ways: np.ndarray) -> None:
    """From places whose FAR is 0 to all others: the cheapest ways to them (label correcting)."""
    queue = np.empty(256, dtype=np.int64)  # a ring; a place is in it once
    waiting = np.zeros(PLACES, dtype=np.int64)
    first, last = 0, 0
    for place in range(st[STATIONS]):
        ways[place, ROPES] = ways[place, FISHES] = 0
        if ways[place, FAR] == 0:
            queue[last] = place
            last += 1
            waiting[place] = 1
    while first != last:
        to = queue[first]
        first = first + 1 & 255
        waiting[to] = 0
        solid = st[FLOE + to] >= 0
        for i in range(6):
            start = st[NEXT + 6 * to + i]
            if start < 0 or st[KIND + start] == SIBERIA:
                continue
            rope, fish, cost = 0, 0, STEP
            if solid:
                rope, fish = st[FLOE + to] >> i & 1, st[BEARS + to]
            if st[FLOE + start] >= 0:
                rope += st[FLOE + start] >> st[BACK + 6 * to + i] & 1
                fish += not solid  # a swim
                rope += st[KIND + start] >= ALASKA and st[KIND + to] >= ALASKA
            elif not solid:
                cost = GAP
            cost += ways[to, FAR] + ITEM * (rope + fish)
            if cost < ways[start, FAR]:
                ways[start, FAR] = cost
                ways[start, ROPES] = ways[to, ROPES] + rope
                ways[start, FISHES] = ways[to, FISHES] + fish
                if waiting[start] == 0:
                    waiting[start] = 1
                    queue[last] = start
                    last = last + 1 & 255


@compiled
def ways_home(st: np.ndarray, seat: int, home: np.ndarray) -> None:
    """The way home from every place, for a seat (−1: whoever) that needs a station without an
    explorer of its own: what it costs and which items it needs."""
    for place in range(st[STATIONS]):
        goal = st[KIND + place] == SIBERIA and (seat < 0 or not own_at(st, seat, place))
        home[place, FAR] = 0 if goal else _FAR
    _spread(st, home)


@compiled
def ways_to_items(st: np.ndarray, store: np.ndarray) -> None:
    """The way from every place to the nearest rope or fish."""
    for place in range(st[STATIONS]):
        store[place, FAR] = 0 if st[ROPE + place] + st[FISH + place] > 0 else _FAR
    _spread(st, store)


@compiled
def _home(st: np.ndarray, seat: int) -> int:
    count = 0
    for i in range(EXPLORERS * seat, EXPLORERS * seat + EXPLORERS):
        count += st[AT + i] >= 0 and st[KIND + st[AT + i]] == SIBERIA
    return count


@compiled
def _worth(rope: int, fish: int, ropes: int, fishes: int) -> int:
    """What a rucksack is worth to explorers whose ways need so many ropes and fish. A rope too many
    is two fish after a turn of fishing (I20)."""
    used_rope, used_fish = min(rope, ropes), min(fish, fishes)
    spare_rope, spare_fish = rope - used_rope, fish - used_fish
    caught = min(2 * spare_rope, fishes - used_fish)
    return (
        OWNED * (used_rope + used_fish)
        + CAUGHT * caught
        + SPARE * (spare_rope + spare_fish)
    )


@compiled
def _at_hand(st: np.ndarray, seat: int, ropes: int, fishes: int, store: np.ndarray) -> int:
    """What the nearest item is worth to a seat that has room for it: less the further away it is;
    where the mover stands, who may take it when it stops, nearly as much as in the rucksack."""
    rope, fish = st[PACK_ROPE + seat], st[PACK_FISH + seat]
    if rope + fish >= RUCKSACK:
        return 0
    now = _worth(rope, fish, ropes, fishes)
    with_rope = _worth(rope + 1, fish, ropes, fishes) - now
    with_fish = _worth(rope, fish + 1, ropes, fishes) - now
    best = 0
    for i in range(EXPLORERS * seat, EXPLORERS * seat + EXPLORERS):
        at = st[AT + i]
        if at < 0 or st[KIND + at] == SIBERIA:
            continue
        found = 0
        if st[ROPE + at] > 0:
            found = with_rope
        if st[FISH + at] > 0:
            found = max(found, with_fish)
        if found == 0:
            near = max(0, REACH - store[at, FAR])
            best = max(best, max(with_rope, with_fish) * near // (2 * REACH))
        else:
            best = max(best, 7 * found // 8 if st[MOVER] == i else 5 * found // 8)
    return best


@compiled
def way_left(st: np.ndarray, seat: int, home: np.ndarray, store: np.ndarray) -> int:
    """How far a seat is from winning: its explorers nearest to home, as many as still needed, less
    what its items, and one that lies at hand, are worth on their ways."""
    near = np.full(EXPLORERS, 2 * _FAR << 8, dtype=np.int64)
    for i in range(EXPLORERS):
        at = st[AT + EXPLORERS * seat + i]
        if at >= 0 and st[KIND + at] != SIBERIA:
            near[i] = (TURN + home[at, FAR]) << 8 | at
        elif at < 0:
            near[i] = _FAR << 8
    needed = st[GOAL] - _home(st, seat)
    near.sort()
    total, ropes, fishes = 0, 0, 0
    for i in range(needed):
        total += near[i] >> 8
        at = near[i] & 255
        ropes += home[at, ROPES]
        fishes += home[at, FISHES]
    total -= _worth(st[PACK_ROPE + seat], st[PACK_FISH + seat], ropes, fishes)
    return total - _at_hand(st, seat, ropes, fishes, store)


@compiled
def bare_way(st: np.ndarray, seat: int) -> int:
    """How far a seat is from winning by the way alone: what a greedy walker shortens."""
    home = np.empty((PLACES, 3), dtype=np.int64)
    ways_home(st, seat, home)
    total = 0
    for i in range(EXPLORERS * seat, EXPLORERS * seat + EXPLORERS):
        at = st[AT + i]
        if at < 0:
            total += _FAR
        elif st[KIND + at] != SIBERIA:
            total += TURN + home[at, FAR]
    return total


@compiled
def estimate(st: np.ndarray, out: np.ndarray) -> bool:
    """A guess of the payoffs: who is nearer to home wins more often."""
    seats = st[SEATS]
    if turn(st) == OVER:
        payoffs(st, out)
        return True
    home = np.empty((PLACES, 3), dtype=np.int64)
    store = np.empty((PLACES, 3), dtype=np.int64)
    ways_to_items(st, store)
    shared = False
    best = 1 << 40
    for seat in range(seats):
        if _home(st, seat) > 0:
            ways_home(st, seat, home)
            shared = False
        elif not shared:
            ways_home(st, -1, home)
            shared = True
        left = way_left(st, seat, home, store)
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
