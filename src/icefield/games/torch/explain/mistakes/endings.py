"""The end of the game: who wins it, and whom the Torch Bearer crowns (T24–T26)."""

from __future__ import annotations

from functools import partial

from .....core.explain import Reason, reason
from ...board import list_names, suit_label
from ..facts import points_label
from .case import Case, Line, Step

_reason = partial(reason, "torch")


def _ending(line: Line, now: bool) -> Step | None:
    """The step that ends the game in this round (T18a, T24).

    With `now` only the first move counts, else only a later one.
    """
    for i, step in enumerate(line.steps):
        if step.after.phase in ("crown", "over"):
            same = step.before.round == line.first.before.round
            return step if line.end.outcome and same and (i == 0) == now else None
    return None


def ends_behind(case: Case, now: bool) -> Reason | None:
    """The line ends the game and another player wins; the better one does not."""
    last, outcome, other = (
        _ending(case.played, now),
        case.played.end.outcome,
        case.better.end.outcome,
    )
    if last is None or outcome is None or case.seat in outcome.winners:
        return None
    if case.before.phase == "crown" or (other is not None and case.seat not in other.winners):
        return None
    return _reason(
        "ends-behind",
        outcome.rule,
        (),
        "" if now else ".later",
        move=case.move,
        who=list_names([case.before.seat_name(x) for x in outcome.winners]),
        theirs=max(outcome.scores[x] for x in outcome.winners),
        own=outcome.scores[case.seat],
        last=last.move,
    )


def missed_win(case: Case, now: bool) -> Reason | None:
    """The better line ends the game and the mover wins; the other does not."""
    last, outcome, other = (
        _ending(case.better, now),
        case.better.end.outcome,
        case.played.end.outcome,
    )
    if last is None or outcome is None or case.seat not in outcome.winners:
        return None
    if case.before.phase == "crown" or (other is not None and case.seat in other.winners):
        return None
    rest = [x for x in range(case.before.seats) if x != case.seat]
    return _reason(
        "missed-win",
        outcome.rule,
        (),
        "" if now else ".later",
        better=case.better_move,
        own=outcome.scores[case.seat],
        theirs=max(outcome.scores[x] for x in rest),
        last=last.move,
    )


def crowns_another(case: Case) -> Reason | None:
    """The Torch Bearer is tied and gives the victory away, or shares it (T26)."""
    if case.before.phase != "crown" or case.better_move != f"crown:{case.suit}":
        return None
    best = max(case.before.scores)
    shared = case.move == "share"
    return _reason(
        "crowns-another",
        "T26",
        (),
        ".share" if shared else "",
        points=points_label(best),
        better=case.better_move,
        who=suit_label(case.played.first.parsed.option),
    )
