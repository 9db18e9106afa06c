"""Values, verdicts, bounds, lines and reviews as messages, for page and terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from ..core.errors import IcefieldError
from ..core.game import CHANCE, Move, Position
from ..core.message import Message, message
from ..search.exact.score_bounds import static_bounds
from .values import (
    BEST,
    BLUNDER,
    FORCED,
    GOOD,
    LOSS,
    MISTAKE,
    PROVEN,
    SLIP,
    SOLITAIRE,
    UNKNOWN,
    WIN,
    GradedMove,
    MoveVerdict,
    PositionValue,
    PositionVerdict,
    ScoreBounds,
)

if TYPE_CHECKING:
    from .review import Review

SIGNS: Final = {BEST: "✓", GOOD: "·", SLIP: "?!", MISTAKE: "?", BLUNDER: "??", FORCED: "□"}
"""What stands behind a move in a list, as in books about chess."""
_NEWS: Final = 2
"""While neither side is certain to win, bounds are shown when they are so many times closer to each
other than without a search."""
_MAX_LINE: Final = 4  # moves of a line in a sentence
_CODE: Final = ":"  # in the notation of moves without a path over the board


def win_chance(payoff: float, seats: int) -> int:
    """A payoff as the chance of winning, in percent.

    At solitaire, it is the share of the best value that is left.
    """
    if seats == 1:
        return _percent(payoff)
    return _percent((payoff * (seats - 1) + 1) / seats)


def _percent(share: float) -> int:
    return max(0, min(100, round(100 * share)))


def win_chances(payoffs: Sequence[float], seats: int) -> list[int]:
    """The chance of winning of every seat, in percent; the sum is about 100.

    A search may subtract something from all seats alike, for a repetition or a long line; that is
    removed.
    """
    if seats == 1:
        return [win_chance(payoff, seats) for payoff in payoffs]
    shares = [max(0.0, zero_sum_part(payoff, payoffs) * (seats - 1) + 1) for payoff in payoffs]
    return [_percent(share / sum(shares)) for share in shares]


def zero_sum_part(payoff: float, payoffs: Sequence[float]) -> float:
    """A payoff without what a search subtracts from those of all seats alike."""
    return payoff if len(payoffs) == 1 else payoff - sum(payoffs) / len(payoffs)


def value_words(
    position: Position,
    seat: int,
    payoff: float,
    payoffs: Sequence[float],
    verdict: Message | None,
) -> Message:
    """The value of a position for a seat in one sentence: proven or estimated."""
    if verdict is not None:
        return verdict
    percent = win_chance(zero_sum_part(payoff, payoffs), position.seats)
    return message("analysis.value", who=position.seat_name(seat), percent=percent)


def position_words(position: Position, value: PositionValue) -> Message:
    """The value of a position, and the bounds of the score where it is not known."""
    exact = None if value.verdicts is None else verdict_sentence(position, value.verdicts)
    said = value_words(position, value.seat, value.value, value.payoffs, exact)
    return with_bounds(said, position, value.bounds)


def graded_words(position: Position, found: GradedMove) -> Message:
    """The same of the position in which a decision was made."""
    said = value_words(position, found.seat, found.value, found.payoffs, found.verdict)
    return with_bounds(said, position, found.bounds)


def grade_words(grade: str) -> Message:
    """The name of a grade."""
    return message(f"analysis.grade.{grade}")


def kept_chances(found: GradedMove, seats: int) -> tuple[int, int]:
    """The chance of winning before and after a decision, in percent."""
    before = zero_sum_part(found.value, found.payoffs)
    after = zero_sum_part(found.kept, found.payoffs)
    return win_chance(before, seats), win_chance(after, seats)


def drop_words(found: GradedMove, position: Position) -> Message | None:
    """The loss of a decision, or None where it is negligible."""
    turned = _turned_words(found, position)
    if turned is not None:
        return turned
    before, after = kept_chances(found, position.seats)
    lost = before - after
    if lost <= 0:
        return None if found.points <= 0 else message("analysis.drop.points", n=found.points)
    return message("analysis.drop", percent=lost)


def _turned_words(found: GradedMove, position: Position) -> Message | None:
    """What a mistake turned a proven result into; None where it is not proven."""
    if found.verdict is None or position.seats != 2 or found.kept >= found.value:
        return None
    results = {1.0: "win", 0.0: "draw", -1.0: "loss"}
    before, after = results.get(found.value), results.get(found.kept)
    if before is None or after is None:
        return None
    return message(f"analysis.drop.{before}.{after}")


def given_away_words(review: Review, seat: int) -> Message:
    """The mean loss of a seat, as a part of the chance of winning."""
    seats = review.positions[0].seats
    share = 1.0 if seats == 1 else (seats - 1) / seats
    return message("analysis.given", percent=round(100 * share * review.given_away(seat)))


def line_with_seats(position: Position, line: Sequence[Move]) -> list[tuple[Move, int]]:
    """The moves of a line with their seats (or CHANCE), as far as they are legal.

    A line that was found for one of several hidden possibilities may end early.
    """
    found: list[tuple[Move, int]] = []
    for move in line:
        seat = position.turn
        if seat is None:
            break
        try:
            who, legal = position.legal(move.text)
            position = position.play(legal)
        except IcefieldError:
            break
        found.append((legal, who if seat != CHANCE else CHANCE))
    return found


# -- exact values ---------------------------------------------------------------------------------


def verdict_words(verdict: MoveVerdict | PositionVerdict, source: str = "") -> Message:
    """A verdict in words: "win in 7"."""
    source = verdict.source if isinstance(verdict, PositionVerdict) else source
    kind = "alone" if source == SOLITAIRE else "verdict"
    if verdict.plies is not None and source in PROVEN:
        kind = "proven"
    if verdict.plies is None:
        return message(f"analysis.{kind}.{verdict.value}")
    if verdict.score is None:
        return message(f"analysis.{kind}.{verdict.value}.in", plies=verdict.plies)
    score = verdict.score
    return message(f"analysis.{kind}.{verdict.value}.score", plies=verdict.plies, score=score)


def holding_words(verdicts: PositionVerdict) -> Message:
    """The sentence that says how many moves hold the result."""
    of, holding = len(verdicts.moves), verdicts.holding
    if holding is None:
        return message("analysis.open", n=of)
    if verdicts.source == SOLITAIRE:
        if verdicts.value != WIN:
            return message("analysis.alone.nothing")
        return message("analysis.alone.holding", n=holding, of=of)
    if verdicts.unproven:
        return message("analysis.holding.least", n=holding, of=of)
    return message("analysis.holding", n=holding, of=of)


def verdict_sentence(position: Position, verdicts: PositionVerdict) -> Message | None:
    """A proven result in one sentence: winner, score, and the moves that hold it."""
    if verdicts.value == UNKNOWN or position.turn is None:
        return None
    turn = position.turn
    winner = {WIN: turn, LOSS: 1 - turn}.get(verdicts.value)
    result = _result(position, verdicts, winner)
    if verdicts.value == LOSS or verdicts.unproven:
        return result
    holding = [v.move.text for v in verdicts.moves if v.holds]
    if len(holding) == 1 and len(verdicts.moves) > 1:
        return message("analysis.exact.only", result=result, move=holding[0])
    return result


def _result(position: Position, verdicts: PositionVerdict, winner: int | None) -> Message:
    if winner is None:
        return message("analysis.exact.draw")
    who = position.seat_name(winner)
    if verdicts.proven:
        return _proven(verdicts, who)
    if verdicts.score is not None:
        return message("analysis.exact.score", who=who, n=verdicts.score)
    if verdicts.plies is not None:
        kind = "alone" if position.seats == 1 else "in"
        return message(f"analysis.exact.{kind}", who=who, n=verdicts.plies)
    return message("analysis.exact.win", who=who)


def _proven(verdicts: PositionVerdict, who: Message) -> Message:
    """A win that is proven from the start of the game, and the plies of the proof."""
    if verdicts.plies is None:
        return message("analysis.proven.certain", who=who)
    return message(f"analysis.proven.by-{verdicts.source}", who=who, n=verdicts.plies)


# -- bounds of the score --------------------------------------------------------------------------


def bounds_words(position: Position, bounds: ScoreBounds | None) -> Message | None:
    """The bounds in words; None where they tell nothing."""
    if bounds is None:
        return None
    least, most = bounds.points
    if bounds.winner is None:
        first = static_bounds(position)
        if _NEWS * (bounds.high - bounds.low) > first.high - first.low:
            return None
        one, other = position.seat_name(0), position.seat_name(1)
        return message("analysis.span.open", one=one, first=least, other=other, second=most)
    if bounds.exact:
        return message("analysis.span.exact", points=least)
    if least == 0:
        return message("analysis.span.most", most=most)
    return message("analysis.span.won", least=least, most=most)


def with_bounds(said: Message, position: Position, bounds: ScoreBounds | None) -> Message:
    """A sentence about a position, with the bounds where they tell something."""
    words = bounds_words(position, bounds)
    return said if words is None else message("analysis.span.and", said=said, span=words)


# -- lines ----------------------------------------------------------------------------------------


def line_words(position: Position, line: Sequence[Move]) -> str | Message:
    """The first moves of a line, up to where chance decides.

    They are in words where the notation has codes (`vote:4`), else as written. Empty where no move
    can be shown.
    """
    moves: list[Move] = []
    for each in line[:_MAX_LINE]:
        if position.turn in (None, CHANCE):
            break
        try:
            seat, move = position.legal(each.text)
            moves.append(move)
            position = position.play(move, seat)
        except IcefieldError:  # what is hidden cannot be played on
            break
    if not any(_CODE in move.text for move in moves):
        return " ".join(move.text for move in moves)
    words = [move.text if move.name is None else move.name for move in moves]
    return reduce(lambda first, then: message("analysis.line", first=first, then=then), words)
