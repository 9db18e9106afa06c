"""An estimate of the payoffs of `strait` from all paths home (compiled).

Costs are in hundredths of a turn. The way home is the cheapest path over the floes as they lie: a
step on ice is nearly free (a move has any number of them); ridges, bears and swims cost items, and
an item costs about half a turn to get; water wider than one hex needs a floe to come.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import OVER, compiled
from .floes import is_bag_empty
from .state import (
    ACTIVE,
    ALASKA,
    BEARS,
    ENTRY,
    FACING_EDGE,
    FISH,
    FLOE,
    FLOW,
    GOAL,
    HEXES,
    KIND,
    MAX_PLACES,
    MOVER,
    NEIGHBOUR,
    NONE,
    OFF,
    PACK_FISH,
    PACK_ROPE,
    PHASE,
    PLACE_OF,
    ROPE,
    RUCKSACK_SIZE,
    SEA,
    SEATS,
    SETUP,
    SIBERIA,
    SPEED,
    STATIONING,
    STATIONS,
    TEAM_SIZE,
    payoffs,
    turn,
)
from .steps import has_explorer

STEP_COST = 40  # a hex of the path, with any ice
WATER_COST = 140  # a hex of water beside water, where no floe comes soon
WAIT_COSTS = np.array([0, 65, 95, 120], dtype=np.int64)
"""The same where a floe can be after 0, 1, 2 or 3 floe actions."""
ITEM_COST = 65  # a rope or a fish that the path costs
OWNED_VALUE = 55  # one of those that is in the rucksack already
CAUGHT_VALUE = 36  # a fish that a spare rope can be turned into
SPARE_VALUE = 6  # an item in the rucksack that no path needs
ITEM_RANGE = 600  # an item further away than this counts for nothing
TURN_COST = 60  # an explorer that is not home needs a turn of its own
TEMPO_VALUE = 40  # to be in turn
LEAD_SCALE = 300.0  # a lead of this much multiplies the odds by e
RACE_WEIGHT, DISTANCE_WEIGHT = 0.6, 0.35
"""Weights of the lead and of the own distance: a seat far ahead, or far behind, must still want to
get on. Both terms are between the payoff of a loss and 1, so with a sum of weights below 1 no
estimate is as bad as a loss or as good as a win."""
START_DISTANCE = 2000  # about the distance at the start
_UNREACHABLE = 30_000

PATH_COST, PATH_ROPES, PATH_FISH, PATH_HEXES, PATH_END = 0, 1, 2, 3, 4
"""Columns of a table of paths: the cost, the items needed, the length in hexes, the end."""
PATH_COLUMNS = 5


@compiled
def _drift_end(st: np.ndarray, hex_: int, branch: int) -> int:
    """The end of a floe's drift by one branch, other floes in mind; −1 when nowhere."""
    at = hex_
    for _ in range(st[SPEED + hex_]):
        to = st[FLOW + 2 * at + branch]
        if to == NONE:
            to = st[FLOW + 2 * at]
        if to == OFF:
            return -1
        if st[FLOE + to] >= 0:
            break
        at = to
    return at if at != hex_ else -1


@compiled
def find_waits(st: np.ndarray, wait: np.ndarray) -> None:
    """Writes the cost of waiting for a floe on each hex of water.

    It is less where a floe comes soon.
    """
    can_discover = not is_bag_empty(st)
    for hex_ in range(st[HEXES]):
        wait[hex_] = WATER_COST
    for hex_ in range(st[HEXES]):
        turns = 0
        if st[FLOE + hex_] < 0:
            if st[ENTRY + hex_] == 0 or not can_discover:
                continue
            turns = 1
            wait[hex_] = min(wait[hex_], WAIT_COSTS[1])
        elif st[KIND + hex_] != SEA:
            continue
        for branch in range(2):
            if branch == 1 and st[FLOW + 2 * hex_ + 1] == NONE and turns == 0:
                continue
            at = hex_
            for later in range(turns + 1, len(WAIT_COSTS)):
                at = _drift_end(st, at, branch)
                if at < 0:
                    break
                wait[at] = min(wait[at], WAIT_COSTS[later])


