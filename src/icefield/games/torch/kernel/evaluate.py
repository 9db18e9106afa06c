"""Which moves of `torch` deserve a look first (compiled): what a move takes from the others and
what it costs oneself, in points of pyramids (T5)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from ..board import MOST_WEIGHT, POINTS, SPACES, WEIGHTS
from .state import (
    AT,
    BURNT,
    CHOSE,
    CROWNED,
    LOAD,
    NO_HOP,
    NUMBER,
    NUMBER_TIE,
    PHASE,
    PLACE,
    SEATS,
    SELECTED,
    TURN,
    VOTED,
    WALKED,
)


@compiled
def _on_tile(st: np.ndarray, at: int, seat: int) -> tuple[int, int]:
    """Points of this seat's pyramids on a space, and of everybody else's."""
    own, others = 0, 0
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            if pyramid // 6 == seat:
                own += POINTS[pyramid % 6]
            else:
                others += POINTS[pyramid % 6]
    return own, others


@compiled
def _loss(st: np.ndarray, at: int, seat: int) -> int:
    """What it is worth to a seat that everything on a space is lost: the others share their loss,
    so it counts less than the own."""
    own, others = _on_tile(st, at, seat)
    return 2 * others - (st[SEATS] - 1) * 2 * own  # type: ignore[no-any-return]


@compiled
def _of_walk(st: np.ndarray, what: int, seat: int) -> int:
    """Sinking: the others' points on the tile less the own, the mover's own included."""
    letter, one, two = what >> 10, what >> 5 & 31, what & 31
    end = one if two == NO_HOP else two
    load = st[LOAD + end]
    if end == st[AT + 6 * seat + letter]:
        load -= WEIGHTS[letter]
    if load + WEIGHTS[letter] > MOST_WEIGHT:
        return _loss(st, end, seat) - (st[SEATS] - 1) * 2 * POINTS[letter]  # type: ignore[no-any-return]
    own, _ = _on_tile(st, end, seat)
    return 1 if own == 0 and load + WEIGHTS[letter] == MOST_WEIGHT else 0  # full: nobody can join


@compiled
def _of_option(st: np.ndarray, option: int, seat: int) -> int:
    """A ballot's option: the tile it removes, or all tiles of that number."""
    if st[PHASE] > NUMBER_TIE:
        at = st[PLACE + 6 * option + st[NUMBER]]
        return _loss(st, at, seat) if at >= 0 else -100
    best = -100
    for suit in range(4):
        at = st[PLACE + 6 * suit + option]
        if at >= 0:
            best = max(best, _loss(st, at, seat))
    return best


@compiled
def priority(st: np.ndarray, m: int) -> int:
    kind, what, seat = m >> 16, m & 65535, st[TURN]
    if kind == WALKED:
        return _of_walk(st, what, seat)
    if kind in (VOTED, CHOSE):
        return _of_option(st, what, seat)
    if kind == SELECTED:
        own, others = _on_tile(st, what, seat)
        return (st[SEATS] - 1) * own - others  # type: ignore[no-any-return]
    if kind == CROWNED:
        return 1 if what == seat else 0
    if kind == BURNT:
        return 1 if what < SPACES else 0
    return 0
