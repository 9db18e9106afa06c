"""Moves of `glide` in words, for people and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.message import Message, message
from ..board import DIRECTIONS, PLAYERS

if TYPE_CHECKING:
    from ..position import GlidePosition


def move_words(position: GlidePosition, direction: int) -> Message:
    """A move of the player to move in words: "Glides up to c4"."""
    here = position.squares[int(position.state.mover)]
    assert here is not None
    there, glides = position.landing(here, direction)
    end = position.name(there)
    kind = "goal" if end == position.goal else "glide" if glides else "step"
    return message(f"glide.move.{kind}", way=way_name(direction), end=end)


def way_name(direction: int) -> Message:
    return message(f"glide.way.{DIRECTIONS[direction]}")


def stop_name(position: GlidePosition, square: int) -> Message:
    """The floe that stops a glide, or the player on it."""
    name = position.name(square)
    if square in position.squares:
        return message("glide.stopper.player", who=PLAYERS[position.squares.index(square)], at=name)
    return message("glide.stopper.floe", at=name)
