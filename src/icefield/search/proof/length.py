"""The length of a proof from a position: the compiled part of `lookup`.

A proof ends where one seat is statically certain to win, or where a small search shows it. Its
length is the most plies to there when the winner follows the proof and the other seat resists
longest.
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
    CONTROL_SIZE,
    INFINITY,
    LEAF,
    MAX_DEPTH,
    PROOF,
    REFUTATION,
    ProofTable,
    SearchStack,
    dn_of,
    look_up,
    new_search_stack,
    pn_of,
    search,
    store,
)

NO_LENGTH: Final = -1
"""In place of a length: nothing is known."""
_NOTHING = np.uint64(0)

# Results of `walk_strategy`.
DONE, TOO_SHORT, TOO_LONG, OUT_OF_RANGE, LOST, TOO_DEEP = range(6)


class StrategyIndex(NamedTuple):
    """The positions that a strategy's seat, to move there, is shown to win."""

    keys: np.ndarray  # uint64: their identities, sorted
    plies: np.ndarray  # uint8: the length of the proof from each, 0 where a small search shows it
    seat: int


_PRELOADED_EFFORT = 1 << 20  # nodes that a preloaded entry counts as having taken


@compiled
def preload_table(shown: StrategyIndex, known: ProofTable) -> None:
    """Enter all positions of a strategy into the table of a proof."""
    pn, dn = (0, INFINITY) if shown.seat == 0 else (INFINITY, 0)
    for each in shown.keys:
        store(known, each, pn, dn, _PRELOADED_EFFORT)


class WalkStack(NamedTuple):
    """The stack of a walk: one row per ply."""

    states: np.ndarray
    codes: np.ndarray  # int64 [ply, move]: those that are followed
    numbers: np.ndarray  # int64 [ply, 4]: what _COUNT … _OWN say


_COUNT, _NEXT, _LENGTH, _OWN = range(4)
_UNSET = 1 << 20


@compiled
def new_walk_stack(tag: Any, most: int) -> WalkStack:
    """An empty stack for positions with at most so many moves."""
    return WalkStack(
        rows(tag, MAX_DEPTH),
        np.zeros((MAX_DEPTH, most), dtype=np.int64),
        np.zeros((MAX_DEPTH, 4), dtype=np.int64),
    )


# -- a strategy -----------------------------------------------------------------------------------


@compiled
def _find_slot(slots: np.ndarray, keys: np.ndarray, wanted: np.uint64) -> int:
    """The slot that holds the number of a position, or would hold it."""
    at = np.int64(wanted & np.uint64(len(slots) - 1))
    while slots[at] != NO_LENGTH and keys[slots[at]] != wanted:
        at = (at + 1) & (len(slots) - 1)
    return at  # type: ignore[return-value]


@compiled
def walk_strategy(
    tag: Any,
    row: np.ndarray,
    answers: np.ndarray,
    seat: int,
    on: WalkStack,
    slots: np.ndarray,
    keys: np.ndarray,
    identities: np.ndarray,
    plies: np.ndarray,
) -> int:
    """Walk a strategy in the order of its answers; returns DONE or its fault.

    Notes the identity of every position and the length from it. `slots` (all NO_LENGTH) has more
    room than there are answers, and its size is a power of two."""
    good = 1 if seat == 0 else -1
    numbers = on.numbers
    on.states[0] = row
    taken = 0
    at = 0
    entering = True
    while at >= 0:
        length = NO_LENGTH
        if entering:
            entering = False
            st = load(tag, on.states[at])
            who = turn(tag, st)
            numbers[at, _OWN] = NO_LENGTH
            numbers[at, _NEXT] = numbers[at, _LENGTH] = 0
            if who == OVER:
                if verdict(tag, st) != good:
                    return LOST
                length = 0
            elif who != seat:
                numbers[at, _COUNT] = moves(tag, st, on.codes[at])
            else:
                wanted = key(tag, st)
                slot = _find_slot(slots, keys, wanted)
                if slots[slot] != NO_LENGTH:
                    length = plies[slots[slot]]
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
                        length = 0
                    elif answer >= moves(tag, st, on.codes[at]):
                        return OUT_OF_RANGE
                    else:
                        on.codes[at, 0] = on.codes[at, answer]
                        numbers[at, _COUNT] = 1
        if length == NO_LENGTH and numbers[at, _NEXT] < numbers[at, _COUNT]:
            if at + 1 == MAX_DEPTH:
                return TOO_DEEP
            after = apply(tag, load(tag, on.states[at]), on.codes[at, numbers[at, _NEXT]])
            numbers[at, _NEXT] += 1
            at += 1
            save(tag, after, on.states[at])
            entering = True
            continue
        if length == NO_LENGTH:
            length = numbers[at, _LENGTH]
            if numbers[at, _OWN] != NO_LENGTH:
                plies[numbers[at, _OWN]] = length
        at -= 1
        if at >= 0:
            numbers[at, _LENGTH] = max(numbers[at, _LENGTH], length + 1)
    return DONE if taken == len(answers) else TOO_LONG


