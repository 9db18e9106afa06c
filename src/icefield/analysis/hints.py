"""Hints during a game: a good move by what its seat knows, and its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.errors import NotNow
from ..core.game import Move, Position
from ..core.message import Message, message
from ..search import Limits, Stop
from .evaluate import Evaluator
from .values import WIN, PositionValue
from .wording import position_words

HINT_S: Final = 1.0
"""How long a hint is searched for, where no table and no proof knows it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move for a seat, and the value of the position."""

    move: Move
    value: PositionValue
    text: Message
    """What the position is worth, in one sentence."""


def find_hint(view: Position, seat: int, stop: Stop | None = None) -> Hint:
    """A good move for a seat, from its own view; takes about `HINT_S`.

    Tablebases, proofs and solutions of practice come before a search. Raises GameOver after the
    end, and NotNow at practice where no solution is left.
    """
    found = Evaluator(Limits(seconds=HINT_S), stop=stop or Stop()).evaluate(view, seat)
    if view.seats == 1 and found.verdicts is not None and found.verdicts.value != WIN:
        raise NotNow(message("play.no_way"))
    move = next(move for move in view.moves(seat) if move.text == found.best.text)
    return Hint(move, found, position_words(view, found))
