"""Alpha-beta for two seats: principal variation search, iterative deepening.

Values are integers for the seat to move. A decided game is worth `SCALE * utility` with one point
off per ply (when `tempo` is 1), so a win beats any estimate (the game's `evaluate`, below `SCALE *
WIN`), more points beat fewer, and then the shorter way is taken.

A node is *resolved* when every line that its value rests on ended by the rules. Resolved entries
are good at any depth, so deepening becomes exact solving once the end is near, and `solve` is this
same search without a horizon.

Threads share the transposition table (lazy SMP); each deepens on its own, every second one a ply
ahead. The stack is explicit: a cached recursive function can crash when reloaded.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from ..core import jit
from ..core.abilities import Repeating
from ..core.errors import BadOption, GameOver
from ..core.game import Move, Position
from ..core.jit import bind, compiled
from ..core.message import message
from .api import Limits, Listener, Rated, Report, Stop, move_of_code
from .deadline import Deadline
from .transposition import (
    EXACT,
    LOWER,
    NO_MOVE,
    RESOLVED,
    UPPER,
    Table,
    bound_of,
    contains_key,
    depth_of,
    look_up,
    move_of,
    new_table,
    principal_variation,
    store,
    value_of,
)

SCALE: Final = 128
"""What one point of a game's `utility` weighs; a ply weighs 1, so a game may last 127 more."""

LOGIT: Final = 1000
"""Estimates count in thousandths of a logit: at `LOGIT` the odds of winning are e to 1."""

_NEARLY: Final = 0.999  # an estimate is never quite certain

INFINITE: Final = 1 << 22
MAX_PLY: Final = 126
ALL_THE_WAY: Final = RESOLVED - 1  # a depth no game reaches: search to the end

_POLL: Final = 63  # nodes between two reads of the stop flag
_HISTORY: Final = 1 << 13
_EARLY, _LATE, _SHALLOW = 4, 10, 3  # reduced by 1 after so many moves, by 2; from this depth on
_URGENT: Final = 8 << 32  # the rank from which a move is never reduced
_TABLE_MB: Final = 64
_ENTRIES: Final = 8  # of a table per node, where the nodes are few: touching memory takes time

# Fields of `control`, shared with the compiled code.
STOP, NODES, BUDGET, BEST = 0, 1, 2, 3


class Frames(NamedTuple):
    """The explicit stack: one entry per ply below the root."""

    states: np.ndarray  # saved states
    moves: np.ndarray  # int64[ply, i]: moves, best first as far as they have been searched
    ranks: np.ndarray  # int64[ply, i]: what they are ordered by
    total: np.ndarray  # int64: how many moves
    taken: np.ndarray  # int64: how many of them have been searched
    seat: np.ndarray  # int64: who moves
    depth: np.ndarray  # int64: plies left to the horizon
    alpha: np.ndarray  # int64: the window, for that seat
    beta: np.ndarray  # int64
    floor: np.ndarray  # int64: alpha as it was on entry
    best: np.ndarray  # int64: the best value so far
    choice: np.ndarray  # int64: the move that has it
    narrow: np.ndarray  # int64: 1 while the child is searched with a null window
    reduced: np.ndarray  # int64: the child's depth reduction in plies; −1: no re-search
    resolved: np.ndarray  # int64: 1 while every value used was resolved
    keys: np.ndarray  # uint64


def new_frames(tag: jit.Tag) -> Frames:
    """An empty stack for one thread."""
    plies, width = MAX_PLY + 2, tag.max_moves

    def numbers() -> np.ndarray:
        return np.zeros(plies, dtype=np.int64)

    return Frames(
        states=jit.rows(tag, plies),
        moves=np.zeros((plies, width), dtype=np.int64),
        ranks=np.zeros((plies, width), dtype=np.int64),
        total=numbers(),
        taken=numbers(),
        seat=numbers(),
        depth=numbers(),
        alpha=numbers(),
        beta=numbers(),
        floor=numbers(),
        best=numbers(),
        choice=numbers(),
        narrow=numbers(),
        reduced=numbers(),
        resolved=numbers(),
        keys=np.zeros(plies, dtype=np.uint64),
    )


