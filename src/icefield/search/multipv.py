"""Multi-PV: alpha-beta that values every move, not only the best one.

For players who choose among nearly equal moves, and for grading what a move gave away. All moves
are searched a ply deeper in turn, each with an open window, over one shared table. That costs a few
times what finding the best move alone costs.
"""

from __future__ import annotations

import time

from ..core import jit
from ..core.errors import BadOption, GameOver
from ..core.game import Move, Position
from ..core.jit import bind
from ..core.message import message
from .alphabeta import (
    BUDGET,
    INFINITE,
    MAX_PLY,
    SCALE,
    STOP,
    Searcher,
    has_scores,
    is_decided,
    payoff_of,
    score_and_plies,
    table_for_limits,
)
from .api import Limits, Listener, Rated, Report, Stop
from .deadline import Deadline
from .transposition import Table, principal_variation


def search(
    position: Position,
    limits: Limits = Limits(seconds=1.0),  # noqa: B008 (immutable)
    *,
    seat: int | None = None,  # noqa: ARG001 (always the one to move)
    seed: int = 0,  # noqa: ARG001 (nothing is random here; all searches take the same words)
    threads: int = 1,  # noqa: ARG001 (one, so that a level is the same everywhere)
    stop: Stop | None = None,
    on_report: Listener | None = None,
    table: Table | None = None,
) -> Report:
    """Deepen move by move until a limit is reached or every move is resolved.

    `rated` holds all moves, the best first; results of an unfinished depth do not count.
    """
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if position.seats != 2:
        raise BadOption(message("search.two_seats", game=position.game.title))
    table = table_for_limits(limits) if table is None else table
    began = time.perf_counter()
    root = _Root(position, table)
    deepest = MAX_PLY if limits.depth is None else min(limits.depth, MAX_PLY)
    report = root.report(0, began)
    with Deadline([root.searcher], limits.seconds, stop):
        for depth in range(1, deepest + 1):
            if limits.nodes is not None and depth > 1:
                root.searcher.control[BUDGET] = limits.nodes
            if not root.deepen(depth):
                break
            report = root.report(depth, began)
            if on_report:
                on_report(report)
            if root.all_resolved:
                break
    return report


class _Root:
    """The moves of a position with the value known of each."""

    def __init__(self, position: Position, table: Table):
        self.position = position
        self.table = table
        self.searcher = Searcher(position, table)
        self.values: dict[Move, int] = dict.fromkeys(position.moves(), 0)
        self.resolved: set[Move] = set()
        self._after = {move: position.play(move) for move in position.moves()}

    @property
    def all_resolved(self) -> bool:
        return len(self.resolved) == len(self.values)

    def deepen(self, depth: int) -> bool:
        """Search every move to that depth; False when the budget was spent."""
        found, sure = dict(self.values), set(self.resolved)
        order = sorted(self.values, key=lambda move: -self.values[move])
        for move in order:
            if move in sure:
                continue
            value, resolved = self._value(move, depth)
            if self.searcher.stopped:
                return False
            found[move] = value
            if resolved:
                sure.add(move)
        self.values, self.resolved = found, sure
        return True

    def _value(self, move: Move, depth: int) -> tuple[int, bool]:
        """The value of a move for the mover, and whether it is certain."""
        after, turn = self._after[move], self.position.turn
        if after.turn is None:
            worth = SCALE * int(jit.utility(bind(after.game), after.state))
            own = worth if turn == 0 else -worth
            return own - 1 if own > 0 else own + 1 if own < 0 else 0, True
        jit.save(self.searcher.tag, after.state, self.searcher.root[0])
        value, resolved = self.searcher.window(depth - 1, -INFINITE, INFINITE)
        if not has_scores(after) and is_decided(value, after):
            resolved = True  # the first win found is the shortest
        own = value if after.turn == turn else -value
        return own - (own > 0) * resolved + (own < 0) * resolved, resolved

    def report(self, depth: int, began: float) -> Report:
        order = sorted(self.values, key=lambda move: (-self.values[move], move.text))
        rated = tuple(Rated(m, 1, payoff_of(self.values[m], self.position)) for m in order)
        best, value = order[0], self.values[order[0]]
        exact = best in self.resolved and (self.all_resolved or value > 0)
        score, plies = score_and_plies(value, self.position) if exact else (None, None)
        after = self._after[best]
        return Report(
            best=best,
            value=rated[0].value,
            nodes=self.searcher.nodes,
            depth=depth,
            seconds=time.perf_counter() - began,
            line=(best, *principal_variation(after, self.table, MAX_PLY)),
            rated=rated,
            exact=exact and bool(self.searcher.control[STOP] == 0 or self.all_resolved),
            score=score,
            plies=plies,
        )
