"""Games that end by the word of their players, not by a rule of the game: somebody gives up, a
player's time is up, or all agree on a draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.abilities import HasStake
from ..core.game import Outcome, Position
from ..core.message import message

RESIGNED: Final = "resignation"
FLAGGED: Final = "time"
AGREED: Final = "agreement"
KINDS: Final = (RESIGNED, FLAGGED, AGREED)
"""What the Termination tag of a record may say."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: one of KINDS, and what that came to. The outcome names no rule."""

    kind: str
    outcome: Outcome


def given_up(position: Position, seat: int, kind: str) -> Ending:
    """One of two seats has given up, or has run out of time: the other wins what is at stake."""
    stake = position.stake() if isinstance(position, HasStake) else 1
    others = tuple(s for s in range(position.seats) if s != seat)
    scores = tuple(stake if s in others else 0 for s in range(position.seats))
    said = message(f"play.end.{kind}", who=position.seat_name(seat))
    return Ending(kind, Outcome(scores, others, said, ""))


def agreed(position: Position) -> Ending:
    """All have agreed on a draw."""
    scores = (0,) * position.seats
    return Ending(AGREED, Outcome(scores, (), message("play.end.agreement"), ""))
