"""The reasons of mistakes in `torch`: the policy that selects and orders them.

First what ended the game, then what the move itself did, what the lines end with, and what it left
open. What the expected play shows may have other causes too, so it counts only where nothing else
is found. Moves that lead to the same position have no reasons.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from .....core.explain import Finder, Mistake, Reason, collect, explain, fall_back
from .....core.message import message
from ...board import tile_label
from ..facts import list_letters, select_own
from . import burning, coins, endings, expected_play, placement, scoring, sinking, votes
from .case import Case

REASON_KINDS: Final = (
    "ends-behind",
    "missed-win",
    "crowns-another",
    "scores-less",
    "feeds-rival",
    "burns-cover",
    "missed-target",
    "burns-refuge",
    "leaves-refuge",
    "line-loses",
    "line-spares",
    "void-vote",
    "own-number",
    "own-tile",
    "spares-strongest",
    "aims-low",
    "harmless",
    "coin-wasted",
    "coin-in-vain",
    "coin-kept",
    "coin-overpaid",
    "coin-rescue",
    "coin-strike",
    "sinks-own",
    "missed-sinking",
    "walks-into-sinking",
    "left-in-danger",
    "stands-alone",
    "piles-up",
    "thin-scoring",
    "same-number",
    "danger-next-round",
    "easy-to-reach",
)

_ABOUT_OWN_TILES: Final = frozenset(
    (
        "own-number",
        "own-tile",
        "walks-into-sinking",
        "left-in-danger",
        "danger-next-round",
        "stands-alone",
        "piles-up",
    )
)
"""Kinds that name tiles with own pyramids."""

_FIRST: Final[Finder[Case, Reason]] = collect(
    endings.crowns_another,
    partial(endings.ends_behind, now=True),
    partial(endings.missed_win, now=True),
    scoring.scores_less,
    scoring.feeds_rival,
    votes.void_vote,
    coins.coin_wasted,
    coins.coin_in_vain,
    coins.coin_overpaid,
    coins.coin_kept,
    coins.missed_coin,
    votes.own_at_stake,
    votes.aims_elsewhere,
    sinking.sinks_own,
    sinking.missed_sinking,
    sinking.in_danger_this_round,
    placement.stands_alone,
    placement.piles_up,
    placement.thin_scoring,
    placement.same_number,
    partial(endings.ends_behind, now=False),
    partial(endings.missed_win, now=False),
    burning.burns_cover,
    burning.missed_target,
    burning.burns_or_leaves_refuge,
)
_LAST: Final[Finder[Case, Reason]] = collect(
    expected_play.line_loses,
    expected_play.line_spares,
    sinking.danger_next_round,
    placement.easy_to_reach,
)
_REASONS: Final[Finder[Case, Reason]] = fall_back(_FIRST, _LAST)


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """The reasons that apply, the most important first."""
    case = Case(mistake)
    if not case.complete or case.equivalent:
        return ()
    finder = _FIRST if case.before.phase == "score" else _REASONS
    return tuple(_add_outcome(case, reason) for reason in explain(finder, case))


def _add_outcome(case: Case, reason: Reason) -> Reason:
    """The reason; where its tile really went down later, the sentence says so."""
    if reason.kind not in _ABOUT_OWN_TILES:
        return reason
    for step, lost in case.followed.losses():
        own = select_own(lost.pyramids, case.suit)
        if step is not case.followed.first and lost.space in reason.spaces and own:
            text = message(
                "torch.reason.came-true",
                reason=reason.text,
                tile=tile_label(lost.tile),
                own=list_letters(own),
            )
            return Reason(reason.kind, text, reason.rule, reason.spaces)
    return reason
