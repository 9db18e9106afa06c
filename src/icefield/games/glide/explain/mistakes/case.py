"""A mistake in `glide` with its lines replayed, and what its finders share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .....core.explain import Mistake, Reason
from .....core.explain import reason as game_reason
from .....core.message import Message
from ...board import PLAYERS
from ...position import GlidePosition
from ..facts import GoalMove, LineMove, goal_move, moves_to_goal, others, replay
from ..move_words import way_name

Params = dict[str, str | int | Message]


class Case:
    """A mistake with its lines replayed."""

    def __init__(self, mistake: Mistake):
        assert isinstance(mistake.before, GlidePosition)
        self.before: GlidePosition = mistake.before
        self.me = mistake.seat
        self.played = replay(self.before, mistake.played)
        self.better = replay(self.before, mistake.better)
        self.move, self.best = self.played[0], self.better[0]
        self._distances: dict[tuple[GlidePosition, int], int | None] = {}

    def distance(self, position: GlidePosition, seat: int) -> int | None:
        """`moves_to_goal`, calculated once for each position."""
        if (position, seat) not in self._distances:
            self._distances[position, seat] = moves_to_goal(position, seat)
        return self._distances[position, seat]

    @property
    def reply(self) -> LineMove | None:
        """The next player's answer to the move played."""
        return self.played[1] if len(self.played) > 1 else None

    @property
    def duel(self) -> bool:
        """Whether two players are left, so that one of them alone must answer the other."""
        return len(self.before.players) == 2

    @cached_property
    def loss(self) -> LineMove | None:
        """The move on which another player reaches the goal in the line played."""
        last = self.played[-1]
        return last if last.wins and last.seat != self.me else None

    @cached_property
    def win(self) -> LineMove | None:
        """The move on which the mover reaches the goal in the better line."""
        last = self.better[-1]
        return last if last.wins and last.seat == self.me else None

    @cached_property
    def danger(self) -> GoalMove | None:
        """Another player's way to the goal that only the move played leaves open."""
        for seat in others(self.move.after, self.me):
            found = goal_move(self.move.after, seat)
            if found is not None and goal_move(self.best.after, seat) is None:
                return found
        return None


def reason(
    kind: str,
    case: Case,
    squares: Sequence[int | None],
    rule: str | None = None,
    form: str = "",
    /,
    **params: str | int | Message,
) -> Reason:
    """The sentence `glide.reason.<kind>`. The mover is always `me`."""
    spaces = (case.before.name(s) for s in squares if s is not None)
    return game_reason("glide", kind, rule, spaces, form, me=PLAYERS[case.me], **params)


def route_name(case: Case, squares: Sequence[int]) -> str:
    """The names of the squares of a way, from its start."""
    return "–".join(case.before.name(s) for s in squares)


def square_list(case: Case, squares: Sequence[int]) -> str:
    """The names of some squares."""
    return ", ".join(case.before.name(s) for s in squares)


def move_params(case: Case, made: LineMove) -> Params:
    """The direction and the end of a move, as parameters of a sentence."""
    return {"way": way_name(made.direction), "end": case.before.name(made.end)}
