"""Reasons of `glide` that are decided on the next moves.

The goal, a draw by repetition, a player taken off.
"""

from __future__ import annotations

from .....core.explain import Reason
from ... import kernel
from ...board import PLAYERS
from ..facts import GoalMove, LineMove, goal_move, goal_of
from ..move_words import stop_name, way_name
from .case import Case, move_params, reason


def missed_goal(case: Case) -> Reason | None:
    """The mover could have gone to the goal."""
    found = goal_move(case.before, case.me)
    if found is None or case.move.wins:
        return None
    squares = (found.start, goal_of(case.before), found.stopper)
    way, goal = way_name(found.direction), case.before.goal
    if found.stopper is None:
        return reason("missed-goal", case, squares, "G7", ".step", way=way, goal=goal)
    stop = stop_name(case.before, found.stopper)
    return reason("missed-goal", case, squares, "G7", way=way, goal=goal, stop=stop)


def _repeats(made: LineMove) -> bool:
    return int(made.after.state.end) == kernel.REPEATED


def repeats(case: Case) -> Reason | None:
    """The move itself makes the third occurrence, and the mover stood better."""
    if not _repeats(case.move):
        return None
    return reason("repeats", case, (case.move.end,), "G10", **move_params(case, case.move))


def lets_repeat(case: Case) -> Reason | None:
    """The answer makes the third occurrence."""
    if case.reply is None or not _repeats(case.reply):
        return None
    who, going = PLAYERS[case.reply.seat], move_params(case, case.reply)
    return reason("lets-repeat", case, (case.reply.end,), "G10", who=who, **going)


def missed_repetition(case: Case) -> Reason | None:
    """The third occurrence would have saved the draw."""
    if not _repeats(case.best) or case.move.after.outcome is not None:
        return None
    return reason(
        "missed-repetition", case, (case.best.end,), "G10", **move_params(case, case.best)
    )


def runs_out(case: Case) -> Reason | None:
    """The last move a game can have comes first."""
    if int(case.played[-1].after.state.end) != kernel.TOO_LONG or case.win is None:
        return None
    return reason("runs-out", case, (goal_of(case.before),), "G10", count=kernel.LONGEST)


def gets_trapped(case: Case) -> Reason | None:
    """Others shut the mover in, who is taken off before the next own move."""
    for made in case.played[1:]:
        if made.seat == case.me:
            break
        if case.me in made.after.players:
            continue
        square = made.before.squares[case.me]
        assert square is not None
        who, going = PLAYERS[made.seat], move_params(case, made)
        at = case.before.name(square)
        return reason("gets-trapped", case, (square, made.end), "G9", who=who, at=at, **going)
    return None


def missed_trap(case: Case) -> Reason | None:
    """The better move takes another player off, the move played does not."""
    gone = set(case.best.after.eliminated) - set(case.move.after.eliminated)
    if not gone:
        return None
    seat = min(gone)
    square = case.before.squares[seat]
    assert square is not None
    squares = (square, case.best.end)
    who, at, going = PLAYERS[seat], case.before.name(square), move_params(case, case.best)
    return reason("missed-trap", case, squares, "G9", who=who, at=at, **going)


def _goal_next(case: Case, kind: str, found: GoalMove, *more: int, **params: str) -> Reason:
    """A sentence about a player who can go to the goal after the move."""
    squares = (*more, found.start, goal_of(case.before), found.stopper)
    return reason(
        kind,
        case,
        squares,
        "G7",
        who=PLAYERS[found.seat],
        way=way_name(found.direction),
        goal=case.before.goal,
        **params,
    )


def became_stopper(case: Case) -> Reason | None:
    """The mover's own floe is the stopper of a player who can now go to the goal."""
    found = case.danger
    if found is None or found.stopper != case.move.end or found.stopper in case.before.floes:
        return None
    return _goal_next(case, "became-stopper", found, end=case.before.name(case.move.end))


def opened_line(case: Case) -> Reason | None:
    """The mover's floe was between another player and the goal."""
    found = case.danger
    if found is None or case.move.start not in found.path:
        return None
    start = case.before.name(case.move.start)
    return _goal_next(case, "opened-line", found, case.move.start, start=start)


def _standing(case: Case) -> GoalMove | None:
    """A threat that was there before and is there after the move."""
    found = case.danger
    return found if found is not None and goal_move(case.before, found.seat) == found else None


def ignored_threat(case: Case) -> Reason | None:
    """Another player could go to the goal before the move, and still can."""
    found = _standing(case)
    return None if found is None else _goal_next(case, "ignored-threat", found)


def missed_block(case: Case) -> Reason | None:
    """The better move gets in the way of a threat that the move played leaves."""
    found = _standing(case)
    if found is None or case.best.wins or case.best.end not in found.path:
        return None
    squares = (case.best.end, found.start)
    who, going = PLAYERS[found.seat], move_params(case, case.best)
    return reason("missed-block", case, squares, "G6", who=who, **going)


def missed_removal(case: Case) -> Reason | None:
    """The better move takes the stopper of such a threat along."""
    found = _standing(case)
    if found is None or case.best.wins or not case.best.glides:
        return None
    if case.best.start != found.stopper:
        return None
    who, start = PLAYERS[found.seat], case.before.name(case.best.start)
    way = way_name(case.best.direction)
    return reason("missed-removal", case, (found.stopper,), "G6", who=who, start=start, way=way)
