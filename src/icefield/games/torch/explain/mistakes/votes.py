"""The chosen option: what it can take, and from whom (T14, T16, T17)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from .....core.explain import Reason, reason
from ...board import NUMBERS, tile_label
from ..facts import (
    endangered_tiles,
    list_letters,
    list_pyramids,
    option_phrase,
    points_at_stake,
    points_label,
    points_of,
    rival_suits,
    strongest_rival,
    total_points,
    worst_loss,
)
from .case import Case, Step

_reason = partial(reason, "torch")
_RULES: Final = {  # about numbers, about suits
    "vote": ("T14", "T17"),
    "add": ("T15", "T15"),
    "choose": ("T16", "T16"),
}
_NOTABLE_POINTS: Final = 2
"""A smaller difference is not worth a word."""


def _rule(step: Step) -> str:
    """The rule of a vote, of coins or of a tie."""
    about_numbers, about_suits = _RULES[step.parsed.kind]
    return about_numbers if step.parsed.option in NUMBERS else about_suits


def void_vote(case: Case) -> Reason | None:
    """No tile is left that the vote could mean."""
    step = case.played.first
    if step.parsed.kind == "vote" and not endangered_tiles(case.before, step.parsed.option):
        what = "number" if step.parsed.option in NUMBERS else "suit"
        return _reason(
            "void-vote",
            _rule(step),
            (),
            f".{what}",
            what=option_phrase(case.before, step.parsed.option),
        )
    return None


def own_at_stake(case: Case) -> Reason | None:
    """The option can take own pyramids that the better one leaves alone."""
    step = case.played.first
    option, wiser = step.option, case.better.first.option
    found = None if option is None else worst_loss(case.before, option, case.suit)
    if option is None or found is None or option == wiser:
        return None
    at, own = found
    less = 0 if wiser is None else points_at_stake(case.before, wiser, case.suit)
    if less >= points_of(own):
        return None
    return _reason(
        "own-number" if option in NUMBERS else "own-tile",
        _rule(step),
        (at,),
        "" if wiser is None else ".less" if less else ".safe",
        option=option_phrase(case.before, option),
        tile=tile_label(case.before.tiles[at]),
        space=at,
        own=list_letters(own),
        points=points_label(points_of(own)),
        better="" if wiser is None else option_phrase(case.before, wiser),
        less=points_label(less),
    )


def aims_elsewhere(case: Case) -> Reason | None:
    """The better option can take more from the others.

    Said in one way: the chosen one takes less from the strongest, nothing at all, or just less.
    """
    position = case.before
    option, wiser = case.played.first.option, case.better.first.option
    if option is None or wiser is None or option == wiser or not endangered_tiles(position, option):
        return None
    rivals, rival = rival_suits(position, case.seat), strongest_rival(position, case.seat)
    suit = position.suits[rival]
    found = worst_loss(position, wiser, rivals)
    if found is None:
        return None
    at, pyramids = found
    less = points_at_stake(position, option, rivals)
    hit = worst_loss(position, wiser, suit)
    spared = points_at_stake(position, option, suit)
    shared: dict[str, Any] = {
        "option": option_phrase(position, option),
        "better": option_phrase(position, wiser),
    }
    if less and hit is not None and points_of(hit[1]) > spared:
        return _reason(
            "spares-strongest",
            _rule(case.played.first),
            hit[:1],
            "" if spared else ".all",
            who=position.seat_name(rival),
            wealth=points_label(total_points(position, rival)),
            pyramids=list_letters(hit[1]),
            space=hit[0],
            more=points_label(points_of(hit[1])),
            less=points_label(spared),
            **shared,
        )
    elif points_of(pyramids) - less >= (_NOTABLE_POINTS if less else 1):
        return _reason(
            "aims-low" if less else "harmless",
            _rule(case.played.first),
            (at,),
            pyramids=list_pyramids(pyramids),
            space=at,
            points=points_label(points_of(pyramids)),
            less=points_label(less),
            **shared,
        )
    return None
