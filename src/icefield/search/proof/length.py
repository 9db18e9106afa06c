"""How far it is to the end of a proof: the compiled part of `proven`.

A proof ends where somebody is certain to win at sight, or where a small search shows it. Its road
from a position is the most plies to there when the winner follows the proof and the other seat
does whatever makes it long.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ...core.jit import (
    OVER,
    apply,
    compiled,
    identity,
    key,
    load,
    moves,
    rows,
    save,
    turn,
    verdict,
)
from .dfpn import (
    CONTROLS,
    ENOUGH,
    LEAF,
    MAX_DEPTH,
    PROOF,
    REFUTATION,
    Line,
    Shelf,
    dn_of,
    line,
    look_up,
    pn_of,
    search,
    store,
)

NONE: Final = -1
"""In place of a road: nothing is known."""
_NOTHING = np.uint64(0)

# What a walk comes to.
DONE, TOO_SHORT, TOO_LONG, OUT_OF_RANGE, LOST, TOO_DEEP = range(6)


class Roads(NamedTuple):
    """What a strategy knows: the positions that its seat, to move there, is shown to win."""

    keys: np.ndarray  # uint64: their identities, sorted
    plies: np.ndarray  # uint8: the road from each, 0 where a small search shows it
    seat: int


_WORTH = 1 << 20  # the nodes that an entry which is lent counts as having taken


@compiled
def lend(shown: Roads, known: Shelf) -> None:
    """Enter all that a strategy shows into the table of a proof."""
    pn, dn = (0, ENOUGH) if shown.seat == 0 else (ENOUGH, 0)
    for each in shown.keys:
        store(known, each, pn, dn, _WORTH)


class Frames(NamedTuple):
    """The line that is walked: one row per ply."""

    states: np.ndarray
    codes: np.ndarray  # int64 [ply, move]: those that are followed
    numbers: np.ndarray  # int64 [ply, 4]: what _COUNT … _OWN say


_COUNT, _NEXT, _ROAD, _OWN = range(4)
_HASTE = 1 << 20


@compiled
def frames(tag: Any, most: int) -> Frames:
    """Room for a line of positions with at most so many moves."""
    return Frames(
        rows(tag, MAX_DEPTH),
        np.zeros((MAX_DEPTH, most), dtype=np.int64),
        np.zeros((MAX_DEPTH, 4), dtype=np.int64),
    )


# -- a strategy -----------------------------------------------------------------------------------


@compiled
def _place(slots: np.ndarray, keys: np.ndarray, wanted: np.uint64) -> int:
    """Where the number of a position is noted, or would be."""
    at = np.int64(wanted & np.uint64(len(slots) - 1))
    while slots[at] != NONE and keys[slots[at]] != wanted:
        at = (at + 1) & (len(slots) - 1)
    return at  # type: ignore[return-value]


@compiled
def walk(
    tag: Any,
    row: np.ndarray,
    answers: np.ndarray,
    seat: int,
    on: Frames,
    slots: np.ndarray,
    keys: np.ndarray,
    identities: np.ndarray,
    plies: np.ndarray,
) -> int:
    """Go through a strategy in the order of its answers and note the identity of every position
    and the road from it. `slots` (all NONE) has more room than there are answers, and its size is
    a power of two. Says what it came to."""
    good = 1 if seat == 0 else -1
    numbers = on.numbers
    on.states[0] = row
    taken = 0
    at = 0
    entering = True
    while at >= 0:
        road = NONE
        if entering:
            entering = False
            st = load(tag, on.states[at])
            who = turn(tag, st)
            numbers[at, _OWN] = NONE
            numbers[at, _NEXT] = numbers[at, _ROAD] = 0
            if who == OVER:
                if verdict(tag, st) != good:
                    return LOST
                road = 0
            elif who != seat:
                numbers[at, _COUNT] = moves(tag, st, on.codes[at])
            else:
                wanted = key(tag, st)
                slot = _place(slots, keys, wanted)
                if slots[slot] != NONE:
                    road = plies[slots[slot]]
                elif taken == len(answers):
                    return TOO_SHORT
                else:
                    slots[slot] = taken
                    keys[taken] = wanted
                    identities[taken] = identity(tag, st)
                    plies[taken] = 0
                    answer = answers[taken]
                    numbers[at, _OWN] = taken
                    taken += 1
                    if answer == LEAF:
                        road = 0
                    elif answer >= moves(tag, st, on.codes[at]):
                        return OUT_OF_RANGE
                    else:
                        on.codes[at, 0] = on.codes[at, answer]
                        numbers[at, _COUNT] = 1
        if road == NONE and numbers[at, _NEXT] < numbers[at, _COUNT]:
            if at + 1 == MAX_DEPTH:
                return TOO_DEEP
            after = apply(tag, load(tag, on.states[at]), on.codes[at, numbers[at, _NEXT]])
            numbers[at, _NEXT] += 1
            at += 1
            save(tag, after, on.states[at])
            entering = True
            continue
        if road == NONE:
            road = numbers[at, _ROAD]
            if numbers[at, _OWN] != NONE:
                plies[numbers[at, _OWN]] = road
        at -= 1
        if at >= 0:
            numbers[at, _ROAD] = max(numbers[at, _ROAD], road + 1)
    return DONE if taken == len(answers) else TOO_LONG


@compiled
def road(tag: Any, st: Any, known: Roads) -> int:
    """The road from a position whose winner would be the strategy's seat, to move there unless
    that is certain at sight; NONE where the strategy does not know it."""
    said = verdict(tag, st)
    if said != 0:
        return 0 if (said > 0) == (known.seat == 0) else NONE
    if turn(tag, st) != known.seat:
        return NONE
    wanted = identity(tag, st)
    at = np.searchsorted(known.keys, wanted)
    if at < len(known.keys) and known.keys[at] == wanted:
        return np.int64(known.plies[at])  # type: ignore[return-value]
    return NONE


@compiled
def answers(tag: Any, st: Any, known: Roads, codes: np.ndarray, found: np.ndarray) -> int:
    """For every move of the strategy's seat the road that begins with it, NONE where the strategy
    does not know an answer to all that may follow. `codes` has two rows: the moves, and room. The
    number of moves."""
    n = moves(tag, st, codes[0])
    for i in range(n):
        after = apply(tag, st, codes[0, i])
        length = road(tag, after, known)
        if length == NONE and turn(tag, after) not in (known.seat, OVER):
            for j in range(moves(tag, after, codes[1])):
                further = road(tag, apply(tag, after, codes[1, j]), known)
                if further == NONE:
                    length = NONE
                    break
                length = max(length, further + 1)
        found[i] = length + 1 if length != NONE else NONE
    return n  # type: ignore[no-any-return]


# -- a small search -------------------------------------------------------------------------------


class Small(NamedTuple):
    """What small searches work with: they share what they find out."""

    known: Shelf
    measured: Shelf  # roads, in place of proof numbers
    on: Line
    frames: Frames
    control: np.ndarray


@compiled
def small(tag: Any, most: int, entries: int) -> Small:
    """Room for searches of positions with at most so many moves."""
    return Small(
        Shelf(np.zeros((entries, 2), dtype=np.uint64)),
        Shelf(np.zeros((entries, 2), dtype=np.uint64)),
        line(tag, most),
        frames(tag, most),
        np.zeros(CONTROLS, dtype=np.int64),
    )


@compiled
def decided(tag: Any, row: np.ndarray, by: Small) -> int:
    """Who wins by a search within its budget: 1 seat 0, -1 the other, 0 when that is not known."""
    search(tag, row, by.known, by.on, by.control)
    return 1 if by.control[PROOF] == 0 else -1 if by.control[REFUTATION] == 0 else 0


@compiled
def _says(tag: Any, st: Any, by: Small) -> int:
    """What is known of a position: 1 or -1 as above, 0 for nothing."""
    data = look_up(by.known, identity(tag, st))
    if data == _NOTHING:
        return 0
    return 1 if pn_of(data) == 0 else -1 if dn_of(data) == 0 else 0


@compiled
def _to_follow(tag: Any, st: Any, good: int, by: Small, codes: np.ndarray) -> tuple[int, int]:
    """Which moves matter for the road from a position that is decided: how many are left in
    `codes`, and the road over those that are certain at sight."""
    n = moves(tag, st, codes)
    winning = (turn(tag, st) == 0) == (good > 0)
    left, sure = 0, 0
    for i in range(n):
        after = apply(tag, st, codes[i])
        said = verdict(tag, after)
        if said == good:
            sure = 1
            if winning:
                return 0, 1
        elif said == 0 and (not winning or _says(tag, after, by) == good):
            codes[left] = codes[i]
            left += 1
    return left, sure


@compiled
def measure(tag: Any, row: np.ndarray, good: int, by: Small) -> int:
    """The road from a position that a search has decided: 1 for seat 0, -1 for the other. NONE
    when what the search has forgotten cannot be found again within its budget."""
    on, numbers = by.frames, by.frames.numbers
    on.states[0] = row
    at = 0
    entering = True
    while True:
        found = NONE
        st = load(tag, on.states[at])
        if entering:
            entering = False
            noted = look_up(by.measured, identity(tag, st))
            if verdict(tag, st) != 0:
                found = 0
            elif noted != _NOTHING:
                found = pn_of(noted)
            else:
                left, sure = _to_follow(tag, st, good, by, on.codes[at])
                if left == 0 and sure == 0:
                    if decided(tag, on.states[at], by) != good:
                        return NONE
                    left, sure = _to_follow(tag, st, good, by, on.codes[at])
                    if left == 0 and sure == 0:
                        return NONE
                numbers[at, _COUNT], numbers[at, _NEXT] = left, 0
                winning = (turn(tag, st) == 0) == (good > 0)
                numbers[at, _OWN] = 1 if winning else 0
                numbers[at, _ROAD] = _HASTE if winning and sure == 0 else sure
        if found == NONE and numbers[at, _NEXT] < numbers[at, _COUNT]:
            after = apply(tag, st, on.codes[at, numbers[at, _NEXT]])
            numbers[at, _NEXT] += 1
            at += 1
            save(tag, after, on.states[at])
            entering = True
            continue
        if found == NONE:
            found = numbers[at, _ROAD]
            store(by.measured, identity(tag, st), found, ENOUGH, 1)
        if at == 0:
            return found
        at -= 1
        if numbers[at, _OWN] == 1:
            numbers[at, _ROAD] = min(numbers[at, _ROAD], found + 1)
        else:
            numbers[at, _ROAD] = max(numbers[at, _ROAD], found + 1)


@compiled
def shown(
    tag: Any, row: np.ndarray, by: Small, codes: np.ndarray, found: np.ndarray, room: np.ndarray
) -> tuple[int, int]:
    """Search a position: 1 where seat 0 wins, -1 where the other does, 0 where that is not shown;
    and how many moves it has. For each of them `found` gets the road that begins with it when it
    leads to that end for all the search knows, else NONE."""
    st = load(tag, row)
    n = moves(tag, st, codes)
    good = decided(tag, row, by)
    if good == 0:
        return 0, n
    winning = (turn(tag, st) == 0) == (good > 0)
    for i in range(n):
        after = apply(tag, st, codes[i])
        said = verdict(tag, after)
        found[i] = NONE
        if said == good:
            found[i] = 1
        elif said == 0 and (not winning or _says(tag, after, by) == good):
            save(tag, after, room)
            length = measure(tag, room, good, by)
            found[i] = length + 1 if length != NONE else NONE
    return good, n
