"""Protocols for explained mistakes, threats and position editors.

They stand beside the contract and are tested with `isinstance`, like those in `abilities`.

A game knows its pieces and rules; it does not search. The caller brings the lines: the move played
with the play expected after it, and the better one. How a game finds and selects its explanations
is in `explain`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .game import Move, Position
from .message import Message
from .renamed import renamed
from .scene import Mark, Piece


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost value, and the lines that show it."""

    before: Position
    """The position in which it was made."""
    seat: int
    """Who made it."""
    played: tuple[Move, ...]
    """The move and the best play expected after it, moves of all seats and of chance in order."""
    better: tuple[Move, ...]
    """A better move and the play expected after that."""
    drop: float
    """What it gave away, in payoffs: from 0 to 2."""
    followed: tuple[Move, ...] = ()
    """What really happened after the move in a finished game, as far as it matters: up to this
    seat's next decision. Empty where the move is only considered."""
    points: tuple[int, int] | None = None
    """Where the same side wins after both moves and that is solved: what the winner scores with
    best play after the move, and after the better one. The lines need not be that long."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was a mistake: one sentence made from the position and the lines."""

    kind: str
    """A stable name such as `walks-into-capture`; one of the game's `reason_kinds`."""
    text: Message
    rule: str | None = None
    """The number of the rule, where a rule is the reason."""
    spaces: tuple[str, ...] = ()
    """Ids of the scene's spaces it speaks of, to be highlighted."""


@runtime_checkable
class ExplainsMistakes(Protocol):
    """A game that can explain why a move was a mistake."""

    @property
    def reason_kinds(self) -> Sequence[str]:
        """All kinds of reasons of this game."""

    def reasons(self, mistake: Mistake) -> Sequence[Reason]:
        """The reasons that apply, the most important first.

        Every one is true of the position and the lines; none rests on what the mover could not
        know.
        """


@dataclass(frozen=True, slots=True)
class Threat:
    """A harmful action that another player could do next."""

    kind: str
    text: Message
    by: int
    """The seat that threatens."""
    move: str
    """The notation of the move that would do it."""
    spaces: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


@runtime_checkable
class HasThreats(Protocol):
    """A game that can find threats."""

    def threats(self, position: Position, seat: int) -> Sequence[Threat]:
        """The threats of the others to a seat by their next decisions, the worst first.

        As if the seat did nothing about it. Says only what the seat may know; empty when the game
        is over.
        """


@dataclass(frozen=True, slots=True)
class Brush:
    """An element to paint on a board that is set up by hand."""

    id: str
    name: Message
    picture: tuple[Piece, ...] = ()
    """What it looks like, drawn around (0, 0) and about 1 wide."""
    everywhere: bool = False
    """Whether it needs no space: "the other side moves", "one die more"."""


@runtime_checkable
class HasPositionEditor(Protocol):
    """A game whose positions can be set up by hand, one stroke at a time."""

    def brushes(self, position: Position) -> Sequence[Brush]:
        """The brushes that can paint on this position."""

    def paint(self, position: Position, brush: str, space: str | None) -> Position:
        """The position with that stroke made, without a history.

        Raises BadPosition or another IcefieldError with one sentence as the reason; the same stroke
        again takes a piece away where that makes sense.
        """


if not TYPE_CHECKING:  # a type checker refuses the old names

    def __getattr__(name: str) -> Any:
        return renamed(__name__, name)
