"""The reasons of mistakes in `strait`: all finders together.

A finder compares the line that was played with a better one. Its reasons are true of both lines as
they are replayed; what a draw brings is not known when the player decides, so paths over a floe
that was drawn in a line are not compared. Weights are in hundredths of a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .....core.explain import (
    Finder,
    Mistake,
    Reason,
    collect,
    explain,
    keep_one_per_kind,
    sort_by_weight,
)
from ..facts import Line
from . import bears, explorers, floes, home, items, stations
from .case import MistakeCase

if TYPE_CHECKING:
    from ...position import StraitPosition

_FINDER: Final[Finder[MistakeCase, Reason]] = keep_one_per_kind(
    sort_by_weight(
        collect(
            home.misses_home,
            home.opens_their_route,
            home.loses_own_route,
            explorers.falls_behind,
            explorers.walks_away,
            explorers.flees_far,
            items.pays_more,
            items.leaves_item,
            items.misses_fishing,
            items.fishes_amiss,
            items.runs_out,
            items.drops_item,
            floes.closes_way,
            floes.misses_bridge,
            floes.helps_other,
            floes.misses_block,
            bears.sends_bears_amiss,
            bears.stands_in_reach,
            stations.chooses_far_station,
        )
    )
)
KINDS: Final = (
    *("misses-win", "misses-home", "gives-win", "opens-road", "leaves-road"),
    *("bars-own-road", "misses-road", "stands-still", "stops-short", "wrong-explorer"),
    *("walks-away", "flees-far", "pays-more", "leaves-item", "misses-fishing", "fishes-amiss"),
    *("out-of-rope", "out-of-fish", "drops-needed", "drops-idly", "closes-way"),
    *("loses-floe", "carried-off"),
    *("misses-bridge", "misses-discovery", "helps-other", "misses-block", "bear-to-own"),
    *("bear-on-way", "misses-bear", "bear-in-reach", "far-station"),
)
"""All kinds of reasons."""


def find_reasons(mistake: Mistake, before: StraitPosition) -> tuple[Reason, ...]:
    """The reasons that apply, the heaviest first, each kind once."""
    if not mistake.played or not mistake.better:
        return ()
    played = Line(before, mistake.seat, mistake.played)
    better = Line(before, mistake.seat, mistake.better)
    return explain(_FINDER, MistakeCase(before, mistake.seat, played, better))
