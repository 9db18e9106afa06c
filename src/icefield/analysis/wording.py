"""A review in words and signs: chances, grades and verdicts as messages, for page and terminal
alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..core.errors import IcefieldError
from ..core.game import CHANCE, Move, Position
from ..core.message import Message, message
from .evaluate import PositionValue
from .review import (
    BEST,
    BLUNDER,
    FORCED,
    GOOD,
    MISTAKE,
    SLIP,
    GradedMove,
    Review,
    verdict_sentence,
)
from .score_bounds import with_bounds

SIGNS: Final = {BEST: "✓", GOOD: "·", SLIP: "?!", MISTAKE: "?", BLUNDER: "??", FORCED: "□"}
"""What stands behind a move in a list, as in books about chess."""


def win_chance(payoff: float, seats: int) -> int:
    """A payoff as the chance of winning, in percent. Alone, it is how much of the best is left."""
    if seats == 1:
        return _percent(payoff)
    return _percent((payoff * (seats - 1) + 1) / seats)


def _percent(share: float) -> int:
    return max(0, min(100, round(100 * share)))


def win_chances(payoffs: Sequence[float], seats: int) -> list[int]:
    """What every seat can expect, in percent. A search may take something off all seats alike, for
    going round in circles or for a long way; the chances of all are 100 nevertheless."""
    if seats == 1:
        return [win_chance(payoff, seats) for payoff in payoffs]
    shares = [max(0.0, zero_sum_part(payoff, payoffs) * (seats - 1) + 1) for payoff in payoffs]
    return [_percent(share / sum(shares)) for share in shares]


def zero_sum_part(payoff: float, payoffs: Sequence[float]) -> float:
    """A payoff without what a search takes off those of all seats alike."""
    return payoff if len(payoffs) == 1 else payoff - sum(payoffs) / len(payoffs)


def value_words(
    position: Position,
    seat: int,
    payoff: float,
    payoffs: Sequence[float],
    verdict: Message | None,
) -> Message:
    """What a position is worth for a seat in one sentence: what is proven, or a guess."""
    if verdict is not None:
        return verdict
    percent = win_chance(zero_sum_part(payoff, payoffs), position.seats)
    return message("analysis.value", who=position.seat_name(seat), percent=percent)


def position_words(position: Position, worth: PositionValue) -> Message:
    """What a position is worth, and what is certain about the score where it is not known."""
    exact = None if worth.verdicts is None else verdict_sentence(position, worth.verdicts)
    said = value_words(position, worth.seat, worth.value, worth.payoffs, exact)
    return with_bounds(said, position, worth.span)


def graded_words(position: Position, found: GradedMove) -> Message:
    """The same of the position that a decision was made in."""
    said = value_words(position, found.seat, found.value, found.payoffs, found.verdict)
    return with_bounds(said, position, found.span)


def grade_words(grade: str) -> Message:
    """What a grade is called."""
    return message(f"analysis.grade.{grade}")


def kept_chances(found: GradedMove, seats: int) -> tuple[int, int]:
    """The chance of winning before a decision, and what is left of it, in percent."""
    before, after = (
        zero_sum_part(found.value, found.payoffs),
        zero_sum_part(found.kept, found.payoffs),
    )
    return win_chance(before, seats), win_chance(after, seats)


def drop_words(found: GradedMove, position: Position) -> Message | None:
    """What a decision gave away, or None where that is nothing to speak of."""
    before, after = kept_chances(found, position.seats)
    lost = before - after
    if lost <= 0:
        return None if found.points <= 0 else message("analysis.drop.points", n=found.points)
    return message("analysis.drop", percent=lost)


def given_away_words(review: Review, seat: int) -> Message:
    """What a seat gave away per decision, as a part of the chance of winning."""
    seats = review.positions[0].seats
    share = 1.0 if seats == 1 else (seats - 1) / seats
    return message("analysis.given", percent=round(100 * share * review.given_away(seat)))


def line_with_seats(position: Position, line: Sequence[Move]) -> list[tuple[Move, int]]:
    """The moves of a line with who makes them (CHANCE too), as far as they can be played from
    here: a line that was found for one of several hidden possibilities may end early."""
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
