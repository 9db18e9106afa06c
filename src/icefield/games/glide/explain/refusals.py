"""Refusals of moves and touches of `glide`, with the rule and what to do.

The finders stand in the order in which their reasons are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from ....core.errors import Refusal
from ....core.explain import Finder, explain_first, find_first, refusal
from ..board import DOWN, LEFT, RIGHT, UP
from ..kernel.tables import OPEN, STEP
from .move_words import way_name

if TYPE_CHECKING:
    from ..position import GlidePosition

_refusal = partial(refusal, "glide")


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A direction in which the player to move cannot go."""

    position: GlidePosition
    here: int
    direction: int

    @property
    def beside(self) -> int:
        """The next square in that direction."""
        return self.here + int(STEP[self.position.side, self.direction])


@dataclass(frozen=True, slots=True)
class IllegalTouches:
    """Touches that begin no move. A move is one touch: the square where it ends."""

    position: GlidePosition
    seat: int
    touches: tuple[str, ...]

    @property
    def here(self) -> int:
        """The square of the player."""
        here = self.position.squares[self.seat]
        assert here is not None
        return here

    @property
    def there(self) -> int:
        """The square that was touched first."""
        numbers = {self.position.name(s): s for s in range(self.position.side**2)}
        return numbers[self.touches[0]]

    @property
    def direction(self) -> int | None:
        """The direction of that square; None where it is in another row and column."""
        side, here, there = self.position.side, self.here, self.there
        if here % side == there % side:
            return UP if there > here else DOWN
        if here // side == there // side:
            return RIGHT if there > here else LEFT
        return None


def explain_seat(position: GlidePosition, seat: int) -> Refusal | None:
    """The reason why this seat does not decide, where a rule says so."""
    if seat in position.eliminated:
        return _refusal("taken-off", "G9", who=position.seat_name(seat))
    return None


def explain_move(position: GlidePosition, direction: int, seat: int) -> Refusal:
    """The reason why a seat whose turn it is cannot go in that direction."""
    here = position.squares[seat]
    assert here is not None
    found = explain_first(_MOVE, IllegalMove(position, here, direction))
    assert found is not None
    return found


def explain_touches(position: GlidePosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """The reason why these touches are no move."""
    found = explain_first(_TOUCHES, IllegalTouches(position, seat, touches))
    assert found is not None
    return found


# -- moves ----------------------------------------------------------------------------------------


def _edge(case: IllegalMove) -> Refusal | None:
    if OPEN[case.position.side, case.here] >> case.direction & 1:
        return None
    square = case.position.name(case.here)
    return _refusal("off-board", "G4", way=way_name(case.direction), square=square)


def _blocked(case: IllegalMove) -> Refusal | None:
    if case.beside not in case.position.squares:
        return None
    return _refusal(
        "blocked",
        "G4",
        way=way_name(case.direction),
        square=case.position.name(case.beside),
        who=case.position.seat_name(case.position.squares.index(case.beside)),
    )


_MOVE: Final[Finder[IllegalMove, Refusal]] = find_first(_edge, _blocked)


# -- touches --------------------------------------------------------------------------------------


def _unknown_place(case: IllegalTouches) -> Refusal | None:
    names = {case.position.name(s) for s in range(case.position.side**2)}
    if not case.touches or not names.issuperset(case.touches):
        return _refusal("no-such-place", "G1")
    return None


def _after_a_move(case: IllegalTouches) -> Refusal | None:
    """The first touch is a whole move already."""
    moves = case.position.moves(case.seat)
    if len(case.touches) > 1 and any(move.touches == case.touches[:1] for move in moves):
        return _refusal("complete", "G4")
    return None


def _same_square(case: IllegalTouches) -> Refusal | None:
    if case.here == case.there:
        return _refusal("same-square", "G4", square=case.touches[0])
    return None


def _not_straight(case: IllegalTouches) -> Refusal | None:
    if case.direction is not None:
        return None
    start = case.position.name(case.here)
    return _refusal("not-straight", "G4", start=start, end=case.touches[0])


def _no_move_that_way(case: IllegalTouches) -> Refusal | None:
    direction = case.direction
    assert direction is not None
    return explain_first(_blocked, IllegalMove(case.position, case.here, direction))


def _other_end(case: IllegalTouches) -> Refusal:
    """The move in that direction ends on another square (G5, G6)."""
    direction = case.direction
    assert direction is not None
    landing, glides = case.position.landing(case.here, direction)
    square, end = case.touches[0], case.position.name(landing)
    if not glides:
        return _refusal("only-a-step", "G5", square=square, end=end)
    if abs(case.there - case.here) < abs(landing - case.here):
        return _refusal("glides-on", "G6", square=square, end=end)
    return _refusal("stops-before", "G6", square=square, end=end)


_TOUCHES: Final[Finder[IllegalTouches, Refusal]] = find_first(
    _unknown_place,
    _after_a_move,
    _same_square,
    _not_straight,
    _no_move_that_way,
    _other_end,
)