@compiled
def proof_length(tag: Any, st: Any, known: StrategyIndex) -> int:
    """The length from a position that the strategy's seat wins, else NO_LENGTH.

    That seat is to move there, unless its win is statically certain.
    """
    said = verdict(tag, st)
    if said != 0:
        return 0 if (said > 0) == (known.seat == 0) else NO_LENGTH
    if turn(tag, st) != known.seat:
        return NO_LENGTH
    wanted = identity(tag, st)
    at = np.searchsorted(known.keys, wanted)
    if at < len(known.keys) and known.keys[at] == wanted:
        return np.int64(known.plies[at])  # type: ignore[return-value]
    return NO_LENGTH


@compiled
def answer_lengths(
    tag: Any, st: Any, known: StrategyIndex, codes: np.ndarray, found: np.ndarray
) -> int:
    """Write the length of each move of the strategy's seat to `found`.

    Returns the number of moves. NO_LENGTH where the strategy has no answer to some reply. `codes`
    has two rows: the moves, and room for those of the other seat.
    """
    n = moves(tag, st, codes[0])
    for i in range(n):
        after = apply(tag, st, codes[0, i])
        length = proof_length(tag, after, known)
        if length == NO_LENGTH and turn(tag, after) not in (known.seat, OVER):
            for j in range(moves(tag, after, codes[1])):
                further = proof_length(tag, apply(tag, after, codes[1, j]), known)
                if further == NO_LENGTH:
                    length = NO_LENGTH
                    break
                length = max(length, further + 1)
        found[i] = length + 1 if length != NO_LENGTH else NO_LENGTH
    return n  # type: ignore[no-any-return]


# -- a small search -------------------------------------------------------------------------------


class SmallSearch(NamedTuple):
    """The tables and stacks of small searches, which share their results."""

    known: ProofTable
    lengths: ProofTable  # lengths instead of proof numbers
    stack: SearchStack
    walk: WalkStack
    control: np.ndarray


@compiled
def new_small_search(tag: Any, most: int, entries: int) -> SmallSearch:
    """Empty tables and stacks for positions with at most so many moves."""
    return SmallSearch(
        ProofTable(np.zeros((entries, 2), dtype=np.uint64)),
        ProofTable(np.zeros((entries, 2), dtype=np.uint64)),
        new_search_stack(tag, most),
        new_walk_stack(tag, most),
        np.zeros(CONTROL_SIZE, dtype=np.int64),
    )


@compiled
def search_winner(tag: Any, row: np.ndarray, by: SmallSearch) -> int:
    """The winner by a search within its budget: 1 seat 0, -1 the other, 0 unknown."""
    search(tag, row, by.known, by.stack, by.control)
    return 1 if by.control[PROOF] == 0 else -1 if by.control[REFUTATION] == 0 else 0


