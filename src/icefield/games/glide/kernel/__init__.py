"""The compiled rules of `glide`. Trusts its input; `rules.py` is the door that checks.

Repetition (G10) is not the kernel's: it depends on the history, which a state does not hold. The
face over the kernel counts occurrences and marks the state as drawn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.jit import OVER, below, compiled, highest, lowest, mix, nth, popcount
from ..board import ABSENT, DOWN, EDGE, LEFT, OPEN, RAY_HIGH, RAY_LOW, STEP

MAX_MOVES = 4
LONGEST = 400
"""Plies after which a game without a winner is a draw (G10)."""

# Why the game is over: the field `end` of a state.
GOING_ON, GOAL_REACHED, LAST_LEFT, TOO_LONG, REPEATED = 0, 1, 2, 3, 4  # …, G7, G9, G10, G10

WIN = 1000
NOBODY = -1

_ZERO, _ONE, _BYTE = np.uint64(0), np.uint64(1), np.uint64(255)
_LOW_SIX = np.uint64(63)


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
def _put(players: np.uint64, seat: int, square: int) -> np.uint64:
    shift = np.uint64(8 * seat)
    put: np.uint64 = players & ~(_BYTE << shift) | np.uint64(square) << shift
    return put


@compiled
def ways(players: np.uint64, seats: int, side: int, seat: int) -> int:
    """The directions a player may take, as a set (G4). Floes do not matter, only the edge and
    the neighbours. (At an edge a difference of 1 may mean the next row, but then that direction
    is not open anyway.)"""
    here = square_of(players, seat)
    found = OPEN[side, here]
    for other in range(seats):
        away = square_of(players, other) - here
        found &= ~((away == side) | (away == -side) << 1 | (away == -1) << 2 | (away == 1) << 3)
    return found  # type: ignore[no-any-return]


@compiled
def _next_alive(players: np.uint64, seats: int, seat: int) -> int:
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
    """The state with this player to move, nobody on the goal, after taking off whoever is trapped
    (G9).

    With at most four players two are never trapped at once, so the order of the test does not
    matter when every player is tested after every move."""
    end, winner = GOING_ON, NOBODY
    if seats > 2:
        if at_turn == 0:
            for seat in range(seats):
                if square_of(players, seat) != ABSENT and ways(players, seats, side, seat) == 0:
                    players = _put(players, seat, ABSENT)
        if square_of(players, mover) == ABSENT:
            mover = _next_alive(players, seats, mover)
        while ways(players, seats, side, mover) == 0:
            players = _put(players, mover, ABSENT)
            mover = _next_alive(players, seats, mover)
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


# -- the kernel protocol ------------------------------------------------------------------------


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
def moves(st: State, out: np.ndarray) -> int:
    found = ways(st.players, st.seats, st.side, st.mover)
    n = 0
    for direction in range(4):
        if found >> direction & 1:
            out[n] = direction
            n += 1
    return n


@compiled
def _nearest(st: State, here: int, direction: int) -> int:
    """The first floe in a direction, or −1."""
    backwards = direction in (DOWN, LEFT)
    low = RAY_LOW[st.side, direction, here] & st.low
    if st.side < 8:  # one word holds the board
        if low == _ZERO:
            return -1
        return highest(low) if backwards else lowest(low)
    high = RAY_HIGH[st.side, direction, here] & st.high
    if backwards:
        if high != _ZERO:
            return 64 + highest(high)
        return highest(low) if low != _ZERO else -1
    if low != _ZERO:
        return lowest(low)
    return 64 + lowest(high) if high != _ZERO else -1


@compiled
def landing(st: State, here: int, direction: int) -> tuple[int, bool]:
    """Where a move ends, and whether it is a glide (G6) rather than a step (G5)."""
    floe = _nearest(st, here, direction)
    step = STEP[st.side, direction]
    if floe < 0:
        return EDGE[st.side, direction, here], True
    if floe == here + step:
        return floe, False
    return floe - step, True


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
    players = _put(st.players, st.mover, there)
    ply = st.ply + 1
    after = _next_alive(players, st.seats, st.mover)
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


@compiled
def pick(st: State, rng: np.ndarray, buffer: np.ndarray) -> int:  # noqa: ARG001
    found = np.uint64(ways(st.players, st.seats, st.side, st.mover))
    return nth(found, below(rng, popcount(found)))


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