@compiled
def _spread_paths(st: np.ndarray, paths: np.ndarray, wait: np.ndarray, item: int) -> None:
    """Writes the cheapest paths to places whose cost is 0 (label correcting)."""
    queue = np.empty(256, dtype=np.int64)  # a ring; a place is in it once
    waiting = np.zeros(MAX_PLACES, dtype=np.int64)
    first, last = 0, 0
    for place in range(st[STATIONS]):
        paths[place, PATH_ROPES] = paths[place, PATH_FISH] = paths[place, PATH_HEXES] = 0
        paths[place, PATH_END] = place
        if paths[place, PATH_COST] == 0:
            queue[last] = place
            last += 1
            waiting[place] = 1
    while first != last:
        to = queue[first]
        first = first + 1 & 255
        waiting[to] = 0
        solid = st[FLOE + to] >= 0
        least = paths[to, PATH_COST] + STEP_COST
        for i in range(6):
            start = st[NEIGHBOUR + 6 * to + i]
            if start < 0 or paths[start, PATH_COST] <= least or st[KIND + start] == SIBERIA:
                continue
            rope, fish, cost = 0, 0, STEP_COST
            if solid:
                rope, fish = st[FLOE + to] >> i & 1, st[BEARS + to]
            if st[FLOE + start] >= 0:
                rope += st[FLOE + start] >> st[FACING_EDGE + 6 * to + i] & 1
                rope += st[KIND + start] >= ALASKA and st[KIND + to] >= ALASKA
                if not solid:  # a swim, or a floe that comes
                    fish += item <= wait[to]
                    cost += wait[to] * (item > wait[to])
            elif not solid:
                cost += wait[to]
            cost += paths[to, PATH_COST] + item * (rope + fish)
            if cost < paths[start, PATH_COST]:
                paths[start, PATH_COST] = cost
                paths[start, PATH_ROPES] = paths[to, PATH_ROPES] + rope
                paths[start, PATH_FISH] = paths[to, PATH_FISH] + fish
                paths[start, PATH_HEXES] = paths[to, PATH_HEXES] + 1
                paths[start, PATH_END] = paths[to, PATH_END]
                if waiting[start] == 0:
                    waiting[start] = 1
                    queue[last] = start
                    last = last + 1 & 255


@compiled
def find_paths_home(st: np.ndarray, seat: int, home: np.ndarray, wait: np.ndarray) -> None:
    """Writes the path home from every place: its cost and the items it needs.

    For a seat that needs a station without an explorer of its own; −1 stands for any seat.
    """
    for place in range(st[STATIONS]):
        goal = st[KIND + place] == SIBERIA and (seat < 0 or not has_explorer(st, seat, place))
        home[place, PATH_COST] = 0 if goal else _UNREACHABLE
    _spread_paths(st, home, wait, ITEM_COST)


@compiled
def find_paths_to_items(st: np.ndarray, store: np.ndarray, wait: np.ndarray) -> None:
    """Writes the path from every place to the nearest rope or fish, without items."""
    for place in range(st[STATIONS]):
        store[place, PATH_COST] = 0 if st[ROPE + place] + st[FISH + place] > 0 else _UNREACHABLE
    _spread_paths(st, store, wait, 4 * ITEM_COST)


@compiled
def count_home(st: np.ndarray, seat: int) -> int:
    """The number of a seat's explorers in Siberia."""
    count = 0
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        count += st[PLACE_OF + i] >= 0 and st[KIND + st[PLACE_OF + i]] == SIBERIA
    return count


@compiled
def _value_items(rope: int, fish: int, ropes: int, fishes: int) -> int:
    """The value of a rucksack for explorers whose paths need these items.

    A spare rope is two fish after a turn of fishing (I20).
    """
    used_rope, used_fish = min(rope, ropes), min(fish, fishes)
    spare_rope, spare_fish = rope - used_rope, fish - used_fish
    caught = min(2 * spare_rope, fishes - used_fish)
    return (
        OWNED_VALUE * (used_rope + used_fish)
        + CAUGHT_VALUE * caught
        + SPARE_VALUE * (spare_rope + spare_fish)
    )


