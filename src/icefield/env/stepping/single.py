"""Single games on saved states (compiled, written once for every game).

A state that compiled code returns to Python loses its exact types, and `apply` may consume its
argument; saved rows have neither problem.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import jit
from ...core.jit import compiled


@compiled
def look(tag: Any, row: np.ndarray, most: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Who decides, the kernel's numbers of the legal moves, and their actions.

    The actions rise. Outcomes of chance are numbered from 0.
    """
    codes = np.empty(most, dtype=np.int64)
    st = jit.load(tag, row)
    turn = jit.turn(tag, st)
    n = 0 if turn == jit.OVER else jit.moves(tag, st, codes)
    if turn == jit.CHANCE:
        return turn, np.sort(codes[:n]), np.arange(n)
    actions = np.empty(n, dtype=np.int64)
    for i in range(n):
        actions[i] = jit.action(tag, st, codes[i])
    order = np.argsort(actions)
    return turn, codes[order], actions[order]


@compiled
def go(tag: Any, row: np.ndarray, code: int) -> np.uint64:
    """Make a legal move in the row; returns the key of the state after it."""
    st = jit.apply(tag, jit.load(tag, row), code)
    jit.save(tag, st, row)
    return jit.key(tag, st)  # type: ignore[no-any-return]


@compiled
def picked(tag: Any, row: np.ndarray, rng: np.ndarray, most: int) -> int:
    """A random legal move; where chance decides, drawn by its odds."""
    return jit.pick(tag, jit.load(tag, row), rng, np.empty(most, dtype=np.int64))  # type: ignore[no-any-return]


@compiled
def wear(tag: Any, row: np.ndarray) -> None:
    """End the game by a third occurrence."""
    jit.save(tag, jit.repeated(tag, jit.load(tag, row)), row)


@compiled
def see(tag: Any, row: np.ndarray, seat: int, out: np.ndarray) -> None:
    """The observation of a seat: [plane, space]."""
    jit.planes(tag, jit.load(tag, row), seat, out)


@compiled
def result(tag: Any, row: np.ndarray, out: np.ndarray) -> None:
    """The payoffs at the end."""
    jit.payoffs(tag, jit.load(tag, row), out)
