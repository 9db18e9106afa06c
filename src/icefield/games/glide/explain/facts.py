"""What can be seen on a `glide` board without searching: who could go to the goal at once and what
would stop the glide there, how far somebody is from it, and what the moves of a line did.

Nobody but a player brings a floe to the goal, and whoever does has won. So in play from a start
board the way to the goal is a glide along its row or column against a *stopper*, a floe right
behind it; a step onto a floe on the goal is for positions set up by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ....core.game import Move
from ....core.mistakes import Mistake
from .. import kernel
from ..board import ABSENT, STEP

if TYPE_CHECKING:
    from ..position import GlidePosition

FAR: Final = 5
"""As many moves of one player alone are looked at on the way to the goal."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A move that would end on the goal."""

    seat: int
    direction: int
    start: int
    path: tuple[int, ...]  # the squares between the player and the goal
    stopper: int | None  # the square of the floe behind the goal; None for a step (G5)


@dataclass(frozen=True, slots=True)
class Made:
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
        """The squares it went over, the last one included."""
        return (*_between(self.before.side, self.start, self.end, self.direction), self.end)

    @property
    def wins(self) -> bool:
        """Whether it ends on the goal (G7)."""
        return int(self.after.state.end) == kernel.GOAL_REACHED


def _between(side: int, start: int, end: int, direction: int) -> tuple[int, ...]:
    step = int(STEP[side, direction])
    return tuple(range(start + step, end, step))


def goal_of(position: GlidePosition) -> int:
    return position.side * position.side // 2


def shot(position: GlidePosition, seat: int) -> Shot | None:
    """How a player would reach the goal at once if it were the one to move. There is never more
    than one way: a square is in the row or in the column of the goal, not in both."""
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
            return Shot(seat, direction, here, _between(side, here, goal, direction), behind)
    return None


def others(position: GlidePosition, seat: int) -> tuple[int, ...]:
    """The other players on the board, in the order of their turns."""
    turns = (seat + i for i in range(1, position.seats))
    return tuple(s for s in (t % position.seats for t in turns) if s in position.players)


def parries(position: GlidePosition, threat: Shot) -> tuple[Move, ...]:
    """The moves after which that threat is gone or the game over."""
    return tuple(
        move for move in position.moves() if shot(_play(position, move), threat.seat) is None
    )


def alone(position: GlidePosition, seat: int) -> int | None:
    """How many moves a player needs to the goal if nobody else moved; None for more than FAR."""
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


def passed(position: GlidePosition, seat: int) -> GlidePosition:
    """The same board with that player to move, without a history."""
    from ..position import GlidePosition

    state = kernel.typed(position.state._replace(mover=seat))
    return GlidePosition(state, repetition="continue")


def replay(position: GlidePosition, line: Sequence[Move]) -> tuple[Made, ...]:
    """The moves of a line one by one. A search may look past a draw that comes from the history
    (G10); the replay ends there."""
    found: list[Made] = []
    for move in line:
        if position.turn is None:
            break
        seat, legal = position.legal(move)
        start, after = position.squares[seat], _play(position, legal)
        assert start is not None
        end, glides = position.landing(start, legal.code)
        found.append(Made(position, after, seat, legal.code, start, end, glides))
        position = after
    return tuple(found)


class Case:
    """A mistake with its lines replayed."""

    def __init__(self, mistake: Mistake):
        from ..position import GlidePosition

        assert isinstance(mistake.before, GlidePosition)
        self.before: GlidePosition = mistake.before
        self.me = mistake.seat
        self.played = replay(self.before, mistake.played)
        self.better = replay(self.before, mistake.better)
        self.move, self.best = self.played[0], self.better[0]
        self._alone: dict[tuple[GlidePosition, int], int | None] = {}

    def alone(self, position: GlidePosition, seat: int) -> int | None:
        """`alone`, worked out once for each position."""
        if (position, seat) not in self._alone:
            self._alone[position, seat] = alone(position, seat)
        return self._alone[position, seat]

    @property
    def reply(self) -> Made | None:
        """The next player's answer to the move played."""
        return self.played[1] if len(self.played) > 1 else None

    @property
    def duel(self) -> bool:
        """Whether two players are left, so that one of them alone must answer the other."""
        return len(self.before.players) == 2

    @cached_property
    def loss(self) -> Made | None:
        """The move on which somebody else reaches the goal in the line played."""
        last = self.played[-1]
        return last if last.wins and last.seat != self.me else None

    @cached_property
    def win(self) -> Made | None:
        """The move on which the mover reaches the goal in the better line."""
        last = self.better[-1]
        return last if last.wins and last.seat == self.me else None

    @cached_property
    def danger(self) -> Shot | None:
        """A way to the goal that somebody has after the move played and has not after the better
        one."""
        for seat in others(self.move.after, self.me):
            found = shot(self.move.after, seat)
            if found is not None and shot(self.best.after, seat) is None:
                return found
        return None


def follow(position: GlidePosition, seat: int, directions: Sequence[int]) -> tuple[Made, ...]:
    """These moves of one player while nobody else moves, as far as they can be made."""
    found: list[Made] = []
    for direction in directions:
        position = passed(position, seat)
        made = replay(position, [move for move in position.moves() if move.code == direction])
        if not made:
            break
        found += made
        position = made[0].after
    return tuple(found)


def route(line: Sequence[Made], seat: int) -> list[int]:
    """The squares a player stands on in a line, the first and the last included."""
    own = [made for made in line if made.seat == seat]
    return [own[0].start, *(made.end for made in own)] if own else []


def threats_in(line: Sequence[Made], seat: int) -> list[int]:
    """The squares from which a player threatens to go to the goal in a line, before it does."""
    own = [made for made in line if made.seat == seat and not made.wins]
    return [made.end for made in own if shot(made.after, seat) is not None]
