"""The contract of games: `Game`, `Option`, `Rule`.

`Position`, `Move` and `Outcome` come from `position` and can be imported from here too.

Every game, every face of the product and every search meets here and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Final, Literal

from .arguments import bad_argument, check_seat, check_text, checks_arguments, whole_number
from .errors import BadOption
from .message import Message, message
from .position import CHANCE, Move, Outcome, Position

__all__ = [
    "CHANCE",
    "Game",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "Rule",
    "numbered",
]


@dataclass(frozen=True, slots=True)
class Option:
    """A rules option of a game: its name, the values it may take, the default."""

    name: str
    default: Any
    choices: Sequence[Any]
    about: Message
    form: Message | None = None  # says which values there are, where a list would be too long
    parse: Callable[[str], Any] | None = None
    """Reads a text that is none of the choices, such as a drawn board; None or BadOption when it
    cannot."""
    since: int = 1
    """The version of the game that brought the option."""
    before: Any = None
    """The value that games of earlier versions were played with."""

    def check(self, value: Any) -> Any:
        """The valid value; raises BadOption, which lists the values.

        Texts are converted, so that options can come from a command line or a record.
        """
        for choice in self.choices:
            same = value == choice and isinstance(value, bool) == isinstance(choice, bool)
            if same or (isinstance(value, str) and value.lower() == str(choice).lower()):
                return choice
        if self.parse is not None and isinstance(value, str):
            read = self.parse(value)
            if read is not None:
                return read
        allowed = self.form or ", ".join(str(c) for c in self.choices)
        raise BadOption(
            message("core.option.value", name=self.name, value=str(value)[:40], allowed=allowed)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule in our own words."""

    number: str
    title: Message
    text: Message
    ruling: bool = False  # our decision where the source text is silent
    detail: bool = False  # coordinates, variants and rare cases, to be read last


@checks_arguments
def numbered(
    key: str,
    numbers: Sequence[str],
    rulings: Collection[str] = (),
    details: Collection[str] = (),
) -> tuple[Rule, ...]:
    """The rules of a game in the order in which to read them, `details` last.

    The words are in its catalogue.
    """
    return tuple(
        Rule(
            number,
            message(f"{key}.rule.{number}.title"),
            message(f"{key}.rule.{number}.text"),
            ruling=number in rulings,
            detail=number in details,
        )
        for number in (*(n for n in numbers if n not in details), *details)
    )


class Game(ABC):
    """A game: its author, seats and options, and how to start one."""

    key: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    year: ClassVar[int | None]
    """When it was published, where that is known."""
    version: ClassVar[int]
    """Goes up when a position or record could mean something else than before."""
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    kernel: ClassVar[str]
    """The dotted name of the compiled kernel module; searches bind to it by a tag."""
    pair: ClassVar[str | None] = None
    """The rule that makes two games with the seats swapped one match, where there is one."""
    premoves: ClassVar[Literal["moves", "directions"] | None] = None
    """How a player may choose a move before the turn comes: as two places or as a direction.

    None where something is hidden, where chance decides between the turns, or where a turn has
    several decisions: a move chosen before would mean something else when it is made.
    """

    unequal: ClassVar[Message | None] = None
    """Says that the sides are not equally strong, where they are not."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name, checked in _CHECKED.items():
            if name in vars(cls):
                setattr(cls, name, checked(vars(cls)[name]))

    def start(self, seats: int | None = None, **options: Any) -> Position:
        """The start position; raises BadOption, which lists the values."""
        count = self.seats[0] if seats is None else whole_number("seats", seats)
        if count not in self.seats:
            allowed = ", ".join(str(n) for n in self.seats)
            raise BadOption(message("core.seats", game=self.title, count=count, allowed=allowed))
        return self._start(count, self.check(options))

    def check(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, defaults filled in; raises BadOption."""
        if not isinstance(options, Mapping):
            raise bad_argument("options", options)
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    message("core.option.unknown", name=str(name)[:40], game=self.title)
                    if not known
                    else message(
                        "core.option.unknown_of",
                        name=str(name)[:40],
                        game=self.title,
                        allowed=", ".join(sorted(known)),
                    )
                )
        return {
            name: option.check(options[name]) if name in options else option.default
            for name, option in known.items()
        }

    def options_of(self, version: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a game of that version: with those that came later."""
        older = {o.name: o.before for o in self.options if o.since > version}
        return {**older, **given}

    @abstractmethod
    def _start(self, seats: int, options: dict[str, Any]) -> Position: ...

    @abstractmethod
    def read(self, text: str, **options: Any) -> Position:
        """The position a text stands for; raises BadNotation with the column."""

    def named_start(self, first: Position) -> Mapping[str, Any]:  # noqa: ARG002
        """The options by which records name a first position, such as initial places.

        They have no effect once the position is set up.
        """
        return {}

    @property
    @abstractmethod
    def rules(self) -> tuple[Rule, ...]:
        """The numbered rules in our own words, in the order in which to read them."""

    @abstractmethod
    def seat_name(self, seat: int) -> Message:
        """The name of the seat: "Seals", "Suns", "Player 2"."""

    @property
    def promise(self) -> Message:
        """One line about the game."""
        return message(f"{self.key}.promise")

    def aim(self, seat: int, **options: Any) -> Message:  # noqa: ARG002
        """What the seat plays for: one sentence addressed to its player.

        `options` are those of the position, because they may change what wins.
        """
        check_seat(seat, max(self.seats))
        return message(f"{self.key}.aim")

    @property
    def designers(self) -> Message:
        """The names of the designers, joined as the reader's language does it."""
        first, _, last = self.designer.rpartition(" and ")
        if not first:
            return message("core.designers.one", name=last)
        return message("core.designers.two", first=first, last=last)

    def __repr__(self) -> str:
        return f"<Game {self.key}: {self.title}>"


def _with_checked_text(method: Callable[..., Any]) -> Callable[..., Any]:
    """`read` of a game, which raises BadArgument for what is no text."""

    @wraps(method)
    def checked(game: Game, text: str, **options: Any) -> Any:
        check_text("text", text)
        return method(game, text, **options)

    return checked


def _with_checked_seat(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a game that raises BadArgument for what is no seat of it."""

    @wraps(method)
    def checked(game: Game, seat: int, **options: Any) -> Any:
        if seat is None:
            raise bad_argument("seat", seat)
        check_seat(seat, max(game.seats))
        return method(game, seat, **options)

    return checked


def _with_checked_seats(method: Callable[..., Any]) -> Callable[..., Any]:
    """`start` of a game, which raises BadArgument for what is no number of seats."""

    @wraps(method)
    def checked(game: Game, seats: int | None = None, **options: Any) -> Any:
        return method(game, None if seats is None else whole_number("seats", seats), **options)

    return checked


_CHECKED: Final = {
    "start": _with_checked_seats,
    "read": _with_checked_text,
    "seat_name": _with_checked_seat,
    "aim": _with_checked_seat,
}
"""The methods of games whose arguments are checked."""
