"""Exact search of one turn: a win in it, and moves that prevent one in the next.

A turn may be many decisions, with draws of chance and answers of other seats in between (a kernel
says whose turn it is: `owner`). A search that spreads a few nodes over all of them misses that the
last one wins. Here the decisions of one turn are searched as a unit, deepening by one decision at a
time, so the nearest win is found first. A win counts if it is certain: with every draw and every
answer of other seats. What a seat does not know is resampled; where others have to decide first, as
in a secret ballot, nothing is claimed.

All searches are limited by nodes, so the same position gives the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from ..core import jit
from ..core.game import Move, Position
from ..core.jit import bind, compiled

MAX_DECISIONS: Final = 24
"""The most decisions of a turn that are searched, of all seats and of chance."""
WIN_NODES: Final = 40_000
"""The moves that the search for a win may make: some ten milliseconds, in `strait` up to 0.3 s."""
KEEP_NODES: Final = 20_000
"""The same to find out whether the chosen move can keep the next player from winning."""
TRY_NODES: Final = 800
"""The same for each other move."""
TOTAL_NODES: Final = 120_000
"""The same for all moves together."""

# Fields of `control`.
NODES, BUDGET, CUT, TURN_CUT, NUMBER = 0, 1, 2, 3, 4
_FIELDS: Final = 5
_ENTRIES: Final = 1 << 12


class Frames(NamedTuple):
    """The explicit stack: one entry for each decision of the line."""

    states: np.ndarray  # saved states
    moves: np.ndarray  # int64[ply, i]
    total: np.ndarray  # int64: how many moves
    taken: np.ndarray  # int64: how many of them have been tried
    own: np.ndarray  # int64: 1 where the seat decides, 0 where others or chance do
    keys: np.ndarray  # uint64: of the position and the decisions left
    failed: np.ndarray  # uint64: a hash table of such keys without success
    payoffs: np.ndarray  # float64 per seat


def _new_frames(tag: jit.Tag, seats: int) -> Frames:
    """An empty stack (its memory is not touched before it is used)."""
    return Frames(
        states=jit.rows(tag, MAX_DECISIONS + 1),
        moves=np.empty((MAX_DECISIONS + 1, tag.max_moves), dtype=np.int64),
        total=np.zeros(MAX_DECISIONS + 1, dtype=np.int64),
        taken=np.zeros(MAX_DECISIONS + 1, dtype=np.int64),
        own=np.zeros(MAX_DECISIONS + 1, dtype=np.int64),
        keys=np.zeros(MAX_DECISIONS + 1, dtype=np.uint64),
        failed=np.zeros(_ENTRIES, dtype=np.uint64),
        payoffs=np.zeros(seats, dtype=np.float64),
    )


@compiled
def _enter(tag: Any, st: Any, f: Frames, ply: int, seat: int, depth: int, number: int) -> bool:
    """Save a position with its moves; False where this depth is known to fail.

    That holds for the search of that `number` only: another one has to notice by itself where its
    depth is too small.
    """
    key = jit.mix(jit.key(tag, st), np.uint64(depth), np.uint64(ply), np.uint64(number))
    f.keys[ply] = key
    if ply > 0 and f.failed[np.int64(key & np.uint64(_ENTRIES - 1))] == key:
        return False
    jit.save(tag, st, f.states[ply])
    f.total[ply] = jit.moves(tag, st, f.moves[ply])
    f.taken[ply] = 0
    f.own[ply] = 1 if jit.turn(tag, st) == seat else 0
    return True


@compiled
def _leave(f: Frames, ply: int) -> bool:
    """The result of a position of which every move was tried; a failure is stored."""
    if f.own[ply] == 0:
        return True  # every draw and every answer leads to success
    f.failed[np.int64(f.keys[ply] & np.uint64(_ENTRIES - 1))] = f.keys[ply]
    return False


@compiled
def _wins_within(tag: Any, st: Any, depth: int, f: Frames, control: np.ndarray) -> bool:
    """Whether the seat to decide wins for certain in so many decisions of its turn.

    The first of them is then the last one tried at ply 0. `control[CUT]` is set where the depth was
    too small for some line.
    """
    seat, owner = jit.turn(tag, st), jit.owner(tag, st)
    control[NUMBER] += 1
    number = control[NUMBER]
    _enter(tag, st, f, 0, seat, depth, number)
    ply, fresh, won = 0, True, False
    while ply >= 0:
        if not fresh and won == (f.own[ply] == 1):
            ply -= 1  # one good move is enough for the seat, one bad one for the others
            continue
        fresh = False
        if f.taken[ply] == f.total[ply]:
            won = _leave(f, ply)
            ply -= 1
            continue
        move = f.moves[ply, f.taken[ply]]
        f.taken[ply] += 1
        won = False
        after = jit.load(tag, f.states[ply])
        if f.own[ply] == 1 and jit.futile(tag, after, move):
            continue
        control[NODES] += 1
        if control[NODES] > control[BUDGET]:
            return False
        after = jit.apply(tag, after, move)
        if jit.turn(tag, after) == jit.OVER:
            jit.payoffs(tag, after, f.payoffs)
            won = f.payoffs[seat] >= 1.0
        elif jit.owner(tag, after) == owner and jit.may_win(tag, after, seat):
            if ply + 1 >= depth:
                control[CUT] = 1
            elif _enter(tag, after, f, ply + 1, seat, depth, number):
                ply += 1
                fresh = True
    return won


@compiled
def _plies_to_win(tag: Any, st: Any, f: Frames, control: np.ndarray) -> int:
    """The decisions to the nearest certain win of the seat to decide; 0 without one."""
    if not jit.may_win(tag, st, jit.turn(tag, st)):
        return 0
    for depth in range(1, MAX_DECISIONS + 1):
        control[CUT] = 0
        if _wins_within(tag, st, depth, f, control):
            return depth
        if control[CUT] == 0 or control[NODES] > control[BUDGET]:
            return 0
    return 0


@compiled
def search_win(tag: Any, root: np.ndarray, f: Frames, control: np.ndarray) -> tuple[int, int]:
    """The first move of the nearest certain win, and its decisions; or (−1, 0)."""
    depth = _plies_to_win(tag, jit.load(tag, root), f, control)
    move = f.moves[0, f.taken[0] - 1] if depth > 0 else -1
    return move, depth


@compiled
def _is_safe(tag: Any, st: Any, seat: int, f: Frames, replies: Frames, control: np.ndarray) -> bool:
    """Whether a seat after its turn has not lost, nor loses in the next turn."""
    who = jit.turn(tag, st)
    if who == jit.OVER:
        jit.payoffs(tag, st, f.payoffs)
        return f.payoffs[seat] >= 0.0  # type: ignore[no-any-return]
    if who in (seat, jit.CHANCE):
        return True
    return _plies_to_win(tag, st, replies, control) == 0


@compiled
def _keeps_within(
    tag: Any,
    root: np.ndarray,
    first: int,
    depth: int,
    f: Frames,
    replies: Frames,
    control: np.ndarray,
) -> bool:
    """Whether this turn can end within so many decisions without a win of the next.

    The first of them is the move `first`. `control[TURN_CUT]` is set where the depth was too small.
    """
    st = jit.load(tag, root)
    seat, owner = jit.turn(tag, st), jit.owner(tag, st)
    control[NUMBER] += 1
    number = control[NUMBER]
    _enter(tag, st, f, 0, seat, depth, number)
    f.moves[0, 0] = first
    f.total[0] = 1
    ply, fresh, good = 0, True, False
    while ply >= 0:
        if not fresh and good == (f.own[ply] == 1):
            ply -= 1
            continue
        fresh = False
        if f.taken[ply] == f.total[ply]:
            good = _leave(f, ply)
            ply -= 1
            continue
        move = f.moves[ply, f.taken[ply]]
        f.taken[ply] += 1
        good = False
        after = jit.apply(tag, jit.load(tag, f.states[ply]), move)
        control[NODES] += 1
        if jit.turn(tag, after) == jit.OVER or jit.owner(tag, after) != owner:
            good = _is_safe(tag, after, seat, f, replies, control)
        elif ply + 1 >= depth:
            control[TURN_CUT] = 1
        elif _enter(tag, after, f, ply + 1, seat, depth, number):
            ply += 1
            fresh = True
        if control[NODES] > control[BUDGET]:
            return False
    return good


@compiled
def search_safety(
    tag: Any, root: np.ndarray, first: int, f: Frames, replies: Frames, control: np.ndarray
) -> bool:
    """Whether this turn can go on after a move so that the next player has no win."""
    for depth in range(1, MAX_DECISIONS + 1):
        control[TURN_CUT] = 0
        if _keeps_within(tag, root, first, depth, f, replies, control):
            return True
        if control[TURN_CUT] == 0 or control[NODES] > control[BUDGET]:
            return False
    return False


class _Root:
    """A position as a seat knows it; `decides` is False where others decide first."""

    def __init__(self, position: Position, seat: int):
        self.tag = bind(position.game)
        self.seats = position.seats
        self.row = jit.rows(self.tag, 1)[0]
        jit.save(self.tag, position.view(seat).state, self.row)
        state = jit.resample(self.tag, jit.load(self.tag, self.row), seat)
        self.decides = int(jit.turn(self.tag, state)) == seat
        jit.save(self.tag, state, self.row)

    def frames(self) -> Frames:
        return _new_frames(self.tag, self.seats)


@dataclass(frozen=True, slots=True)
class TurnWin:
    """The first move of the nearest certain win within a turn, and its decisions."""

    move: Move
    plies: int
    nodes: int


def find_win(position: Position, seat: int | None = None) -> TurnWin | None:
    """The nearest win that a seat (default: the turn's) is certain of in its own turn."""
    who = position.turn if seat is None else seat
    assert who is not None
    root = _Root(position, who)
    if not root.decides:
        return None
    control = np.zeros(_FIELDS, dtype=np.int64)
    control[BUDGET] = WIN_NODES
    code, plies = search_win(root.tag, root.row, root.frames(), control)
    if plies == 0:
        return None
    move = next(each for each in position.moves(who) if each.code == code)
    return TurnWin(move, int(plies), int(control[NODES]))


def find_safe_move(
    position: Position, moves: Iterable[Move], seat: int | None = None
) -> Move | None:
    """The first of these moves after which the next player can be kept from a win.

    That is a certain win within the next turn. None where the searches find no such move.
    """
    who = position.turn if seat is None else seat
    assert who is not None
    root = _Root(position, who)
    if not root.decides:
        return None
    frames, replies = root.frames(), root.frames()
    control = np.zeros(_FIELDS, dtype=np.int64)
    left = TOTAL_NODES
    for number, move in enumerate(moves):
        control[NODES] = 0
        control[BUDGET] = min(left, TRY_NODES if number else KEEP_NODES)
        if search_safety(root.tag, root.row, move.code, frames, replies, control):
            return move
        left -= int(control[NODES])
        if left <= 0:
            break
    return None
