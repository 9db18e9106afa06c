"""Keys of states and random numbers, the same compiled and interpreted."""

from __future__ import annotations

import hashlib

import numpy as np

from .config import compiled

_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_MIX_3 = np.uint64(0x9E3779B97F4A7C15)
_SHIFT_29, _SHIFT_32 = np.uint64(29), np.uint64(32)


@compiled
def mix(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> np.uint64:
    """Four words as one well mixed key (multiplications and shifts of splitmix64)."""
    h = a * _MIX_3
    h = (h ^ h >> _SHIFT_32 ^ b) * _MIX_1
    h = (h ^ h >> _SHIFT_29 ^ c) * _MIX_2
    h = (h ^ h >> _SHIFT_32 ^ d) * _MIX_1
    return h ^ h >> _SHIFT_29


# -- random numbers -----------------------------------------------------------------------------

_SHIFT_12, _SHIFT_25, _SHIFT_27 = (np.uint64(n) for n in (12, 25, 27))
_STAR = np.uint64(0x2545F4914F6CDD1D)
_LOW_32 = np.uint64(0xFFFFFFFF)


@compiled
def below(rng: np.ndarray, n: int) -> int:
    """A random number 0 … n-1 from xorshift64*.

    `rng` is an array of one non-zero word.
    """
    x = rng[0]
    x ^= x >> _SHIFT_12
    x ^= x << _SHIFT_25
    x ^= x >> _SHIFT_27
    rng[0] = x
    found: int = np.int64((((x * _STAR) >> _SHIFT_32) * np.uint64(n)) >> _SHIFT_32)  # type: ignore[assignment]
    return found


def generator(seed: int) -> np.ndarray:
    """A random generator for compiled code; any seed gives a non-zero word."""
    word = hashlib.blake2b(str(seed).encode(), digest_size=8).digest()
    return np.array([int.from_bytes(word, "little") | 1], dtype=np.uint64)
