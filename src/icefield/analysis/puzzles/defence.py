"""Playing a puzzle out: is a position still won, and how does the other side hold out longest?"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.game import Position
from ...search import Limits, alphabeta
from ...search.alphabeta import INFINITE, Searcher
from ...search.exact import tablebase
from ...search.transposition import new_table
from ..move_values import DRAW, LOSS, UNKNOWN, WIN
from .proof import best_play


@dataclass(frozen=True, slots=True)
class Defence:
    """What the side to move can still get, and how."""

    value: str  # "win", "draw", "loss" or "unknown", for the side to move
    plies: int | None
    line: tuple[str, ...]  # its best play


def best_defence(position: Position, seconds: float) -> Defence:
    """The best defence in a position that is not over, looked for so long where no table knows
    it."""
    built = tablebase.find(position)
    if built is not None:
        found = built.value(position)
        return Defence(found.value, found.plies, best_play(position, built))
    Searcher(position, new_table(0)).window(
        0, -INFINITE, INFINITE
    )  # compiled before the clock starts
    report = alphabeta.search(position, Limits(seconds=seconds))
    line = tuple(move.text for move in report.line)
    if not report.exact:
        return Defence(UNKNOWN, None, line[:1])
    value = WIN if report.value > 0 else LOSS if report.value < 0 else DRAW
    return Defence(value, report.plies, line)
