"""The legal moves of `torch`, phase by phase."""

from __future__ import annotations

import numpy as np

from ....core.jit import below, compiled
from ..board import MOST_WEIGHT, SPACES
from .state import (
    ADDED,
    AT,
    BURNING,
    BURNT,
    CHOSE,
    COINS,
    CROWNED,
    CROWNING,
    DECLINE,
    JUMP,
    LOAD,
    MOVING,
    NO_HOP,
    NUMBER,
    NUMBER_COINS,
    NUMBER_TIE,
    NUMBER_VOTE,
    PHASE,
    PLACE,
    PLACED,
    PLACING,
    RETURN,
    ROLLED,
    ROLLING,
    SCORING,
    SEATS,
    SELECTED,
    SHARED,
    SLID,
    SPARED,
    STEP,
    SUIT_COINS,
    SUIT_TIE,
    SUIT_VOTE,
    TILE,
    TURN,
    VOTED,
    WALKED,
    WEIGHTS,
    WINNERS,
    WORTH,
)


@compiled
def _code(kind: int, what: int) -> int:
    return kind << 16 | what


@compiled
def option_valid(st: np.ndarray, option: int) -> bool:
    """Whether a vote for this option counts now (T14, T17)."""
    if st[PHASE] <= NUMBER_TIE:
        left = 0
        for suit in range(4):
            left += st[PLACE + 6 * suit + option] >= 0
        return left > 0
    return bool(st[PLACE + 6 * option + st[NUMBER]] >= 0)


@compiled
def option_count(st: np.ndarray) -> int:
    """The number of options of the ballot: six numbers or four suits."""
    return 6 if st[PHASE] <= NUMBER_TIE else 4


@compiled
def _walks(st: np.ndarray, seat: int, out: np.ndarray) -> int:
    """A seat's pyramid moves (T9–T11)."""
    n = 0
    for letter in range(6):
        start = st[AT + 6 * seat + letter]
        if start < 0:
            continue
        weight = WEIGHTS[letter]
        for kind in range(2):
            for direction in range(8):
                one = STEP[start, direction] if kind == 0 else JUMP[start, direction]
                if one < 0 or st[TILE + one] < 0:
                    continue
                out[n] = _code(WALKED, letter << 10 | one << 5 | NO_HOP)
                n += 1
                if st[LOAD + one] + weight > MOST_WEIGHT:
                    continue  # it sinks: no second hop
                for second in range(2 - kind):  # a step and then anything, a jump and then a step
                    for way in range(8):
                        two = STEP[one, way] if second == 0 else JUMP[one, way]
                        if two < 0 or st[TILE + two] < 0:
                            continue
                        if two == start and st[RETURN] == 0:
                            continue  # T10
                        out[n] = _code(WALKED, letter << 10 | one << 5 | two)
                        n += 1
    return n


@compiled
def _slides(st: np.ndarray, seat: int, out: np.ndarray, n: int) -> int:
    """A seat's tile slides (T12), each tile once."""
    done = np.int64(0)
    for letter in range(6):
        at = st[AT + 6 * seat + letter]
        if at < 0 or done >> at & 1:
            continue
        done |= np.int64(1) << at
        for direction in range(0, 8, 2):
            to = STEP[at, direction]
            if to >= 0 and st[TILE + to] < 0:
                out[n] = _code(SLID, at << 5 | to)
                n += 1
    return n


@compiled
def _coin_moves(st: np.ndarray, out: np.ndarray) -> int:
    """Coins on any option that has a valid vote, or none (T15)."""
    n = 0
    have = st[COINS + st[TURN]]
    for coins in range(1, 4):
        if coins & have != coins:
            continue
        for option in range(option_count(st)):
            if st[WORTH + option] > 0:
                out[n] = _code(ADDED, coins << 5 | option)
                n += 1
    out[n] = _code(DECLINE, 0)
    return n + 1


@compiled
def _tied_moves(st: np.ndarray, out: np.ndarray) -> int:
    """The options among which the Torch Bearer chooses (T16)."""
    most = 0
    for option in range(6):
        most = max(most, st[WORTH + option])
    n = 0
    for option in range(6):
        if st[WORTH + option] == most:
            out[n] = _code(CHOSE, option)
            n += 1
    return n


@compiled
def moves(st: np.ndarray, out: np.ndarray) -> int:
    """Write the codes of the legal moves; return how many there are."""
    phase, seat = st[PHASE], st[TURN]
    n = 0
    if phase == MOVING:
        n = _slides(st, seat, out, _walks(st, seat, out))
    elif phase in (NUMBER_VOTE, SUIT_VOTE):
        n = option_count(st)
        for option in range(n):
            out[option] = _code(VOTED, option)
    elif phase in (NUMBER_COINS, SUIT_COINS):
        n = _coin_moves(st, out)
    elif phase in (NUMBER_TIE, SUIT_TIE):
        n = _tied_moves(st, out)
    elif phase == ROLLING:
        n = 6
        for die in range(6):
            out[die] = _code(ROLLED, die)
    elif phase == CROWNING:
        for other in range(st[SEATS]):
            if st[WINNERS] >> other & 1:
                out[n] = _code(CROWNED, other)
                n += 1
        out[n] = _code(SHARED, 0)
        n += 1
    else:  # a tile is named: PLACING and BURNING an empty one, SCORING any
        kind = PLACED if phase == PLACING else BURNT if phase == BURNING else SELECTED
        for at in range(SPACES):
            if st[TILE + at] >= 0 and (phase == SCORING or st[LOAD + at] == 0):
                out[n] = _code(kind, at)
                n += 1
        if phase == BURNING:
            out[n] = _code(SPARED, 0)
            n += 1
    return n


@compiled
def pick(st: np.ndarray, rng: np.ndarray, buffer: np.ndarray) -> int:
    """A random legal move."""
    n = moves(st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]
