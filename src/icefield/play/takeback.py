"""What may be taken back: one rule for the web and the terminal."""

from __future__ import annotations

from collections.abc import Container

from ..core.errors import NotNow
from ..core.game import CHANCE, Position
from ..core.message import message


def decisions_back(position: Position, own: Container[int], bots: Container[int]) -> int:
    """How many decisions lead back to the last one of the seats that ask. Votes that were secret,
    what chance has shown, and what other people decided, stand; raises NotNow that says so."""
    decisions, drawn, after, before = 0, False, position, position.before
    while before is not None:
        if after.view(None).concealed or before.view(None).concealed:
            raise NotNow(message("play.votes_stand"), detail="votes-stand")
        drawn = drawn or before.turn == CHANCE
        decisions += before.turn != CHANCE
        if any(seat in own for seat in before.deciders):
            if drawn:
                raise NotNow(message("play.chance_stands"), detail="chance-stands")
            return decisions
        if not all(seat in bots for seat in before.deciders):
            raise NotNow(message("play.others_moved"), detail="others-moved")
        after, before = before, before.before
    raise NotNow(message("play.nothing_to_undo"))
