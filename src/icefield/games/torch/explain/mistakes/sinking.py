"""Sinking tiles, and pyramids that can be sunk (T11)."""

from __future__ import annotations

from functools import partial

from .....core.explain import Reason, reason
from ...board import tile_label
from ..facts import (
    Sinking,
    find_dangers,
    find_sinkings,
    list_letters,
    list_pyramids,
    points_label,
    points_of,
    seats_still_to_move,
    select_others,
    select_own,
)
from .case import Case, Step

_reason = partial(reason, "torch")


def _points_sunk(case: Case, step: Step) -> tuple[int, int]:
    """The points that a first move sinks: own ones, and those of others."""
    gone = [p for lost in step.lost for p in lost.pyramids]
    return points_of(select_own(gone, case.suit)), points_of(select_others(gone, case.suit))


def sinks_own(case: Case) -> Reason | None:
    """The move itself sinks own pyramids for too little; the better one does not."""
    step = case.played.first
    if not case.is_movement or not step.lost:
        return None
    own, theirs = _points_sunk(case, step)
    less, _ = _points_sunk(case, case.better.first)
    if own <= less or theirs >= own * (case.before.seats - 1):
        return None
    lost = step.lost[0]
    return _reason(
        "sinks-own",
        "T11",
        (lost.space,),
        "" if theirs else ".alone",
        move=step.move,
        tile=tile_label(lost.tile),
        space=lost.space,
        own=list_letters(select_own(lost.pyramids, case.suit)),
        points=points_label(own),
        theirs=points_label(theirs),
    )


def missed_sinking(case: Case) -> Reason | None:
    """The better move sinks more of the others than it costs."""
    step = case.better.first
    if not case.is_movement or not step.lost:
        return None
    own, theirs = _points_sunk(case, step)
    mine, gain = _points_sunk(case, case.played.first)
    if theirs <= own or theirs - own <= gain - mine:
        return None
    lost = step.lost[0]
    return _reason(
        "missed-sinking",
        "T11",
        (lost.space,),
        better=step.move,
        tile=tile_label(lost.tile),
        space=lost.space,
        pyramids=list_pyramids(select_others(lost.pyramids, case.suit)),
        gain=points_label(theirs),
        price=points_label(own),
    )


def _sinking_in_line(case: Case) -> Sinking | None:
    """The first sinking of own pyramids in the played line."""
    for step in case.played.steps[1:]:
        for lost in step.lost:
            if (
                lost.how == "sunk"
                and step.seat != case.seat
                and select_own(lost.pyramids, case.suit)
            ):
                return Sinking(step.seat, step.move, lost.space, lost.pyramids)
    return None


def _worst_danger(case: Case, by: tuple[int, ...], wiser_by: tuple[int, ...]) -> Sinking | None:
    """The worst danger right after the move that the better move avoids.

    What the seats `by` can sink for less than it is worth, and the seats `wiser_by` could not
    after the better move; first what the line shows, then the most points.
    """
    after, wiser = case.played.first.after, case.better.first.after
    suits, shown = case.before.suits, _sinking_in_line(case)
    again = [
        sinking
        for rival in wiser_by
        if rival != case.seat
        for sinking in find_sinkings(wiser, rival)
    ]
    drowned = {p for _, lost in case.better.losses() if lost.how == "sunk" for p in lost.pyramids}

    def price(sinking: Sinking) -> int:
        return points_of(sinking.cost(suits[sinking.seat]))

    def safe(sinking: Sinking) -> bool:
        """Whether these pyramids cannot be sunk as cheaply after the better move."""
        own = set(sinking.cost(case.suit))
        if drowned & own or not own <= set(wiser.pyramids):
            return False
        return not any(
            own & set(x.pyramids)
            and (price(x) <= price(sinking) or price(x) < points_of(x.cost(case.suit)))
            for x in again
        )

    def is_not_shown(sinking: Sinking) -> bool:
        """Whether the line shows another sinking, or none."""
        same = shown and (sinking.space, sinking.pyramids[-1]) == (shown.space, shown.pyramids[-1])
        return not same

    found = find_dangers(after, case.seat, by)
    return next((x for x in sorted(found, key=is_not_shown) if safe(x)), None)


def in_danger_this_round(case: Case) -> Reason | None:
    """Others can sink own pyramids after the move, and could not after the better one."""
    if not case.is_movement:
        return None
    after, wiser = case.played.first.after, case.better.first.after
    sinking = _worst_danger(case, seats_still_to_move(after), seats_still_to_move(wiser))
    if sinking is not None:
        walked = set(sinking.cost(case.suit)) & set(case.moved_pyramids)
        return _danger_reason(case, sinking, "walks-into-sinking" if walked else "left-in-danger")
    return None


def danger_next_round(case: Case) -> Reason | None:
    """Seats that move before the mover in the next round could sink own pyramids.

    For the last to move in this round; not after the better move.
    """
    if not case.is_movement or len(seats_still_to_move(case.before)) > 1:
        return None
    passed = (*case.before.clockwise[1:], case.before.clockwise[0])
    first = passed[: passed.index(case.seat)]
    if any(step.after.phase != "number" for step in (case.played.first, case.better.first)):
        return None  # the game is over
    sinking = _worst_danger(case, first, first)
    if sinking is not None:
        return _danger_reason(case, sinking, "danger-next-round")
    return None


def _danger_reason(case: Case, sinking: Sinking, kind: str) -> Reason:
    """A reason that names a sinking and what it costs."""
    own = sinking.cost(case.suit)
    price = points_of(sinking.cost(case.before.suits[sinking.seat]))
    return _reason(
        kind,
        "T11",
        (sinking.space,),
        own=list_letters(own),
        space=sinking.space,
        who=case.before.seat_name(sinking.seat),
        attack=sinking.move,
        points=points_label(points_of(own)),
        price=points_label(price),
        better=case.better_move,
    )