@compiled
def _shift(value: int, ply: int, tempo: int) -> int:
    """A value relative to the root as relative to that ply; with −ply the other way."""
    if value > 0:
        return value + tempo * ply
    return value - tempo * ply if value < 0 else value


@compiled
def _rank_moves(tag: Any, st: Any, f: Frames, ply: int, hint: int, history: np.ndarray) -> None:
    """Rank the moves: table move, the game's priorities, then the history heuristic."""
    seat = f.seat[ply]
    for i in range(f.total[ply]):
        move = f.moves[ply, i]
        rank = (jit.priority(tag, st, move) << 32) + history[seat, move & (_HISTORY - 1)]
        f.ranks[ply, i] = np.int64(1) << 60 if move == hint else rank


@compiled
def _next_move(f: Frames, ply: int) -> int:
    """Move the best remaining move to the front and return it."""
    start = f.taken[ply]
    top = start
    for i in range(start + 1, f.total[ply]):
        if f.ranks[ply, i] > f.ranks[ply, top]:
            top = i
    move: int = f.moves[ply, top]
    if top != start:
        rank = f.ranks[ply, top]
        f.moves[ply, top] = f.moves[ply, start]
        f.ranks[ply, top] = f.ranks[ply, start]
        f.moves[ply, start] = move
        f.ranks[ply, start] = rank  # `_spent` asks for it
    f.taken[ply] = start + 1
    return move


@compiled
def _leaf_value(tag: Any, st: Any, f: Frames, ply: int, tempo: int) -> tuple[bool, int]:
    """Whether a node is a leaf, and then its value for `seat[ply]`."""
    seat = f.seat[ply]
    if jit.turn(tag, st) == jit.OVER:
        worth = jit.utility(tag, st)
        value = SCALE * (worth if seat == 0 else -worth)
        f.resolved[ply] = 1
        return True, _shift(value, -ply, tempo)
    low, high = jit.bounds(tag, st)
    if seat == 1:
        low, high = -high, -low
    low_value, high_value = SCALE * low, SCALE * high
    if low > 0:
        low_value -= tempo * MAX_PLY  # however long it takes
    if high < 0:
        high_value += tempo * MAX_PLY
    if low_value >= f.beta[ply] or (low == high and tempo == 0):
        f.resolved[ply] = 1
        return True, low_value
    if high_value <= f.alpha[ply]:
        f.resolved[ply] = 1
        return True, high_value
    if f.depth[ply] <= 0 or ply >= MAX_PLY:
        guess = jit.evaluate(tag, st)
        f.resolved[ply] = 0
        return True, guess if seat == 0 else -guess
    return False, 0


@compiled
def _table_value(f: Frames, ply: int, data: np.uint64, tempo: int) -> tuple[bool, int]:
    """Whether a table entry determines this node within its window, and the value."""
    if data == np.uint64(0):
        return False, 0
    depth = depth_of(data)
    if depth != RESOLVED and depth < f.depth[ply]:
        return False, 0
    value, bound = _shift(value_of(data), -ply, tempo), bound_of(data)
    if (
        bound == EXACT
        or (bound == LOWER and value >= f.beta[ply])
        or (bound == UPPER and value <= f.alpha[ply])
    ):
        f.resolved[ply] = 1 if depth == RESOLVED else 0
        return True, value
    return False, 0


@compiled
def _depth_cost(f: Frames, ply: int) -> int:
    """The plies that the next child costs: 0 without a choice, more for late moves.

    Late quiet moves are searched again at full depth when they exceed the window.
    """
    if f.total[ply] == 1 and ply < 2 * f.depth[0]:
        return 0
    number = f.taken[ply]  # the first is 1
    late = f.narrow[ply] == 1 and number > _EARLY and f.depth[ply] >= _SHALLOW
    if not late or f.reduced[ply] == -1 or f.ranks[ply, number - 1] >= _URGENT:
        f.reduced[ply] = 0
        return 1
    f.reduced[ply] = 1 if number <= _LATE else 2
    return 1 + f.reduced[ply]  # type: ignore[no-any-return]


