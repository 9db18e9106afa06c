"""The card of `glide`: who made it, its options, and what it can do.

Everything else is imported when it is first needed: listing the games loads no compiled code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from ...core.abilities import Puzzle, Sign
from ...core.errors import BadDrawing, BadNotation, BadOption
from ...core.game import Game, Option, Position, Rule, numbered
from ...core.message import Message, message
from .board import (
    FLOE,
    LARGEST,
    PLAYERS,
    SMALLEST,
    STANDARD,
    WATER,
    read_drawing,
    read_level,
)

if TYPE_CHECKING:
    import numpy as np

    from ...core.mistakes import Brush, Mistake, Reason, Threat
    from ...core.scene import Scene
    from .kernel import index
    from .position import GlidePosition

_SEAT_COUNTS: Final = range(1, len(PLAYERS) + 1)
"""How many can play, own levels included."""


def _read_board(text: str) -> str | None:
    """A level in the legend of G1, in one line.

    None for what does not even look like one.
    """
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
    premoves: ClassVar[Literal["moves", "directions"] | None] = "directions"
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
        """The start position.

        Without a number of seats, two play on a named board, and on an own level those who stand on
        it.
        """
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
        from . import kernel
        from .position import GlidePosition

        at_turn = options["eliminate"] == "at-turn"
        state = kernel.make(level.side, level.floes, level.players, seats, 0, 0, at_turn)
        return GlidePosition(state, repetition=options["repetition"])

    def read(self, text: str, *, seats: int | None = None, **options: Any) -> GlidePosition:
        """The position a text stands for.

        `seats` tells how many began, where more did than the letters show.
        """
        if seats is not None and seats not in _SEAT_COUNTS:
            allowed = ", ".join(str(n) for n in _SEAT_COUNTS)
            raise BadOption(message("core.seats", game=self.title, count=seats, allowed=allowed))
        from .position import GlidePosition
        from .text.positions import read_position

        chosen = self.check(options)
        at_turn = chosen["eliminate"] == "at-turn"
        state = read_position(text.rstrip(), seats=seats, at_turn=at_turn)
        return GlidePosition(state, repetition=chosen["repetition"])

    @property
    def rules(self) -> tuple[Rule, ...]:
        numbers = tuple(f"G{n}" for n in range(1, 12))
        details = ("G9", "G8", "G1", "G2", "G3", "G11")
        return numbered(self.key, numbers, ("G2", "G3", "G9", "G10"), details)

    # -- HasValueTable ----------------------------------------------------------------------------

    def table_space(self, position: Position) -> index.Space | None:
        """All two-player positions of this side and number of floes, on boards up to 5×5."""
        from .kernel import index
        from .position import GlidePosition

        if not isinstance(position, GlidePosition) or position.seats != 2:
            return None
        if position.side > index.LARGEST_SIDE:
            return None
        return index.Space(position.side, len(position.floes))

    def table_index(self, space: index.Space) -> tuple[index.Index, np.ndarray]:
        from .kernel import index

        made = index.build(space)
        return made, index.weights(made)

    # -- HasBoardEditor (G3) and HasSolitaire (G11) ---------------------------------------------

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
        from .solitaire import puzzles

        return puzzles()

    def shortest(self, position: Position, most: int) -> tuple[str, ...] | None:
        from .solitaire import shortest

        return shortest(_own(position), most)

    # -- ExplainsMistakes, HasThreats, HasPositionEditor ----------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .explain.mistakes.reasons import KINDS

        return KINDS

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .explain.mistakes.reasons import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .explain.threats import threats

        return threats(_own(position), seat)

    def brushes(self, position: Position) -> tuple[Brush, ...]:
        from .editor import brushes

        return brushes(_own(position))

    def paint(self, position: Position, brush: str, space: str | None) -> GlidePosition:
        from .editor import paint

        return paint(_own(position), brush, space)

    def seat_name(self, seat: int) -> Message:
        return message("glide.seat", number=seat + 1, letter=PLAYERS[seat])


def _own(position: Position) -> GlidePosition:
    from .position import GlidePosition

    assert isinstance(position, GlidePosition)
    return position


GLIDE_GAME: Final = Glide()
