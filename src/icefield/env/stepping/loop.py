"""Batches of games in plain arrays (compiled, written once for every game).

A `Batch` holds one row per game. Between two steps every game waits for a decision of a seat:
chance is drawn, and a game that has ended has begun anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core import jit
from ...core.jit import compiled

_THIRD = 3  # occurrences that end a game, where that is a rule


class Batch(NamedTuple):
    """The arrays of n games."""

    start: np.ndarray  # [1, word] the state every game begins with
    states: np.ndarray  # [game, word]
    rng: np.ndarray  # [game] one generator each, so that a game does not hang on its neighbours
    codes: np.ndarray  # [game, i] the kernel's numbers of the legal moves
    legal: np.ndarray  # [game, i] their actions
    many: np.ndarray  # [game] how many there are
    mask: np.ndarray  # [game, action]
    observation: np.ndarray  # [game, plane, space] what the seat to decide sees
    turn: np.ndarray  # [game] the seat to decide
    rewards: np.ndarray  # [game, seat] of the last step
    done: np.ndarray  # [game] whether the last step ended a game
    plies: np.ndarray  # [game] decisions since the game began; where it is done, of the ended game
    origin: np.ndarray  # [i] keys before the start, where its history counts
    past: np.ndarray  # [game, i] keys since the game began; no columns where repetition is no rule
    seen: np.ndarray  # [game] how many of them


@compiled
def _settle(tag: Any, b: Batch, i: int, st: Any) -> Any:
    """Draw chance until a seat decides or the game is over."""
    while jit.turn(tag, st) == jit.CHANCE:
        st = jit.apply(tag, st, jit.pick(tag, st, b.rng[i : i + 1], b.codes[i]))
    return st


@compiled
def _remember(tag: Any, b: Batch, i: int, st: Any) -> Any:
    """Count a state; the third occurrence ends the game."""
    key = jit.key(tag, st)
    times = 1
    for j in range(b.seen[i]):
        times += b.past[i, j] == key
    b.past[i, b.seen[i]] = key
    b.seen[i] += 1
    if times >= _THIRD and jit.turn(tag, st) != jit.OVER:
        st = jit.repeated(tag, st)
    return st


@compiled
def _begin(tag: Any, b: Batch, i: int) -> Any:
    b.seen[i] = b.origin.shape[0]
    b.past[i, : b.seen[i]] = b.origin
    st = _settle(tag, b, i, jit.load(tag, b.start[0]))
    if b.past.shape[1] > 0:
        st = _remember(tag, b, i, st)
    return st


@compiled
def _show(tag: Any, b: Batch, i: int, st: Any) -> None:
    """Write the actions, mask and observation of the seat to decide."""
    seat = jit.turn(tag, st)
    b.turn[i] = seat
    mask, legal, codes = b.mask[i], b.legal[i], b.codes[i]
    for j in range(b.many[i]):
        mask[legal[j]] = False
    n = jit.moves(tag, st, codes)
    for j in range(n):
        number = jit.action(tag, st, codes[j])
        legal[j] = number
        mask[number] = True
    b.many[i] = n
    jit.planes(tag, st, seat, b.observation[i])
    jit.save(tag, st, b.states[i])


@compiled
def reset(tag: Any, b: Batch, first: int, last: int) -> None:
    """Begin the games first … last-1 anew."""
    for i in range(first, last):
        b.done[i] = False
        b.plies[i] = 0
        b.rewards[i, :] = 0.0
        _show(tag, b, i, _begin(tag, b, i))


@compiled
def illegal(b: Batch, chosen: np.ndarray) -> int:
    """The first game whose action is not legal, or −1."""
    for i in range(chosen.shape[0]):
        if chosen[i] < 0 or chosen[i] >= b.mask.shape[1] or not b.mask[i, chosen[i]]:
            return i
    return -1


@compiled
def step(tag: Any, b: Batch, chosen: np.ndarray, first: int, last: int) -> None:
    """Make a legal action in each of the games first … last-1."""
    for i in range(first, last):
        j = 0
        while b.legal[i, j] != chosen[i]:
            j += 1
        if b.done[i]:
            b.plies[i] = 0
            b.done[i] = False
            b.rewards[i, :] = 0.0
        st = jit.load(tag, b.states[i])
        st = _settle(tag, b, i, jit.apply(tag, st, b.codes[i, j]))
        b.plies[i] += 1
        if b.past.shape[1] > 0:
            st = _remember(tag, b, i, st)
        if jit.turn(tag, st) == jit.OVER:
            b.done[i] = True
            jit.payoffs(tag, st, b.rewards[i])
            st = _begin(tag, b, i)
        _show(tag, b, i, st)


@compiled
def sample(b: Batch, rng: np.ndarray, out: np.ndarray) -> None:
    """A random legal action for each game."""
    for i in range(out.shape[0]):
        out[i] = b.legal[i, jit.below(rng, b.many[i])]
