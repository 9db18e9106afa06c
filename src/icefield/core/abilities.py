"""Small protocols for what only some games can do, asked for with `isinstance`.

The first half is asked of games, the second of positions. What a game can say about its positions
in words (`ExplainsMistakes`, `HasThreats`) and `HasPositionEditor` are in `mistakes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .game import Move, Position
from .message import Message
from .renamed import renamed
from .scene import Mark, Scene

if TYPE_CHECKING:
    import numpy as np

# -- abilities of games ----------------------------------------------------------------------------


class Space(Protocol):
    """A set of positions small enough to list completely."""

    @property
    def name(self) -> str:
        """Names the space in a file name and on a command line."""

    @property
    def positions(self) -> int:
        """How many positions it has, images of each other counted apart."""

    def __hash__(self) -> int:
        """Spaces are values."""


@runtime_checkable
class HasValueTable(Protocol):
    """A game whose positions can be numbered, so that a complete table can solve it."""

    def table_space(self, position: Position) -> Space | None:
        """The space a position belongs to, or None where there is no table for it."""

    def table_index(self, space: Any) -> tuple[Any, np.ndarray]:
        """What the kernel's `rank` and `unrank` need, and how many share each number."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, from `start` up to `end`, and what is wrong with it."""

    start: int
    end: int
    reason: Message


@runtime_checkable
class Discussed(Protocol):
    """A game with rules for what may be said before some of its decisions."""

    @property
    def discussion_rule(self) -> str:
        """The number of the rule about what is said."""

    def discussion(self, position: Position) -> bool:
        """Whether the players may speak at this position, before any of them decides."""

    def forbidden(self, text: str, names: Sequence[str]) -> tuple[Span, ...]:
        """The words of a comment that the rules seem to forbid; `names` are the players'."""

    def verdict(self, position: Position, seat: int) -> str:
        """The move that is played when the others find a seat's comment against the rules."""

    def arbiter(self, position: Position) -> int:
        """The seat that decides when the others are divided about a comment."""


@runtime_checkable
class AllowsDraws(Protocol):
    """A game that can end in a draw, so that its players may agree on one."""

    @property
    def draw_rule(self) -> str:
        """The number of the rule about draws."""


@runtime_checkable
class Exported(Protocol):
    """A game whose games can be written in formats of other programs."""

    @property
    def exports(self) -> Mapping[str, Callable[[Position], str]]:
        """By the name of a format: a function from a game's last position to the text."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of a drawn board: its letter, its meaning, and if it occurs only once."""

    text: str
    name: Message
    once: bool = False


@runtime_checkable
class HasBoardEditor(Protocol):
    """A game that can begin on a square board drawn by a player."""

    @property
    def level_option(self) -> str:
        """The name of the option that takes the drawn board."""

    @property
    def level_signs(self) -> Sequence[Sign]:
        """What can be painted; the first is the empty board's."""

    @property
    def level_sides(self) -> Sequence[int]:
        """How many rows and columns a board may have."""

    @property
    def level_samples(self) -> Mapping[str, str]:
        """Boards to begin from, by name."""

    def level_read(self, text: str) -> tuple[str, int]:
        """The board in one line and how many play on it; raises TextError with the place."""

    def level_scene(self, text: str) -> Scene:
        """What a board looks like that need not be complete.

        Raises TextError where it cannot be drawn.
        """


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board that a file describes."""

    value: str
    """What the game's option takes for it: one line."""
    name: str
    reconstruction: bool
    """Whether it stands in for a board that is not public."""
    facts: tuple[Message, ...] = ()
    """What there is on it, one short line each."""


@runtime_checkable
class HasBoardFiles(Protocol):
    """A game whose board is a file that people may write themselves."""

    @property
    def board_option(self) -> str:
        """The name of the option that takes a board."""

    @property
    def board_samples(self) -> Mapping[str, str]:
        """The files of the boards of the game, by name, the standard one first."""

    def board_read(self, text: str) -> BoardFile:
        """The board that a file's text, or a value of the option, stands for.

        Raises TextError with the place of what is wrong.
        """

    def board_text(self, value: str) -> str:
        """The file of a board that is given as a value of the option; raises TextError."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle for one player: the drawn board, and the fewest moves that solve it."""

    name: str
    level: str
    length: int


@runtime_checkable
class HasSolitaire(Protocol):
    """A game with a form for one player alone, who looks for the shortest solution."""

    @property
    def practice_rule(self) -> str:
        """The number of the rule about practice."""

    def practice_options(self, level: str) -> Mapping[str, Any]:
        """The options of a practice game on a drawn board."""

    def puzzles(self) -> Sequence[Puzzle]:
        """The puzzles that come with the game, the shortest first."""

    def shortest(self, position: Position, most: int) -> Sequence[str] | None:
        """The moves of the shortest solution from here, None when there is none.

        Raises NotNow when more than `most` positions would have to be looked at.
        """


# -- abilities of positions ------------------------------------------------------------------------


@runtime_checkable
class HasStake(Protocol):
    """A position of a game whose wins are worth more or less."""

    def stake(self) -> int:
        """What the winner scores when all others resign now."""


@runtime_checkable
class HasSwindles(Protocol):
    """A position in which a lost side may choose the moves that are hardest to answer."""

    def hopes(self) -> Mapping[Move, float]:
        """For each move, the probability that its player wins, between 0 and 1.

        Against an opponent that errs now and then. Empty where nothing is known about that.
        """


@dataclass(frozen=True, slots=True)
class Route:
    """A whole movement: from a space to where it can end, as ordinary moves."""

    start: str
    end: str
    moves: tuple[str, ...]
    """What to play one after the other, the end of the movement included. A client stops as soon
    as another player must decide."""
    label: Message
    """What it costs, in a few words."""
    marks: tuple[Mark, ...] = ()
    """The way, to be laid over the board."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do: marks to lay over the board and a sentence."""

    text: Message
    marks: tuple[Mark, ...] = ()


@runtime_checkable
class Routed(Protocol):
    """A position of a game with movements made of several moves."""

    def routes(self) -> Sequence[Route]:
        """One cheapest way to each space where a movement of the deciding seat can end.

        Empty where nothing is to be moved.
        """

    def preview(self, move: str) -> Preview:
        """What a legal move of the deciding seat would do; raises as `play` does."""


@runtime_checkable
class SummarisesTurns(Protocol):
    """A position of a game whose turns are made of several decisions."""

    def recap(self) -> tuple[int, Message] | None:
        """The seat whose turn the last move completed, and what happened in that turn.

        None where the last move completed no turn.
        """


@runtime_checkable
class Repeating(Protocol):
    """A position of a game in which positions that come again may end it."""

    @property
    def repeats_within(self) -> int:
        """How many positions of one game have to be remembered for that.

        0 where the options let positions come again for ever.
        """

    def worn(self) -> Sequence[Position]:
        """The positions so far that end the game as a draw when they occur once more."""


if not TYPE_CHECKING:  # a type checker refuses the old names

    def __getattr__(name: str) -> Any:
        return renamed(__name__, name)
