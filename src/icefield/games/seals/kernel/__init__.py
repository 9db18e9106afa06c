"""The compiled rules of `seals`. Trusts its input; `rules.py` is the door that checks.

A token reaches a square two steps away by a slide (S4: the square between is empty) or by a jump
(S5: it holds a disc). So the square between may be anything but a token, and afterwards it holds a
disc either way (S7). That makes one mask operation of both kinds of move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.jit import OVER, below, compiled, lowest, mix, nth, popcount
from ..board import BEHIND, BOARD, FAR, MIDDLE, NEAR, RING

MAX_MOVES = 64  # two tokens with at most 16 targets each, with room to spare
PASS = 4096
"""The code of a pass. Any other move is 64 * from + to."""

# Why the game is over: the field `end` of a state.
GOING_ON, ALL_CAPTURED, ISOLATED, BOTH_PASSED = 0, 1, 2, 3  # …, S8, S9, S10

WIN = 1000
"""`utility` of a win with no empty space left; each empty space adds 1 (S11)."""

_ICE = np.uint64(BOARD)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


class State(NamedTuple):
    """Everything the rules look at. The three sets are disjoint words of `board.SQUARES`."""

    seals: np.uint64  # squares with seals
    bears: np.uint64  # squares with polar bears
    discs: np.uint64  # squares with holes in the ice
    mover: int  # 0 seals, 1 bears
    passed: int  # 1 when the last turn was a pass
    end: int  # GOING_ON, ALL_CAPTURED, ISOLATED or BOTH_PASSED


@compiled
def _targets(st: State, s: int) -> np.uint64:
    """Where the mover's token on s may go (S4, S5, S6)."""
    tokens = st.seals | st.bears
    empty = _ICE & ~(tokens | st.discs)
    near = NEAR[s]
    far = FAR[s]
    blocked = near & tokens
    while blocked != _ZERO:  # nobody slides through or jumps over a token
        far &= ~BEHIND[64 * s + lowest(blocked)]
        blocked &= blocked - _ONE
    found: np.uint64 = (near | far) & empty
    if st.mover == 1:
        found |= near & st.seals
    return found


@compiled
def _can_move(seals: np.uint64, bears: np.uint64, discs: np.uint64, mover: int) -> bool:
    """Whether the mover has any move but a pass."""
    st = State(seals, bears, discs, mover, 0, GOING_ON)
    tokens = bears if mover == 1 else seals
    while tokens != _ZERO:
        if _targets(st, lowest(tokens)) != _ZERO:
            return True
        tokens &= tokens - _ONE
    return False


@compiled
def isolated(seals: np.uint64, discs: np.uint64) -> np.uint64:
    """The isolated seals (S9)."""
    found = _ZERO
    rest = seals
    while rest != _ZERO:
        s = lowest(rest)
        if RING[s] & ~discs == _ZERO:
            found |= _ONE << np.uint64(s)
        rest &= rest - _ONE
    return found


@compiled
def settle(seals: np.uint64, bears: np.uint64, discs: np.uint64, mover: int, passed: int) -> State:
    """The state of this board, with the end of the game worked out (S8 before S9, then S10).

    S10: a pass is forced, so the game is over as soon as one side has passed and the other
    cannot move either; the second pass is not played."""
    end = GOING_ON
    if seals == _ZERO:
        end = ALL_CAPTURED
    elif isolated(seals, discs) != _ZERO:
        end = ISOLATED
    elif passed == 1 and not _can_move(seals, bears, discs, mover):
        end = BOTH_PASSED
    return State(seals, bears, discs, mover, passed, end)


