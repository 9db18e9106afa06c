"""Mistakes of placement, by their effect on ballots and scoring."""

from __future__ import annotations

from functools import partial
from typing import Final

from .....core.explain import Reason, reason
from ...board import space_name, tile_label
from ...position import TorchPosition
from ..facts import (
    list_letters,
    points_label,
    points_of,
    possible_visitors,
    pyramids_on,
    select_others,
    select_own,
)
from .case import Case, Step

_reason = partial(reason, "torch")
_NOTABLE_VISITORS: Final = 3
"""So many visitors more are a difference."""


def _richest_lone_tile(position: TorchPosition, suit: str) -> tuple[int, str, tuple[str, ...]]:
    """The most points that a suit has on a tile without pyramids of others.

    The points, the space and the pyramids.
    """
    best: tuple[int, str, tuple[str, ...]] = (0, "", ())
    for at in sorted(position.tiles):
        on = pyramids_on(position, at)
        if on and not select_others(on, suit):
            best = max(best, (points_of(on), at, on))
    return best


def stands_alone(case: Case) -> Reason | None:
    """The move leaves more points alone on one tile than the better one does.

    A vote against that tile costs no other player anything.
    """
    if not case.is_movement:
        return None
    after = case.played.first.after
    lone, at, own = _richest_lone_tile(after, case.suit)
    less, _, _ = _richest_lone_tile(case.better.first.after, case.suit)
    if lone - less >= 2 and set(own) <= set(case.better.first.after.pyramids):
        return _reason(
            "stands-alone",
            "T19",
            (at,),
            "" if less else ".none",
            move=case.move,
            own=list_letters(own),
            points=points_label(lone),
            tile=tile_label(after.tiles[at]),
            space=at,
            better=case.better_move,
            less=points_label(less),
        )
    return None


def _most_points_on_tile(position: TorchPosition, suit: str) -> int:
    """The most points a suit has on one tile."""
    return max(
        (points_of(select_own(pyramids_on(position, at), suit)) for at in position.tiles), default=0
    )


def piles_up(case: Case) -> Reason | None:
    """The moved pyramid joins own ones: one vote or one sinking takes them all."""
    step = case.played.first
    if step.parsed.kind != "walk" or step.lost:
        return None
    at = space_name(step.parsed.spaces[-1])
    own = select_own(pyramids_on(step.after, at), case.suit)
    if len(own) < 2 or points_of(own) <= _most_points_on_tile(case.better.first.after, case.suit):
        return None
    return _reason(
        "piles-up",
        "T19",
        (at,),
        move=case.move,
        own=list_letters(own),
        tile=tile_label(step.after.tiles[at]),
        space=at,
        points=points_label(points_of(own)),
        total=points_of(select_own(step.after.pyramids, case.suit)),
    )


def thin_scoring(case: Case) -> Reason | None:
    """The best own tile pays less than it could in this round's scoring (T21)."""
    if not case.is_movement or case.before.round <= case.before.seats or case.played.first.lost:
        return None
    paid = _most_points_on_tile(case.played.first.after, case.suit)
    more = _most_points_on_tile(case.better.first.after, case.suit)
    if paid < more:
        return _reason(
            "thin-scoring",
            "T21",
            move=case.move,
            paid=points_label(paid),
            better=case.better_move,
            more=points_label(more),
        )
    return None


def same_number(case: Case) -> Reason | None:
    """A pyramid is placed on a number with own ones: one vote threatens them all."""
    step = case.played.first
    if step.parsed.kind != "place":
        return None

    def neighbours(placed: Step) -> tuple[str, tuple[str, ...]]:
        at = space_name(placed.parsed.spaces[0])
        number = placed.after.tiles[at][1]
        on = [
            p
            for p, where in placed.after.pyramids.items()
            if p[0] == case.suit and placed.after.tiles[where][1] == number
        ]
        return number, tuple(on)

    number, own = neighbours(step)
    _, fewer = neighbours(case.better.first)
    if len(own) > 1 and points_of(own) > points_of(fewer):
        at = space_name(step.parsed.spaces[0])
        return _reason(
            "same-number",
            "T14",
            (at,),
            move=case.move,
            own=list_letters(own),
            number=number,
            better=case.better_move,
        )
    return None


def easy_to_reach(case: Case) -> Reason | None:
    """More pyramids of others can come to the moved one than after the better move."""
    after, wiser = case.played.first.after, case.better.first.after
    moved = case.moved_pyramids
    if len(moved) != 1 or moved[0] not in wiser.pyramids:
        return None
    at, there = after.pyramids[moved[0]], wiser.pyramids[moved[0]]
    count = len(possible_visitors(after, at, case.seat))
    fewer = len(possible_visitors(wiser, there, case.seat))
    if count - fewer >= _NOTABLE_VISITORS:
        return _reason(
            "easy-to-reach",
            "T9",
            (at,),
            own=moved[0][1],
            space=at,
            count=count,
            better=case.better_move,
            fewer=fewer,
            there=there,
        )
    return None
