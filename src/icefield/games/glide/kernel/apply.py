"""The effect of a move of `glide`, eliminations, and the end of a game (G5–G10)."""

from __future__ import annotations

import numpy as np

from ....core.jit import compiled
from ..board import ABSENT
from .moves import landing, ways
from .state import (
    GOAL_REACHED,
    GOING_ON,
    LAST_LEFT,
    LONGEST,
    NOBODY,
    REPEATED,
    TOO_LONG,
    State,
    square_of,
    typed,
)

_ONE, _BYTE = np.uint64(1), np.uint64(255)

_LOW_SIX = np.uint64(63)


@compiled
def put_player(players: np.uint64, seat: int, square: int) -> np.uint64:
    shift = np.uint64(8 * seat)
    put: np.uint64 = players & ~(_BYTE << shift) | np.uint64(square) << shift
    return put


@compiled
def next_alive(players: np.uint64, seats: int, seat: int) -> int:
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if square_of(players, seat) != ABSENT:
            break
    return seat


@compiled
def settle(
    low: np.uint64,
    high: np.uint64,
    players: np.uint64,
    side: int,
    seats: int,
    mover: int,
    ply: int,
    at_turn: int,
) -> State:
    """The state with this player to move, after taking off trapped players (G9).

    No player is on the goal.

    With at most four players two are never trapped at once, so the order of the test does not
    matter when every player is tested after every move.
    """
    end, winner = GOING_ON, NOBODY
    if seats > 2:
        if at_turn == 0:
            for seat in range(seats):
                if square_of(players, seat) != ABSENT and ways(players, seats, side, seat) == 0:
                    players = put_player(players, seat, ABSENT)
        if square_of(players, mover) == ABSENT:
            mover = next_alive(players, seats, mover)
        while ways(players, seats, side, mover) == 0:
            players = put_player(players, mover, ABSENT)
            mover = next_alive(players, seats, mover)
        left = 0
        for seat in range(seats):
            left += square_of(players, seat) != ABSENT
        if left == 1:
            end, winner = LAST_LEFT, mover
    if end == GOING_ON and ply >= LONGEST:
        end = TOO_LONG
    return State(low, high, players, side, seats, mover, ply, at_turn, end, winner)


@compiled
def won(
    low: np.uint64,
    high: np.uint64,
    players: np.uint64,
    side: int,
    seats: int,
    mover: int,
    ply: int,
    at_turn: int,
    winner: int,
) -> State:
    """The state in which a player stands on the goal (G7)."""
    return State(low, high, players, side, seats, mover, ply, at_turn, GOAL_REACHED, winner)


@compiled
def _flip(low: np.uint64, high: np.uint64, square: int) -> tuple[np.uint64, np.uint64]:
    bit = _ONE << (np.uint64(square) & _LOW_SIX)
    if square < 64:
        return low ^ bit, high
    return low, high ^ bit


@compiled
def apply(st: State, m: int) -> State:
    here = square_of(st.players, st.mover)
    there, glides = landing(st, here, m)
    low, high = st.low, st.high
    if glides:  # the floe comes along; else it stays behind
        low, high = _flip(low, high, here)
        low, high = _flip(low, high, there)
    players = put_player(st.players, st.mover, there)
    ply = st.ply + 1
    after = next_alive(players, st.seats, st.mover)
    if there == st.side * st.side // 2:
        return won(low, high, players, st.side, st.seats, after, ply, st.at_turn, st.mover)
    return settle(low, high, players, st.side, st.seats, after, ply, st.at_turn)


@compiled
def repeated(st: State) -> State:
    """The state, drawn by its third occurrence (G10)."""
    return State(
        st.low,
        st.high,
        st.players,
        st.side,
        st.seats,
        st.mover,
        st.ply,
        st.at_turn,
        REPEATED,
        NOBODY,
    )


def make(
    side: int,
    floes: int,
    players: tuple[int, ...],
    seats: int,
    mover: int,
    ply: int,
    at_turn: bool,
) -> State:
    """A state from plain Python numbers, with its end worked out."""
    packed = sum(at << 8 * i for i, at in enumerate(players))
    packed |= sum(ABSENT << 8 * i for i in range(len(players), 8))
    word = (1 << 64) - 1
    low, high = np.uint64(floes & word), np.uint64(floes >> 64)
    board = (low, high, np.uint64(packed), side, seats, mover, ply, int(at_turn))
    goal = side * side // 2
    if goal in players:
        return typed(won(*board, players.index(goal)))
    return typed(settle(*board))
