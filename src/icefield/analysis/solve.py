"""The truth about a position from the best source there is: a complete table, a proof of the game
from its start, else search; and where that does not tell the score, bounds of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from ..core.errors import GameOver
from ..core.game import Position
from ..core.message import message
from ..search import Limits, Listener, Stop
from ..search.exact import score_bounds, tablebase
from ..search.exact.score_bounds import ScoreBounds
from ..search.exact.solve import TABLE_MB, Solution, solve
from ..search.proof import lookup
from ..search.transposition import new_table
from .move_values import LOSS, UNKNOWN, WIN, PositionVerdict, judge_moves
from .score_bounds import find_bounds

_AT_LEAST: Final = 0.25
"""Seconds for the moves after solving, however little was left: most of it is known by then; and
for bounds of the score."""
_BOUNDING: Final = 0.3  # of a limit goes to bounds, where they are needed


@dataclass(frozen=True, slots=True)
class Study:
    """What a position is worth, and what each of its moves is."""

    solution: Solution
    verdicts: PositionVerdict
    span: ScoreBounds | None = None  # of the score, in games where bounds can be told

    def to_json(self) -> dict[str, object]:
        bounds = None if self.span is None else self.span.to_json()
        return {**self.solution.to_json(), "bounds": bounds, **self.verdicts.to_json()}


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
    return _study_of_known(position).solution


def study(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Study:
    """Solve a position and judge its moves. By search, the moves get the time that is left of the
    limit, and without one as long again as the solving took. Where the score stays open, a part of
    the limit goes to bounds of it."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not _needs_search(position):
        return _with_bounds(_study_of_known(position), position, limits.seconds, threads, stop)
    known = new_table(TABLE_MB)
    bounding = limits.seconds
    if limits.seconds is not None and score_bounds.can_bound(position):
        bounding = _BOUNDING * limits.seconds
        limits = replace(limits, seconds=limits.seconds - bounding)
    found = solve(position, limits, threads=threads, stop=stop, on_report=on_report, known=known)
    spare = 1 + found.seconds if limits.seconds is None else limits.seconds - found.seconds
    rest = replace(limits, seconds=max(_AT_LEAST, spare))
    verdicts = judge_moves(position, rest, stop=stop, solution=found, known=known)
    if found.value == UNKNOWN and verdicts.value != UNKNOWN:  # the moves told after all
        found = replace(_solution_of(verdicts), nodes=found.nodes, seconds=found.seconds)
    return _with_bounds(Study(found, verdicts), position, bounding, threads, stop)


def _with_bounds(
    found: Study, position: Position, seconds: float | None, threads: int, stop: Stop | None
) -> Study:
    """The study with the bounds of the score, and with what they decide."""
    solution = found.solution
    if not score_bounds.can_bound(position) or position.turn is None:
        return found
    winner = {WIN: position.turn, LOSS: 1 - position.turn}.get(solution.value)
    if winner is not None and solution.score is not None:
        return replace(found, span=score_bounds.bounds_of_win(winner, solution.score))
    if stop is not None and stop.is_set():
        seconds, stop = _AT_LEAST, None
    limits = Limits(seconds=max(_AT_LEAST, seconds or 0.0))
    span = find_bounds(position, limits, winner=winner, threads=threads, stop=stop)
    if span is None or span.winner is None:
        return replace(found, span=span)
    value = WIN if span.winner == position.turn else LOSS
    score = span.points[0] if span.exact else None
    nodes, spent = solution.nodes + span.nodes, solution.seconds + span.seconds
    solution = replace(solution, value=value, score=score, nodes=nodes, seconds=spent)
    return replace(found, solution=solution, span=span)


def _needs_search(position: Position) -> bool:
    if position.seats == 1 or tablebase.find(position) is not None:
        return False
    proof = lookup.find_proof(position, 0)
    return proof is None or proof.leaf


def _study_of_known(position: Position) -> Study:
    """Everything a built table or a proof knows, or the shortest solution of somebody who plays
    alone."""
    began = time.perf_counter()
    verdicts = judge_moves(position)
    return Study(replace(_solution_of(verdicts), seconds=time.perf_counter() - began), verdicts)


def _solution_of(verdicts: PositionVerdict) -> Solution:
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
