"""The kernel protocol called from compiled code, with saved states.

A state that compiled code returns to Python loses its exact types, and `apply` may consume its
argument; saved rows have neither problem. With NUMBA_DISABLE_JIT=1 the same functions run as
Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import jit
from ..core.jit import compiled


@compiled
def room(tag: Any, n: int) -> np.ndarray:
    """An empty array for n states."""
    return jit.rows(tag, n)  # type: ignore[no-any-return]


@compiled
def put(tag: Any, st: Any, row: np.ndarray) -> None:
    """Save a state."""
    jit.save(tag, st, row)


@compiled
def get(tag: Any, row: np.ndarray) -> Any:
    """Load a state."""
    return jit.load(tag, row)


@compiled
def copy(tag: Any, row: np.ndarray, out: np.ndarray) -> None:
    """Load a state and save it again."""
    jit.save(tag, jit.load(tag, row), out)


@compiled
def whose(tag: Any, row: np.ndarray) -> int:
    """The seat to move."""
    return jit.turn(tag, jit.load(tag, row))  # type: ignore[no-any-return]


@compiled
def listed(tag: Any, row: np.ndarray, out: np.ndarray) -> int:
    """The legal moves."""
    return jit.moves(tag, jit.load(tag, row), out)  # type: ignore[no-any-return]


@compiled
def step(tag: Any, row: np.ndarray, m: int, out: np.ndarray) -> None:
    """The state after a move.

    Made as searches do it, in a loop and with a move of 32 bits: a state must have the same types
    afterwards, or no search compiles for the game.
    """
    st = jit.load(tag, row)
    for _ in range(1):
        st = jit.apply(tag, st, np.int32(m))
    jit.save(tag, st, out)


@compiled
def key(tag: Any, row: np.ndarray) -> np.uint64:
    """The state's key."""
    return jit.key(tag, jit.load(tag, row))  # type: ignore[no-any-return]


@compiled
def result(tag: Any, row: np.ndarray, out: np.ndarray) -> None:
    """The payoffs at the end."""
    jit.payoffs(tag, jit.load(tag, row), out)


@compiled
def utility(tag: Any, row: np.ndarray) -> int:
    """The result for seat 0 at the end of a game for two."""
    return jit.utility(tag, jit.load(tag, row))  # type: ignore[no-any-return]


@compiled
def picked(tag: Any, row: np.ndarray, rng: np.ndarray, buffer: np.ndarray, out: np.ndarray) -> None:
    """Fill `out` with random legal moves."""
    for i in range(len(out)):
        out[i] = jit.pick(tag, jit.load(tag, row), rng, buffer)


def same(a: Any, b: Any) -> bool:
    """Whether two states are equal: arrays or (named) tuples of numbers."""
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    return len(a) == len(b) and all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
