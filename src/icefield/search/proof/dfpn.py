"""Depth-first proof-number search: whether seat 0 wins, or by how much.

For every position two numbers are kept: how many leaves must still be decided in its favour for a
proof, and how many against it for a refutation. The search follows the smallest numbers. It keeps
no tree but the line it is on; everything else is in a transposition table shared by all threads.
The game must be acyclic.

A goal may be more or less than a win. Results are steps of a ladder: k where seat 0 wins with k
points, -1 - k where the other does. The goal is the step that seat 0 must reach: 0 for any win.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ...core.jit import (
    OVER,
    apply,
    compiled,
    fetch,
    identity,
    load,
    mix,
    moves,
    rows,
    save,
    stakes,
    turn,
    verdict,
)

MAX_DEPTH: Final = 128
"""The plies a search looks ahead; a line that is longer ends the search, undecided."""
INFINITY: Final = (1 << 28) - 1
"""The proof number of a position that cannot be proven, likewise for refutations."""

_NOTHING = np.uint64(0)
_PN_SHIFT, _DN_SHIFT = np.uint64(36), np.uint64(8)
_NUMBER, _BYTE = np.uint64(INFINITY), np.uint64(255)

# Inputs and outputs of a search, by index of `control`.
HALT, NODES, BUDGET, PROOF, REFUTATION, GOAL = 0, 1, 2, 3, 4, 5
CONTROL_SIZE: Final = 6

# Columns of `SearchStack.numbers`.
_PN_LIMIT, _DN_LIMIT, _COUNT, _CHOSEN, _MOVER, _ENTERED = 0, 1, 2, 3, 4, 5
_NOTES: Final = 6


class ProofTable(NamedTuple):
    """The transposition table: buckets of four entries in one cache line each."""

    words: np.ndarray  # uint64 [entries, 2]: key xor data, data


def new_proof_table(megabytes: int) -> ProofTable:
    """An empty table of at most that size."""
    entries = 1 << max(12, (megabytes * (1 << 20) // 16).bit_length() - 1)
    return ProofTable(np.zeros((entries, 2), dtype=np.uint64))


@compiled
def _bucket(words: np.ndarray, key: np.uint64) -> int:
    """The index of the first entry of the bucket of a key."""
    return np.int64(key & np.uint64(len(words) - 4))  # type: ignore[return-value]


@compiled
def effort_of(data: np.uint64) -> int:
    """The effort class of an entry, see `_effort_class`."""
    return np.int64(data & _BYTE)  # type: ignore[return-value]


@compiled
def look_up(known: ProofTable, key: np.uint64) -> np.uint64:
    """The data stored for a key, or 0."""
    words = known.words
    slot = _bucket(words, key)
    for i in range(slot, slot + 4):
        data: np.uint64 = words[i, 1]
        if words[i, 0] ^ data == key and data != _NOTHING:
            return data
    return _NOTHING


@compiled
def _effort_class(nodes: int) -> int:
    """A number of nodes as one byte: four steps for each doubling."""
    n = 0
    while nodes >= 16:
        nodes >>= 1
        n += 8
    return min(255, n + (nodes >> 1))


@compiled
def store(known: ProofTable, key: np.uint64, pn: int, dn: int, nodes: int) -> None:
    """Store an entry in place of the entry of the bucket with the least effort."""
    words = known.words
    effort = _effort_class(nodes)
    data = np.uint64(pn) << _PN_SHIFT | np.uint64(dn) << _DN_SHIFT | np.uint64(effort)
    slot = _bucket(words, key)
    chosen, least = slot, 1 << 30
    for i in range(slot, slot + 4):
        old = words[i, 1]
        if old == _NOTHING:
            chosen = i
            break
        if words[i, 0] ^ old == key:
            chosen = i
            break
        worth = effort_of(old)
        if worth < least:
            least = worth
            chosen = i
    words[chosen, 0] = key ^ data
    words[chosen, 1] = data


@compiled
def pn_of(data: np.uint64) -> int:
    """The proof number of an entry."""
    return np.int64(data >> _PN_SHIFT)  # type: ignore[return-value]


@compiled
def dn_of(data: np.uint64) -> int:
    """The refutation number of an entry."""
    return np.int64(data >> _DN_SHIFT & _NUMBER)  # type: ignore[return-value]


class SearchStack(NamedTuple):
    """The line being searched: one row per ply."""

    states: np.ndarray
    keys: np.ndarray  # uint64 [ply]
    numbers: np.ndarray  # int64 [ply, 6]: what _PN_LIMIT … _ENTERED say
    codes: np.ndarray  # int64 [ply, move]
    children: np.ndarray  # uint64 [ply, move]: keys
    proof_numbers: np.ndarray  # int64 [ply, move, 2]: pn and dn


@compiled
def new_search_stack(tag: Any, most: int) -> SearchStack:
    """An empty stack for positions with at most so many moves."""
    return SearchStack(
        rows(tag, MAX_DEPTH),
        np.zeros(MAX_DEPTH, dtype=np.uint64),
        np.zeros((MAX_DEPTH, _NOTES), dtype=np.int64),
        np.zeros((MAX_DEPTH, most), dtype=np.int64),
        np.zeros((MAX_DEPTH, most), dtype=np.uint64),
        np.zeros((MAX_DEPTH, most, 2), dtype=np.int64),
    )


@compiled
def _static_result(tag: Any, st: Any, goal: int) -> int:
    """1 when seat 0 is certain to reach the goal, -1 when it cannot, else 0."""
    if goal == 0:
        return verdict(tag, st)  # type: ignore[no-any-return]
    low, high, _ = stakes(tag, st)
    return 1 if low >= goal else -1 if high < goal else 0


@compiled
def _question_key(tag: Any, st: Any, goal: int) -> np.uint64:
    """The table key of a position with a goal.

    Points that are sure to be left are subtracted from the goal, and where nothing of it remains,
    the question is who wins.
    """
    found: np.uint64 = identity(tag, st)
    if goal == 0:
        return found
    _, _, spare = stakes(tag, st)
    left = max(0, goal - spare) if goal > 0 else min(0, goal + spare)
    if left == 0:
        return found
    return mix(found, np.uint64(left + INFINITY), _NOTHING, _NOTHING)


@compiled
def _expand(tag: Any, st: Any, at: int, on: SearchStack, known: ProofTable, goal: int) -> int:
    """List the moves of a position with their proof numbers.

    Returns 1 or -1 when that decides the position (a move is certain to win for the mover, or all
    are certain to lose), else 0."""
    codes, keys, wants = on.codes[at], on.children[at], on.proof_numbers[at]
    n = moves(tag, st, codes)
    mover = turn(tag, st)
    good = 1 if mover == 0 else -1
    left = 0
    for i in range(n):
        code = codes[i]
        after = apply(tag, st, code)
        said = _static_result(tag, after, goal)
        if said == good:
            return good
        if said == 0:
            codes[left] = code
            left += 1
    if left == 0:
        return -good
    for i in range(left):
        keys[i] = _question_key(tag, apply(tag, st, codes[i]), goal)
        fetch(known.words, _bucket(known.words, keys[i]))
    for i in range(left):
        data = look_up(known, keys[i])
        if data == _NOTHING:
            wants[i, 0] = wants[i, 1] = 1
        else:
            pn, dn = pn_of(data), dn_of(data)
            wants[i, 0], wants[i, 1] = pn, dn
            if (pn == 0 and mover == 0) or (dn == 0 and mover != 0):
                return good
    on.numbers[at, _COUNT] = left
    on.numbers[at, _MOVER] = mover
    return 0


@compiled
def _saturating_sum(a: int, b: int) -> int:
    return min(INFINITY - 1, a + b) if a < INFINITY and b < INFINITY else INFINITY


@compiled
def _child_limit(limit: int, total: int, part: int) -> int:
    """The limit of one child so that the total of all stays below its limit."""
    return limit - total + part if limit < INFINITY else INFINITY


@compiled
def search(
    tag: Any, row: np.ndarray, known: ProofTable, on: SearchStack, control: np.ndarray
) -> None:
    """Search one position until it is decided, the budget spent or a line too long.

    The numbers are left in `control`: with a proof number of 0 seat 0 reaches its goal, with a
    refutation number of 0 it does not.
    """
    st = load(tag, row)
    control[NODES] = 0
    goal = control[GOAL]
    said = _static_result(tag, st, goal)
    if said != 0:
        control[PROOF], control[REFUTATION] = (0, INFINITY) if said > 0 else (INFINITY, 0)
        return
    save(tag, st, on.states[0])
    on.keys[0] = _question_key(tag, st, goal)
    numbers = on.numbers
    numbers[0, _PN_LIMIT] = numbers[0, _DN_LIMIT] = INFINITY
    numbers[0, _ENTERED] = 0
    at = 0
    nodes = 0
    entering = True
    stopping = False
    while True:
        pn, dn = 0, 0
        decided = 0
        if entering:
            nodes += 1
            control[NODES] = nodes
            stopping = stopping or control[HALT] != 0 or nodes >= control[BUDGET]
            decided = _expand(tag, load(tag, on.states[at]), at, on, known, goal)
            entering = False
        best, second, chosen = INFINITY, INFINITY, -1
        if decided != 0:
            pn, dn = (0, INFINITY) if decided > 0 else (INFINITY, 0)
        else:
            mover = numbers[at, _MOVER]
            mine = 0 if mover == 0 else 1
            wants = on.proof_numbers[at]
            total = 0
            other = 0
            for i in range(numbers[at, _COUNT]):
                a, b = wants[i, mine], wants[i, 1 - mine]
                if a < best or (a == best and b < other):
                    second = best
                    best, other, chosen = a, b, i
                elif a < second:
                    second = a
                total = _saturating_sum(total, b)
            if best == 0:
                total = INFINITY
            if best >= INFINITY:
                total = 0
            pn, dn = (best, total) if mine == 0 else (total, best)
        if (
            decided != 0
            or stopping
            or pn >= numbers[at, _PN_LIMIT]
            or dn >= numbers[at, _DN_LIMIT]
            or pn == 0
            or dn == 0
        ):
            store(known, on.keys[at], pn, dn, nodes - numbers[at, _ENTERED])
            if at == 0:
                control[PROOF], control[REFUTATION] = pn, dn
                return
            at -= 1
            i = numbers[at, _CHOSEN]
            on.proof_numbers[at, i, 0], on.proof_numbers[at, i, 1] = pn, dn
            continue
        if at + 1 == MAX_DEPTH:
            stopping = True  # the position stays undecided
            continue
        i = chosen
        numbers[at, _CHOSEN] = i
        slack = second + max(1, second >> 2) if second < INFINITY else INFINITY
        limit_pn, limit_dn = numbers[at, _PN_LIMIT], numbers[at, _DN_LIMIT]
        if mine == 0:
            limit_pn = min(limit_pn, slack)
            limit_dn = _child_limit(limit_dn, dn, on.proof_numbers[at, i, 1])
        else:
            limit_dn = min(limit_dn, slack)
            limit_pn = _child_limit(limit_pn, pn, on.proof_numbers[at, i, 0])
        save(tag, apply(tag, load(tag, on.states[at]), on.codes[at, i]), on.states[at + 1])
        on.keys[at + 1] = on.children[at, i]
        at += 1
        numbers[at, _PN_LIMIT], numbers[at, _DN_LIMIT] = limit_pn, limit_dn
        numbers[at, _ENTERED] = nodes
        entering = True


# -- answers from the table of a proof ----------------------------------------------------------

LEAF: Final = 255
"""In place of an answer: a small search proves the position."""
UNKNOWN: Final = -1


@compiled
def _easiest_winning_move(tag: Any, st: Any, known: ProofTable, codes: np.ndarray) -> int:
    """The index of the move of seat 0 with the least effort of proof, or UNKNOWN."""
    found, least = UNKNOWN, 1 << 30
    for i in range(moves(tag, st, codes)):
        after = apply(tag, st, codes[i])
        said = verdict(tag, after)
        if said > 0:
            return i
        if said == 0:
            data = look_up(known, identity(tag, after))
            if data != _NOTHING and pn_of(data) == 0 and effort_of(data) < least:
                found, least = i, effort_of(data)
    return found


NO_ANSWER: Final = -2
"""No answer: the other seat is to move already."""


@compiled
def successors(tag: Any, row: np.ndarray, answer: int, codes: np.ndarray, out: np.ndarray) -> int:
    """Save the non-terminal positions after an answer and each reply to it."""
    st = load(tag, row)
    if answer != NO_ANSWER:
        moves(tag, st, codes)
        st = apply(tag, st, codes[answer])
    n = 0
    if turn(tag, st) == OVER:
        return n
    for i in range(moves(tag, st, codes)):
        then = apply(tag, st, codes[i])
        if turn(tag, then) != OVER:
            save(tag, then, out[n])
            n += 1
    return n


@compiled
def choose_answer(
    tag: Any,
    row: np.ndarray,
    known: ProofTable,
    small: ProofTable,
    on: SearchStack,
    control: np.ndarray,
    leaf: int,
) -> int:
    """The answer of seat 0, to move in a position it wins: the number of a move.

    LEAF where a search from scratch proves the win within `leaf` nodes; UNKNOWN where the table no
    longer holds the move."""
    st = load(tag, row)
    data = look_up(known, identity(tag, st))
    if data == _NOTHING or effort_of(data) <= _effort_class(8 * leaf):
        small.words[:] = _NOTHING
        control[BUDGET] = leaf
        search(tag, row, small, on, control)
        if control[PROOF] == 0:
            return LEAF
    return _easiest_winning_move(tag, st, known, on.codes[0])
