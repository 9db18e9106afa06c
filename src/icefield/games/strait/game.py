"""ICE FLOW as a game: its card, its options, and what clients can ask of it.

The rest is imported when it is needed, so that listing games loads no kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...core.abilities import BoardFile
from ...core.game import Game, Option, Position, Rule, numbered
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from .. import data_folder

if TYPE_CHECKING:
    from .position import StraitPosition

BOARDS: Final = data_folder("strait") / "boards"
"""The folder of the boards that come with the game."""
STANDARD_BOARD: Final = "bering"
BOARD_NAMES: Final = tuple(sorted(file.stem for file in BOARDS.glob("*.toml")))

_RULES: Final = (*(f"I{n}" for n in range(1, 31)), "I30a", "I31", "I32")
_RULINGS: Final = (
    *("I1", "I2", "I3", "I4", "I5", "I6", "I9", "I15", "I17", "I18", "I19", "I20", "I21"),
    *("I27", "I29", "I30", "I30a", "I32"),
)
_DETAILS: Final = ("I17", "I30", "I30a", "I32", "I1", "I2", "I3", "I4", "I5", "I6")


def _pack_board(text: str) -> str | None:
    """The option's value for a board file or a packed board, None for another text."""
    if "\n" not in text and ":" not in text:
        return None
    from .board_file import load_board

    return load_board(text).packed


class Strait(Game):
    """ICE FLOW."""

    key: ClassVar[str] = "strait"
    title: ClassVar[str] = "ICE FLOW"
    designer: ClassVar[str] = "Dean Conrad and John Streets"
    year: ClassVar[int] = 2008
    version: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    kernel: ClassVar[str] = "icefield.games.strait.kernel"
    draw_rule: ClassVar[str] = "I32"
    options: ClassVar[tuple[Option, ...]] = (
        Option("goal", 3, (3, 2), message("strait.option.goal")),
        Option(
            "tiles",
            "dealt",
            ("dealt", "drawn"),
            message("strait.option.tiles"),
            since=2,
            before="drawn",
        ),
        Option(
            "board",
            STANDARD_BOARD,
            BOARD_NAMES,
            message("strait.option.board"),
            form=message("strait.option.board.form"),
            parse=_pack_board,
        ),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> StraitPosition:
        from .board_file import load_board
        from .position import StraitPosition

        board = load_board(options["board"])
        state = board.start(seats, options["goal"], options["tiles"] == "dealt")
        return StraitPosition(state, on=board)

    def read(self, text: str, **options: Any) -> StraitPosition:
        from .position import StraitPosition
        from .text.positions import read_position

        chosen = self.check(options) | {"tiles": options.get("tiles")}
        state, board = read_position(text.rstrip(), chosen)
        return StraitPosition(state, on=board)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return numbered(self.key, _RULES, _RULINGS, _DETAILS)

    def seat_name(self, seat: int) -> Message:
        from .explain.move_words import seat_name

        return seat_name(seat)

    def aim(self, seat: int, **options: Any) -> Message:  # noqa: ARG002
        return message(f"strait.aim.{options.get('goal', 3)}")

    # -- boards in files (HasBoardFiles) -------------------------------------------------------

    board_option: ClassVar[str] = "board"

    @property
    def board_samples(self) -> Mapping[str, str]:
        from .board_file import read_shipped

        names = sorted(BOARD_NAMES, key=lambda name: name != STANDARD_BOARD)
        return {name: read_shipped(name) for name in names}

    def board_read(self, text: str) -> BoardFile:
        from .board_file import load_board

        board = load_board(text)
        return BoardFile(board.packed, board.name, board.reconstruction, board.facts)

    def board_text(self, value: str) -> str:
        from .board_file import board_toml

        return board_toml(value)

    # -- explanations (ExplainsMistakes, HasThreats) -------------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .explain.mistakes.reasons import KINDS

        return KINDS

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .explain.mistakes.reasons import find_reasons

        return find_reasons(mistake, _as_strait(mistake.before))

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .explain.threats import find_threats

        return find_threats(_as_strait(position), seat)

    # -- positions set up by hand (HasPositionEditor) ------------------------------------------

    def brushes(self, position: Position) -> tuple[Brush, ...]:
        from .editor import brushes

        return brushes(_as_strait(position))

    def paint(self, position: Position, brush: str, space: str | None) -> StraitPosition:
        from .editor import paint

        return paint(_as_strait(position), brush, space)


def _as_strait(position: Position) -> StraitPosition:
    """The position, known to be of this game."""
    from .position import StraitPosition

    assert isinstance(position, StraitPosition)
    return position


STRAIT_GAME: Final = Strait()
