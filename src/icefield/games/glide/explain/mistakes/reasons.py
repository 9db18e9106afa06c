"""The reasons of mistakes in `glide`: the policy that selects and orders them.

What is decided on the next move (the goal, a draw of G10, a player taken off) is given alone. Else
what the lines show comes first: threats without an answer, stoppers and ways given or taken. How
far the players are from the goal is given only where the lines do not show why. Who wins and on
which way comes after what says why.
"""

from __future__ import annotations

from typing import Final

from .....core.explain import Finder, Mistake, Reason, collect, drop_implied, explain, fall_back
from . import distance, lines, next_move
from .case import Case

_IMPLIED_BY: Final = {
    "loses": ("unstoppable", "own-stopper", "route-spoilt"),
    "misses-win": ("missed-unstoppable", "stopper-lost", "missed-stopper"),
    "own-stopper": ("unstoppable",),
    "further-away": ("missed-unstoppable", "behind-in-race"),
}
"""Kinds that add nothing to one of those."""

_NEXT_MOVE: Final[Finder[Case, Reason]] = collect(
    next_move.missed_goal,
    next_move.repeats,
    next_move.lets_repeat,
    next_move.runs_out,
    next_move.gets_trapped,
    next_move.became_stopper,
    next_move.opened_line,
    next_move.missed_block,
    next_move.missed_removal,
    next_move.ignored_threat,
)
_LINES: Final[Finder[Case, Reason]] = collect(
    next_move.missed_repetition,
    next_move.missed_trap,
    lines.unstoppable,
    lines.guard_left,
    lines.missed_unstoppable,
    lines.two_threats,
    lines.missed_two_threats,
    lines.own_stopper,
    lines.stopper_lost,
    lines.missed_stopper,
    lines.left_step,
    lines.opened_way,
    lines.gave_stop,
    lines.threat_parried,
    lines.route_spoilt,
    lines.out_of_reach,
    lines.race_lost,
    lines.slower_win,
    lines.loses_sooner,
)
_DISTANCE: Final[Finder[Case, Reason]] = collect(
    distance.behind_in_race,
    distance.helps_opponent,
    distance.missed_hindrance,
    distance.further_away,
)
_RESULT: Final[Finder[Case, Reason]] = collect(lines.loses, lines.misses_win)
"""Who wins and on which way, but not why."""

_POLICY: Final = fall_back(
    _NEXT_MOVE,
    drop_implied(
        collect(fall_back(_LINES, _DISTANCE), _RESULT, lines.back_again),
        _IMPLIED_BY,
    ),
)

KINDS: Final = (
    # on the next move
    "missed-goal",
    "repeats",
    "lets-repeat",
    "runs-out",
    "gets-trapped",
    "became-stopper",
    "opened-line",
    "missed-block",
    "missed-removal",
    "ignored-threat",
    # in the lines
    "missed-repetition",
    "missed-trap",
    "unstoppable",
    "guard-left",
    "missed-unstoppable",
    "two-threats",
    "missed-two-threats",
    "own-stopper",
    "stopper-lost",
    "missed-stopper",
    "left-step",
    "opened-way",
    "gave-stop",
    "threat-parried",
    "route-spoilt",
    "out-of-reach",
    "race-lost",
    "slower-win",
    "loses-sooner",
    # by distance
    "behind-in-race",
    "helps-opponent",
    "missed-hindrance",
    "further-away",
    # the result
    "loses",
    "misses-win",
    "back-again",
)
"""Every kind of reason."""


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """The reasons that apply, the most important first."""
    return explain(_POLICY, Case(mistake))
