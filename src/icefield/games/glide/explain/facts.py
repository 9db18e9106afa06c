"""Facts about `glide` positions and lines, found without a search.

Who could go to the goal at once and what would stop the glide there, how far a player is from it,
what the moves of a line did.

Only players bring a floe to the goal, and the first to do so wins. So in play from a start board
the way to the goal is a glide along its row or column against a *stopper*, a floe right behind it;
a step onto a floe on the goal occurs only in positions set up by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....core.game import Move
from .. import kernel
from ..board import ABSENT
from ..kernel.tables import STEP

if TYPE_CHECKING:
    from ..position import GlidePosition

FAR: Final = 5
"""How many moves of one player alone are tried at most on the way to the goal."""


@dataclass(frozen=True, slots=True)
class GoalMove:
    """A move that would end on the goal."""

    seat: int
    direction: int
    start: int
    path: tuple[int, ...]  # the squares between the player and the goal
    stopper: int | None  # the square of the floe behind the goal; None for a step (G5)


@dataclass(frozen=True, slots=True)
class LineMove:
    """One move of a line, with the positions around it."""

    before: GlidePosition
    after: GlidePosition
    seat: int
    direction: int
    start: int
    end: int
    glides: bool

    @property
    def path(self) -> tuple[int, ...]:
        """The squares that it passes, the last one included."""
        return (*_between(self.before.side, self.start, self.end, self.direction), self.end)

    @property
    def wins(self) -> bool:
        """Whether it ends on the goal (G7)."""
        return int(self.after.state.end) == kernel.GOAL_REACHED


def _between(side: int, start: int, end: int, direction: int) -> tuple[int, ...]:
    step = int(STEP[side, direction])
    return tuple(range(start + step, end, step))


def goal_of(position: GlidePosition) -> int:
    """The number of the goal's square."""
    return position.side * position.side // 2


def goal_move(position: GlidePosition, seat: int) -> GoalMove | None:
    """The move with which a player would reach the goal at once, out of turn too.

    There is never more than one: a square is in the row or in the column of the goal, not in both.
    """
    here = position.squares[seat]
    if position.outcome is not None or here is None:
        return None
    side, goal = position.side, goal_of(position)
    open_ = int(kernel.ways(position.state.players, position.seats, side, seat))
    for direction in range(4):
        if not open_ >> direction & 1:
            continue
        there, glides = position.landing(here, direction)
        if there == goal:
            behind = goal + int(STEP[side, direction]) if glides else None
            return GoalMove(seat, direction, here, _between(side, here, goal, direction), behind)
    return None


def others(position: GlidePosition, seat: int) -> tuple[int, ...]:
    """The other players on the board, in the order of their turns."""
    turns = (seat + i for i in range(1, position.seats))
    return tuple(s for s in (t % position.seats for t in turns) if s in position.players)


def defences(position: GlidePosition, threat: GoalMove) -> tuple[Move, ...]:
    """The moves after which that threat is gone or the game over."""
    return tuple(
        move for move in position.moves() if goal_move(_play(position, move), threat.seat) is None
    )


def moves_to_goal(position: GlidePosition, seat: int) -> int | None:
    """The number of moves a player needs to the goal while the others stand still.

    None above FAR.
    """
    if position.outcome is not None or seat not in position.players:
        return None
    layer = [kernel.typed(position.state._replace(mover=seat, ply=0))]
    seen = {_board(layer[0])}
    for count in range(1, FAR + 1):
        found = []
        for state in layer:
            open_ = int(kernel.ways(state.players, state.seats, state.side, seat))
            for direction in range(4):
                if not open_ >> direction & 1:
                    continue
                after = kernel.apply(state, direction)
                if after.end == kernel.GOAL_REACHED:
                    return count
                if _board(after) not in seen and kernel.square_of(after.players, seat) != ABSENT:
                    seen.add(_board(after))
                    found.append(kernel.typed(after._replace(mover=seat, ply=0)))
        layer = found
    return None


def _board(state: kernel.State) -> tuple[int, int, int]:
    return int(state.low), int(state.high), int(state.players)


def _play(position: GlidePosition, move: Move | str) -> GlidePosition:
    from ..position import GlidePosition

    after = position.play(move)
    assert isinstance(after, GlidePosition)
    return after


def with_turn(position: GlidePosition, seat: int) -> GlidePosition:
    """The same board with that player to move, without a history."""
    from ..position import GlidePosition

    state = kernel.typed(position.state._replace(mover=seat))
    return GlidePosition(state, repetition="continue")


def replay(position: GlidePosition, line: Sequence[Move]) -> tuple[LineMove, ...]:
    """The moves of a line one by one.

    A search may look past a draw that comes from the history (G10); the replay ends there.
    """
    found: list[LineMove] = []
    for move in line:
        if position.turn is None:
            break
        seat, legal = position.legal(move)
        start, after = position.squares[seat], _play(position, legal)
        assert start is not None
        end, glides = position.landing(start, legal.code)
        found.append(LineMove(position, after, seat, legal.code, start, end, glides))
        position = after
    return tuple(found)


def play_alone(
    position: GlidePosition, seat: int, directions: Sequence[int]
) -> tuple[LineMove, ...]:
    """These moves of one player while the others stand still, as far as they go."""
    found: list[LineMove] = []
    for direction in directions:
        position = with_turn(position, seat)
        made = replay(position, [move for move in position.moves() if move.code == direction])
        if not made:
            break
        found += made
        position = made[0].after
    return tuple(found)


def route(line: Sequence[LineMove], seat: int) -> list[int]:
    """The squares a player stands on in a line, the first and the last included."""
    own = [made for made in line if made.seat == seat]
    return [own[0].start, *(made.end for made in own)] if own else []


def threats_in(line: Sequence[LineMove], seat: int) -> list[int]:
    """The squares of a line from which a player threatens to go to the goal."""
    own = [made for made in line if made.seat == seat and not made.wins]
    return [made.end for made in own if goal_move(made.after, seat) is not None]