@compiled
def _known_result(tag: Any, st: Any, by: SmallSearch) -> int:
    """The winner that is known already: 1 or -1 as above, 0 for nothing."""
    data = look_up(by.known, identity(tag, st))
    if data == _NOTHING:
        return 0
    return 1 if pn_of(data) == 0 else -1 if dn_of(data) == 0 else 0


@compiled
def _list_relevant_moves(
    tag: Any, st: Any, good: int, by: SmallSearch, codes: np.ndarray
) -> tuple[int, int]:
    """Keep the moves in `codes` that matter for the length from a decided position.

    Returns how many, and the length over those that are statically certain.
    """
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
        elif said == 0 and (not winning or _known_result(tag, after, by) == good):
            codes[left] = codes[i]
            left += 1
    return left, sure


@compiled
def measure_length(tag: Any, row: np.ndarray, good: int, by: SmallSearch) -> int:
    """The length from a position that a search has decided for `good`.

    `good` is 1 for seat 0, -1 for the other. NO_LENGTH when lost table entries cannot be found
    again within the budget.
    """
    on, numbers = by.walk, by.walk.numbers
    on.states[0] = row
    at = 0
    entering = True
    while True:
        found = NO_LENGTH
        st = load(tag, on.states[at])
        if entering:
            entering = False
            noted = look_up(by.lengths, identity(tag, st))
            if verdict(tag, st) != 0:
                found = 0
            elif noted != _NOTHING:
                found = pn_of(noted)
            else:
                left, sure = _list_relevant_moves(tag, st, good, by, on.codes[at])
                if left == 0 and sure == 0:
                    if search_winner(tag, on.states[at], by) != good:
                        return NO_LENGTH
                    left, sure = _list_relevant_moves(tag, st, good, by, on.codes[at])
                    if left == 0 and sure == 0:
                        return NO_LENGTH
                numbers[at, _COUNT], numbers[at, _NEXT] = left, 0
                winning = (turn(tag, st) == 0) == (good > 0)
                numbers[at, _OWN] = 1 if winning else 0
                numbers[at, _LENGTH] = _UNSET if winning and sure == 0 else sure
        if found == NO_LENGTH and numbers[at, _NEXT] < numbers[at, _COUNT]:
            after = apply(tag, st, on.codes[at, numbers[at, _NEXT]])
            numbers[at, _NEXT] += 1
            at += 1
            save(tag, after, on.states[at])
            entering = True
            continue
        if found == NO_LENGTH:
            found = numbers[at, _LENGTH]
            store(by.lengths, identity(tag, st), found, INFINITY, 1)
        if at == 0:
            return found
        at -= 1
        if numbers[at, _OWN] == 1:
            numbers[at, _LENGTH] = min(numbers[at, _LENGTH], found + 1)
        else:
            numbers[at, _LENGTH] = max(numbers[at, _LENGTH], found + 1)


@compiled
def search_moves(
    tag: Any,
    row: np.ndarray,
    by: SmallSearch,
    codes: np.ndarray,
    found: np.ndarray,
    room: np.ndarray,
) -> tuple[int, int]:
    """Search a position: its winner and its number of moves.

    The winner is 1 for seat 0, -1 for the other, 0 for unknown. For each move `found` gets the
    length that begins with it when the search shows that it leads to that end, else NO_LENGTH.
    """
    st = load(tag, row)
    n = moves(tag, st, codes)
    good = search_winner(tag, row, by)
    if good == 0:
        return 0, n
    winning = (turn(tag, st) == 0) == (good > 0)
    for i in range(n):
        after = apply(tag, st, codes[i])
        said = verdict(tag, after)
        found[i] = NO_LENGTH
        if said == good:
            found[i] = 1
        elif said == 0 and (not winning or _known_result(tag, after, by) == good):
            save(tag, after, room)
            length = measure_length(tag, room, good, by)
            found[i] = length + 1 if length != NO_LENGTH else NO_LENGTH
    return good, n
