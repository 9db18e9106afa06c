"""Why a move of `glide` was a mistake, in sentences made from the board and the lines.

Each kind is one function that looks at a `Case` and says its sentence or nothing. They come in
three groups. What is decided on the next move (the goal, a draw of G10, a player taken off) is
told alone. Next comes what the lines show: threats without an answer, stoppers and ways given or
taken. How far everybody is from the goal is told only where the lines do not show why. Who wins
and on which way comes after what says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .....core.mistakes import Mistake, Reason
from ..facts import Case
from . import distance, lines
from . import next_move as soon

Teller = Callable[[Case], Reason | None]

_AT_ONCE: Final[dict[str, Teller]] = {
    "missed-goal": soon.missed_goal,
    "repeats": soon.repeats,
    "lets-repeat": soon.lets_repeat,
    "runs-out": soon.runs_out,
    "gets-trapped": soon.gets_trapped,
    "became-stopper": soon.became_stopper,
    "opened-line": soon.opened_line,
    "missed-block": soon.missed_block,
    "missed-removal": soon.missed_removal,
    "ignored-threat": soon.ignored_threat,
}
_IN_THE_LINES: Final[dict[str, Teller]] = {
    "missed-repetition": soon.missed_repetition,
    "missed-trap": soon.missed_trap,
    "unstoppable": lines.unstoppable,
    "guard-left": lines.guard_left,
    "missed-unstoppable": lines.missed_unstoppable,
    "two-threats": lines.two_threats,
    "missed-two-threats": lines.missed_two_threats,
    "own-stopper": lines.own_stopper,
    "stopper-lost": lines.stopper_lost,
    "missed-stopper": lines.missed_stopper,
    "left-step": lines.left_step,
    "opened-way": lines.opened_way,
    "gave-stop": lines.gave_stop,
    "threat-parried": lines.threat_parried,
    "route-spoilt": lines.route_spoilt,
    "out-of-reach": lines.out_of_reach,
    "race-lost": lines.race_lost,
    "slower-win": lines.slower_win,
    "loses-sooner": lines.loses_sooner,
}
_BY_DISTANCE: Final[dict[str, Teller]] = {
    "behind-in-race": distance.behind_in_race,
    "helps-opponent": distance.helps_opponent,
    "missed-hindrance": distance.missed_hindrance,
    "further-away": distance.further_away,
}
_JUST_THE_WAY: Final[dict[str, Teller]] = {
    "loses": lines.loses,
    "misses-win": lines.misses_win,
}
"""Who wins and on which way, but not why."""
_LAST: Final[dict[str, Teller]] = {"back-again": lines.back_again}
_SAID_BY: Final = {
    "loses": ("unstoppable", "own-stopper", "route-spoilt"),
    "misses-win": ("missed-unstoppable", "stopper-lost", "missed-stopper"),
    "own-stopper": ("unstoppable",),
    "further-away": ("missed-unstoppable", "behind-in-race"),
}
"""Sentences that add nothing where one of those has been said."""

KINDS: Final = (*_AT_ONCE, *_IN_THE_LINES, *_BY_DISTANCE, *_JUST_THE_WAY, *_LAST)


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """Why it was a mistake, the most telling reason first."""
    case = Case(mistake)
    found = _told(_AT_ONCE, case)
    if found:
        return found
    found = _told(_IN_THE_LINES, case) or _told(_BY_DISTANCE, case)
    return _without_repeats(found + _told(_JUST_THE_WAY, case) + _told(_LAST, case))


def _without_repeats(found: tuple[Reason, ...]) -> tuple[Reason, ...]:
    kinds = {reason.kind for reason in found}
    return tuple(reason for reason in found if kinds.isdisjoint(_SAID_BY.get(reason.kind, ())))


def _told(tellers: dict[str, Teller], case: Case) -> tuple[Reason, ...]:
    told = (teller(case) for teller in tellers.values())
    return tuple(reason for reason in told if reason is not None)
