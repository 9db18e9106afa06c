"""Reasons of `glide` that count how far everybody is from the goal."""

from __future__ import annotations

from .....core.mistakes import Reason
from ...board import PLAYERS
from ..facts import FAR, Case, others
from ..move_words import Params, tell, went


def behind_in_race(case: Case) -> Reason | None:
    """Alone, the mover gets to the goal later than the other player, and would have been first
    after the better move."""
    if not case.duel or case.best.after.outcome is not None or case.move.after.outcome is not None:
        return None
    (seat,) = others(case.before, case.me)
    mine, theirs = case.alone(case.move.after, case.me), case.alone(case.move.after, seat)
    own, other = case.alone(case.best.after, case.me), case.alone(case.best.after, seat)
    if mine is None or theirs is None or own is None:
        return None
    if theirs > mine or own >= (other or FAR + 1):  # the other player is to move
        return None
    params: Params = {"who": PLAYERS[seat], "theirs": theirs, "mine": mine, **went(case, case.best)}
    squares = (case.before.squares[case.me], case.before.squares[seat])
    return tell("behind-in-race", case, squares, **params)


def helps_opponent(case: Case) -> Reason | None:
    """Somebody needs fewer moves to the goal than before and than after the better move."""
    if case.best.after.outcome is not None:
        return None
    for seat in others(case.move.after, case.me):
        now = case.alone(case.move.after, seat)
        was, instead = case.alone(case.before, seat), case.alone(case.best.after, seat)
        if now is None or (was or FAR + 1) <= now or (instead or FAR + 1) <= now:
            continue
        params: Params = {"who": PLAYERS[seat], "n": now}
        square = case.before.squares[seat]
        squares = (case.move.end, square)
        if was is None:
            return tell("helps-opponent", case, squares, None, ".far", most=FAR, **params)
        return tell("helps-opponent", case, squares, None, was=was, **params)
    return None


def missed_hindrance(case: Case) -> Reason | None:
    """The better move makes somebody's way to the goal longer."""
    if case.best.after.outcome is not None:
        return None
    for seat in others(case.best.after, case.me):
        now, was = case.alone(case.move.after, seat), case.alone(case.before, seat)
        instead = case.alone(case.best.after, seat)
        if now is None or was is None or now > was or (instead or FAR + 1) <= was:
            continue
        params: Params = {"who": PLAYERS[seat], "n": now, **went(case, case.best)}
        square = case.before.squares[seat]
        squares = (case.best.end, square)
        if instead is None:
            return tell("missed-hindrance", case, squares, None, ".far", most=FAR, **params)
        return tell("missed-hindrance", case, squares, None, instead=instead, **params)
    return None


def further_away(case: Case) -> Reason | None:
    """The mover's own way to the goal is longer than after the better move, and no shorter than
    before."""
    if case.best.after.outcome is not None:
        return None
    now, was = case.alone(case.move.after, case.me), case.alone(case.before, case.me)
    instead = case.alone(case.best.after, case.me)
    if instead is None or (now or FAR + 1) <= instead or (now or FAR + 1) < (was or FAR + 1):
        return None
    squares = (case.move.end, case.best.end)
    params: Params = {
        "n": instead,
        "mine": case.before.name(case.move.end),
        **went(case, case.best),
    }
    if now is None:
        return tell("further-away", case, squares, None, ".far", most=FAR, **params)
    return tell("further-away", case, squares, None, now=now, **params)