# -- the kernel protocol ------------------------------------------------------------------------


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states: three sets and one word for mover, passed and end."""
    return np.empty((n, 4), dtype=np.uint64)


@compiled
def save(st: State, row: np.ndarray) -> None:
    row[0] = st.seals
    row[1] = st.bears
    row[2] = st.discs
    row[3] = np.uint64(st.mover | st.passed << 1 | st.end << 2)


@compiled
def load(row: np.ndarray) -> State:
    rest: int = np.int64(row[3])  # type: ignore[assignment]
    mover, passed, end = rest & 1, rest >> 1 & 1, rest >> 2
    return State(row[0], row[1], row[2], mover, passed, end)


@compiled
def turn(st: State) -> int:
    return st.mover if st.end == GOING_ON else OVER


@compiled
def moves(st: State, out: np.ndarray) -> int:
    n = 0
    tokens = st.bears if st.mover == 1 else st.seals
    while tokens != _ZERO:
        s = lowest(tokens)
        tokens &= tokens - _ONE
        found = _targets(st, s)
        while found != _ZERO:
            out[n] = 64 * s + lowest(found)
            n += 1
            found &= found - _ONE
    if n == 0:
        out[0] = PASS  # S3
        n = 1
    return n


@compiled
def apply(st: State, m: int) -> State:
    if m == PASS:
        return settle(st.seals, st.bears, st.discs, 1 - st.mover, 1)
    start = _ONE << np.uint64(m >> 6)
    end = _ONE << np.uint64(m & 63)
    discs = st.discs | start | MIDDLE[m]
    if st.mover == 0:
        return settle(st.seals ^ start | end, st.bears, discs, 1, 0)
    if st.seals & end != _ZERO:  # S6: both tokens leave, the square is empty ice
        return settle(st.seals ^ end, st.bears ^ start, discs, 0, 0)
    return settle(st.seals, st.bears ^ start | end, discs, 0, 0)


@compiled
def pick(st: State, rng: np.ndarray, buffer: np.ndarray) -> int:  # noqa: ARG001
    tokens = st.bears if st.mover == 1 else st.seals
    if tokens == _ZERO:
        return PASS
    first = lowest(tokens)
    a = _targets(st, first)
    tokens &= tokens - _ONE
    second = lowest(tokens) if tokens != _ZERO else first
    b = _targets(st, second) if tokens != _ZERO else _ZERO
    count = popcount(a)
    total = count + popcount(b)
    if total == 0:
        return PASS
    chosen = below(rng, total)
    found = a
    if chosen >= count:
        chosen -= count
        found = b
        first = second
    return 64 * first + nth(found, chosen)


@compiled
def empty_spaces(st: State) -> int:
    """The score of the winner (S11)."""
    return popcount(_ICE & ~(st.seals | st.bears | st.discs))


@compiled
def payoffs(st: State, out: np.ndarray) -> None:
    out[0] = -1.0 if st.end == ALL_CAPTURED else 1.0
    out[1] = -out[0]


@compiled
def scores(st: State, out: np.ndarray) -> None:
    winner = 1 if st.end == ALL_CAPTURED else 0
    out[winner] = empty_spaces(st)
    out[1 - winner] = 0


@compiled
def utility(st: State) -> int:
    value = WIN + empty_spaces(st)
    return -value if st.end == ALL_CAPTURED else value


@compiled
def key(st: State) -> np.uint64:
    return mix(st.discs, st.seals, st.bears, np.uint64(st.mover | st.passed << 1))


def typed(st: State) -> State:
    """A state with typed fields. Numba hands fields back as plain ints, and a plain int would be
    taken for a signed word on the way in again."""
    seals, bears, discs, mover, passed, end = st
    words = np.uint64(seals), np.uint64(bears), np.uint64(discs)
    return State(*words, *_numbers(mover, passed, end))


def _numbers(*values: int) -> Any:
    return (np.int64(value) for value in values)


def make(seals: int, bears: int, discs: int, mover: int, passed: int) -> State:
    """A state from plain Python numbers, with its end worked out."""
    return typed(settle(np.uint64(seals), np.uint64(bears), np.uint64(discs), mover, passed))
