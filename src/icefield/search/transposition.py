"""The transposition table of a search, shared by all its threads.

An entry is two words. The second packs value, depth, kind of bound and best move; the first is the
key xor the second, so a pair torn by two threads writing at once is simply not found again (the
lockless trick of Hyatt and Mann). Two neighbouring slots form a bucket: one keeps the deepest
entry, the other the newest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..core import jit
from ..core.game import Move, Position
from ..core.jit import bind, compiled
from .api import move_of_code

LOWER, UPPER, EXACT = 1, 2, 3
"""The true value is at least, at most, or exactly the value stored."""

RESOLVED: Final = 127
"""The depth of an entry whose subtree ended by the rules everywhere, not in an estimate."""

NO_MOVE: Final = (1 << 30) - 1

_VALUE_SHIFT, _DEPTH_SHIFT, _BOUND_SHIFT = np.uint64(40), np.uint64(32), np.uint64(30)
_MOVE_MASK, _BYTE, _TWO_BITS = np.uint64((1 << 30) - 1), np.uint64(255), np.uint64(3)
_ONE = np.uint64(1)
_BIAS: Final = 1 << 23  # values are within ±2**23


class Table(NamedTuple):
    """The arrays of the table; both have a power of two entries."""

    checks: np.ndarray  # uint64: key xor data
    data: np.ndarray  # uint64: value (24 bits) depth (8) bound (2) move (30)


def new_table(megabytes: int) -> Table:
    """An empty table of at most that size."""
    entries = 1 << max(10, (megabytes * (1 << 20) // 16).bit_length() - 1)
    return Table(np.zeros(entries, dtype=np.uint64), np.zeros(entries, dtype=np.uint64))


@compiled
def contains_key(keys: np.ndarray, key: np.uint64) -> bool:
    """Whether a key is one of a few."""
    found = False
    for i in range(len(keys)):
        found |= keys[i] == key
    return found


@compiled
def count_key(keys: np.ndarray, key: np.uint64) -> int:
    """How often a key is among a few."""
    found = 0
    for i in range(len(keys)):
        found += keys[i] == key
    return found


@compiled
def look_up(table: Table, key: np.uint64) -> np.uint64:
    """The data stored for a key, or 0."""
    slot = np.int64(key & np.uint64(len(table.data) - 1))
    for i in (slot, slot ^ 1):
        data: np.uint64 = table.data[i]
        if data != np.uint64(0) and table.checks[i] ^ data == key:
            return data
    return np.uint64(0)


@compiled
def value_of(data: np.uint64) -> int:
    return np.int64(data >> _VALUE_SHIFT) - _BIAS  # type: ignore[return-value]


@compiled
def depth_of(data: np.uint64) -> int:
    return np.int64(data >> _DEPTH_SHIFT & _BYTE)  # type: ignore[return-value]


@compiled
def bound_of(data: np.uint64) -> int:
    return np.int64(data >> _BOUND_SHIFT & _TWO_BITS)  # type: ignore[return-value]


@compiled
def move_of(data: np.uint64) -> int:
    return np.int64(data & _MOVE_MASK)  # type: ignore[return-value]


@compiled
def store(table: Table, key: np.uint64, value: int, depth: int, bound: int, move: int) -> None:
    """Store an entry; the deeper of a bucket stays unless it is the same position."""
    data = (
        np.uint64(value + _BIAS) << _VALUE_SHIFT
        | np.uint64(depth) << _DEPTH_SHIFT
        | np.uint64(bound) << _BOUND_SHIFT
        | np.uint64(move)
    )
    slot = np.int64(key & np.uint64(len(table.data) - 1))
    old = table.data[slot]
    same = table.checks[slot] ^ old == key
    if not same and np.int64(old >> _DEPTH_SHIFT & _BYTE) > depth:
        slot ^= 1
    table.checks[slot] = key ^ data
    table.data[slot] = data


def principal_variation(position: Position, table: Table, most: int) -> tuple[Move, ...]:
    """The line of best moves that the table knows, at most so many."""
    tag = bind(position.game)
    line: list[Move] = []
    seen = set()
    while position.turn is not None and len(line) < most:
        key = np.uint64(jit.key(tag, position.state))
        data = np.uint64(look_up(table, key))
        if data == 0 or int(key) in seen:
            break
        seen.add(int(key))
        code = int(move_of(data))
        found = move_of_code(position, code)
        if found is None:
            break
        line.append(found)
        position = position.play(found)
    return tuple(line)
