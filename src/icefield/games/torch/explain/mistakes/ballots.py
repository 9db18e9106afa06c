"""Why a vote, coins or the Torch Bearer's word on a tie were a mistake in `torch`: what the option
puts at stake, whom it spares, what coins could and could not change. One function for each kind of
reason, or for kinds that are told in each other's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from .....core.message import message
from .....core.mistakes import Reason
from ...board import NUMBERS, tile_label
from ...position import TorchPosition
from ..facts import (
    Step,
    Study,
    at_stake,
    called,
    leading,
    letters,
    named,
    option_of,
    points,
    points_of,
    reason,
    rivals_of,
    stakes,
    strongest,
    wealth,
    worst,
)

BALLOT_KINDS: Final = (
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
)

# -- votes, coins and ties ----------------------------------------------------------------------

_RULES: Final = {"vote": ("T14", "T17"), "add": ("T15", "T15"), "choose": ("T16", "T16")}


def _rule(step: Step) -> str:
    about_numbers, about_suits = _RULES[step.parts.kind]
    return about_numbers if step.parts.option in NUMBERS else about_suits


def _void_vote(study: Study) -> Iterator[Reason]:
    step = study.played.first
    if step.parts.kind == "vote" and not stakes(study.before, step.parts.option):
        what = "number" if step.parts.option in NUMBERS else "suit"
        yield reason(
            "void-vote", f".{what}", rule=_rule(step), what=called(study.before, step.parts.option)
        )


def _own_at_stake(study: Study) -> Iterator[Reason]:
    """The option can take own pyramids that the better one leaves alone."""
    step = study.played.first
    option, wiser = option_of(step), option_of(study.better.first)
    found = None if option is None else worst(study.before, option, study.suit)
    if option is None or found is None or option == wiser:
        return
    at, own = found
    less = 0 if wiser is None else at_stake(study.before, wiser, study.suit)
    if less >= points_of(own):
        return
    yield reason(
        "own-number" if option in NUMBERS else "own-tile",
        "" if wiser is None else ".less" if less else ".safe",
        rule=_rule(step),
        spaces=(at,),
        option=called(study.before, option),
        tile=tile_label(study.before.tiles[at]),
        space=at,
        own=letters(own),
        points=points(points_of(own)),
        better="" if wiser is None else called(study.before, wiser),
        less=points(less),
    )


def _aims(study: Study) -> Iterator[Reason]:
    """The better option can take more from the others. Told in one way: the chosen one takes
    nothing from anybody, less from the strongest, or just less."""
    position = study.before
    option, wiser = option_of(study.played.first), option_of(study.better.first)
    if option is None or wiser is None or option == wiser or not stakes(position, option):
        return
    rivals, rival = rivals_of(position, study.seat), strongest(position, study.seat)
    suit = position.suits[rival]
    found = worst(position, wiser, rivals)
    if found is None:
        return
    at, pyramids = found
    less = at_stake(position, option, rivals)
    hit = worst(position, wiser, suit)
    spared = at_stake(position, option, suit)
    told: dict[str, Any] = {
        "option": called(position, option),
        "better": called(position, wiser),
    }
    if less and hit is not None and points_of(hit[1]) > spared:
        yield reason(
            "spares-strongest",
            "" if spared else ".all",
            rule=_rule(study.played.first),
            spaces=hit[:1],
            who=position.seat_name(rival),
            wealth=points(wealth(position, rival)),
            pyramids=letters(hit[1]),
            space=hit[0],
            more=points(points_of(hit[1])),
            less=points(spared),
            **told,
        )
    elif points_of(pyramids) - less >= (_MORE if less else 1):
        yield reason(
            "aims-low" if less else "harmless",
            rule=_rule(study.played.first),
            spaces=(at,),
            pyramids=named(pyramids),
            space=at,
            points=points(points_of(pyramids)),
            less=points(less),
            **told,
        )


_MORE: Final = 2  # points from which a difference is worth a word


# -- coins --------------------------------------------------------------------------------------


def _rest(position: TorchPosition, option: str) -> int:
    """The most any other option has."""
    return max((w for o, w in position.worth.items() if o != option), default=0)


def _coins_of_others(study: Study) -> int:
    """What the others could still add."""
    coins = study.before.coins
    return sum(sum(each) for seat, each in enumerate(coins) if seat != study.seat)


def _adds(study: Study) -> Step | None:
    step = study.played.first
    return step if step.parts.kind == "add" else None


def _coin_wasted(study: Study) -> Iterator[Reason]:
    """The option would have won anyway, whatever the others add."""
    step = _adds(study)
    if step is None:
        return
    position, option = study.before, step.parts.option
    ahead, behind = position.worth[option], _rest(position, option)
    left = _coins_of_others(study)
    if ahead - behind > left:
        yield reason(
            "coin-wasted",
            "" if left else ".none",
            rule="T15",
            option=called(position, option),
            ahead=ahead,
            behind=behind,
            left=left,
            coins=message(f"torch.coins.{step.parts.coins}"),
        )


def _coin_in_vain(study: Study) -> Iterator[Reason]:
    """With the coins the option is still behind, and the mover has nothing more to add."""
    step = _adds(study)
    if step is None or study.played.decided() == step.parts.option:
        return
    position, option = study.before, step.parts.option
    total = position.worth[option] + step.parts.coins
    kept = sum(position.coins[study.seat]) - step.parts.coins
    if total + kept < _rest(position, option):
        yield reason(
            "coin-in-vain",
            rule="T15",
            option=called(position, option),
            total=total,
            most=_rest(position, option),
            coins=message(f"torch.coins.{step.parts.coins}"),
        )


def _coin_kept(study: Study) -> Iterator[Reason]:
    """The same option wins in both lines, and the better one keeps a coin."""
    step = _adds(study)
    if step is None or study.better.first.parts.kind != "decline":
        return
    option = study.played.decided()
    if option is not None and option == study.better.decided():
        yield reason(
            "coin-kept",
            rule="T15",
            option=called(study.before, option),
            coins=message(f"torch.coins.{step.parts.coins}"),
        )


def _coin_overpaid(study: Study) -> Iterator[Reason]:
    """Fewer coins on the same option put it ahead as well."""
    step, wiser = _adds(study), study.better.first
    if step is None or wiser.parts.kind != "add" or wiser.parts.option != step.parts.option:
        return
    position, option = study.before, step.parts.option
    total, behind = position.worth[option] + wiser.parts.coins, _rest(position, option)
    if wiser.parts.coins < step.parts.coins and total > behind:
        yield reason(
            "coin-overpaid",
            rule="T15",
            option=called(position, option),
            fewer=message(f"torch.coins.{wiser.parts.coins}"),
            total=total,
            behind=behind,
        )


def _missed_coin(study: Study) -> Iterator[Reason]:
    """Coins would have put another option ahead, or level: one that spares own pyramids, or one
    that takes something from the others."""
    position, wiser = study.before, study.better.first
    if wiser.parts.kind != "add" or option_of(study.played.first) == wiser.parts.option:
        return
    option = wiser.parts.option
    total, behind = position.worth[option] + wiser.parts.coins, _rest(position, option)
    if total < behind:
        return
    variant = ".level" if total == behind else ""
    told: dict[str, Any] = {
        "coins": message(f"torch.coins.{wiser.parts.coins}"),
        "option": called(position, option),
        "total": total,
        "behind": behind,
        "worth": position.worth[option],
        "left": _coins_of_others(study),
    }
    ahead = [each for each in leading(position) if each != option]
    own = [(each, found) for each in ahead if (found := worst(position, each, study.suit))]
    if own:
        rival, (at, pyramids) = max(own, key=lambda each: points_of(each[1][1]))
        if points_of(pyramids) > at_stake(position, option, study.suit):
            yield reason(
                "coin-rescue",
                variant,
                rule="T15",
                spaces=(at,),
                threat=called(position, rival),
                own=letters(pyramids),
                space=at,
                points=points(points_of(pyramids)),
                **told,
            )
            return
    found = worst(position, option, rivals_of(position, study.seat))
    if found is None:
        return
    at, pyramids = found
    if not ahead:  # it leads already: coins only matter where the others can still catch up
        if position.worth[option] - behind > _coins_of_others(study):
            return
        variant = ".firm"
    yield reason(
        "coin-strike",
        variant,
        rule="T15",
        spaces=(at,),
        pyramids=named(pyramids),
        space=at,
        points=points(points_of(pyramids)),
        **told,
    )


BALLOT_FINDERS: Final[tuple[Callable[[Study], Iterator[Reason]], ...]] = (
    _void_vote,
    _coin_wasted,
    _coin_in_vain,
    _coin_overpaid,
    _coin_kept,
    _missed_coin,
    _own_at_stake,
    _aims,
)
