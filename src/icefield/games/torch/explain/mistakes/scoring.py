"""The tile that is selected to score (T21)."""

from __future__ import annotations

from functools import partial

from .....core.explain import Reason, reason
from ...board import suit_label
from ..facts import points_label, points_of, pyramids_on, rival_suits, select_others, select_own
from .case import Case, Step

_reason = partial(reason, "torch")


def _selected_tile(case: Case, step: Step) -> tuple[str, int, tuple[str, ...]]:
    """The selected space, what it pays the mover, and the pyramids of others there."""
    at = step.move.partition(":")[2]
    on = pyramids_on(step.before, at)
    return at, points_of(select_own(on, case.suit)), select_others(on, case.suit)


def scores_less(case: Case) -> Reason | None:
    """The selected tile pays the mover less than the better one would."""
    if case.before.phase != "score":
        return None
    at, paid, _ = _selected_tile(case, case.played.first)
    there, more, _ = _selected_tile(case, case.better.first)
    if paid < more:
        return _reason(
            "scores-less",
            "T21",
            (at, there),
            space=at,
            paid=points_label(paid),
            there=there,
            more=points_label(more),
        )
    return None


def feeds_rival(case: Case) -> Reason | None:
    """The selected tile pays another player more than the better one would."""
    if case.before.phase != "score":
        return None
    at, _, fed = _selected_tile(case, case.played.first)
    there, _, spared = _selected_tile(case, case.better.first)

    def paid(suit: str, pyramids: tuple[str, ...]) -> int:
        return points_of(select_own(pyramids, suit))

    gains = {
        suit: paid(suit, fed) - paid(suit, spared) for suit in rival_suits(case.before, case.seat)
    }
    suit = max(gains, key=lambda each: (gains[each], each))
    if gains[suit] > 0:
        return _reason(
            "feeds-rival",
            "T21",
            (at, there),
            space=at,
            who=suit_label(suit),
            paid=points_label(paid(suit, fed)),
            there=there,
            less=paid(suit, spared),
        )
    return None
