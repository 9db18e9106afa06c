"""The course and the end of a turn of `strait` (compiled; I17, I31, I32)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from .floes import is_floe_action_possible, next_seat
from .state import (
    ACTIVE,
    ASKED,
    CHOOSING_ACTION,
    DEPTH,
    EXPLORER_DONE,
    FINISHED,
    FLOE_DONE,
    MAX_TURNS,
    MOVER,
    PHASE,
    STATIONS,
    TRAILS,
    TURN,
    TURNS,
    VISITED,
    WINNER,
)


@compiled
def finish_game(st: np.ndarray, winner: int) -> None:
    """Ends the game; the winner is −1 for a draw."""
    st[WINNER] = winner
    st[PHASE] = FINISHED
    st[FLOE_DONE] = st[EXPLORER_DONE] = 0
    st[DEPTH] = st[TRAILS] = 0
    st[MOVER] = st[ASKED] = -1
    st[ACTIVE] = st[TURN] = 0
    _clear_path(st)


@compiled
def _clear_path(st: np.ndarray) -> None:
    """Forgets where the mover has been."""
    for place in range(st[STATIONS]):
        st[VISITED + place] = 0


@compiled
def end_turn(st: np.ndarray) -> None:
    """Passes the turn on; after the last turn the game is drawn (I32)."""
    st[TURNS] += 1
    st[FLOE_DONE] = st[EXPLORER_DONE] = 0
    st[ACTIVE] = st[TURN] = next_seat(st, st[ACTIVE])
    st[PHASE] = CHOOSING_ACTION
    if st[TURNS] >= MAX_TURNS:  # I32
        finish_game(st, -1)


@compiled
def finish_floe_action(st: np.ndarray) -> None:
    """Ends the floe action, and the turn if the explorer action is over too."""
    st[FLOE_DONE] = 1
    st[PHASE] = CHOOSING_ACTION
    if st[EXPLORER_DONE] == 1:
        end_turn(st)


@compiled
def finish_explorer_action(st: np.ndarray) -> None:
    """Ends the explorer action, and the turn if no floe action is left (I17)."""
    st[EXPLORER_DONE] = 1
    st[MOVER] = -1
    st[PHASE] = CHOOSING_ACTION
    st[TURN] = st[ACTIVE]
    _clear_path(st)
    if st[FLOE_DONE] == 1 or not is_floe_action_possible(st, st[ACTIVE]):
        end_turn(st)