@compiled
def _remove_banned(f: Frames, banned: np.ndarray) -> None:
    """Remove these moves from those of the root."""
    n = 0
    for i in range(f.total[0]):
        move = f.moves[0, i]
        struck = False
        for j in range(len(banned)):
            struck |= banned[j] == move
        if not struck:
            f.moves[0, n] = move
            n += 1
    f.total[0] = n


@compiled
def search_window(
    tag: Any,
    root: np.ndarray,
    depth: int,
    alpha: int,
    beta: int,
    tempo: int,
    f: Frames,
    history: np.ndarray,
    known: Table,
    control: np.ndarray,
    worn: np.ndarray,
    banned: np.ndarray,
) -> tuple[int, int]:
    """Search one position within a window; returns (value, resolved) for the mover.

    `worn` are keys whose next occurrence is a draw; `banned` root moves that may not be chosen.
    `control[STOP]` set from outside ends it early, with a meaningless value; `control[BEST]` holds
    the best root move so far.
    """
    ply = 0
    st = jit.load(tag, root)
    f.seat[0] = jit.turn(tag, st)
    f.depth[0], f.alpha[0], f.beta[0] = depth, alpha, beta
    jit.save(tag, st, f.states[0])
    entering = True
    value = 0
    while True:
        if entering:
            control[NODES] += 1
            if control[NODES] & _POLL == 0 and control[NODES] >= control[BUDGET]:
                control[STOP] = 1
            if control[STOP] != 0:
                return 0, 0
            st = jit.load(tag, f.states[ply])
            done, value = _leaf_value(tag, st, f, ply, tempo)
            hint = NO_MOVE
            if not done:
                f.keys[ply] = jit.key(tag, st)
                data = look_up(known, f.keys[ply])
                if data != np.uint64(0):
                    hint = move_of(data)
                elif ply == 0:
                    hint = control[BEST]  # a small table may have lost the root
                if ply > 0:
                    if contains_key(worn, f.keys[ply]):
                        f.resolved[ply] = 1
                        done, value = True, 0
                    else:
                        done, value = _table_value(f, ply, data, tempo)
            if not done:
                f.total[ply] = jit.moves(tag, st, f.moves[ply])
                if ply == 0 and len(banned) > 0:
                    _remove_banned(f, banned)
                f.taken[ply] = 0
                f.floor[ply] = f.alpha[ply]
                f.best[ply] = -INFINITE
                f.choice[ply] = NO_MOVE
                f.resolved[ply] = 1
                f.reduced[ply] = 0
                _rank_moves(tag, st, f, ply, hint, history)
        else:  # a child has returned: its value is for its own seat
            child = ply + 1
            if f.seat[child] != f.seat[ply]:
                value = -value
            move = f.moves[ply, f.taken[ply] - 1]
            if f.reduced[ply] > 0 and value > f.alpha[ply]:
                f.reduced[ply] = -1  # better than a late move should be: search to the full depth
                f.taken[ply] -= 1
            elif f.narrow[ply] == 1 and f.alpha[ply] < value < f.beta[ply]:
                f.narrow[ply] = 0  # better than expected: search again with the open window
                f.taken[ply] -= 1
            else:
                sure = f.resolved[child]
                if value > f.best[ply]:
                    f.best[ply] = value
                    f.choice[ply] = move
                    if ply == 0:
                        control[BEST] = move
                if value >= f.beta[ply]:
                    f.resolved[ply] = sure
                    slot = move & (_HISTORY - 1)
                    history[f.seat[ply], slot] += 1 + f.depth[ply] * f.depth[ply]
                    f.taken[ply] = f.total[ply]
                else:
                    f.resolved[ply] &= sure
                    f.alpha[ply] = max(f.alpha[ply], value)
                    f.narrow[ply] = 1
            done = False
        if not done and f.taken[ply] == f.total[ply]:
            value = f.best[ply]
            bound = EXACT
            if value >= f.beta[ply]:
                bound = LOWER
            elif value <= f.floor[ply]:
                bound = UPPER
            kept = RESOLVED if f.resolved[ply] == 1 else min(f.depth[ply], ALL_THE_WAY)
            store(known, f.keys[ply], _shift(value, ply, tempo), kept, bound, f.choice[ply])
            done = True
        if done:
            if ply == 0:
                return value, f.resolved[0]
            ply -= 1
            entering = False
            continue
        # Down to the next child.
        first = f.taken[ply] == 0
        if f.taken[ply] < f.total[ply]:
            if first or f.narrow[ply] == 1:
                if first:
                    f.narrow[ply] = 0
                move = _next_move(f, ply)
            else:
                move = f.moves[ply, f.taken[ply]]
                f.taken[ply] += 1
        st = jit.apply(tag, jit.load(tag, f.states[ply]), move)
        child = ply + 1
        jit.save(tag, st, f.states[child])
        after = jit.turn(tag, st)
        f.seat[child] = after if after != jit.OVER else 1 - f.seat[ply]
        f.depth[child] = f.depth[ply] - _depth_cost(f, ply)
        low = f.alpha[ply]
        high = low + 1 if f.narrow[ply] == 1 else f.beta[ply]
        if f.seat[child] != f.seat[ply]:
            f.alpha[child], f.beta[child] = -high, -low
        else:
            f.alpha[child], f.beta[child] = low, high
        ply = child
        entering = True


