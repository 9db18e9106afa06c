"""The contract of games: `Game`, `Option`, `Rule`.

`Position`, `Move` and `Outcome` come from `position` and can be imported from here too.

Every game, every face of the product and every search meets here and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

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

    def check(self, value: Any) -> Any:
        """The value, or BadOption that says which values there are.

        Texts are understood, so that options can come from a command line or a record.
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


def numbered(key: str, numbers: Iterable[str], rulings: Collection[str] = ()) -> tuple[Rule, ...]:
    """The rules of a game by their numbers; the words are in its catalogue."""
    return tuple(
        Rule(
            number,
            message(f"{key}.rule.{number}.title"),
            message(f"{key}.rule.{number}.text"),
            ruling=number in rulings,
        )
        for number in numbers
    )


class Game(ABC):
    """A game: who made it, for how many, with which options, and how to start one."""

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

    def start(self, seats: int | None = None, **options: Any) -> Position:
        """The start position. Options are checked: BadOption says what is allowed."""
        count = self.seats[0] if seats is None else seats
        if count not in self.seats:
            allowed = ", ".join(str(n) for n in self.seats)
            raise BadOption(message("core.seats", game=self.title, count=count, allowed=allowed))
        return self._start(count, self.check(options))

    def check(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, defaults filled in; raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    message("core.option.unknown", name=name[:40], game=self.title)
                    if not known
                    else message(
                        "core.option.unknown_of",
                        name=name[:40],
                        game=self.title,
                        allowed=", ".join(sorted(known)),
                    )
                )
        return {
            name: option.check(options[name]) if name in options else option.default
            for name, option in known.items()
        }

    @abstractmethod
    def _start(self, seats: int, options: dict[str, Any]) -> Position: ...

    @abstractmethod
    def read(self, text: str, **options: Any) -> Position:
        """The position a text stands for; raises BadNotation with the column."""

    def named_start(self, first: Position) -> Mapping[str, Any]:  # noqa: ARG002
        """The options by which records name a first position, such as where pieces begin.

        They are not in force any more once it is set up.
        """
        return {}

    @property
    @abstractmethod
    def rules(self) -> tuple[Rule, ...]:
        """The numbered rules in our own words."""

    @abstractmethod
    def seat_name(self, seat: int) -> Message:
        """What the seat is called: "Seals", "Suns", "Player 2"."""

    @property
    def promise(self) -> Message:
        """One line that says what the game is about."""
        return message(f"{self.key}.promise")

    def __repr__(self) -> str:
        return f"<Game {self.key}: {self.title}>"
