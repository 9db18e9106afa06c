"""Review a game: the value of every decision, its loss, and the reason.

Each decision of a seat is compared with the best one (`evaluate.Evaluator`) and graded by what it
gave away. A graded mistake gets a reason in words: the game's own (`core.mistakes`), made from the
position and both lines, else a sentence that fits every game. Chance is not graded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..core.arguments import checks_arguments
from ..core.game import CHANCE, Game, Move, Position
from ..core.message import message
from ..core.mistakes import ExplainsMistakes, Mistake, Reason
from ..games import read_toml
from .evaluate import Evaluator
from .values import (
    BEST,
    BLUNDER,
    FORCED,
    GOOD,
    GRADES,
    MISTAKE,
    SLIP,
    WORSE,
    GradedMove,
    MoveValue,
    PositionValue,
    zero_sum_payoffs,
)
from .wording import line_words, verdict_sentence

GENERIC: Final = "generic"
"""The kind of the reason that fits every game."""
_EQUAL: Final = 0.02  # payoffs that differ by less are the same

Progress = Callable[[int, int], object]
"""Called with the decisions done and their total."""


@dataclass(frozen=True, slots=True)
class Review:
    """The graded decisions of a game, as far as it was reviewed."""

    positions: tuple[Position, ...]
    graded: tuple[GradedMove, ...]

    @property
    def curve(self) -> tuple[tuple[float, ...] | None, ...]:
        """The expected payoff of every seat at each position; None without a search."""
        seats = self.positions[0].seats
        found: list[tuple[float, ...] | None] = [None] * len(self.positions)
        for entry in self.graded:
            before = list(entry.payoffs)
            before[entry.seat] = entry.value
            if seats == 2:  # a search may punish both for a repetition
                punished = sum(entry.payoffs) / 2
                before[entry.seat] = entry.value - punished
                before[1 - entry.seat] = punished - entry.value
            if found[entry.ply] is None or entry.verdict is not None:
                found[entry.ply] = tuple(before)
            found[entry.ply + 1] = entry.payoffs
        outcome = self.positions[-1].outcome
        if outcome is not None:
            found[-1] = tuple(float(payoff) for payoff in outcome.payoffs)
        return tuple(found)

    def counts(self, seat: int) -> dict[str, int]:
        """The number of decisions of a seat by grade."""
        own = [entry.grade for entry in self.graded if entry.seat == seat]
        return {grade: own.count(grade) for grade in GRADES}

    def given_away(self, seat: int) -> float:
        """The mean loss of a seat per decision, in payoffs."""
        own = [entry.drop for entry in self.graded if entry.seat == seat]
        return sum(own) / len(own) if own else 0.0


@lru_cache(maxsize=1)
def _default_thresholds() -> dict[str, float]:
    text = (Path(__file__).parent / "grades.toml").read_text("utf-8")
    return tomllib.loads(text)


@lru_cache(maxsize=32)
def grade_thresholds(game: Game) -> dict[str, float]:
    """The losses from which a decision of this game is a slip, mistake or blunder."""
    return _default_thresholds() | read_toml(game.key, "grades.toml")


@checks_arguments
def grade_decision(position: Position, move: Move, before: PositionValue, after: MoveValue) -> str:
    """The grade of a decision."""
    if len(position.moves(before.seat)) == 1:
        return FORCED
    limits, drop = grade_thresholds(position.game), before.value - after.value
    for name in (BLUNDER, MISTAKE, SLIP):
        if drop >= limits[name]:
            return name
    lost = _points_lost(before, move)
    if lost >= limits["points"] or after.ease >= limits[SLIP]:
        return SLIP
    equal = move == before.best or max(drop, after.ease) < _EQUAL
    return BEST if equal and lost <= 0 and not after.guessed else GOOD


def _points(before: PositionValue, move: Move) -> tuple[int, int] | None:
    """The winner's score after a move and after the best one.

    None unless the result is the same, all is solved, and the game counts points.
    """
    sure = before.verdict(move)
    if before.verdicts is None or sure is None or sure.value != before.verdicts.value:
        return None
    best, own = before.verdicts.score, sure.score
    return None if best is None or own is None else (own, best)


def _points_lost(before: PositionValue, move: Move) -> int:
    """The points given away within the same result."""
    own, best = _points(before, move) or (0, 0)
    return best - own if before.value > 0 else own - best


@checks_arguments
def decisions(positions: Sequence[Position]) -> list[int]:
    """The plies of a game at which a seat decided."""
    return [i for i in range(len(positions) - 1) if positions[i].turn != CHANCE]


@checks_arguments
def review(
    positions: Sequence[Position],
    evaluator: Evaluator | None = None,
    on_progress: Progress | None = None,
) -> Review:
    """Grade every decision of a game, the last one first.

    The known values near the end help to grade earlier decisions. Ends early, with a partial
    result, when the evaluator's `stop` is set.
    """
    evaluator = evaluator or Evaluator()
    plies = decisions(positions)
    graded: list[GradedMove] = []
    for done, ply in enumerate(reversed(plies)):
        if evaluator.stop.is_set():
            break
        if on_progress is not None:
            on_progress(done, len(plies))
        found = review_decision(positions, ply, evaluator, graded[-1] if graded else None)
        if evaluator.stop.is_set():
            break  # it was cut short and means nothing
        graded.append(found)
    if on_progress is not None:
        on_progress(len(graded), len(plies))
    return Review(tuple(positions), tuple(reversed(graded)))


@checks_arguments
def review_decision(
    positions: Sequence[Position], ply: int, evaluator: Evaluator, later: GradedMove | None = None
) -> GradedMove:
    """Grade one decision of a game.

    `later` is the value of the next one, where it is known.
    """
    position = positions[ply]
    seat = position.turn
    assert seat is not None
    assert seat != CHANCE
    move = positions[ply + 1].last
    assert move is not None
    followed = tuple(_followed(positions, ply, seat))
    proven = later is not None and later.ply == ply + 1 and later.verdict is not None
    known = later if proven and position.seats == 2 else None
    return grade_move(position, seat, move, evaluator, followed, known)


@checks_arguments
def grade_move(
    position: Position,
    seat: int,
    move: Move,
    evaluator: Evaluator,
    followed: tuple[Move, ...] = (),
    later: GradedMove | None = None,
) -> GradedMove:
    """The value of a move, its grade, and the reason if it was a mistake.

    `later` is the proven value, between two seats, of the decision after it.
    """
    before = evaluator.evaluate(position, seat)
    after = evaluator.evaluate_move(position, move, before)
    if later is not None and move != before.best and not before.exact:
        value = later.value if later.seat == seat else -later.value
        after = MoveValue(value, (move, *later.better), zero_sum_payoffs(value, seat))
    if after.value > before.value + _EQUAL and not before.exact:  # better than the search thought
        before = PositionValue(seat, after.value, after.line, after.payoffs)
    called = grade_decision(position, move, before, after)
    reason = None
    if called in WORSE:
        drop = max(0.0, before.value - after.value)
        points = _points(before, move) if _points_lost(before, move) > 0 else None
        mistake = Mistake(position, seat, after.line, before.line, drop, followed, points)
        reason = find_reason(position.game, mistake)
    verdict = None if before.verdicts is None else verdict_sentence(position, before.verdicts)
    return GradedMove(
        position_ply(position),
        seat,
        move,
        called,
        before.value,
        after.value,
        after.payoffs,
        before.line,
        after.line,
        verdict,
        before.bounds,
        reason,
        max(0, _points_lost(before, move)),
    )


@checks_arguments
def position_ply(position: Position) -> int:
    """The number of moves made before a position."""
    return len(position.history)


def _followed(positions: Sequence[Position], ply: int, seat: int) -> Sequence[Move]:
    """The moves played after a move, up to the seat's next decision."""
    moves: list[Move] = []
    for i in range(ply + 1, len(positions) - 1):
        last = positions[i + 1].last
        if positions[i].turn == seat or last is None:
            break
        moves.append(last)
    return moves


