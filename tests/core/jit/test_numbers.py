"""Random numbers of compiled code."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from icefield.core import jit
from icefield.core.jit import generator

from ..examples import calm


@calm
@given(st.integers(-(2**70), 2**70), st.integers(1, 2**31))
def test_below_stays_below_and_is_reproducible(seed: int, n: int) -> None:
    one, two = generator(seed), generator(seed)
    drawn = [jit.below(one, n) for _ in range(20)]
    assert all(0 <= x < n for x in drawn)
    assert [jit.below(two, n) for _ in range(20)] == drawn
    assert one[0] != 0


def test_below_is_even() -> None:
    rng = generator(7)
    for n in (2, 3, 7, 52):
        draws = 2000 * n
        counts = Counter(int(jit.below(rng, n)) for _ in range(draws))
        assert set(counts) == set(range(n))
        square = sum((c - 2000) ** 2 / 2000 for c in counts.values())
        assert square < n - 1 + 5 * (2 * n) ** 0.5  # chi-square with n - 1 degrees of freedom


def test_neighbouring_seeds_give_unlike_generators() -> None:
    seeds = range(-50, 1000)
    firsts = {int(generator(seed)[0]) for seed in seeds}
    assert len(firsts) == len(seeds)
    assert 0 not in firsts
    flips = [(int(generator(s)[0]) ^ int(generator(s + 1)[0])).bit_count() for s in range(200)]
    assert 28 < sum(flips) / len(flips) < 36


def test_compiled_and_interpreted_draws_are_the_same_numbers() -> None:
    # the first three of xorshift64* from the state 1, by its published definition
    state, wanted = 1, []
    for _ in range(3):
        state ^= state >> 12
        state ^= state << 25 & 2**64 - 1
        state ^= state >> 27
        wanted.append(((state * 0x2545F4914F6CDD1D & 2**64 - 1) >> 32) * 1000 >> 32)
    rng = np.array([1], dtype=np.uint64)
    assert [int(jit.below(rng, 1000)) for _ in range(3)] == wanted
    python = getattr(jit.below, "py_func", jit.below)
    again = np.array([1], dtype=np.uint64)
    with np.errstate(over="ignore"):
        assert [int(python(again, 1000)) for _ in range(3)] == wanted
