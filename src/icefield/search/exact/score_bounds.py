"""Bounds of the score of a position whose exact value is out of reach.

They say who wins, with how many points at least, and with how many at most. Results are steps of a
ladder, as in `proof`: k where seat 0 wins with k points, -1 - k where the other does. The lower and
upper bounds start from static ones and only ever come closer. When they meet, that is the score.
Two searches narrow them.

Alpha-beta comes first: estimates lie below every win, so a value that is a win rests on lines that
ended by the rules, and the winner there gets at least that much, at any depth.

For every step one can also ask whether seat 0 reaches it, and a proof-number search answers yes,
no, or nothing within its budget. The lowest open step is the easiest to prove, the highest the
easiest to refute, so it works from both ends. A success lengthens the stride; a failed step is left
until nothing else is open, and then gets four times the budget. All questions share one table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...core import jit
from ...core.errors import BadOption, GameOver
from ...core.game import CHANCE, Position
from ...core.jit import bind
from ...core.message import message
from .. import alphabeta
from ..alphabeta import INFINITE, MAX_PLY, Searcher
from ..api import Limits, Stop
from ..deadline import Deadline
from ..proof import dfpn
from ..proof.dfpn import (
    BUDGET,
    CONTROL_SIZE,
    GOAL,
    HALT,
    NODES,
    PROOF,
    REFUTATION,
    ProofTable,
    new_proof_table,
)

_FIRST_BUDGET: Final = 1 << 10  # nodes for a step before another is tried
_BUDGET_FACTOR: Final = 4
_TABLE_MB: Final = 64
_ENTRIES: Final = 4  # of the table per node, where the nodes are few
_ALPHABETA_SHARE: Final = 0.5  # of the limits goes to alpha-beta, where there is one thread
_UP, _DOWN = 0, 1  # the two ends


@dataclass(frozen=True, slots=True)
class ScoreBounds:
    """The steps between which the result lies under best play, for seat 0."""

    low: int
    high: int
    nodes: int = 0
    seconds: float = 0.0

    @property
    def exact(self) -> bool:
        return self.low == self.high

    @property
    def winner(self) -> int | None:
        """The seat that is certain to win, if any."""
        return 0 if self.low >= 0 else 1 if self.high < 0 else None

    @property
    def points(self) -> tuple[int, int]:
        """The least and the most points of the winner.

        While neither is certain to win: the most of either seat.
        """
        if self.low >= 0:
            return self.low, self.high
        if self.high < 0:
            return -1 - self.high, -1 - self.low
        return self.high, -1 - self.low

    def within(self, other: ScoreBounds) -> ScoreBounds:
        """The intersection of both bounds."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return ScoreBounds(low, high, self.nodes + other.nodes, self.seconds + other.seconds)

    def to_json(self) -> dict[str, object]:
        """The bounds for programs.

        The winner if there is one, and for each seat the least and the most points that it can get
        under best play.
        """
        return {
            "winner": self.winner,
            "least": [max(0, self.low), max(0, -1 - self.high)],
            "most": [max(0, self.high), max(0, -1 - self.low)],
        }


def can_bound(position: Position) -> bool:
    """Whether the score can be bounded in games like this one."""
    return position.seats == 2 and bind(position.game).find("stakes") is not None


def static_bounds(position: Position) -> ScoreBounds:
    """The bounds without any search."""
    low, high, _ = jit.stakes(bind(position.game), position.state)
    return ScoreBounds(int(low), int(high))


def bounds_of_win(winner: int, points: int | None = None) -> ScoreBounds:
    """The bounds when only the winner is known, or also the points."""
    least, most = (0, dfpn.INFINITY) if points is None else (points, points)
    return ScoreBounds(least, most) if winner == 0 else ScoreBounds(-1 - most, -1 - least)


def search(
    position: Position,
    limits: Limits = Limits(seconds=1.0),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    known: ScoreBounds | None = None,
    on_found: Callable[[ScoreBounds], object] | None = None,
) -> ScoreBounds:
    """Narrow down the score until the limits are reached.

    `known` are bounds that are certain already. A node is a visited position; the result with the
    same limits in nodes and one thread is the same.
    """
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not can_bound(position) or position.turn == CHANCE or position.concealed:
        raise BadOption(message("search.no_scores", game=position.game.title))
    began = time.perf_counter()
    first = static_bounds(position)
    steps = _StepQueue(position, first if known is None else first.within(known), limits, on_found)
    workers = [_ProofWorker(position, steps) for _ in range(threads)]
    ahead = _AlphaBetaWorker(position, steps, limits)
    if threads == 1:
        with Deadline([ahead], _alphabeta_seconds(limits.seconds), stop):
            ahead.work()
        spent = time.perf_counter() - began
        left = None if limits.seconds is None else max(0.0, limits.seconds - spent)
        with Deadline(workers, left, stop):
            workers[0].work()
    else:
        jobs = [ahead.work, *(worker.work for worker in workers[1:])]
        with (
            Deadline([ahead, *workers], limits.seconds, stop),
            ThreadPoolExecutor(threads, thread_name_prefix="score-bounds") as pool,
        ):
            list(pool.map(lambda job: job(), jobs))
    return steps.span(time.perf_counter() - began)


def _alphabeta_seconds(whole: float | None) -> float | None:
    return None if whole is None else _ALPHABETA_SHARE * whole


