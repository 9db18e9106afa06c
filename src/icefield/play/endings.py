"""Endings by the players: resignation, time forfeit, agreed draws, aborted games.

No rule of the game ends these games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.abilities import HasStake
from ..core.arguments import checks_arguments
from ..core.game import Outcome, Position
from ..core.message import message

RESIGNED: Final = "resignation"
FLAGGED: Final = "time"
AGREED: Final = "agreement"
ABORTED: Final = "abandoned"
KINDS: Final = (RESIGNED, FLAGGED, AGREED, ABORTED)
"""The values of the Termination tag of a record."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending of a game: one of KINDS and the outcome, which names no rule."""

    kind: str
    outcome: Outcome


@checks_arguments
def given_up(position: Position, seat: int, kind: str) -> Ending:
    """The outcome when one of two seats resigns or forfeits on time.

    The other wins what is at stake.
    """
    stake = position.stake() if isinstance(position, HasStake) else 1
    others = tuple(s for s in range(position.seats) if s != seat)
    scores = tuple(stake if s in others else 0 for s in range(position.seats))
    said = message(f"play.end.{kind}", who=position.seat_name(seat))
    return Ending(kind, Outcome(scores, others, said, ""))


@checks_arguments
def agreed(position: Position) -> Ending:
    """The outcome of an agreed draw."""
    scores = (0,) * position.seats
    return Ending(AGREED, Outcome(scores, (), message("play.end.agreement"), ""))


@checks_arguments
def aborted(position: Position) -> Ending:
    """The ending, without winner and points, of a game a player never moved in."""
    scores = (0,) * position.seats
    return Ending(ABORTED, Outcome(scores, (), message("play.end.aborted"), ""))


def find_loser(ending: Ending) -> int | None:
    """The seat that resigned or forfeited on time; None for other endings."""
    if ending.kind not in (RESIGNED, FLAGGED):
        return None
    return next(s for s in range(len(ending.outcome.scores)) if s not in ending.outcome.winners)


def ended(position: Position, kind: str, loser: int | None) -> Ending:
    """The ending of that kind; `loser` is the seat of `find_loser`."""
    if loser is not None:
        return given_up(position, loser, kind)
    return agreed(position) if kind == AGREED else aborted(position)
