"""Reasons of `glide` that count how far the players are from the goal."""

from __future__ import annotations

from .....core.explain import Reason
from ...board import PLAYERS
from ..facts import FAR, others
from .case import Case, Params, move_params, reason


def behind_in_race(case: Case) -> Reason | None:
    """The mover comes to the goal after the other player, if both moved alone.

    After the better move it would have been first.
    """
    if not case.duel or case.best.after.outcome is not None or case.move.after.outcome is not None:
        return None
    (seat,) = others(case.before, case.me)
    mine, theirs = (
        case.distance(case.move.after, case.me),
        case.distance(case.move.after, seat),
    )
    own, other = (
        case.distance(case.best.after, case.me),
        case.distance(case.best.after, seat),
    )
    if mine is None or theirs is None or own is None:
        return None
    if theirs > mine or own >= (other or FAR + 1):  # the other player is to move
        return None
    params: Params = {
        "who": PLAYERS[seat],
        "theirs": theirs,
        "mine": mine,
        **move_params(case, case.best),
    }
    squares = (case.before.squares[case.me], case.before.squares[seat])
    return reason("behind-in-race", case, squares, **params)


def helps_opponent(case: Case) -> Reason | None:
    """Another player needs fewer moves to the goal than before.

    And fewer than after the better move.
    """
    if case.best.after.outcome is not None:
        return None
    for seat in others(case.move.after, case.me):
        now = case.distance(case.move.after, seat)
        was, instead = (
            case.distance(case.before, seat),
            case.distance(case.best.after, seat),
        )
        if now is None or (was or FAR + 1) <= now or (instead or FAR + 1) <= now:
            continue
        params: Params = {"who": PLAYERS[seat], "n": now}
        square = case.before.squares[seat]
        squares = (case.move.end, square)
        if was is None:
            return reason("helps-opponent", case, squares, None, ".far", most=FAR, **params)
        return reason("helps-opponent", case, squares, None, was=was, **params)
    return None


def missed_hindrance(case: Case) -> Reason | None:
    """The better move makes the way of another player to the goal longer."""
    if case.best.after.outcome is not None:
        return None
    for seat in others(case.best.after, case.me):
        now, was = case.distance(case.move.after, seat), case.distance(case.before, seat)
        instead = case.distance(case.best.after, seat)
        if now is None or was is None or now > was or (instead or FAR + 1) <= was:
            continue
        params: Params = {"who": PLAYERS[seat], "n": now, **move_params(case, case.best)}
        square = case.before.squares[seat]
        squares = (case.best.end, square)
        if instead is None:
            return reason("missed-hindrance", case, squares, None, ".far", most=FAR, **params)
        return reason("missed-hindrance", case, squares, None, instead=instead, **params)
    return None


def further_away(case: Case) -> Reason | None:
    """The mover's own way to the goal is longer than after the better move.

    And no shorter than before.
    """
    if case.best.after.outcome is not None:
        return None
    now, was = (
        case.distance(case.move.after, case.me),
        case.distance(case.before, case.me),
    )
    instead = case.distance(case.best.after, case.me)
    if instead is None or (now or FAR + 1) <= instead or (now or FAR + 1) < (was or FAR + 1):
        return None
    squares = (case.move.end, case.best.end)
    params: Params = {
        "n": instead,
        "mine": case.before.name(case.move.end),
        **move_params(case, case.best),
    }
    if now is None:
        return reason("further-away", case, squares, None, ".far", most=FAR, **params)
    return reason("further-away", case, squares, None, now=now, **params)
