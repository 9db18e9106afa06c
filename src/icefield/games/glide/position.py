"""Positions of `glide`: the typed, checking face over the kernel.

It also counts repeated positions (G10), because a state has no history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from ...core.abilities import SeatCard
from ...core.errors import Refusal
from ...core.game import Game, Move, Outcome, Position
from ...core.message import message
from ...core.scene import Scene
from . import kernel
from .board import ABSENT, DIRECTIONS, Level, square_name
from .explain.move_words import move_words
from .explain.refusals import explain_move, explain_seat, explain_touches
from .game import GLIDE_GAME
from .text.moves import read_move
from .text.positions import floes_of, players_of, position_text

_DRAWN_AT: Final = 3  # occurrences of a position (G10)
_ENDS: Final = {
    kernel.GOAL_REACHED: ("G7", "glide.end.goal"),
    kernel.LAST_LEFT: ("G9", "glide.end.last"),
    kernel.TOO_LONG: ("G10", "glide.end.long"),
    kernel.REPEATED: ("G10", "glide.end.repeated"),
}


class GlidePosition(Position):
    """A position of Ice Floes."""

    game: ClassVar[Game] = GLIDE_GAME
    _state: kernel.State

    def __init__(
        self,
        state: kernel.State,
        before: GlidePosition | None = None,
        last: Move | None = None,
        *,
        repetition: str = "draw",
    ):
        super().__init__(state, before, last)
        self._repetition = repetition
        if repetition == "draw" and state.end == kernel.GOING_ON and self.occurrences >= _DRAWN_AT:
            self._state = kernel.typed(kernel.repeated(state))

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return int(self._state.seats)

    @property
    def options(self) -> Mapping[str, Any]:
        """The board is not among them: it is in the text."""
        eliminate = "at-turn" if self._state.at_turn else "at-once"
        return {"repetition": self._repetition, "eliminate": eliminate}

    @property
    def turn(self) -> int | None:
        return int(self._state.mover) if self._state.end == kernel.GOING_ON else None

    @cached_property
    def outcome(self) -> Outcome | None:
        if self._state.end == kernel.GOING_ON:
            return None
        rule, reason = _ENDS[int(self._state.end)]
        winner = int(self._state.winner)
        if winner == kernel.NOBODY:
            return Outcome((0,) * self.seats, (), message(reason), rule)
        scores = tuple(int(seat == winner) for seat in range(self.seats))
        if self.seats == 1:
            said = message("glide.end.practice", n=self.ply)
        else:
            said = message(reason, who=self.seat_name(winner))
        return Outcome(scores, (winner,), said, rule)

    def __str__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        """A text alone does not tell how many players began.

        Those who left count too (G9).
        """
        same = super().__eq__(other)
        if same is True and isinstance(other, GlidePosition):
            return self.seats == other.seats
        return same

    __hash__ = Position.__hash__

    @cached_property
    def _text(self) -> str:
        return position_text(self._state)

    def _moves(self, seat: int) -> tuple[Move, ...]:  # noqa: ARG002
        out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
        count = kernel.moves(self._state, out)
        return tuple(self._move(int(code)) for code in out[:count])

    def _apply(self, move: Move, seat: int) -> GlidePosition:  # noqa: ARG002
        state = kernel.typed(kernel.apply(self._state, move.code))
        return GlidePosition(state, self, move, repetition=self._repetition)

    def _parse(self, text: str) -> Move:
        return Move(text, code=read_move(text))

    def _not_deciding(self, seat: int) -> Refusal:
        return explain_seat(self, seat) or super()._not_deciding(seat)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return explain_move(self, read_move(move.text), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return explain_touches(self, tuple(touches), seat)

    def seat_card(self, seat: int) -> SeatCard:
        from .scene.trays import seat_card

        return seat_card(seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self, seat)

    # -- facts for scene, refusals and analysis -------------------------------------------------

    @property
    def side(self) -> int:
        return int(self._state.side)

    @property
    def ply(self) -> int:
        """The number of moves since the start of the game."""
        return int(self._state.ply)

    @property
    def goal(self) -> str:
        return self.name(self.side * self.side // 2)

    def name(self, square: int) -> str:
        return square_name(self.side, square)

    @cached_property
    def squares(self) -> tuple[int | None, ...]:
        """By seat the number of the player's square, None for one who was taken off."""
        found = players_of(self._state)
        return tuple(None if at == ABSENT else at for at in found)

    @property
    def players(self) -> dict[int, str]:
        """The square of each player on the board, by seat."""
        return {seat: self.name(at) for seat, at in enumerate(self.squares) if at is not None}

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The seats whose players were taken off (G9)."""
        return tuple(seat for seat, at in enumerate(self.squares) if at is None)

    @cached_property
    def floes(self) -> frozenset[int]:
        """The squares with floes, those under players included."""
        found = floes_of(self._state)
        return frozenset(s for s in range(self.side * self.side) if found >> s & 1)

    @property
    def level(self) -> Level:
        """The board as it is now."""
        return Level(self.side, floes_of(self._state), players_of(self._state))

    def landing(self, square: int, direction: int) -> tuple[int, bool]:
        """The end of a move from there, and whether it is a glide (G6) or a step (G5).

        The next square is on the board and without a player.
        """
        there, glides = kernel.landing(self._state, square, direction)
        return int(there), bool(glides)

    def with_state(self, state: kernel.State) -> GlidePosition:
        return GlidePosition(kernel.typed(state), repetition=self._repetition)

    @property
    def repetition_draws(self) -> bool:
        """Whether the third occurrence of a position is a draw (G10)."""
        return self._repetition == "draw"

    @property
    def repeats_within(self) -> int:
        return kernel.LONGEST + 1 if self.repetition_draws else 0

    @cached_property
    def occurrences(self) -> int:
        """The occurrences of these floes, players and turn so far, now included (G10)."""
        count, now = 0, self._same
        position: GlidePosition | None = self
        while position is not None:
            count += position._same == now
            position = position._before
        return count

    def worn(self) -> tuple[GlidePosition, ...]:
        """The positions so far whose next occurrence is a draw (G10)."""
        if not self.repetition_draws:
            return ()
        found: list[GlidePosition] = []
        position: GlidePosition | None = self
        seen: set[tuple[int, ...]] = set()
        while position is not None:
            if position._same not in seen and position.occurrences == _DRAWN_AT - 1:
                found.append(position)
            seen.add(position._same)
            position = position._before
        return tuple(found)

    @cached_property
    def _same(self) -> tuple[int, ...]:
        """The values that two occurrences of a position have in common."""
        st = self._state
        return int(st.low), int(st.high), int(st.players), int(st.mover)

    def _move(self, code: int) -> Move:
        here = self.squares[int(self._state.mover)]
        assert here is not None
        there, _ = self.landing(here, code)
        return Move(
            DIRECTIONS[code],
            (self.name(there),),
            code,
            move_words(self, code),
            start=self.name(here),
            directed=True,
        )
