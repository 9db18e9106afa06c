"""Reasons from the expected play, where the first move is the cause.

A line is only what to expect. The first move is the cause where the same is not possible, or costs
another player, right after the other first move.
"""

from __future__ import annotations

from functools import partial

from .....core.explain import Reason, reason
from ...board import tile_label
from ...scene.last_turn import LostTile
from ..facts import (
    BALLOTS,
    Sinking,
    find_sinkings,
    is_exposed,
    list_letters,
    list_pyramids,
    points_label,
    points_of,
    pyramids_on,
    select_others,
    select_own,
)
from .case import Case, Line, Step

_reason = partial(reason, "torch")


def _sinking_at_once(line: Line, step: Step, lost: LostTile) -> Sinking | None:
    """The sinking that a line shows, if it needs nothing but the line's first move."""
    for sinking in find_sinkings(line.first.after, step.seat):
        if sinking.space == lost.space and set(sinking.pyramids) == set(lost.pyramids):
            return sinking
    return None


def _pyramids_on_tile(step: Step, tile: str, suit: str) -> tuple[str, ...]:
    """The pyramids of a suit on a tile after a move, wherever the tile lies."""
    spaces = [at for at, lying in step.after.tiles.items() if lying == tile]
    return tuple(p for at in spaces for p in select_own(pyramids_on(step.after, at), suit))


def line_loses(case: Case) -> Reason | None:
    """The line loses own pyramids in this round that the better one keeps.

    There they cannot be sunk, or do not all stand on the tile that is voted out.
    """
    cost, less = points_of(case.played.cost(case.suit)), points_of(case.better.cost(case.suit))
    if cost <= less:
        return None
    wiser = case.better.first
    for step, lost in case.played.later_losses():
        own = select_own(lost.pyramids, case.suit)
        if not own or any(p not in case.better.end.pyramids for p in own):
            continue
        attack = None
        if lost.how == "sunk":
            attack = _sinking_at_once(case.played, step, lost)
            if attack is None or not case.better.completes("move") or is_exposed(wiser.after, own):
                continue
        elif not case.better.completes(*BALLOTS) or set(own) <= set(
            _pyramids_on_tile(wiser, lost.tile, case.suit)
        ):
            continue
        return _reason(
            "line-loses",
            "T11" if attack else "T19",
            (lost.space,),
            f".{lost.how}",
            move=case.move,
            who=step.before.seat_name(step.seat),
            attack=attack.move if attack else "",
            tile=tile_label(lost.tile),
            space=lost.space,
            own=list_letters(own),
            points=points_label(points_of(own)),
            better=case.better_move,
        )
    return None


def line_spares(case: Case) -> Reason | None:
    """The better line takes more from the others, less what it takes from the mover.

    There they can be sunk, or the mover does not stand on the tile that is voted out.
    """

    def net(line: Line) -> int:
        gone = [p for _, lost in line.losses() for p in lost.pyramids]
        return points_of(select_others(gone, case.suit)) - points_of(select_own(gone, case.suit))

    if net(case.better) <= net(case.played):
        return None
    first = case.played.first
    for step, lost in case.better.later_losses():
        victims = tuple(
            p for p in select_others(lost.pyramids, case.suit) if p in case.played.end.pyramids
        )
        attack: Sinking | None = None
        own: tuple[str, ...] = ()
        if lost.how == "sunk":
            attack = _sinking_at_once(case.better, step, lost)
            prey = select_others(victims, case.before.suits[step.seat])
            if attack is None or not case.played.completes("move") or not prey:
                continue
            if is_exposed(first.after, prey):
                continue
        else:
            there = _pyramids_on_tile(case.better.first, lost.tile, case.suit)
            own = tuple(p for p in _pyramids_on_tile(first, lost.tile, case.suit) if p not in there)
            if not case.played.completes(*BALLOTS) or not victims or not own:
                continue
        return _reason(
            "line-spares",
            "T11" if attack else "T19",
            (lost.space,),
            f".{lost.how}",
            better=case.better_move,
            who=step.before.seat_name(step.seat),
            attack=attack.move if attack else "",
            tile=tile_label(lost.tile),
            space=lost.space,
            pyramids=list_pyramids(victims),
            points=points_label(points_of(victims)),
            move=case.move,
            own=list_letters(own) if own else "",
        )
    return None
