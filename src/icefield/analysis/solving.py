"""The truth about a position from the best source there is: a complete table, a proof of the game
from its start, else search."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from ..core.errors import GameOver
from ..core.game import Position
from ..core.message import message
from ..search import Limits, Listener, Stop, proven, tables
from ..search.solve import TABLE_MB, Solution, solve
from ..search.table import table
from .verdicts import UNKNOWN, WIN, Verdicts, judge

_AT_LEAST: Final = 0.25
"""Seconds for the moves after solving, however little was left: most of it is known by then."""


@dataclass(frozen=True, slots=True)
class Study:
    """What a position is worth, and what each of its moves is."""

    solution: Solution
    verdicts: Verdicts

    def to_json(self) -> dict[str, object]:
        return {**self.solution.to_json(), **self.verdicts.to_json()}


def truth(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Solution:
    """Solve a position from its table where that is built, by a proof where there is one, by search
    otherwise."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if _needs_search(position):
        return solve(position, limits, threads=threads, stop=stop, on_report=on_report)
    return _looked_up(position).solution


def study(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Study:
    """Solve a position and judge its moves. By search, the moves get the time that is left of the
    limit, and without one as long again as the solving took."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not _needs_search(position):
        return _looked_up(position)
    known = table(TABLE_MB)
    found = solve(position, limits, threads=threads, stop=stop, on_report=on_report, known=known)
    spare = 1 + found.seconds if limits.seconds is None else limits.seconds - found.seconds
    rest = replace(limits, seconds=max(_AT_LEAST, spare))
    verdicts = judge(position, rest, stop=stop, solution=found, known=known)
    if found.value == UNKNOWN and verdicts.value != UNKNOWN:  # the moves told after all
        found = replace(_concluded(verdicts), nodes=found.nodes, seconds=found.seconds)
    return Study(found, verdicts)


def _needs_search(position: Position) -> bool:
    if position.seats == 1 or tables.find(position) is not None:
        return False
    proof = proven.find(position, 0)
    return proof is None or proof.leaf


def _looked_up(position: Position) -> Study:
    """Everything a built table or a proof knows, or the shortest solution of somebody who plays
    alone."""
    began = time.perf_counter()
    verdicts = judge(position)
    return Study(replace(_concluded(verdicts), seconds=time.perf_counter() - began), verdicts)


def _concluded(verdicts: Verdicts) -> Solution:
    """The solution that follows from what is known of every move. A proof knows who wins and moves
    that do it, not how long the game lasts then."""
    best = (v for v in verdicts.moves if v.holds and v.score == verdicts.score)
    return Solution(
        value=verdicts.value,
        plies=None if verdicts.proven else verdicts.plies,
        score=verdicts.score,
        best=tuple(verdict.move.text for verdict in best),
        winning=tuple(v.move.text for v in verdicts.moves if v.value == WIN),
    )