# -- in words -------------------------------------------------------------------------------------


@checks_arguments
def find_reason(game: Game, mistake: Mistake) -> Reason:
    """The most important reason, the generic one where the game has none."""
    if isinstance(game, ExplainsMistakes):
        found = game.reasons(mistake)
        if found:
            return found[0]
    better = line_words(mistake.before, mistake.better)
    played = line_words(mistake.before, mistake.played)
    if len(mistake.played) == 1:  # nothing is known about what follows
        return Reason(GENERIC, message("analysis.reason.better", better=better))
    return Reason(GENERIC, message("analysis.reason.generic", better=better, played=played))


@checks_arguments
def to_json(found: GradedMove, language: str) -> dict[str, Any]:
    """A graded decision as JSON for clients."""

    def texts(line: Sequence[Move]) -> list[str]:
        return [move.text for move in line]

    reason = found.reason
    return {
        "ply": found.ply,
        "seat": found.seat,
        "move": found.move.text,
        "grade": found.grade,
        "value": round(found.value, 3),
        "kept": round(found.kept, 3),
        "drop": round(found.drop, 3),
        "payoffs": [round(payoff, 3) for payoff in found.payoffs],
        "better": texts(found.better),
        "played": texts(found.played),
        "verdict": None if found.verdict is None else found.verdict.text(language),
        "bounds": None if found.bounds is None else found.bounds.to_json(),
        "reason": None
        if reason is None
        else {
            "kind": reason.kind,
            "text": reason.text.text(language),
            "rule": reason.rule,
            "spaces": list(reason.spaces),
        },
    }
