"""The defence in a puzzle: the play that resists longest."""

from __future__ import annotations

from ...core.game import Position
from ...search import Limits, alphabeta
from ...search.alphabeta import INFINITE, Searcher
from ...search.knowledge import from_table
from ...search.transposition import new_table
from ...search.verdict import DRAW, LOSS, UNKNOWN, WIN, Continuation
from .proof import table_line


def best_defence(position: Position, seconds: float) -> Continuation:
    """The best play of the side to move, by a tablebase or a search of that time."""
    known = from_table(position)
    if known is not None:
        return Continuation(known.value, known.plies, table_line(position))
    # compiled before the clock starts
    Searcher(position, new_table(0)).window(0, -INFINITE, INFINITE)
    report = alphabeta.search(position, Limits(seconds=seconds))
    line = tuple(move.text for move in report.line)
    if not report.exact:
        return Continuation(UNKNOWN, None, line[:1])
    value = WIN if report.value > 0 else LOSS if report.value < 0 else DRAW
    return Continuation(value, report.plies, line)
