"""Moves that are typed: what a line of a person means."""

from __future__ import annotations

from ..core.game import Move, Position


def meant(position: Position, line: str, seat: int | None = None) -> Move | None:
    """The legal move a line means: its notation in any case, or the places one would touch,
    "b2 d4"; None when it means none."""
    words = tuple(line.lower().split())
    for move in position.moves(seat):
        if words in ((move.text.lower(),), tuple(touch.lower() for touch in move.touches)):
            return move
    return None
