"""The state of `glide`: what the rules look at, saved and loaded, and the result.

Repetition (G10) is not the kernel's: it depends on the history, which a state does not hold. The
position counts occurrences and marks the state as drawn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.jit import OVER, compiled, mix

MAX_MOVES = 4

LONGEST = 400
"""Plies after which a game without a winner is a draw (G10)."""

# Why the game is over: the field `end` of a state.
GOING_ON, GOAL_REACHED, LAST_LEFT, TOO_LONG, REPEATED = 0, 1, 2, 3, 4  # …, G7, G9, G10, G10

WIN = 1000

NOBODY = -1

_BYTE = np.uint64(255)


class State(NamedTuple):
    """Everything the rules look at but the history."""

    low: np.uint64  # floes on squares 0–63
    high: np.uint64  # floes on squares 64–120
    players: np.uint64  # the square of player i in byte i, ABSENT when off the board
    side: int
    seats: int  # how many began
    mover: int
    ply: int
    at_turn: int  # option: 1 tests for elimination only at the start of the own turn (G9)
    end: int
    winner: int


@compiled
def square_of(players: np.uint64, seat: int) -> int:
    return np.int64(players >> np.uint64(8 * seat) & _BYTE)  # type: ignore[return-value]


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states: floes, players, and one word for the rest."""
    return np.empty((n, 4), dtype=np.uint64)


@compiled
def save(st: State, row: np.ndarray) -> None:
    row[0] = st.low
    row[1] = st.high
    row[2] = st.players
    small = st.side | st.seats << 4 | st.mover << 8 | st.at_turn << 12 | st.end << 16
    row[3] = np.uint64(small | (st.winner + 1) << 20 | st.ply << 24)


@compiled
def load(row: np.ndarray) -> State:
    rest = np.int64(row[3])
    return State(
        row[0],
        row[1],
        row[2],
        rest & 15,  # type: ignore[arg-type]
        rest >> 4 & 15,  # type: ignore[arg-type]
        rest >> 8 & 15,  # type: ignore[arg-type]
        rest >> 24,  # type: ignore[arg-type]
        rest >> 12 & 15,  # type: ignore[arg-type]
        rest >> 16 & 15,  # type: ignore[arg-type]
        (rest >> 20 & 15) - 1,  # type: ignore[arg-type]
    )


@compiled
def turn(st: State) -> int:
    return st.mover if st.end == GOING_ON else OVER


@compiled
def payoffs(st: State, out: np.ndarray) -> None:
    for seat in range(st.seats):
        if st.winner == NOBODY or st.seats == 1:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == st.winner else -1.0 / (st.seats - 1)


@compiled
def utility(st: State) -> int:
    if st.winner == NOBODY:
        return 0
    return WIN if st.winner == 0 else -WIN


@compiled
def key(st: State) -> np.uint64:
    """Floes, players and turn (G10); not the ply."""
    return mix(st.low, st.high, st.players, np.uint64(st.mover))


def typed(st: State) -> State:
    """A state with typed fields; Numba hands fields back as plain ints."""
    words: Any = (np.uint64(word) for word in st[:3])
    numbers: Any = (np.int64(number) for number in st[3:])
    return State(*words, *numbers)
