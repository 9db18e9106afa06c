"""How a turn of `strait` goes on and ends (compiled; I17, I31, I32)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .floes import clockwise, floe_action_possible
from .state import (
    ACTIVE,
    ASKED,
    DEPTH,
    EXPLORER_DONE,
    FINISHED,
    FLOE_DONE,
    MOST_TURNS,
    MOVER,
    PHASE,
    STATIONS,
    TOP,
    TRAILS,
    TURN,
    TURNS,
    VISITED,
    WINNER,
)


@compiled
def finish(st: np.ndarray, winner: int) -> None:
    st[WINNER] = winner
    st[PHASE] = FINISHED
    st[FLOE_DONE] = st[EXPLORER_DONE] = 0
    st[DEPTH] = st[TRAILS] = 0
    st[MOVER] = st[ASKED] = -1
    st[ACTIVE] = st[TURN] = 0
    _forget_path(st)


@compiled
def _forget_path(st: np.ndarray) -> None:
    for place in range(st[STATIONS]):
        st[VISITED + place] = 0


@compiled
def end_turn(st: np.ndarray) -> None:
    st[TURNS] += 1
    st[FLOE_DONE] = st[EXPLORER_DONE] = 0
    st[ACTIVE] = st[TURN] = clockwise(st, st[ACTIVE])
    st[PHASE] = TOP
    if st[TURNS] >= MOST_TURNS:  # I32
        finish(st, -1)


@compiled
def floe_done(st: np.ndarray) -> None:
    st[FLOE_DONE] = 1
    st[PHASE] = TOP
    if st[EXPLORER_DONE] == 1:
        end_turn(st)


@compiled
def explorer_done(st: np.ndarray) -> None:
    """The turn ends by itself when there is nothing left to do (I17)."""
    st[EXPLORER_DONE] = 1
    st[MOVER] = -1
    st[PHASE] = TOP
    st[TURN] = st[ACTIVE]
    _forget_path(st)
    if st[FLOE_DONE] == 1 or not floe_action_possible(st, st[ACTIVE]):
        end_turn(st)
