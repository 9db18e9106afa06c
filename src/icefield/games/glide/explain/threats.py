"""The threats to a player of `glide`, the worst first.

Go to the goal, make a threat that has no answer, take the player off, bring about the draw by
repetition, or make a threat that has an answer.

Nothing is searched: each other player makes one move as if it were the next, and at most one answer
of the threatened player is tried after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....core.explain import Finder, Threat, collect, explain, sort_by_kind
from ....core.message import Message, message
from ....core.scene import Mark
from .. import kernel
from ..board import DIRECTIONS, PLAYERS
from .facts import GoalMove, LineMove, defences, goal_move, goal_of, others, replay, with_turn
from .move_words import stop_name, way_name

if TYPE_CHECKING:
    from ..position import GlidePosition

KINDS: Final = ("goal", "unstoppable", "trap", "repeat", "line")
"""The worst first."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the seat that others may threaten."""

    position: GlidePosition
    seat: int


def threats(position: GlidePosition, seat: int) -> tuple[Threat, ...]:
    """The threats to this seat by the others' next moves, the worst first.

    As if it did nothing about it.
    """
    if position.outcome is not None or seat not in position.players:
        return ()
    return explain(_POLICY, Case(position, seat))


def _threat(
    position: GlidePosition, kind: str, by: int, direction: int, squares: list[int], text: Message
) -> Threat:
    """A threat whose move goes from the first of these squares to the second."""
    at = {space.id: (space.x, space.y) for space in position.scene().spaces}
    names = [position.name(square) for square in squares]
    mark = Mark("threat", (at[names[0]], at[names[1]]), space=names[1], name=text)
    return Threat(kind, text, by, DIRECTIONS[direction], tuple(names), (mark,))


def _goals(case: Case) -> Iterator[Threat]:
    """Other players stand ready for the goal (G7)."""
    for by in others(case.position, case.seat):
        found = goal_move(case.position, by)
        if found is not None:
            yield _goal(case.position, by, found)


def _goal(position: GlidePosition, by: int, found: GoalMove) -> Threat:
    who, way, goal = PLAYERS[by], way_name(found.direction), position.goal
    squares = [found.start, goal_of(position)]
    if found.stopper is None:
        text = message("glide.threat.goal.step", who=who, way=way, goal=goal)
    else:
        squares.append(found.stopper)
        stop = stop_name(position, found.stopper)
        text = message("glide.threat.goal", who=who, way=way, goal=goal, stop=stop)
    return _threat(position, "goal", by, found.direction, squares, text)


def _moves(case: Case) -> Iterator[Threat]:
    """The threats of moves that do not end on the goal."""
    for by in others(case.position, case.seat):
        yield from _moves_of(case.position, case.seat, by)


def _moves_of(position: GlidePosition, seat: int, by: int) -> Iterator[Threat]:
    ready = goal_move(position, by) is not None
    now = position if position.turn == by else with_turn(position, by)
    for move in now.moves():
        (made,) = replay(now, [move])
        if made.wins:
            continue
        yield from _ended(position, seat, made)
        then = goal_move(made.after, by)
        if then is not None and not ready:
            yield _ready(position, seat, made, then)


def _ended(position: GlidePosition, seat: int, made: LineMove) -> Iterator[Threat]:
    """The move takes the player off (G9) or brings the third occurrence about (G10)."""
    here = position.squares[seat]
    assert here is not None
    who, way, end = PLAYERS[made.seat], way_name(made.direction), position.name(made.end)
    if seat not in made.after.players:
        at, me = position.name(here), PLAYERS[seat]
        text = message("glide.threat.trap", who=who, way=way, end=end, at=at, me=me)
        squares = [made.start, made.end, here]
        yield _threat(position, "trap", made.seat, made.direction, squares, text)
    elif int(made.after.state.end) == kernel.REPEATED:
        text = message("glide.threat.repeat", who=who, way=way, end=end)
        squares = [made.start, made.end]
        yield _threat(position, "repeat", made.seat, made.direction, squares, text)


def _ready(position: GlidePosition, seat: int, made: LineMove, then: GoalMove) -> Threat:
    """The move makes a threat to go to the goal, with or without an answer.

    With more players on the board, another one might have it.
    """
    alone = len(position.players) == 2 and not defences(made.after, then)
    kind = "unstoppable" if alone else "line"
    text = message(
        f"glide.threat.{kind}",
        who=PLAYERS[made.seat],
        me=PLAYERS[seat],
        way=way_name(made.direction),
        end=position.name(made.end),
        then=way_name(then.direction),
    )
    squares = [made.start, made.end, goal_of(position)]
    return _threat(position, kind, made.seat, made.direction, squares, text)


_POLICY: Final[Finder[Case, Threat]] = sort_by_kind(collect(_goals, _moves), KINDS)
