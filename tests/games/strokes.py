"""Strokes of the position editor, for the tests of all games."""

from __future__ import annotations

from typing import TypeVar

from icefield.core.game import Game, Position
from icefield.core.mistakes import HasPositionEditor

P = TypeVar("P", bound=Position)


def paint_strokes(game: Game, position: P, strokes: tuple[str, ...], separator: str = " ") -> P:
    """The position after strokes such as "seal d4" and "turn", one after the other."""
    assert isinstance(game, HasPositionEditor)
    for stroke in strokes:
        brush, _, space = stroke.partition(separator)
        after = game.paint(position, brush, space or None)
        assert isinstance(after, type(position))
        position = after
    return position