@compiled
def _value_nearest_item(
    st: np.ndarray, seat: int, ropes: int, fishes: int, store: np.ndarray
) -> int:
    """The value of the nearest item for a seat that has room for it.

    Less the further away it is; where the mover stands, which may take it when it stops, nearly as
    much as in the rucksack.
    """
    rope, fish = st[PACK_ROPE + seat], st[PACK_FISH + seat]
    if rope + fish >= RUCKSACK_SIZE:
        return 0
    now = _value_items(rope, fish, ropes, fishes)
    with_rope = _value_items(rope + 1, fish, ropes, fishes) - now
    with_fish = _value_items(rope, fish + 1, ropes, fishes) - now
    best = 0
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        at = st[PLACE_OF + i]
        if at < 0 or st[KIND + at] == SIBERIA:
            continue
        found = 0
        if st[ROPE + at] > 0:
            found = with_rope
        if st[FISH + at] > 0:
            found = max(found, with_fish)
        if found == 0:
            near = max(0, ITEM_RANGE - store[at, PATH_COST])
            best = max(best, max(with_rope, with_fish) * near // (3 * ITEM_RANGE // 2))
        else:
            best = max(best, 7 * found // 8 if st[MOVER] == i else 5 * found // 8)
    return best


@compiled
def find_distance(st: np.ndarray, seat: int, home: np.ndarray, store: np.ndarray) -> int:
    """The distance of a seat from winning, items counted.

    Its nearest explorers, as many as are still needed, less the value of its items, and of one
    close by, on their paths.
    """
    near = np.full(TEAM_SIZE, 2 * _UNREACHABLE << 8, dtype=np.int64)
    for i in range(TEAM_SIZE):
        at = st[PLACE_OF + TEAM_SIZE * seat + i]
        if at >= 0 and st[KIND + at] != SIBERIA:
            near[i] = (TURN_COST + home[at, PATH_COST]) << 8 | at
        elif at < 0:
            near[i] = _UNREACHABLE << 8
    arrived = count_home(st, seat)
    needed = st[GOAL] - arrived
    near.sort()
    total, ropes, fishes = 0, 0, 0
    for i in range(needed):
        at = near[i] & 255
        bare = TURN_COST + STEP_COST * home[at, PATH_HEXES]
        later = arrived + i  # its ridges and bears count less: the ice will have moved by then
        total += bare + ((near[i] >> 8) - bare) // (2 << later)
        ropes += home[at, PATH_ROPES]
        fishes += home[at, PATH_FISH]
    total -= _value_items(st[PACK_ROPE + seat], st[PACK_FISH + seat], ropes, fishes)
    return total - _value_nearest_item(st, seat, ropes, fishes, store)


@compiled
def _suits_common_paths(st: np.ndarray, seat: int, home: np.ndarray) -> bool:
    """Whether the paths home of any seat suit this one.

    That is when none of its explorers is led to a station where another one of them is.
    """
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        at = st[PLACE_OF + i]
        if at >= 0 and st[KIND + at] != SIBERIA and has_explorer(st, seat, home[at, PATH_END]):
            return False
    return True


@compiled
def find_walking_distance(st: np.ndarray, seat: int) -> int:
    """The distance of a seat's explorers from home by their paths, items aside."""
    home = np.empty((MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    wait = np.empty(MAX_PLACES, dtype=np.int64)
    find_waits(st, wait)
    find_paths_home(st, seat, home, wait)
    total = 0
    for i in range(TEAM_SIZE * seat, TEAM_SIZE * seat + TEAM_SIZE):
        at = st[PLACE_OF + i]
        if at < 0:
            total += _UNREACHABLE
        elif st[KIND + at] != SIBERIA:
            total += TURN_COST + home[at, PATH_COST]
    return total


@compiled
def estimate(st: np.ndarray, out: np.ndarray) -> bool:
    """Writes an estimate of the payoffs: who is nearer home wins more often.

    Returns True, as the kernel protocol wants it.
    """
    seats = st[SEATS]
    if turn(st) == OVER:
        payoffs(st, out)
        return True
    loss = -1.0 / (seats - 1)
    if st[SETUP] == 1 and st[PHASE] != STATIONING:  # as good for one as for another (I9)
        for seat in range(seats):
            out[seat] = DISTANCE_WEIGHT * loss
        return True
    home = np.empty((MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    own = np.empty((MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    store = np.empty((MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
    wait = np.empty(MAX_PLACES, dtype=np.int64)
    find_waits(st, wait)
    find_paths_to_items(st, store, wait)
    find_paths_home(st, -1, home, wait)
    lefts = np.empty(seats, dtype=np.int64)
    best = 1 << 40
    for seat in range(seats):
        if _suits_common_paths(st, seat, home):
            left = find_distance(st, seat, home, store)
        else:
            find_paths_home(st, seat, own, wait)
            left = find_distance(st, seat, own, store)
        if st[SETUP] == 0 and st[ACTIVE] == seat:
            left -= TEMPO_VALUE
        lefts[seat] = left
        best = min(best, left)
    total = 0.0
    for seat in range(seats):
        out[seat] = np.exp((best - lefts[seat]) / LEAD_SCALE)
        total += out[seat]
    for seat in range(seats):
        chance = out[seat] / total
        race = chance - (1.0 - chance) / (seats - 1)
        near = 1.0 - min(lefts[seat], START_DISTANCE) / START_DISTANCE
        worth = RACE_WEIGHT * race + DISTANCE_WEIGHT * (loss + (1.0 - loss) * near)
        out[seat] = min(worth, RACE_WEIGHT + DISTANCE_WEIGHT)
    return True