class Searcher:
    """One thread's stack and history; table and control block may be shared."""

    def __init__(self, position: Position, table: Table):
        self.tag = bind(position.game)
        self.table = table
        self.frames = new_frames(self.tag)
        self.history = np.zeros((2, _HISTORY), dtype=np.int64)
        self.control = np.array([0, 0, np.iinfo(np.int64).max, NO_MOVE], dtype=np.int64)
        self.root = jit.rows(self.tag, 1)
        jit.save(self.tag, position.state, self.root[0])
        past = position.worn() if isinstance(position, Repeating) else ()
        keys = [jit.key(self.tag, each.state) for each in past]
        self.worn = np.array(keys, dtype=np.uint64)
        self.banned = np.zeros(0, dtype=np.int64)

    def window(self, depth: int, alpha: int, beta: int, tempo: int = 1) -> tuple[int, bool]:
        """The value within a window, and whether it is resolved."""
        value, resolved = search_window(
            self.tag,
            self.root[0],
            depth,
            alpha,
            beta,
            tempo,
            self.frames,
            self.history,
            self.table,
            self.control,
            self.worn,
            self.banned,
        )
        return int(value), bool(resolved)

    @property
    def nodes(self) -> int:
        return int(self.control[NODES])

    @property
    def stopped(self) -> bool:
        return bool(self.control[STOP])

    def halt(self) -> None:
        self.control[STOP] = 1


def table_for_limits(limits: Limits) -> Table:
    """A table as large as a search with these limits can use."""
    if limits.nodes is None:
        return new_table(_TABLE_MB)
    return new_table(min(_TABLE_MB, max(1, limits.nodes * 16 * _ENTRIES >> 20)))


