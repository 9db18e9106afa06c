"""Protocols for abilities that only some games have, tested with `isinstance`.

The first half are abilities of games, the second of positions. What a game can say about its
positions in words (`ExplainsMistakes`, `HasThreats`) and `HasPositionEditor` are in `mistakes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .game import Move, Position
from .message import Message
from .renamed import renamed
from .scene import Mark, Piece, Scene

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
        """The number of positions; symmetric ones count apart."""

    def __hash__(self) -> int:
        """Spaces are values."""


@runtime_checkable
class HasValueTable(Protocol):
    """A game whose positions can be numbered, so that a tablebase can solve it."""

    def table_space(self, position: Position) -> Space | None:
        """The space a position belongs to, or None where there is no table for it."""

    def table_index(self, space: Any) -> tuple[Any, np.ndarray]:
        """The argument of the kernel's `rank` and `unrank`, and the symmetric positions.

        The latter are counted for each number.
        """


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, from `start` up to `end`, and what is wrong with it."""

    start: int
    end: int
    reason: Message


@runtime_checkable
class Discussed(Protocol):
    """A game with rules for what players may say before some of its decisions."""

    @property
    def discussion_rule(self) -> str:
        """The number of the rule about what is said."""

    def discussion(self, position: Position) -> bool:
        """Whether the players may speak at this position, before any of them decides."""

    def discussed_in_chat(self, position: Position) -> bool:
        """Whether the next discussion can challenge what is said in the chat now."""

    def chat_closed(self, position: Position) -> bool:
        """Whether players may only speak in discussions."""

    def forbidden(self, text: str, names: Sequence[str]) -> tuple[Span, ...]:
        """The words of a comment that seem to break the rules; `names` are the players'."""

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
        """The signs that can be painted; the first is the empty board's."""

    @property
    def level_sides(self) -> Sequence[int]:
        """The possible numbers of rows and columns of a board."""

    @property
    def level_samples(self) -> Mapping[str, str]:
        """Boards that the editor offers, by name."""

    def level_read(self, text: str) -> tuple[str, int]:
        """The board in one line, and its seats; raises TextError with the place."""

    def level_scene(self, text: str) -> Scene:
        """The scene of a board that need not be complete.

        Raises TextError where it cannot be drawn.
        """


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board from a file."""

    value: str
    """The value of the game's option: one line."""
    name: str
    reconstruction: bool
    """Whether it stands in for a board that is not public."""
    facts: tuple[Message, ...] = ()
    """What there is on it, one short line each."""


@runtime_checkable
class HasBoardFiles(Protocol):
    """A game whose board is a file that players may write."""

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
    """A puzzle for one player: the drawn board, and the length of its solution."""

    name: str
    level: str
    length: int


@runtime_checkable
class HasSolitaire(Protocol):
    """A game with a form for one player, who looks for the shortest solution."""

    @property
    def practice_rule(self) -> str:
        """The number of the rule about practice."""

    def practice_options(self, level: str) -> Mapping[str, Any]:
        """The options of a practice game on a drawn board."""

    def puzzles(self) -> Sequence[Puzzle]:
        """The puzzles of the game, the shortest first."""

    def shortest(self, position: Position, most: int) -> Sequence[str] | None:
        """The moves of the shortest solution from here, None when there is none.

        Raises NotNow when the search would visit more than `most` positions.
        """


# -- abilities of positions ------------------------------------------------------------------------


@runtime_checkable
class HasStake(Protocol):
    """A position of a game whose wins are worth more or less."""

    def stake(self) -> int:
        """The winner's score when all others resign now."""


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
    """The moves to play, the end of the movement included. A client stops as soon
    as another player must decide."""
    label: Message
    """What it costs, in a few words."""
    marks: tuple[Mark, ...] = ()
    """The path, to be laid over the board."""
    paid: bool = False
    """Whether it costs something."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a move: marks to lay over the board and a sentence."""

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
        """The effect of a legal move of the deciding seat; raises as `play` does."""


@runtime_checkable
class SummarisesTurns(Protocol):
    """A position of a game whose turns are made of several decisions."""

    def recap(self) -> tuple[int, Message] | None:
        """The seat and events of the turn that the last move completed.

        None where the last move completed no turn.
        """


@runtime_checkable
class TellsEffects(Protocol):
    """A position of a game whose moves do more than their names say."""

    def effects(self) -> Sequence[Message]:
        """What the last move led to, one whole sentence each.

        Empty where its name says all.
        """


@dataclass(frozen=True, slots=True)
class BallotOption:
    """An option of a ballot: its votes and coins."""

    name: str | Message
    total: int
    voters: tuple[int, ...]
    coins: tuple[tuple[int, int], ...] = ()
    """A seat and what it added, in order."""
    picture: tuple[Piece, ...] = ()
    """Its symbol, drawn around (0, 0) and about 1 wide."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A ballot whose votes are revealed; the option with the highest total first."""

    title: Message
    options: tuple[BallotOption, ...]
    results: tuple[Message, ...]
    """What came of it, one whole sentence each; empty while coins are added."""


@runtime_checkable
class HasBallots(Protocol):
    """A position of a game in which the seats vote."""

    def last_ballot(self) -> Ballot | None:
        """The last ballot whose votes are revealed; None before the first."""


@runtime_checkable
class ExplainsScore(Protocol):
    """A position of a game whose points come from several sources."""

    def score_parts(self) -> Sequence[Message]:
        """How the final points of each seat came about; empty before the end."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Some of what a seat owns: how many of one kind, or a short text."""

    name: Message
    """The whole fact in words: "2 fish", "12 points"."""
    text: str
    """What stands beside the picture: "2", "1/3"."""
    picture: tuple[Piece, ...] = ()
    """Its symbol, drawn around (0, 0) and about 1 wide."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """What a player's box shows: the seat's piece in its colour, and what it owns."""

    picture: tuple[Piece, ...]
    """The seat's piece, drawn around (0, 0) and about 1 wide."""
    holdings: tuple[Holding, ...] = ()


@runtime_checkable
class HasSeatCards(Protocol):
    """A position whose seats are told apart by pieces and own things that are public."""

    def seat_card(self, seat: int) -> SeatCard:
        """The card of a seat, its kinds in the same order all game."""


@runtime_checkable
class Repeating(Protocol):
    """A position of a game in which repetition may end the game."""

    @property
    def repeats_within(self) -> int:
        """The number of positions of one game to remember for that.

        It is 0 where the options allow endless repetition.
        """

    def worn(self) -> Sequence[Position]:
        """The positions so far whose next occurrence ends the game as a draw."""


if not TYPE_CHECKING:  # a type checker refuses the old names

    def __getattr__(name: str) -> Any:
        return renamed(__name__, name)
