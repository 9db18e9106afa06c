"""The exact value of a position: by knowledge, else by search, else bounds."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from ..core.arguments import checks_arguments
from ..core.errors import BadOption, GameOver
from ..core.game import Position
from ..core.message import message
from ..search import Limits, Listener, Stop
from ..search.exact import score_bounds
from ..search.exact.score_bounds import ScoreBounds
from ..search.exact.solve import TABLE_MB, Solution, solve
from ..search.knowledge import known
from ..search.transposition import new_table
from .move_values import can_judge, judge_moves
from .score_bounds import find_bounds
from .values import LOSS, UNKNOWN, WIN, PositionVerdict

_LEAST_S: Final = 0.25
"""For the moves after solving, however little was left: most of it is known by then; and for bounds
of the score."""
_BOUNDS_SHARE: Final = 0.3  # of a limit goes to bounds, where they are needed


@dataclass(frozen=True, slots=True)
class Study:
    """The value of a position and of each of its moves."""

    solution: Solution
    verdicts: PositionVerdict
    bounds: ScoreBounds | None = None  # of the score, in games that have them

    @property
    def span(self) -> ScoreBounds | None:
        """The former name of `bounds`."""
        return self.bounds

    def to_json(self) -> dict[str, object]:
        bounds = None if self.bounds is None else self.bounds.to_json()
        return {**self.solution.to_json(), "bounds": bounds, **self.verdicts.to_json()}


@checks_arguments
def truth(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Solution:
    """The solution of a position, by knowledge or else by search."""
    _check_solvable(position)
    if _needs_search(position):
        return solve(position, limits, threads=threads, stop=stop, on_report=on_report)
    return _study_of_known(position).solution


@checks_arguments
def study(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    threads: int = 1,
    stop: Stop | None = None,
    on_report: Listener | None = None,
) -> Study:
    """Solve a position and judge its moves.

    In a search, the moves get the time that is left of the limit, and without one as long as the
    solving took. Where the score stays open, a part of the limit is for bounds of it.
    """
    _check_solvable(position)
    if not _needs_search(position):
        return _with_bounds(_study_of_known(position), position, limits.seconds, threads, stop)
    table = new_table(TABLE_MB)
    bounding = limits.seconds
    if limits.seconds is not None and score_bounds.can_bound(position):
        bounding = _BOUNDS_SHARE * limits.seconds
        limits = replace(limits, seconds=limits.seconds - bounding)
    found = solve(position, limits, threads=threads, stop=stop, on_report=on_report, table=table)
    spare = 1 + found.seconds if limits.seconds is None else limits.seconds - found.seconds
    rest = replace(limits, seconds=max(_LEAST_S, spare))
    verdicts = judge_moves(position, rest, stop=stop, solution=found, table=table)
    if found.value == UNKNOWN and verdicts.value != UNKNOWN:  # known by the moves after all
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
        return replace(found, bounds=score_bounds.bounds_of_win(winner, solution.score))
    if stop is not None and stop.is_set():
        seconds, stop = _LEAST_S, None
    limits = Limits(seconds=max(_LEAST_S, seconds or 0.0))
    bounds = find_bounds(position, limits, winner=winner, threads=threads, stop=stop)
    if bounds is None or bounds.winner is None:
        return replace(found, bounds=bounds)
    value = WIN if bounds.winner == position.turn else LOSS
    score = bounds.points[0] if bounds.exact else None
    nodes, spent = solution.nodes + bounds.nodes, solution.seconds + bounds.seconds
    solution = replace(solution, value=value, score=score, nodes=nodes, seconds=spent)
    return replace(found, solution=solution, bounds=bounds)


def _check_solvable(position: Position) -> None:
    """Raise BadOption for games that cannot be solved, before anything is compiled."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not can_judge(position):
        raise BadOption(
            message("analysis.unsolvable", game=position.game.title), detail="no-analysis"
        )


def _needs_search(position: Position) -> bool:
    """Whether a search could add to what is known."""
    if position.seats == 1:
        return False
    knowledge = known(position, nodes=0)
    return knowledge is None or not knowledge.complete


def _study_of_known(position: Position) -> Study:
    """The study of a position by knowledge: a tablebase, a proof, or solitaire."""
    began = time.perf_counter()
    verdicts = judge_moves(position)
    return Study(replace(_solution_of(verdicts), seconds=time.perf_counter() - began), verdicts)


def _solution_of(verdicts: PositionVerdict) -> Solution:
    """The solution that follows from the known values of the moves.

    A proof has the winner and winning moves, not the length of the game.
    """
    best = (v for v in verdicts.moves if v.holds and v.score == verdicts.score)
    return Solution(
        value=verdicts.value,
        plies=None if verdicts.proven else verdicts.plies,
        score=verdicts.score,
        best=tuple(verdict.move.text for verdict in best),
        winning=tuple(v.move.text for v in verdicts.moves if v.value == WIN),
    )
