"""Move ordering for searches.

A move is worth what it takes from the others less what it costs, in points of pyramids (T5).
"""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from ..board import MOST_WEIGHT, SPACES
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
    POINTS,
    SEATS,
    SELECTED,
    TURN,
    VOTED,
    WALKED,
    WEIGHTS,
)


@compiled
def _points_on(st: np.ndarray, at: int, seat: int) -> tuple[int, int]:
    """The points of this seat's pyramids on a space, and those of all others."""
    own, others = 0, 0
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            if pyramid // 6 == seat:
                own += POINTS[pyramid % 6]
            else:
                others += POINTS[pyramid % 6]
    return own, others


@compiled
def _gain_of_loss(st: np.ndarray, at: int, seat: int) -> int:
    """The gain of a seat when everything on a space is lost.

    The others share their loss, so a point of theirs counts less than one of the seat's own.
    """
    own, others = _points_on(st, at, seat)
    return 2 * others - (st[SEATS] - 1) * 2 * own  # type: ignore[no-any-return]


@compiled
def _walk_priority(st: np.ndarray, what: int, seat: int) -> int:
    """The gain of sinking a tile, the moved pyramid included (T11), or of filling one."""
    letter, one, two = what >> 10, what >> 5 & 31, what & 31
    end = one if two == NO_HOP else two
    load = st[LOAD + end]
    if end == st[AT + 6 * seat + letter]:
        load -= WEIGHTS[letter]
    if load + WEIGHTS[letter] > MOST_WEIGHT:
        return _gain_of_loss(st, end, seat) - (st[SEATS] - 1) * 2 * POINTS[letter]  # type: ignore[no-any-return]
    own, _ = _points_on(st, end, seat)
    return (
        1 if own == 0 and load + WEIGHTS[letter] == MOST_WEIGHT else 0
    )  # full: the next one sinks it


@compiled
def _option_priority(st: np.ndarray, option: int, seat: int) -> int:
    """The gain of a ballot's option: its tile, or the best tile of its number."""
    if st[PHASE] > NUMBER_TIE:
        at = st[PLACE + 6 * option + st[NUMBER]]
        return _gain_of_loss(st, at, seat) if at >= 0 else -100
    best = -100
    for suit in range(4):
        at = st[PLACE + 6 * suit + option]
        if at >= 0:
            best = max(best, _gain_of_loss(st, at, seat))
    return best


@compiled
def priority(st: np.ndarray, m: int) -> int:
    """The priority of a move in a search; higher is earlier."""
    kind, what, seat = m >> 16, m & 65535, st[TURN]
    if kind == WALKED:
        return _walk_priority(st, what, seat)
    if kind in (VOTED, CHOSE):
        return _option_priority(st, what, seat)
    if kind == SELECTED:
        own, others = _points_on(st, what, seat)
        return (st[SEATS] - 1) * own - others  # type: ignore[no-any-return]
    if kind == CROWNED:
        return 1 if what == seat else 0
    if kind == BURNT:
        return 1 if what < SPACES else 0
    return 0
