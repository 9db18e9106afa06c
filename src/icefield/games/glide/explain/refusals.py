"""Why a move or a touch is not possible, with the rule and what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.errors import Refusal
from ....core.message import Message, message
from ..board import DIRECTIONS, DOWN, LEFT, OPEN, RIGHT, STEP, UP

if TYPE_CHECKING:
    from ..position import GlidePosition


def _refusal(code: str, rule: str, **params: str | Message) -> Refusal:
    return Refusal(code, rule, message(f"glide.why.{code}", **params))


def not_deciding(position: GlidePosition, seat: int) -> Refusal | None:
    """Why this seat does not decide, where a rule says so."""
    if seat in position.eliminated:
        return _refusal("taken-off", "G9", who=position.seat_name(seat))
    return None


def _way(direction: int) -> Message:
    return message(f"glide.way.{DIRECTIONS[direction]}")


def diagnose(position: GlidePosition, direction: int, seat: int) -> Refusal:
    """Why a seat whose turn it is cannot go in that direction (G4)."""
    here = position.squares[seat]
    assert here is not None
    if not OPEN[position.side, here] >> direction & 1:
        square = position.name(here)
        return _refusal("off-board", "G4", way=_way(direction), square=square)
    beside = here + int(STEP[position.side, direction])
    other = position.squares.index(beside)
    return _refusal(
        "blocked",
        "G4",
        way=_way(direction),
        square=position.name(beside),
        who=position.seat_name(other),
    )


def diagnose_touches(position: GlidePosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """Why these touches are no move. A move is one touch: the square where it ends."""
    numbers = {position.name(s): s for s in range(position.side**2)}
    if not touches or any(touch not in numbers for touch in touches):
        return _refusal("no-such-place", "G1")
    if len(touches) > 1 and any(move.touches == touches[:1] for move in position.moves(seat)):
        return _refusal("complete", "G4")
    here, there = position.squares[seat], numbers[touches[0]]
    assert here is not None
    if here == there:
        return _refusal("same-square", "G4", square=touches[0])
    direction = _direction(position.side, here, there)
    if direction is None:
        return _refusal("not-straight", "G4", start=position.name(here), end=touches[0])
    if here + int(STEP[position.side, direction]) in position.squares:
        return diagnose(position, direction, seat)
    landing, glides = position.landing(here, direction)
    end = position.name(landing)
    if not glides:
        return _refusal("only-a-step", "G5", square=touches[0], end=end)
    if abs(there - here) < abs(landing - here):
        return _refusal("glides-on", "G6", square=touches[0], end=end)
    return _refusal("stops-before", "G6", square=touches[0], end=end)


def _direction(side: int, here: int, there: int) -> int | None:
    """The direction from a square to another in the same row or column."""
    if here % side == there % side:
        return UP if there > here else DOWN
    if here // side == there // side:
        return RIGHT if there > here else LEFT
    return None
