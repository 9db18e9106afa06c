"""Sets of bits: compiled and as Python."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from icefield.core.jit import compiled, lowest, popcount

from .examples import calm

words = st.integers(0, 2**64 - 1)


@compiled
def _popcount(x: np.uint64) -> int:
    return popcount(x)


@compiled
def _lowest(x: np.uint64) -> int:
    return lowest(x)


@calm
@given(words)
@example(0)
@example(2**63)
@example(2**64 - 1)
def test_popcount_counts_bits_compiled_and_not(x: int) -> None:
    assert popcount(np.uint64(x)) == _popcount(np.uint64(x)) == bin(x).count("1")


@calm
@given(words.filter(bool))
@example(2**63)
@example(1)
def test_lowest_finds_the_lowest_bit_compiled_and_not(x: int) -> None:
    wanted = next(i for i in range(64) if x >> i & 1)
    assert lowest(np.uint64(x)) == _lowest(np.uint64(x)) == wanted
