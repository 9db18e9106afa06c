"""What the others could do next to a player of `glide`, the worst first: go to the goal, make a
threat that has no answer, take the player off, bring about the draw by repetition, or make a threat
that has one.

Nothing is searched: each other player makes one move as if it were the next, and at most one answer
of the threatened player is tried after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.mistakes import Threat
from ....core.scene import Mark
from .. import kernel
from ..board import DIRECTIONS, PLAYERS
from .facts import Made, Shot, goal_of, others, parries, passed, replay, shot
from .move_words import stop_name, way_name

if TYPE_CHECKING:
    from ..position import GlidePosition

KINDS: Final = ("goal", "unstoppable", "trap", "repeat", "line")
"""The worst first."""


def threats(position: GlidePosition, seat: int) -> tuple[Threat, ...]:
    """What the others could do to this seat with their next moves if it did nothing about it."""
    if position.outcome is not None or seat not in position.players:
        return ()
    found = [
        threat
        for other in others(position, seat)
        for threat in (*_goal(position, other), *_moves(position, seat, other))
    ]
    return tuple(sorted(found, key=lambda threat: KINDS.index(threat.kind)))


def _threat(
    position: GlidePosition, kind: str, by: int, direction: int, squares: list[int], text: Message
) -> Threat:
    """A threat whose move goes from the first of these squares to the second."""
    at = {space.id: (space.x, space.y) for space in position.scene().spaces}
    names = [position.name(square) for square in squares]
    mark = Mark("threat", (at[names[0]], at[names[1]]), space=names[1], name=text)
    return Threat(kind, text, by, DIRECTIONS[direction], tuple(names), (mark,))


def _goal(position: GlidePosition, by: int) -> Iterator[Threat]:
    """The other player stands ready for the goal (G7)."""
    found = shot(position, by)
    if found is None:
        return
    who, way, goal = PLAYERS[by], way_name(found.direction), position.goal
    squares = [found.start, goal_of(position)]
    if found.stopper is None:
        text = message("glide.threat.goal.step", who=who, way=way, goal=goal)
    else:
        squares.append(found.stopper)
        stop = stop_name(position, found.stopper)
        text = message("glide.threat.goal", who=who, way=way, goal=goal, stop=stop)
    yield _threat(position, "goal", by, found.direction, squares, text)


def _moves(position: GlidePosition, seat: int, by: int) -> Iterator[Threat]:
    """What the other player's moves that do not end on the goal would bring about."""
    ready = shot(position, by) is not None
    now = position if position.turn == by else passed(position, by)
    for move in now.moves():
        (made,) = replay(now, [move])
        if made.wins:
            continue
        yield from _ended(position, seat, made)
        then = shot(made.after, by)
        if then is not None and not ready:
            yield _ready(position, seat, made, then)


def _ended(position: GlidePosition, seat: int, made: Made) -> Iterator[Threat]:
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


def _ready(position: GlidePosition, seat: int, made: Made, then: Shot) -> Threat:
    """The move makes a threat to go to the goal, with or without an answer. With more players on
    the board somebody else might have one."""
    alone = len(position.players) == 2 and not parries(made.after, then)
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
