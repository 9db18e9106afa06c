"""Coins: what they could and could not change (T15)."""

from __future__ import annotations

from functools import partial
from typing import Any

from .....core.explain import Reason, reason
from .....core.message import message
from ...position import TorchPosition
from ..facts import (
    leading_options,
    list_letters,
    list_pyramids,
    option_phrase,
    points_at_stake,
    points_label,
    points_of,
    rival_suits,
    worst_loss,
)
from .case import Case, Step

_reason = partial(reason, "torch")


def _most_of_others(position: TorchPosition, option: str) -> int:
    """The most votes and coins that another option has."""
    return max((w for o, w in position.worth.items() if o != option), default=0)


def _coins_of_others(case: Case) -> int:
    """The coins that the others could still add."""
    coins = case.before.coins
    return sum(sum(each) for seat, each in enumerate(coins) if seat != case.seat)


def _added_coins(case: Case) -> Step | None:
    """The move, if it adds coins."""
    step = case.played.first
    return step if step.parsed.kind == "add" else None


def coin_wasted(case: Case) -> Reason | None:
    """The option would have won anyway, with any coins that the others add."""
    step = _added_coins(case)
    if step is None:
        return None
    position, option = case.before, step.parsed.option
    ahead, behind = position.worth[option], _most_of_others(position, option)
    left = _coins_of_others(case)
    if ahead - behind > left:
        return _reason(
            "coin-wasted",
            "T15",
            (),
            "" if left else ".none",
            option=option_phrase(position, option),
            ahead=ahead,
            behind=behind,
            left=left,
            coins=message(f"torch.coins.{step.parsed.coins}"),
        )
    return None


def coin_in_vain(case: Case) -> Reason | None:
    """The option stays behind with the coins, and the mover has nothing more to add."""
    step = _added_coins(case)
    if step is None or case.played.chosen_option() == step.parsed.option:
        return None
    position, option = case.before, step.parsed.option
    total = position.worth[option] + step.parsed.coins
    kept = sum(position.coins[case.seat]) - step.parsed.coins
    if total + kept < _most_of_others(position, option):
        return _reason(
            "coin-in-vain",
            "T15",
            option=option_phrase(position, option),
            total=total,
            most=_most_of_others(position, option),
            coins=message(f"torch.coins.{step.parsed.coins}"),
        )
    return None


def coin_kept(case: Case) -> Reason | None:
    """The same option wins in both lines, and the better one keeps a coin."""
    step = _added_coins(case)
    if step is None or case.better.first.parsed.kind != "decline":
        return None
    option = case.played.chosen_option()
    if option is not None and option == case.better.chosen_option():
        return _reason(
            "coin-kept",
            "T15",
            option=option_phrase(case.before, option),
            coins=message(f"torch.coins.{step.parsed.coins}"),
        )
    return None


def coin_overpaid(case: Case) -> Reason | None:
    """Fewer coins on the same option put it ahead as well."""
    step, wiser = _added_coins(case), case.better.first
    if step is None or wiser.parsed.kind != "add" or wiser.parsed.option != step.parsed.option:
        return None
    position, option = case.before, step.parsed.option
    total, behind = position.worth[option] + wiser.parsed.coins, _most_of_others(position, option)
    if wiser.parsed.coins < step.parsed.coins and total > behind:
        return _reason(
            "coin-overpaid",
            "T15",
            option=option_phrase(position, option),
            fewer=message(f"torch.coins.{wiser.parsed.coins}"),
            total=total,
            behind=behind,
        )
    return None


def missed_coin(case: Case) -> Reason | None:
    """Coins would have put another option ahead, or level.

    One that spares own pyramids, or one that takes pyramids of others.
    """
    position, wiser = case.before, case.better.first
    if wiser.parsed.kind != "add" or case.played.first.option == wiser.parsed.option:
        return None
    option = wiser.parsed.option
    total, behind = position.worth[option] + wiser.parsed.coins, _most_of_others(position, option)
    if total < behind:
        return None
    form = ".level" if total == behind else ""
    shared: dict[str, Any] = {
        "coins": message(f"torch.coins.{wiser.parsed.coins}"),
        "option": option_phrase(position, option),
        "total": total,
        "behind": behind,
        "worth": position.worth[option],
        "left": _coins_of_others(case),
    }
    ahead = [each for each in leading_options(position) if each != option]
    own = [(each, found) for each in ahead if (found := worst_loss(position, each, case.suit))]
    if own:
        rival, (at, pyramids) = max(own, key=lambda each: points_of(each[1][1]))
        if points_of(pyramids) > points_at_stake(position, option, case.suit):
            return _reason(
                "coin-rescue",
                "T15",
                (at,),
                form,
                threat=option_phrase(position, rival),
                own=list_letters(pyramids),
                space=at,
                points=points_label(points_of(pyramids)),
                **shared,
            )
    found = worst_loss(position, option, rival_suits(position, case.seat))
    if found is None:
        return None
    at, pyramids = found
    if not ahead:  # it leads already: coins only matter where the others can still catch up
        if position.worth[option] - behind > _coins_of_others(case):
            return None
        form = ".firm"
    return _reason(
        "coin-strike",
        "T15",
        (at,),
        form,
        pyramids=list_pyramids(pyramids),
        space=at,
        points=points_label(points_of(pyramids)),
        **shared,
    )
