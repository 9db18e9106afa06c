"""The contract of positions: `Position`, `Move`, `Outcome`.

A position is an immutable value. `play` validates and raises; the kernels' `apply` trusts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from . import scene as scene_module
from .arguments import bad_argument, check_seat, whole_number
from .errors import (
    GameOver,
    HiddenPosition,
    IcefieldError,
    IllegalMove,
    NotYourDecision,
    Refusal,
)
from .message import Message, message
from .scene import Scene

if TYPE_CHECKING:
    from .game import Game

_T = TypeVar("_T")

CHANCE: Final = -1
"""The `turn` of a position in which dice, bag or deck decide."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision. Equal when the notation is equal; sorted by it."""

    text: str
    touches: tuple[str, ...] = field(compare=False, default=())
    """Ids of Scene elements in the order a person would press them."""
    code: int = field(compare=False, default=-1)
    """The kernel's number for the move; meaningless outside its game."""
    name: Message | None = field(compare=False, default=None)
    """What a screen reader says instead of the notation."""
    start: str | None = field(compare=False, default=None)
    """The space of the piece that goes, where the touches do not begin with it."""
    directed: bool = field(compare=False, default=False)
    """Whether the direction from `start` is enough to name the move: an arrow key or a swipe."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `scores` are the game's own points, one per seat."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Message
    rule: str

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """Winners share +1, the others share −1; a draw or an all-win is 0 for all. Sum 0."""
        seats, won = len(self.scores), len(self.winners)
        if won in (0, seats):
            return (Fraction(0),) * seats
        gain, loss = Fraction(1, won), Fraction(-1, seats - won)
        return tuple(gain if seat in self.winners else loss for seat in range(seats))


class Position(ABC):
    """An immutable value made of a state, the game's options and a history.

    Equality, hash and text cover state and options; the history does not count.
    """

    game: ClassVar[Game]
    _last: Move | None = None

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in {"view", "scene"} & {*vars(cls)}:
            setattr(cls, name, _with_checked_seat(vars(cls)[name]))

    def __init__(self, state: Any, before: Self | None = None, last: Move | None = None):
        self._state = state
        self._before = before
        self._last = last

    @property
    def state(self) -> Any:
        """The kernel's state. Only searches and the game itself read it."""
        return self._state

    def with_state(self, state: Any) -> Position:
        """The position, without a history, that a kernel's state stands for.

        The state is of the same game with the same options, and is trusted.
        """
        return type(self)(state)

    @property
    def before(self) -> Self | None:
        """The position before the last move, or None at the start of the history."""
        return self._before

    @property
    def last(self) -> Move | None:
        """The move that led here, or None at the start of the history."""
        if self._last is None and self._before is not None:
            return self.history[-1]  # of a game that keeps the history itself
        return self._last

    @cached_property
    def ply(self) -> int:
        """The number of moves made since the position this one was started or read from."""
        count = 0
        position = self
        while position._before is not None:
            count += 1
            position = position._before
            if "ply" in position.__dict__:
                return count + position.ply
        return count

    @cached_property
    def history(self) -> tuple[Move, ...]:
        """The moves made since the position this one was started or read from."""
        moves: list[Move] = []
        position = self
        known: tuple[Move, ...] = ()
        while position._before is not None and position._last is not None:
            moves.append(position._last)
            position = position._before
            known = position.__dict__.get("history", ())
            if known:  # else to walk through a game asking each position takes quadratic time
                break
        return (*known, *reversed(moves))

    # -- what a game supplies ---------------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""

    @abstractmethod
    def __str__(self) -> str:
        """The position text: `game.read(str(p)) == p`."""

    @abstractmethod
    def _moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat that may decide (or CHANCE), in any order."""

    @abstractmethod
    def _apply(self, move: Move, seat: int) -> Position:
        """The position after a move known to be legal."""

    @abstractmethod
    def _parse(self, text: str) -> Move:
        """Read a move's notation; raises BadNotation. Says nothing about legality."""

    @abstractmethod
    def _diagnose(self, move: Move, seat: int) -> Refusal:
        """The reason why this well-formed move, known to be illegal, is not allowed."""

    @abstractmethod
    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        """The reason why these touches, known to begin no legal move, do not."""

    @abstractmethod
    def scene(self, seat: int | None = None) -> Scene:
        """The drawing of the position for that seat (None: a spectator)."""

    # -- what every game gets ---------------------------------------------------------------

    @property
    def active(self) -> int | None:
        """Whose turn it is in the game's own sense; differs from `turn` in an interrupt."""
        return self.turn

    @property
    def deciders(self) -> tuple[int, ...]:
        """Every seat that may decide now: usually just `turn`, in a ballot several."""
        return () if self.turn is None or self.turn == CHANCE else (self.turn,)

    @cached_property
    def _legal(self) -> dict[int, tuple[Move, ...]]:
        return {}

    def moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves of that seat (default: `turn`), sorted by their text."""
        if seat is None:
            if self.turn is None:
                return ()
            seat = self.turn
        check_seat(seat, self.seats, CHANCE)
        if seat != self.turn and seat not in self.deciders:
            return ()
        if seat not in self._legal:
            self._legal[seat] = tuple(sorted(self._moves(seat)))
        return self._legal[seat]

    def odds(self) -> dict[Move, Fraction]:
        """The probability of each move at a chance position, summing to 1; else empty."""
        return {}

    def view(self, seat: int | None = None) -> Position:
        """The position with what that seat may not know removed.

        In a game of perfect information that is the position itself.
        """
        check_seat(seat, self.seats, CHANCE)
        return self

    @property
    def concealed(self) -> bool:
        """Whether `view` has removed something from this position."""
        return False

    def _find(self, move: str | Move, seat: int | None) -> tuple[int, Move, Move | None]:
        """The mover, the move as parsed, and the legal move it names, if any."""
        if not isinstance(move, str | Move):
            raise bad_argument("move", move)
        if seat is not None:
            whole_number("seat", seat)
        text = str(move)
        if self.turn is None:
            raise GameOver(message("core.game_over"))
        who = self.turn if seat is None else seat
        if who != self.turn and who not in self.deciders:
            refusal = self._not_deciding(who)
            raise NotYourDecision(refusal.sentence, rule=refusal.rule, detail=refusal.code)
        found = next((m for m in self.moves(who) if m.text == text), None) or self._unlisted(text)
        return who, found or self._parse(text), found

    def _not_deciding(self, seat: int) -> Refusal:
        """The reason why this seat has nothing to decide now."""
        if seat not in range(self.seats):
            sentence = message("core.no_such_seat", seat=seat + 1, count=self.seats)
            return Refusal("no-such-seat", None, sentence)
        return Refusal(NotYourDecision.code, None, message("core.not_your_decision", seat=seat + 1))

    def _unlisted(self, text: str) -> Move | None:  # noqa: ARG002
        """A legal move that `moves` does not list, such as a verdict of the players."""
        return None

    def explain(self, move: str | Move, seat: int | None = None) -> Refusal | None:
        """The reason why a move is not allowed, or None when it is legal."""
        try:
            who, parsed, found = self._find(move, seat)
        except IcefieldError as error:
            return error.refusal
        return None if found is not None else self._diagnose(parsed, who)

    def explain_touches(self, touches: Sequence[str], seat: int | None = None) -> Refusal | None:
        """The reason why these touches begin no legal move, or None when they do."""
        listed = isinstance(touches, Sequence) and not isinstance(touches, str)
        if not listed or not all(isinstance(each, str) for each in touches):
            raise bad_argument("touches", touches)
        if seat is not None:
            whole_number("seat", seat)
        who = self.turn if seat is None else seat
        if self.turn is None or who is None:
            return GameOver(message("core.game_over")).refusal
        if who != self.turn and who not in self.deciders:
            return self._not_deciding(who)
        wanted = tuple(touches)
        if any(m.touches[: len(wanted)] == wanted for m in self.moves(who)):
            return None
        return self._diagnose_touches(wanted, who)

    def legal(self, move: str | Move, seat: int | None = None) -> tuple[int, Move]:
        """The mover and the legal move that is meant; raises as `play` does."""
        who, parsed, found = self._find(move, seat)
        if found is None:
            refusal = self._diagnose(parsed, who)
            raise IllegalMove(refusal.sentence, rule=refusal.rule, detail=refusal.code)
        return who, found

    def play(self, move: str | Move, seat: int | None = None) -> Position:
        """The position after a move.

        Raises BadNotation, IllegalMove, GameOver or NotYourDecision; this position never changes.
        """
        if self.concealed:
            raise HiddenPosition(message("core.hidden_position"))
        who, found = self.legal(move, seat)
        return self._apply(found, who)

    def svg(self, seat: int | None = None) -> str:
        """The position as an SVG drawing."""
        return scene_module.draw(self, "svg", seat)

    def board(self, seat: int | None = None) -> str:
        """The position as a text drawing."""
        return scene_module.draw(self, "text", seat)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.key} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or other.game is not self.game:
            return NotImplemented
        return str(self) == str(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.game.key, str(self)))

    @property
    def options(self) -> Mapping[str, Any]:
        """The rules options in force."""
        return {}

    def seat_name(self, seat: int) -> Message:
        """The name of the seat in this game."""
        return self.game.seat_name(seat)


def _with_checked_seat(method: Callable[[Any, int | None], _T]) -> Callable[..., _T]:
    """A method of a game's positions that raises BadArgument for what is no seat."""

    @wraps(method)
    def checked(position: Position, seat: int | None = None) -> _T:
        check_seat(seat, position.seats, CHANCE)
        return method(position, seat)

    return checked
