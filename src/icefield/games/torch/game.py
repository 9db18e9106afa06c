"""IceFloe: the card of the game, its options and abilities.

Everything that needs the kernel is imported where it is used, so that listing games compiles and
loads nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...core.errors import BadOption
from ...core.game import Game, Option, Position, Rule, numbered
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from .board import SUITS, suit_label
from .commentary import Commentary

if TYPE_CHECKING:
    from .position import TorchPosition

_RULES: Final = (
    *(f"T{n}" for n in range(1, 19)),
    "T18a",
    *(f"T{n}" for n in range(19, 27)),
)
_RULINGS: Final = ("T3", "T10", "T11", "T12", "T15", "T18", "T18a", "T22", "T24")
_DETAILS: Final = ("T13", "T18", "T18a", "T1", "T2")


class Torch(Commentary, Game):
    """IceFloe by Tim Schutz, for three or four players."""

    key: ClassVar[str] = "torch"
    title: ClassVar[str] = "IceFloe"
    designer: ClassVar[str] = "Tim Schutz"
    year: ClassVar[int] = 2002
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (3, 4)
    kernel: ClassVar[str] = "icefield.games.torch.kernel"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "suits",
            None,
            (None, *("".join(p) for n in (3, 4) for p in permutations(SUITS, n))),
            message("torch.option.suits"),
            form=message("torch.option.suits.form"),
        ),
        Option("return_moves", False, (False, True), message("torch.option.return_moves")),
        Option(
            "quiet_rounds",
            20,
            range(1, 1000),
            message("torch.option.quiet_rounds"),
            form=message("torch.option.quiet_rounds.form"),
        ),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> TorchPosition:
        suits = options["suits"] or SUITS[:seats]
        if len(suits) != seats:
            raise BadOption(
                message("torch.option.suits.count", suits=suits, count=seats), rule="T3"
            )
        from .kernel.state import make
        from .position import TorchPosition

        numbers = tuple(SUITS.index(suit) for suit in suits)
        return TorchPosition(make(seats, numbers, options["return_moves"], options["quiet_rounds"]))

    def read(self, text: str, **options: Any) -> TorchPosition:
        from .position import TorchPosition
        from .text.positions import parse_position

        return TorchPosition(parse_position(text.rstrip(), self.check(options)))

    @property
    def reason_kinds(self) -> Sequence[str]:
        from .explain.mistakes.reasons import REASON_KINDS

        return REASON_KINDS

    def reasons(self, mistake: Mistake) -> Sequence[Reason]:
        from .explain.mistakes.reasons import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> Sequence[Threat]:
        from .explain.threats import threats

        return threats(position, seat)

    def brushes(self, position: Position) -> Sequence[Brush]:
        from .editor import brushes

        return brushes(position)

    def paint(self, position: Position, brush: str, space: str | None) -> TorchPosition:
        from .editor import paint

        return paint(position, brush, space)

    @property
    def exports(self) -> Mapping[str, Callable[[Position], str]]:
        from .text.ppn import to_ppn

        return {"ppn": to_ppn}

    @property
    def rules(self) -> tuple[Rule, ...]:
        return numbered(self.key, _RULES, _RULINGS, _DETAILS)

    def seat_name(self, seat: int) -> Message:
        return suit_label(SUITS[seat])


TORCH_GAME: Final = Torch()
