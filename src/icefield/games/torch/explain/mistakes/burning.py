"""The tile that the torch melts (T20)."""

from __future__ import annotations

from functools import partial
from typing import Final

from .....core.explain import Reason, reason
from ...board import pyramid_label, tile_label
from ..facts import (
    endangered_tiles,
    list_letters,
    list_pyramids,
    points_of,
    reachable_spaces,
    rival_suits,
    select_own,
)
from .case import Case

_reason = partial(reason, "torch")
_MOST_REFUGES: Final = 2
"""A pyramid that can move to so few tiles is in trouble."""


def burns_cover(case: Case) -> Reason | None:
    """The removed tile was the last of its number without own pyramids.

    A vote for that number can now only hit the mover.
    """
    step = case.played.first
    if step.parsed.kind != "burn":
        return None
    at = step.lost[0].space
    number = step.lost[0].tile[1]
    left = endangered_tiles(step.after, number)
    if left and all(select_own(on, case.suit) for on in left.values()):
        own = tuple(p for on in left.values() for p in select_own(on, case.suit))
        return _reason(
            "burns-cover",
            "T20",
            (at, *left),
            tile=tile_label(step.lost[0].tile),
            space=at,
            number=number,
            own=list_letters(own),
        )
    return None


def missed_target(case: Case) -> Reason | None:
    """The better tile to remove was the last of its number without pyramids of others.

    A vote for that number could then only hit them.
    """
    step = case.better.first
    if step.parsed.kind != "burn":
        return None
    number = step.lost[0].tile[1]
    left = endangered_tiles(step.after, number)
    rivals = rival_suits(case.before, case.seat)

    def aimed(on: dict[str, tuple[str, ...]]) -> bool:
        return bool(on) and all(each and not select_own(each, case.suit) for each in on.values())

    if aimed(left) and not aimed(endangered_tiles(case.played.first.after, number)):
        victims = tuple(p for on in left.values() for p in on if p[0] in rivals)
        return _reason(
            "missed-target",
            "T20",
            (step.lost[0].space, *left),
            better=step.move,
            number=number,
            pyramids=list_pyramids(victims),
        )
    return None


def burns_or_leaves_refuge(case: Case) -> Reason | None:
    """An own pyramid loses one of its last refuges, or a rival's keeps one."""
    if case.before.phase != "burn":
        return None
    after, wiser = case.played.first.after, case.better.first.after
    dear = sorted(after.pyramids, key=lambda p: -points_of([p]))
    for pyramid in dear:
        here, there = reachable_spaces(after, pyramid), reachable_spaces(wiser, pyramid)
        mine = pyramid[0] == case.suit
        few, more = (here, there) if mine else (there, here)
        if len(few) <= _MOST_REFUGES and few < more:
            return _reason(
                "burns-refuge" if mine else "leaves-refuge",
                "T20",
                (after.pyramids[pyramid], *sorted(more - few)),
                pyramid=pyramid[1] if mine else pyramid_label(pyramid),
                space=after.pyramids[pyramid],
                refuge=sorted(more - few)[0],
                n=len(few),
                better=case.better_move,
            )
    return None
