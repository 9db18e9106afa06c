"""The card of `seals`: who made it, its options, and what it can do.

Everything else is imported when it is first needed: listing the games loads no compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from ...core.game import Game, Option, Position, Rule, numbered
from ...core.message import Message, message
from .board import SEALS, SETUPS

if TYPE_CHECKING:
    from ...core.mistakes import Brush, Mistake, Reason, Threat
    from .position import SealsPosition


class Seals(Game):
    """Go with the Floe."""

    key: ClassVar[str] = "seals"
    title: ClassVar[str] = "Go with the Floe"
    designer: ClassVar[str] = "Phil Leduc"
    year: ClassVar[int] = 2014
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    kernel: ClassVar[str] = "icefield.games.seals.kernel"
    pair: ClassVar[str | None] = "S12"
    premoves: ClassVar[Literal["moves", "directions"] | None] = "moves"
    unequal: ClassVar[Message | None] = message("seals.unequal")
    options: ClassVar[tuple[Option, ...]] = (
        Option("setup", "standard", tuple(SETUPS), message("seals.option.setup")),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> SealsPosition:  # noqa: ARG002
        return _set_up(options["setup"])

    def named_start(self, first: Position) -> Mapping[str, Any]:
        """The setup is not in force once the tokens stand: it is in the text."""
        setup = next((name for name in SETUPS if _set_up(name) == first), "standard")
        return {} if setup == "standard" else {"setup": setup}

    def read(self, text: str, **options: Any) -> SealsPosition:
        from .position import SealsPosition
        from .text.positions import read_position

        self.check(options)
        return SealsPosition(read_position(text.rstrip()))

    @property
    def rules(self) -> tuple[Rule, ...]:
        numbers = tuple(f"S{n}" for n in range(2, 13))
        return numbered(self.key, numbers, ("S2a", "S9", "S10", "S12"), details=("S1", "S2a"))

    def seat_name(self, seat: int) -> Message:
        return message("seals.seat.seals" if seat == SEALS else "seals.seat.bears")

    def aim(self, seat: int, **options: Any) -> Message:  # noqa: ARG002
        return message("seals.aim.seals" if seat == SEALS else "seals.aim.bears")

    # -- ExplainsMistakes, HasThreats, HasPositionEditor ----------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .explain.mistakes.case import KINDS

        return tuple(KINDS)

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .explain.mistakes.reasons import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .explain.threats import threats

        return threats(_own(position), seat)

    def brushes(self, position: Position) -> tuple[Brush, ...]:  # noqa: ARG002
        from .editor import brushes

        return brushes()

    def paint(self, position: Position, brush: str, space: str | None) -> SealsPosition:
        from .editor import paint

        return paint(_own(position), brush, space)


def _set_up(setup: str) -> SealsPosition:
    """The position that a setup begins with (S2, S2a)."""
    from . import kernel
    from .position import SealsPosition

    return SealsPosition(kernel.make(*SETUPS[setup].sets(), SEALS, 0))


def _own(position: Position) -> SealsPosition:
    from .position import SealsPosition

    assert isinstance(position, SealsPosition)
    return position


SEALS_GAME: Final = Seals()