class _StepQueue:
    """The steps to search next, and the bounds so far; shared by all workers."""

    def __init__(
        self,
        position: Position,
        first: ScoreBounds,
        limits: Limits,
        on_found: Callable[[ScoreBounds], object] | None,
    ):
        few = limits.nodes
        megabytes = _TABLE_MB if few is None else min(_TABLE_MB, few * 16 * _ENTRIES >> 20)
        self.table: ProofTable = new_proof_table(max(1, megabytes))
        self.row = jit.rows(bind(position.game), 1)[0]
        jit.save(bind(position.game), position.state, self.row)
        self._low, self._high = first.low, first.high
        self._nodes = 0
        self._most = few
        self._on_found = on_found
        self._began = time.perf_counter()
        self._share = _FIRST_BUDGET
        self._strides = [1, 1]
        self._end = _DOWN
        self._spent: dict[int, int] = {}
        self._busy: dict[int, int] = {}  # steps that a worker searches, and from which end
        self._lock = threading.Condition()

    @property
    def met(self) -> bool:
        return self._low >= self._high

    def span(self, seconds: float) -> ScoreBounds:
        return ScoreBounds(self._low, self._high, self._nodes, seconds)

    def take(self, halted: Callable[[], bool]) -> tuple[int, int] | None:
        """The next step to search and its budget in nodes; None at the end."""
        with self._lock:
            while not self.met and not halted():
                if self._most is not None and self._nodes >= self._most:
                    break
                step = self._next()
                if step is not None:
                    budget = self._share
                    if self._most is not None:
                        budget = min(budget, self._most - self._nodes)
                    return step, budget
                if self._busy:
                    self._lock.wait(0.05)
                else:
                    self._share *= _BUDGET_FACTOR
            self._lock.notify_all()
            return None

    def _next(self) -> int | None:
        """The next step, alternating between the ends.

        An end whose nearest step is being searched waits.
        """
        for _ in range(2):
            self._end = 1 - self._end
            step = self._nearest(self._end)
            if step is not None:
                self._busy[step] = self._end
                return step
        return None

    def _nearest(self, end: int) -> int | None:
        """The step to try from an end: one stride away, or nearer where that was tried."""
        while True:
            stride = min(self._strides[end], self._high - self._low)
            step = self._low + stride if end == _UP else self._high + 1 - stride
            if step not in self._busy and self._spent.get(step, 0) < self._share:
                return step
            if stride == 1:
                break
            self._strides[end] = stride // 2
        if self._busy.get(step) != end:
            return None
        inward = range(self._low + 1, self._high + 1)  # several threads at one end
        for step in inward if end == _UP else reversed(inward):
            if step not in self._busy and self._spent.get(step, 0) < self._share:
                return step
        return None

    def give(self, step: int, control: np.ndarray) -> None:
        """Store the result of a step."""
        with self._lock:
            end = self._busy.pop(step)
            self._nodes += int(control[NODES])
            if control[PROOF] == 0:
                news = self._narrow(step, self._high)
            elif control[REFUTATION] == 0:
                news = self._narrow(self._low, step - 1)
            else:
                news = False
                self._spent[step] = max(self._spent.get(step, 0), self._share)
            if news:
                self._strides[end] *= 2
            self._lock.notify_all()

    def learn(self, low: int | None, high: int | None, nodes: int) -> None:
        """Store the result of alpha-beta."""
        with self._lock:
            self._nodes += nodes
            self._narrow(self._low if low is None else low, self._high if high is None else high)
            self._lock.notify_all()

    def _narrow(self, low: int, high: int) -> bool:
        """Narrow the bounds; returns whether they changed."""
        before = self._low, self._high
        self._low, self._high = max(self._low, low), min(self._high, high)
        news = before != (self._low, self._high)
        if news and self._on_found is not None:
            self._on_found(self.span(time.perf_counter() - self._began))
        return news


class _AlphaBetaWorker:
    """A thread of alpha-beta that deepens ply by ply."""

    def __init__(self, position: Position, steps: _StepQueue, limits: Limits):
        self._position = position
        self._steps = steps
        self._searcher = Searcher(position, alphabeta.table_for_limits(limits))
        if limits.nodes is not None:
            self._searcher.control[alphabeta.BUDGET] = int(_ALPHABETA_SHARE * limits.nodes)

    def halt(self) -> None:
        self._searcher.halt()

    def work(self) -> None:
        before = 0
        for depth in range(1, MAX_PLY + 1):
            if self._steps.met:
                return
            value, resolved = self._searcher.window(depth, -INFINITE, INFINITE)
            nodes = self._searcher.nodes - before
            before += nodes
            if self._searcher.stopped:
                self._steps.learn(None, None, nodes)
                return
            self._learn(value, resolved, nodes)

    def _learn(self, value: int, resolved: bool, nodes: int) -> None:
        """Store a value: a win is at least a win of that size, for either seat to move."""
        points, _ = alphabeta.score_and_plies(value, self._position)
        if points is None or not alphabeta.is_decided(value, self._position):
            self._steps.learn(None, None, nodes)
            return
        first = (value > 0) == (self._position.turn == 0)
        step = points if first else -1 - points
        low = step if first or resolved else None
        high = step if not first or resolved else None
        self._steps.learn(low, high, nodes)


class _ProofWorker:
    """A thread of proof-number search."""

    def __init__(self, position: Position, steps: _StepQueue):
        self._tag = bind(position.game)
        self._steps = steps
        self._line = dfpn.new_search_stack(self._tag, self._tag.max_moves)
        self._control = np.zeros(CONTROL_SIZE, dtype=np.int64)

    def halt(self) -> None:
        self._control[HALT] = 1

    def work(self) -> None:
        control = self._control
        while (taken := self._steps.take(lambda: bool(control[HALT]))) is not None:
            control[GOAL], control[BUDGET] = taken
            dfpn.search(self._tag, self._steps.row, self._steps.table, self._line, control)
            self._steps.give(taken[0], control)
