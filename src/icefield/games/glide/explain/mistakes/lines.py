"""Reasons of `glide` that the lines show.

Threats without an answer, stoppers and ways given or taken, who gets to the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .....core.explain import Reason
from ...board import PLAYERS
from ...kernel.tables import STEP
from ...position import GlidePosition
from ..facts import (
    GoalMove,
    LineMove,
    defences,
    goal_move,
    goal_of,
    others,
    play_alone,
    replay,
    route,
    threats_in,
    with_turn,
)
from ..move_words import stop_name, way_name
from .case import Case, Params, move_params, reason, route_name, square_list

_SEVERAL: Final = 2  # threats


def _no_answer(case: Case, made: LineMove) -> GoalMove | None:
    """The threat a move makes that cannot be stopped."""
    found = goal_move(made.after, made.seat) if case.duel else None
    return None if found is None or defences(made.after, found) else found


def unstoppable(case: Case) -> Reason | None:
    """The answer threatens the goal, and the mover can do nothing about it."""
    reply = case.reply
    found = _no_answer(case, reply) if reply is not None else None
    if reply is None or found is None or found.stopper is None:
        return None
    squares = (reply.end, goal_of(case.before), found.stopper)
    stop = stop_name(reply.after, found.stopper)
    who, going, way = PLAYERS[reply.seat], move_params(case, reply), way_name(found.direction)
    return reason("unstoppable", case, squares, "G7", who=who, then=way, stop=stop, **going)


def guard_left(case: Case) -> Reason | None:
    """From where the mover was, that threat could still have been answered.

    No player may stay (G4), so there has to be another move after which it still can.
    """
    reply = case.reply
    if reply is None or _no_answer(case, reply) is None:
        return None
    answer, kept = _met(case.before, reply), _keeps_guard(case, reply)
    if answer is None or kept is None:
        return None
    params: Params = {"start": case.before.name(case.move.start), "who": PLAYERS[reply.seat]}
    params |= {"at": case.before.name(reply.end), **move_params(case, answer)}
    params["kept"] = case.before.name(kept.end)
    return reason("guard-left", case, (case.move.start, answer.end, kept.end), **params)


def _met(position: GlidePosition, reply: LineMove) -> LineMove | None:
    """The move that would meet the threat of a reply on this board."""
    board = with_turn(position, reply.seat)
    made = replay(board, [move for move in board.moves() if move.code == reply.direction])
    if not made or made[0].end != reply.end or made[0].wins:
        return None
    threat = goal_move(made[0].after, reply.seat)
    return None if threat is None else _answer(made[0].after, threat)


def _keeps_guard(case: Case, reply: LineMove) -> LineMove | None:
    """A move after which that threat can still be met, best of all the better move."""
    made = [replay(case.before, [move])[0] for move in case.before.moves()]
    made.sort(key=lambda each: each.direction != case.best.direction)
    playing = (each for each in made if each.after.outcome is None)
    return next((each for each in playing if _met(each.after, reply) is not None), None)


def _answer(position: GlidePosition, threat: GoalMove) -> LineMove | None:
    """A move that sees to a threat, best of all one that wins."""
    made = [replay(position, [move])[0] for move in defences(position, threat)]
    return min(made, key=lambda each: not each.wins, default=None)


def missed_unstoppable(case: Case) -> Reason | None:
    """The better move makes a threat without an answer."""
    found = _no_answer(case, case.best)
    if found is None or found.stopper is None:
        return None
    squares = (case.best.end, goal_of(case.before), found.stopper)
    (who,) = others(case.before, case.me)
    return reason(
        "missed-unstoppable",
        case,
        squares,
        "G7",
        who=PLAYERS[who],
        then=way_name(found.direction),
        stop=stop_name(case.best.after, found.stopper),
        **move_params(case, case.best),
    )


def two_threats(case: Case) -> Reason | None:
    """Another player wins with one threat after another."""
    if case.loss is None or not case.duel:
        return None
    squares = threats_in(case.played, case.loss.seat)
    if len(squares) < _SEVERAL:
        return None
    who, list_ = PLAYERS[case.loss.seat], square_list(case, squares)
    return reason("two-threats", case, squares, "G7", who=who, squares=list_)


def missed_two_threats(case: Case) -> Reason | None:
    """The mover could have won with one threat after another."""
    squares = threats_in(case.better, case.me) if case.win is not None and case.duel else []
    if len(squares) < _SEVERAL:
        return None
    list_ = square_list(case, squares)
    return reason("missed-two-threats", case, squares, "G7", squares=list_)


def _stays(line: Sequence[LineMove], square: int) -> bool:
    """Whether a floe lies on a square after every move of a line but the last."""
    return all(square in made.after.floes for made in line[:-1])


def _behind(made: LineMove) -> int:
    """The square that stops a glide to the goal."""
    return made.end + int(STEP[made.before.side, made.direction])


def own_stopper(case: Case) -> Reason | None:
    """In the end the mover itself is what stops another player on the goal."""
    if case.loss is None or len(case.played) < 4:
        return None
    loss, here = case.loss, case.loss.before.squares[case.me]
    if not loss.glides or here is None or _behind(loss) != here:
        return None
    squares = route(case.played, loss.seat)
    params: Params = {"who": PLAYERS[loss.seat], "at": case.before.name(here)}
    params["route"] = route_name(case, squares)
    return reason("own-stopper", case, (here, *squares), "G6", **params)


def stopper_lost(case: Case) -> Reason | None:
    """The mover glides off with the floe that stops it on the goal in the better line."""
    win, square = case.win, case.move.start
    if win is None or not win.glides or not case.move.glides or _behind(win) != square:
        return None
    if not _stays(case.better, square):
        return None
    squares = route(case.better, case.me)
    start, way = case.before.name(square), route_name(case, squares)
    return reason("stopper-lost", case, (square, *squares), "G6", start=start, route=way)


def missed_stopper(case: Case) -> Reason | None:
    """The better move brings the stopper that the mover needs later."""
    win, square = case.win, case.best.end
    if win is None or not win.glides or _behind(win) != square or square in case.before.floes:
        return None
    if not _stays(case.better, square):
        return None
    squares = route(case.better, case.me)
    way, going = route_name(case, squares), move_params(case, case.best)
    return reason("missed-stopper", case, (square, *squares), "G6", route=way, **going)


def left_step(case: Case) -> Reason | None:
    """The answer steps onto the floe that the mover has just left.

    It could not go there before, and the better move takes the floe along.
    """
    reply = case.reply
    if reply is None or case.move.glides or reply.end != case.move.start or not case.best.glides:
        return None
    who, start = PLAYERS[reply.seat], case.before.name(case.move.start)
    return reason("left-step", case, (reply.start, reply.end), "G5", who=who, start=start)


def _unchanged(case: Case, square: int) -> list[LineMove]:
    """Moves against the mover made while a square is as the move played left it.

    The answer, and the later moves of the player who wins the line played.
    """
    there, found = square in case.move.after.floes, []
    for made in case.played[1:]:
        if (square in made.before.floes) != there:
            break
        if made is case.reply or (case.loss is not None and made.seat == case.loss.seat):
            found.append(made)
    return found


def opened_way(case: Case) -> Reason | None:
    """Another player glides over the square from which the mover took its floe away.

    The better move leaves it there.
    """
    square = case.move.start
    if not case.move.glides or case.best.glides:
        return None
    for made in _unchanged(case, square):
        if square in made.path and made.glides:
            form = "" if made is case.reply else ".later"
            who, start = PLAYERS[made.seat], case.before.name(square)
            params: Params = {"who": who, "start": start, **move_params(case, made)}
            return reason("opened-way", case, (square, made.start, made.end), "G6", form, **params)
    return None


def gave_stop(case: Case) -> Reason | None:
    """Another player comes to rest against the floe the mover has just brought."""
    square = case.move.end
    if square in case.before.floes:
        return None
    for made in _unchanged(case, square):
        if made.glides and not made.wins and _stopped_by(made) == square:
            form = "" if made is case.reply else ".later"
            who, at = PLAYERS[made.seat], case.before.name(square)
            params: Params = {"who": who, "at": at, **move_params(case, made)}
            return reason("gave-stop", case, (square, made.start, made.end), "G6", form, **params)
    return None


def _stopped_by(made: LineMove) -> int | None:
    """The square that stops a glide; None for the edge of the board."""
    side, step = made.before.side, int(STEP[made.before.side, made.direction])
    behind = made.end + step
    on_board = behind // side == made.end // side if abs(step) == 1 else 0 <= behind < side * side
    return behind if on_board else None


def threat_parried(case: Case) -> Reason | None:
    """The move threatens the goal, and the answer sees to that."""
    reply = case.reply
    found = goal_move(case.move.after, case.me)
    if reply is None or reply.wins or found is None or goal_move(reply.after, case.me) is not None:
        return None
    who, going = PLAYERS[reply.seat], move_params(case, reply)
    if reply.end in found.path:
        squares = (reply.end, case.move.end)
        return reason("threat-parried", case, squares, "G6", who=who, **going)
    if reply.start == found.stopper and reply.glides:
        at = case.before.name(reply.start)
        squares = (reply.start, case.move.end)
        going["at"] = at
        return reason("threat-parried", case, squares, "G6", ".stopper", who=who, **going)
    return None


def back_again(case: Case) -> Reason | None:
    """The mover returns to where it stood before its last move."""
    position: GlidePosition | None = case.before
    while position is not None and position.before is not None:
        position = position.before
        if position.turn == case.me:
            if position.squares[case.me] != case.move.end:
                return None
            start, end = case.before.name(case.move.start), case.before.name(case.move.end)
            squares = (case.move.start, case.move.end)
            return reason("back-again", case, squares, start=start, end=end)
    return None


def race_lost(case: Case) -> Reason | None:
    """The mover was about to reach the goal when another player does."""
    if case.loss is None or len(case.played) < 3:
        return None
    found = goal_move(case.loss.before, case.me)
    if found is None:
        return None
    squares = (found.start, case.loss.start, goal_of(case.before))
    who, at = PLAYERS[case.loss.seat], case.before.name(found.start)
    return reason("race-lost", case, squares, "G7", who=who, at=at)


def loses(case: Case) -> Reason | None:
    """Another player gets to the goal in the line played, further on.

    Not where the better line loses as well.
    """
    if case.loss is None or len(case.played) < 4 or _lost(case.better, case.me):
        return None
    squares, form = route(case.played, case.loss.seat), "" if case.duel else ".likely"
    who, way = PLAYERS[case.loss.seat], route_name(case, squares)
    params: Params = {"who": who, "route": way, "count": len(squares) - 1}
    return reason("loses", case, squares, "G7", form, **params)


def _ways(case: Case) -> tuple[tuple[LineMove, ...], tuple[LineMove, ...]] | None:
    """The way another player wins in the line played, while the mover stands still.

    After the move played and, as far as it works, after the better one.
    """
    if case.loss is None or len(case.played) < 4 or case.best.after.outcome is not None:
        return None
    seat = case.loss.seat
    directions = [made.direction for made in case.played if made.seat == seat]
    works = play_alone(case.move.after, seat, directions)
    if [made.end for made in works] != route(case.played, seat)[1:]:
        return None
    return works, play_alone(case.best.after, seat, directions)


def route_spoilt(case: Case) -> Reason | None:
    """The way another player wins would not work after the better move."""
    found = _ways(case)
    if found is None:
        return None
    works, instead = found
    ends = [made.end for made in instead]
    turn = next((i for i, made in enumerate(works) if ends[i : i + 1] != [made.end]), None)
    if turn is None:
        return None
    wanted = works[turn]
    params: Params = {
        "who": PLAYERS[wanted.seat],
        "mine": case.before.name(case.best.end),
        "wanted": case.before.name(wanted.end),
        "at": case.before.name(wanted.start),
        "way": way_name(wanted.direction),
        "route": route_name(case, route(case.played, wanted.seat)),
    }
    marked = (case.best.end, wanted.start, wanted.end)
    if turn == len(ends):
        return reason("route-spoilt", case, marked, "G4", ".blocked", **params)
    params["end"] = case.before.name(ends[turn])
    return reason("route-spoilt", case, marked, "G6", **params)


def out_of_reach(case: Case) -> Reason | None:
    """That way works after both moves.

    But from where the better one ends, its last threat could be answered.
    """
    found = _ways(case)
    if found is None or not case.duel:
        return None
    threats = [line[-2] for line in found if len(line) == len(found[0])]
    if len(threats) < len(found) or [m.end for m in found[0]] != [m.end for m in found[1]]:
        return None
    shots = [goal_move(threat.after, threat.seat) for threat in threats]
    lost, held = (
        _answer(threat.after, found) if found is not None else None
        for threat, found in zip(threats, shots, strict=True)
    )
    if lost is not None or held is None:
        return None
    params: Params = {
        "who": PLAYERS[threats[0].seat],
        "at": case.before.name(threats[0].end),
        "mine": case.before.name(case.move.end),
        "instead": case.before.name(case.best.end),
        **move_params(case, held),
    }
    marked = (case.move.end, case.best.end, threats[0].end, held.end)
    return reason("out-of-reach", case, marked, None, ".goal" if held.wins else "", **params)


def misses_win(case: Case) -> Reason | None:
    """The mover gets to the goal in the better line, and not in the one played."""
    if case.win is None or len(case.better) < 3 or _won(case.played, case.me):
        return None
    squares, form = route(case.better, case.me), "" if case.duel else ".likely"
    params: Params = {"route": route_name(case, squares), "count": len(squares) - 1}
    return reason("misses-win", case, squares, "G7", form, **params)


def _won(line: Sequence[LineMove], seat: int) -> bool:
    return line[-1].wins and line[-1].seat == seat


def _lost(line: Sequence[LineMove], seat: int) -> bool:
    return line[-1].wins and line[-1].seat != seat


def slower_win(case: Case) -> Reason | None:
    """Both lines win, the one played later."""
    if case.win is None or not _won(case.played, case.me):
        return None
    late, soon = (len(route(line, case.me)) - 1 for line in (case.played, case.better))
    if late <= soon:
        return None
    squares = route(case.better, case.me)
    return reason(
        "slower-win", case, squares, "G7", late=late, n=soon, route=route_name(case, squares)
    )


def loses_sooner(case: Case) -> Reason | None:
    """Both lines lose, the one played sooner."""
    if case.loss is None or not _lost(case.better, case.me):
        return None
    sooner, later = len(case.played), len(case.better)
    if sooner >= later:
        return None
    who = PLAYERS[case.loss.seat]
    squares = route(case.played, case.loss.seat)
    late = len(route(case.better, case.better[-1].seat)) - 1
    params: Params = {"who": who, "n": len(squares) - 1, "late": late}
    return reason("loses-sooner", case, squares, "G7", **params)
