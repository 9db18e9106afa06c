"""A mistake with its two lines replayed: what every finder looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .....core.errors import IcefieldError
from .....core.explain import Mistake
from .....core.game import Move
from ...position import TorchPosition
from ...scene.last_turn import LostTile, lost_tiles
from ...text.moves import ParsedMove, parse_move
from ..facts import known_position, select_own


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line, and the tiles that left the game with it."""

    seat: int
    move: str
    parsed: ParsedMove
    before: TorchPosition
    after: TorchPosition
    lost: tuple[LostTile, ...]

    @property
    def option(self) -> str | None:
        """The option of a vote, of coins or of a decided tie; None for other moves."""
        return self.parsed.option if self.parsed.kind in ("vote", "add", "choose") else None

    def cost(self, suit: str) -> tuple[str, ...]:
        """The pyramids that a suit loses with the move."""
        return tuple(p for lost in self.lost for p in select_own(lost.pyramids, suit))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves as far as it can be replayed."""

    steps: tuple[Step, ...]

    @property
    def first(self) -> Step:
        """Its first move."""
        return self.steps[0]

    @property
    def end(self) -> TorchPosition:
        """The position after its last move."""
        return self.steps[-1].after

    def losses(self) -> Iterator[tuple[Step, LostTile]]:
        """Each lost tile, with the move that lost it."""
        for step in self.steps:
            for lost in step.lost:
                yield step, lost

    def later_losses(self) -> Iterator[tuple[Step, LostTile]]:
        """The tiles lost after the first move, in the same round."""
        for step, lost in self.losses():
            if step is not self.first and step.before.round == self.first.before.round:
                yield step, lost

    def completes(self, *phases: str) -> bool:
        """Whether it comes to the end of these phases of the round in which it begins."""
        return any(
            step.before.round == self.first.before.round
            and step.before.phase.startswith(phases)
            and not step.after.phase.startswith(phases)
            for step in self.steps
        )

    def cost(self, suit: str) -> tuple[str, ...]:
        """The pyramids that a suit loses in the line."""
        return tuple(p for step in self.steps for p in step.cost(suit))

    def chosen_option(self) -> str | None:
        """The option chosen by the ballot in which the line begins.

        None when the line ends before that, or when the ballot is void.
        """
        opening = self.first.before
        for step in self.steps:
            if opening.phase.startswith("suit"):
                for lost in step.lost:
                    return lost.tile[0]
            elif step.after.number is not None and step.after.round == opening.round:
                return str(step.after.number)
        return None


def replay(position: TorchPosition, moves: Sequence[Move | str], seat: int) -> Line:
    """A line from a position: the first move is that seat's, then whose turn it is.

    It ends before a move that is not legal, as in a line that counts on secret votes.
    """
    steps: list[Step] = []
    who: int | None = seat
    for move in moves:
        text = str(move)
        try:
            after = position.play(text, who)
        except IcefieldError:
            break
        assert isinstance(after, TorchPosition)
        mover = (position.turn if who is None else who) or 0
        parsed = parse_move(text)
        lost = lost_tiles(position, after, parsed, mover)
        steps.append(Step(mover, text, parsed, position, after, lost))
        position, who = after, None
    return Line(tuple(steps))


class Case:
    """A mistake with its lines replayed from what the mover knew."""

    def __init__(self, mistake: Mistake):
        assert isinstance(mistake.before, TorchPosition)
        self.seat = mistake.seat
        self.before = known_position(mistake.before, mistake.seat)
        self.suit = self.before.suits[mistake.seat]
        self.played = replay(self.before, mistake.played, mistake.seat)
        self.better = replay(self.before, mistake.better, mistake.seat)
        self._mistake = mistake

    @property
    def complete(self) -> bool:
        """Whether both lines have at least their first move."""
        return bool(self.played.steps and self.better.steps)

    @property
    def equivalent(self) -> bool:
        """Whether both moves lead to the same position: a jump, and two steps."""
        return str(self.played.first.after) == str(self.better.first.after)

    @cached_property
    def followed(self) -> Line:
        """The play that followed in the real game.

        Known only afterwards, so it may be mentioned, but no reason may rest on it.
        """
        before = self._mistake.before
        assert isinstance(before, TorchPosition)
        return replay(before, (*self._mistake.played[:1], *self._mistake.followed), self.seat)

    @property
    def is_movement(self) -> bool:
        """Whether the mistake is a movement (T8)."""
        return self.before.phase == "move"

    @property
    def moved_pyramids(self) -> tuple[str, ...]:
        """The mover's pyramids that are somewhere else after the move."""
        before, after = self.before.pyramids, self.played.first.after.pyramids
        return tuple(p for p in select_own(after, self.suit) if before.get(p) != after[p])

    @property
    def move(self) -> str:
        """The text of the move that was a mistake."""
        return self.played.first.move

    @property
    def better_move(self) -> str:
        """The text of the better move."""
        return self.better.first.move
