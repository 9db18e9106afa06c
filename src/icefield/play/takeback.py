"""The rule of takebacks, for web and terminal."""

from __future__ import annotations

from collections.abc import Container

from ..core.arguments import checks_arguments
from ..core.errors import NotNow
from ..core.game import CHANCE, Position
from ..core.message import message


@checks_arguments
def decisions_back(position: Position, own: Container[int], bots: Container[int]) -> int:
    """The number of decisions to undo to the last one of the seats that ask.

    Secret votes, outcomes of chance that were shown, and decisions of other players stand; raises
    NotNow with that reason.
    """
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
