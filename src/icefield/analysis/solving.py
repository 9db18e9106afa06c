"""The truth about a position from the best source there is: a complete table, else search."""

from __future__ import annotations

import time

from ..core.errors import GameOver
from ..core.game import Position
from ..core.message import message
from ..search import Limits, Listener, Stop, tables
from ..search.solve import Solution, solve


def truth(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Solution:
    """Solve a position from its table where that is built, by search otherwise."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    table = tables.find(position)
    if table is None:
        return solve(position, limits, threads=threads, stop=stop, on_report=on_report)
    began = time.perf_counter()
    verdict, moves = table.value(position), table.moves(position)
    winning = tuple(sorted(text for text, found in moves.items() if found.value == "win"))
    best = tuple(sorted(text for text, found in moves.items() if found.value == verdict.value))
    return Solution(
        value=verdict.value,
        plies=verdict.plies,
        best=best,
        winning=winning,
        seconds=time.perf_counter() - began,
    )
