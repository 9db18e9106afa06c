"""Exact solving of positions near the end: winner, score, plies and best moves.

It is alpha-beta without estimates: the search deepens until every line it rests on has ended by the
rules. Then each move is tested, with null windows over the same table, whether it keeps the result.
Under best play the winner first wants the win, then the score (where a game has one), then a short
game; the loser the opposite. A position too far from its end is `unknown` when the limits are
reached.

In a game without scores play may be cyclic, so a draw cannot be proven this way, and the moves
listed are those that keep the result within the plies searched; a tablebase decides the rest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ...core import jit
from ...core.game import Move, Position
from ...core.jit import bind
from .. import alphabeta
from ..alphabeta import ALL_THE_WAY, BUDGET, MAX_PLY, SCALE, Searcher
from ..api import Limits, Listener, Stop
from ..deadline import Deadline
from ..transposition import Table, new_table
from ..verdict import DRAW, LOSS, UNKNOWN, WIN

TABLE_MB = 256


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, for the side to move."""

    value: str  # WIN, DRAW, LOSS or UNKNOWN
    plies: int | None = None  # to the end under best play
    score: int | None = None  # what the winner scores, where the game has scores
    best: tuple[str, ...] = ()  # every move that keeps value and score
    winning: tuple[str, ...] = ()  # every move that keeps a win
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        return {
            "value": self.value,
            "plies": self.plies,
            "score": self.score,
            "best": list(self.best),
            "winning": list(self.winning),
        }


def solve(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
    table: Table | None = None,
) -> Solution:
    """Solve a position; `unknown` when the limits are reached first.

    The results for later positions are left in `table`.
    """
    began = time.perf_counter()
    stop = stop or Stop()
    table = new_table(TABLE_MB) if table is None else table
    report = alphabeta.search(
        position, limits, threads=threads, stop=stop, on_report=on_report, table=table
    )
    horizon = ALL_THE_WAY if alphabeta.has_scores(position) else max(report.depth - 1, 0)
    judge = _MoveJudge(position, table, limits, began, stop, horizon, report.nodes)
    try:
        if not report.exact:
            raise _HaltedError
        win = alphabeta.smallest_win(position)
        sign = (report.value > 0) - (report.value < 0)
        worth = sign * (win + (report.score or 0))
        best = judge.moves_keeping(worth)
        winning = judge.moves_keeping(win) if sign > 0 else ()
    except _HaltedError:
        return Solution(UNKNOWN, nodes=judge.nodes, seconds=time.perf_counter() - began)
    return Solution(
        value={1: WIN, 0: DRAW, -1: LOSS}[sign],
        plies=report.plies,
        score=report.score if alphabeta.has_scores(position) else None,
        best=best,
        winning=winning,
        line=report.line,
        nodes=judge.nodes,
        seconds=time.perf_counter() - began,
    )


class _HaltedError(Exception):
    """The limits were reached."""


class _MoveJudge:
    """Searches whether each move keeps the value of the position."""

    def __init__(
        self,
        position: Position,
        table: Table,
        limits: Limits,
        began: float,
        stop: Stop,
        horizon: int,
        nodes: int,
    ):
        self.position = position
        self.table = table
        self.limits = limits
        self.began = began
        self.stop = stop
        self.horizon = horizon
        self.nodes = nodes
        self.worn = Searcher(position, table).worn

    def moves_keeping(self, worth: int) -> tuple[str, ...]:
        """The moves worth at least that utility for the mover, sorted."""
        threshold = SCALE * worth - (MAX_PLY if worth > 0 else 0)  # however long it takes
        return tuple(move.text for move in self.position.moves() if self._keeps(move, threshold))

    def _keeps(self, move: Move, threshold: int) -> bool:
        after = self.position.play(move)
        if after.turn is None:
            tag = bind(after.game)
            worth = SCALE * int(jit.utility(tag, after.state))
            return (worth if self.position.turn == 0 else -worth) >= threshold
        searcher = Searcher(after, self.table)
        searcher.worn = self.worn  # values in a table hold for one history only
        if self.limits.nodes is not None:
            searcher.control[BUDGET] = self.limits.nodes - self.nodes
        same = after.turn == self.position.turn
        low, high = (threshold - 1, threshold) if same else (-threshold, 1 - threshold)
        with Deadline([searcher], self._time_left(), self.stop):
            value, _ = searcher.window(self.horizon, low, high)
        self.nodes += searcher.nodes
        if searcher.stopped:
            raise _HaltedError
        return (value if same else -value) >= threshold

    def _time_left(self) -> float | None:
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - (time.perf_counter() - self.began))