def search(
    position: Position,
    limits: Limits = Limits(seconds=1.0),  # noqa: B008 (immutable)
    *,
    seat: int | None = None,  # noqa: ARG001 (always the one to move)
    seed: int = 0,  # noqa: ARG001 (nothing is random here; all searches take the same words)
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
    table: Table | None = None,
    only: Collection[Move] | None = None,
) -> Report:
    """Deepen until a limit is reached, or the position is solved; a node is a visit.

    With `only` some of its moves, the best of those counts.
    """
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if position.seats != 2:
        raise BadOption(message("search.two_seats", game=position.game.title))
    table = table_for_limits(limits) if table is None else table
    searchers = [Searcher(position, table) for _ in range(threads)]
    allowed = [move for move in position.moves() if only is None or move in only]
    banned = [move.code for move in position.moves() if move not in allowed]
    for searcher in searchers:
        searcher.banned = np.array(banned, dtype=np.int64)
        if limits.nodes is not None:
            searcher.control[BUDGET] = max(1, limits.nodes // threads)
    began = time.perf_counter()
    deepest = MAX_PLY if limits.depth is None else min(limits.depth, MAX_PLY)
    first = allowed[0]
    latest = [Report(first, 0.0, 0, 0, 0.0, (first,), (Rated(first, 0, 0.0),))]

    reporting = threading.Lock()

    def publish(who: Searcher, depth: int, value: int, resolved: bool) -> None:
        with reporting:  # threads finish in any order: knowledge only grows
            if latest[0].exact or (depth <= latest[0].depth and not resolved):
                return
            latest[0] = _report(position, searchers, who, depth, value, resolved, began)
            if on_report:
                on_report(_with_variation(latest[0], position, table))

    size_matters = has_scores(position)

    def deepen(number: int) -> None:
        searcher = searchers[number]
        for depth in range(1 + number % 2, deepest + 1):
            value, resolved = searcher.window(depth, -INFINITE, INFINITE)
            if searcher.stopped:
                return
            if not size_matters and is_decided(value, position):
                resolved = True  # the first win found is the shortest, with any other moves left
            if number == 0 or resolved:
                publish(searcher, depth, value, resolved)
            if resolved:
                break
        if number == 0 or latest[0].exact:
            for other in searchers:
                other.halt()

    with Deadline(searchers, limits.seconds, stop):
        if threads == 1:
            deepen(0)
        else:
            with ThreadPoolExecutor(threads, thread_name_prefix="alphabeta") as pool:
                list(pool.map(deepen, range(threads)))
    report = _with_variation(latest[0], position, table)
    return _final(report, position, searchers, time.perf_counter() - began)


def _final(report: Report, position: Position, searchers: list[Searcher], seconds: float) -> Report:
    """The last complete report, updated by an unfinished iteration.

    A better move there counts when the old best move, ordered first, was searched again.
    """
    best = report.best
    codes = {move.code: move for move in position.moves()}
    late = int(searchers[0].control[BEST])
    line = report.line
    if not report.exact and late in codes and codes[late] != best:
        best = codes[late]
        line = (best,)
    return Report(
        best=best,
        value=report.value,
        nodes=sum(s.nodes for s in searchers),
        depth=report.depth,
        seconds=seconds,
        line=line,
        rated=(Rated(best, 1, report.value),),
        exact=report.exact,
        score=report.score,
        plies=report.plies,
    )


def _report(
    position: Position,
    searchers: list[Searcher],
    who: Searcher,
    depth: int,
    value: int,
    resolved: bool,
    began: float,
) -> Report:
    code = int(who.control[BEST])
    best = move_of_code(position, code) or position.moves()[0]
    worth = payoff_of(value, position)
    score, plies = score_and_plies(value, position) if resolved else (None, None)
    return Report(
        best=best,
        value=worth,
        nodes=sum(s.nodes for s in searchers),
        depth=depth,
        seconds=time.perf_counter() - began,
        line=(best,),
        rated=(Rated(best, 1, worth),),
        exact=resolved,
        score=score,
        plies=plies,
    )


def _with_variation(report: Report, position: Position, table: Table) -> Report:
    """The report with the principal variation, as far as the table still has it."""
    line = principal_variation(position, table, MAX_PLY)
    if not line or line[0] != report.best:
        return report
    return replace(report, line=line)


def smallest_win(position: Position) -> int:
    """The game's `WIN`: the utility of the smallest win."""
    return int(bind(position.game).kernel.WIN)


def has_scores(position: Position) -> bool:
    """Whether wins differ in size in this game (its kernel then has `scores`)."""
    return bind(position.game).find("scores") is not None


def is_decided(value: int, position: Position) -> bool:
    """Whether a value means a forced win or loss."""
    return abs(value) >= SCALE * smallest_win(position) - MAX_PLY


def payoff_of(value: int, position: Position) -> float:
    """A value as a payoff between −1 and 1."""
    if is_decided(value, position):
        return 1.0 if value > 0 else -1.0
    return max(-_NEARLY, min(_NEARLY, math.tanh(value / (2 * LOGIT))))


def score_and_plies(value: int, position: Position) -> tuple[int | None, int | None]:
    """The winner's score and plies to the end in a decided value; None in a draw."""
    if value == 0:
        return None, None
    worth = -(-abs(value) // SCALE)
    return worth - smallest_win(position), SCALE * worth - abs(value)
