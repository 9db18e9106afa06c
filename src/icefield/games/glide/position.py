"""`glide` as the contract sees it: the typed, checking face over the kernel, which also keeps the
count of repeated positions (G10), because a state knows nothing of its past."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from ...core.abilities import Puzzle, Sign
from ...core.errors import BadDrawing, BadNotation, BadOption, Refusal
from ...core.game import Game, Move, Option, Outcome, Position, Rule, numbered
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from ...core.scene import Scene
from . import kernel
from .board import (
    ABSENT,
    DIRECTIONS,
    FLOE,
    LARGEST,
    PLAYERS,
    SMALLEST,
    STANDARD,
    WATER,
    Level,
    read_drawing,
    read_level,
    square_name,
)
from .explain.refusals import diagnose, diagnose_touches, not_deciding
from .kernel import index
from .text import moves

_DRAWN_AT: Final = 3  # occurrences of a position (G10)
_MOST: Final = range(1, len(PLAYERS) + 1)  # how many can play, own levels included
_ENDS: Final = {
    kernel.GOAL_REACHED: ("G7", "glide.end.goal"),
    kernel.LAST_LEFT: ("G9", "glide.end.last"),
    kernel.TOO_LONG: ("G10", "glide.end.long"),
    kernel.REPEATED: ("G10", "glide.end.repeated"),
}


class GlidePosition(Position):
    """A position of Ice Floes."""

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
        """A text alone does not tell how many players began; those who left count too (G9)."""
        same = super().__eq__(other)
        if same is True and isinstance(other, GlidePosition):
            return self.seats == other.seats
        return same

    __hash__ = Position.__hash__

    @cached_property
    def _text(self) -> str:
        return moves.position_text(self._state)

    def _moves(self, seat: int) -> tuple[Move, ...]:  # noqa: ARG002
        out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
        count = kernel.moves(self._state, out)
        return tuple(self._move(int(code)) for code in out[:count])

    def _apply(self, move: Move, seat: int) -> GlidePosition:  # noqa: ARG002
        state = kernel.typed(kernel.apply(self._state, move.code))
        return GlidePosition(state, self, move, repetition=self._repetition)

    def _parse(self, text: str) -> Move:
        return Move(text, code=moves.read_move(text))

    def _not_deciding(self, seat: int) -> Refusal:
        return not_deciding(self, seat) or super()._not_deciding(seat)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return diagnose(self, moves.read_move(move.text), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return diagnose_touches(self, tuple(touches), seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self, seat)

    # -- what scene, refusals and analysis may ask ----------------------------------------------

    @property
    def side(self) -> int:
        return int(self._state.side)

    @property
    def ply(self) -> int:
        """How many moves have been made since the start of the game."""
        return int(self._state.ply)

    @property
    def goal(self) -> str:
        return self.name(self.side * self.side // 2)

    def name(self, square: int) -> str:
        return square_name(self.side, square)

    @cached_property
    def squares(self) -> tuple[int | None, ...]:
        """By seat: the number of the square the player is on, None for one who was taken off."""
        found = moves.players_of(self._state)
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
        found = moves.floes_of(self._state)
        return frozenset(s for s in range(self.side * self.side) if found >> s & 1)

    @property
    def level(self) -> Level:
        """The board as it is now."""
        return Level(self.side, moves.floes_of(self._state), moves.players_of(self._state))

    def landing(self, square: int, direction: int) -> tuple[int, bool]:
        """Where a move from there ends, and whether it is a glide (G6) or a step (G5). The next
        square is on the board and without a player."""
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
        """How often these floes, players and turn have come up since the history began, now
        included (G10)."""
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
        """What two occurrences of a position have in common."""
        st = self._state
        return int(st.low), int(st.high), int(st.players), int(st.mover)

    def _move(self, code: int) -> Move:
        here = self.squares[int(self._state.mover)]
        assert here is not None
        there, glides = self.landing(here, code)
        end = self.name(there)
        kind = "goal" if end == self.goal else "glide" if glides else "step"
        way = message(f"glide.way.{DIRECTIONS[code]}")
        said = message(f"glide.move.{kind}", way=way, end=end)
        return Move(DIRECTIONS[code], (end,), code, said)


def _read_board(text: str) -> str | None:
    """A level in the legend of G1, in one line; None for what does not even look like one."""
    if "/" not in text and "\n" not in text:
        return None
    try:
        return str(read_level(text))
    except BadNotation as error:
        raise BadDrawing(
            error.what,
            line=error.line,
            column=error.column,
            rule=error.rule,
            detail=error.refusal.code,
        ) from error


class Glide(Game):
    """Ice Floes."""

    key: ClassVar[str] = "glide"
    title: ClassVar[str] = "Ice Floes"
    designer: ClassVar[str] = "Kevin De Keyser"
    year: ClassVar[int | None] = None
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2, 4)  # on own levels also 1, to practise, and 3 (G3)
    kernel: ClassVar[str] = "icefield.games.glide.kernel"
    draw_rule: ClassVar[str] = "G10"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "board",
            "c5",
            tuple(STANDARD),
            message("glide.option.board"),
            form=message("glide.option.board.form"),
            parse=_read_board,
        ),
        Option("repetition", "draw", ("draw", "continue"), message("glide.option.repetition")),
        Option("eliminate", "at-once", ("at-once", "at-turn"), message("glide.option.eliminate")),
    )

    def start(self, seats: int | None = None, **options: Any) -> GlidePosition:
        """The start position. Without a number of seats, two play on a named board, and on an own
        level whoever stands on it."""
        chosen = self.check(options)
        if seats is None:
            board = chosen["board"]
            seats = self.seats[0] if board in STANDARD else len(read_level(board).players)
        return self._start(seats, chosen)

    def _start(self, seats: int, options: dict[str, Any]) -> GlidePosition:
        board = options["board"]
        if board in STANDARD:
            if seats not in STANDARD[board]:
                allowed = ", ".join(str(n) for n in STANDARD[board])
                said = message(
                    "glide.option.board.seats", board=board, count=seats, allowed=allowed
                )
                raise BadOption(said, rule="G2", detail="board-seats")
            level = read_level(STANDARD[board][seats])
        else:
            level = read_level(board)
            if len(level.players) != seats:
                said = message("glide.option.level.seats", count=seats, found=len(level.players))
                raise BadOption(said, rule="G3", detail="level-seats")
        at_turn = options["eliminate"] == "at-turn"
        state = kernel.make(level.side, level.floes, level.players, seats, 0, 0, at_turn)
        return GlidePosition(state, repetition=options["repetition"])

    def read(self, text: str, *, seats: int | None = None, **options: Any) -> GlidePosition:
        """The position a text stands for. `seats` tells how many began, where more did than the
        letters show."""
        if seats is not None and seats not in _MOST:
            allowed = ", ".join(str(n) for n in _MOST)
            raise BadOption(message("core.seats", game=self.title, count=seats, allowed=allowed))
        chosen = self.check(options)
        at_turn = chosen["eliminate"] == "at-turn"
        state = moves.read_position(text.rstrip(), seats=seats, at_turn=at_turn)
        return GlidePosition(state, repetition=chosen["repetition"])

    @property
    def rules(self) -> tuple[Rule, ...]:
        return numbered(self.key, (f"G{n}" for n in range(1, 12)), ("G2", "G9", "G10"))

    def table_space(self, position: Position) -> index.Space | None:
        """All two-player positions of this side and number of floes, on boards up to 5×5."""
        if not isinstance(position, GlidePosition) or position.seats != 2:
            return None
        if position.side > index.LARGEST_SIDE:
            return None
        return index.Space(position.side, len(position.floes))

    def table_index(self, space: index.Space) -> tuple[index.Index, np.ndarray]:
        made = index.build(space)
        return made, index.weights(made)

    # -- drawn boards (G3) and practice (G11) ---------------------------------------------------

    @property
    def level_option(self) -> str:
        return "board"

    @property
    def level_signs(self) -> tuple[Sign, ...]:
        return (
            Sign(WATER, message("glide.space.water")),
            Sign(FLOE, message("glide.space.floe")),
            *(Sign(sign, self.seat_name(i), once=True) for i, sign in enumerate(PLAYERS)),
        )

    @property
    def level_sides(self) -> tuple[int, ...]:
        return tuple(range(SMALLEST, LARGEST + 1, 2))

    @property
    def level_samples(self) -> dict[str, str]:
        return {
            name if seats == self.seats[0] else f"{name} ({seats})": text
            for name, boards in STANDARD.items()
            for seats, text in boards.items()
        }

    def level_read(self, text: str) -> tuple[str, int]:
        level = read_level(text)
        return str(level), len(level.players)

    def level_scene(self, text: str) -> Scene:
        from .scene.scene import level_scene

        return level_scene(*read_drawing(text))

    @property
    def practice_rule(self) -> str:
        return "G11"

    def practice_options(self, level: str) -> dict[str, Any]:
        return {self.level_option: level, "repetition": "continue"}

    def puzzles(self) -> tuple[Puzzle, ...]:
        from .puzzles import puzzles

        return puzzles()

    def shortest(self, position: Position, most: int) -> tuple[str, ...] | None:
        from .solitaire import shortest

        assert isinstance(position, GlidePosition)
        return shortest(position, most)

    # -- in words, and by hand ------------------------------------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .explain.mistakes.reasons import KINDS

        return KINDS

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .explain.mistakes.reasons import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .explain.threats import threats

        assert isinstance(position, GlidePosition)
        return threats(position, seat)

    def brushes(self, position: Position) -> tuple[Brush, ...]:
        from .editor import brushes

        assert isinstance(position, GlidePosition)
        return brushes(position)

    def paint(self, position: Position, brush: str, space: str | None) -> GlidePosition:
        from .editor import paint

        assert isinstance(position, GlidePosition)
        return paint(position, brush, space)

    def seat_name(self, seat: int) -> Message:
        return message("glide.seat", number=seat + 1, letter=PLAYERS[seat])


GLIDE_GAME: Final = Glide()
GlidePosition.game = GLIDE_GAME
