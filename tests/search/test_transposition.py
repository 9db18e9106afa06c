"""The transposition table: what is stored is found, what is torn is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from icefield.search.transposition import (
    EXACT,
    LOWER,
    NO_MOVE,
    RESOLVED,
    UPPER,
    Table,
    bound_of,
    depth_of,
    look_up,
    move_of,
    new_table,
    store,
    value_of,
)

calm = settings(deadline=None, derandomize=True)
keys = st.integers(0, 2**64 - 1).map(np.uint64)
values = st.integers(-(2**23), 2**23 - 1)
depths = st.integers(0, RESOLVED)
kinds = st.sampled_from((LOWER, UPPER, EXACT))
codes = st.integers(0, NO_MOVE)


def found(known: Table, key: np.uint64) -> tuple[int, int, int, int] | None:
    data = np.uint64(look_up(known, key))
    if data == 0:
        return None
    return int(value_of(data)), int(depth_of(data)), int(bound_of(data)), int(move_of(data))


@pytest.mark.parametrize(("megabytes", "entries"), [(0, 1 << 10), (1, 1 << 16), (3, 1 << 17)])
def test_a_table_has_a_power_of_two_entries_and_is_empty(megabytes: int, entries: int) -> None:
    known = new_table(megabytes)
    assert len(known.checks) == len(known.data) == entries
    for key in (0, 1, entries - 1, entries, 2**64 - 1):
        assert found(known, np.uint64(key)) is None


@calm
@given(key=keys, value=values, depth=depths, bound=kinds, move=codes)
def test_what_is_stored_is_found(
    key: np.uint64, value: int, depth: int, bound: int, move: int
) -> None:
    known = new_table(0)
    store(known, key, value, depth, bound, move)
    assert found(known, key) == (value, depth, bound, move)


@calm
@given(key=keys, other=keys)
def test_another_key_is_not_found(key: np.uint64, other: np.uint64) -> None:
    known = new_table(0)
    store(known, key, -5, 3, EXACT, 99)
    assert (found(known, other) is not None) == (key == other)


@calm
@given(key=keys, first=values, second=values, move=codes)
def test_the_same_position_is_replaced(key: np.uint64, first: int, second: int, move: int) -> None:
    known = new_table(0)
    store(known, key, first, RESOLVED, EXACT, 1)
    store(known, key, second, 2, LOWER, move)
    assert found(known, key) == (second, 2, LOWER, move)


@calm
@given(key=keys, a=values, b=values, moves=st.tuples(codes, codes), depth=depths)
def test_an_entry_torn_by_two_writers_is_not_found(
    key: np.uint64, a: int, b: int, moves: tuple[int, int], depth: int
) -> None:
    """Two threads store two positions in one slot; each word is of another thread."""
    other = np.uint64((int(key) + 1024 * 77) % 2**64)
    one, two = new_table(0), new_table(0)
    store(one, key, a, depth, EXACT, moves[0])
    store(two, other, b, depth, LOWER, moves[1])
    torn = Table(one.checks, two.data)
    assert found(torn, key) is None
    assert found(torn, other) is None


@calm
@given(key=keys, a=values, b=values)
def test_an_entry_torn_by_two_writers_of_one_position_is_not_found(
    key: np.uint64, a: int, b: int
) -> None:
    one, two = new_table(0), new_table(0)
    store(one, key, a, 9, EXACT, 7)
    store(two, key, b, 9, EXACT, 7)
    torn = found(Table(one.checks, two.data), key)
    assert torn == ((a, 9, EXACT, 7) if a == b else None)


def test_the_deeper_entry_of_a_bucket_stays() -> None:
    known = new_table(0)
    deep, newer, newest = (np.uint64(5 + 1024 * i) for i in range(3))  # the same slot
    store(known, deep, 1, 20, EXACT, 1)
    store(known, newer, 2, 3, EXACT, 2)
    assert found(known, deep) == (1, 20, EXACT, 1)
    assert found(known, newer) == (2, 3, EXACT, 2)
    store(known, newest, 3, 4, EXACT, 3)  # takes the place of the newer one
    assert found(known, deep) == (1, 20, EXACT, 1)
    assert found(known, newer) is None
    assert found(known, newest) == (3, 4, EXACT, 3)
    store(known, newer, 2, 21, EXACT, 2)  # deeper still
    assert found(known, deep) is None
    assert found(known, newer) == (2, 21, EXACT, 2)
