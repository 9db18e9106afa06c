"""The types of the analysis: values of positions and moves.

Exact: `MoveVerdict` of one move, `PositionVerdict` of all moves, with WIN, DRAW, LOSS or UNKNOWN
for who moves. Estimated or exact: `PositionValue` and `MoveValue`, payoffs from −1 (lost) to 1
(won) for one seat. `GradedMove` is a decision of a game that was reviewed.

A line is the expected play, moves of all seats and of chance in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.game import Move
from ..core.message import Message
from ..core.mistakes import Reason
from ..search.alphabeta import MAX_PLY
from ..search.exact.score_bounds import ScoreBounds
from ..search.knowledge import CALCULATION, PROOF, SOLITAIRE, TABLE
from ..search.verdict import DRAW, LOSS, PAYOFFS, UNKNOWN, WIN, Continuation

__all__ = [
    "BEST",
    "BLUNDER",
    "CALCULATION",
    "DRAW",
    "FORCED",
    "GOOD",
    "GRADES",
    "LOSS",
    "MISTAKE",
    "PAYOFFS",
    "PROOF",
    "PROVEN",
    "SEARCH",
    "SLIP",
    "SOLITAIRE",
    "TABLE",
    "UNKNOWN",
    "WIN",
    "WORSE",
    "Continuation",
    "GradedMove",
    "MoveValue",
    "MoveVerdict",
    "PositionValue",
    "PositionVerdict",
    "ScoreBounds",
    "zero_sum_payoffs",
]

SEARCH: Final = "search"
"""The source of verdicts beside those of `search.knowledge`."""
PROVEN: Final = (PROOF, CALCULATION)
"""The sources of verdicts that are proven from the start of the game: by the file of the proof, or
by a small search where the file ends. Their plies are those of the proof."""
_ORDER: Final = {WIN: 1, DRAW: 0, LOSS: -1, UNKNOWN: -2}

BEST, GOOD, SLIP, MISTAKE, BLUNDER, FORCED = "best", "good", "slip", "mistake", "blunder", "forced"
GRADES: Final = (BEST, GOOD, SLIP, MISTAKE, BLUNDER, FORCED)
WORSE: Final = (SLIP, MISTAKE, BLUNDER)
"""The grades that get a reason."""


def zero_sum_payoffs(value: float, seat: int) -> tuple[float, ...]:
    """The payoffs of both seats, from that of one of them."""
    return (value, -value) if seat == 0 else (-value, value)


# -- exact ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """The exact value of one move for the seat that makes it."""

    move: Move
    value: str  # WIN, DRAW, LOSS or UNKNOWN
    plies: int | None = None  # to the end under best play, this move counted
    score: int | None = None  # what the winner scores, where the game has scores
    holds: bool | None = None  # whether it holds the result; None while that is not proven

    def to_json(self) -> dict[str, object]:
        return {
            "move": self.move.text,
            "value": self.value,
            "plies": self.plies,
            "score": self.score,
            "holds": self.holds,
        }

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """A sort key for the best first: quickest win, longest resistance, the unproven."""
        order = _ORDER[self.value]
        sign = max(order, -1)
        plies = MAX_PLY if self.plies is None else self.plies
        return -order, -sign * (self.score or 0), sign * plies, self.move.text


@dataclass(frozen=True, slots=True)
class PositionVerdict:
    """The exact values of all moves, sorted by their text, and of the position."""

    value: str
    plies: int | None
    score: int | None
    moves: tuple[MoveVerdict, ...]
    source: str  # TABLE, SEARCH, SOLITAIRE, PROOF or CALCULATION

    @property
    def proven(self) -> bool:
        """Whether the source is a proof of the game from its start."""
        return self.source in PROVEN

    @property
    def ranked(self) -> tuple[MoveVerdict, ...]:
        """The moves, the best first."""
        return tuple(sorted(self.moves, key=lambda verdict: verdict.rank))

    @property
    def holding(self) -> int | None:
        """The number of moves that hold the result; None while it is not known."""
        return None if self.value == UNKNOWN else sum(v.holds is True for v in self.moves)

    @property
    def unproven(self) -> int:
        """The number of moves of which it is not known whether they hold the result."""
        return sum(verdict.holds is None for verdict in self.moves)

    def to_json(self) -> dict[str, object]:
        return {
            "moves": [verdict.to_json() for verdict in self.moves],
            "holding": self.holding,
            "of": len(self.moves),
        }


# -- in payoffs -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PositionValue:
    """The value of a position for the seat that decides, with the best line."""

    seat: int
    value: float
    line: tuple[Move, ...]
    payoffs: tuple[float, ...]  # of every seat
    verdicts: PositionVerdict | None = None  # where the position is solved
    depth: int = 0
    nodes: int = 0
    bounds: ScoreBounds | None = None  # of the score, where that is not known

    @property
    def best(self) -> Move:
        return self.line[0]

    @property
    def exact(self) -> bool:
        return self.verdicts is not None

    def verdict(self, move: Move) -> MoveVerdict | None:
        """The proven verdict on a move, if there is one."""
        if self.verdicts is None:
            return None
        found = next((v for v in self.verdicts.moves if v.move == move), None)
        return None if found is None or found.value == UNKNOWN else found


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move for the mover, and the expected play after it."""

    value: float
    line: tuple[Move, ...]
    payoffs: tuple[float, ...]
    ease: float = 0.0  # how much easier, by a guess, it makes things for who wins anyhow
    guessed: bool = False  # whether it stands beside a proven win and is not proven itself


@dataclass(frozen=True, slots=True)
class GradedMove:
    """One decision of a game that was reviewed."""

    ply: int  # the position it was made in
    seat: int
    move: Move
    grade: str  # one of GRADES
    value: float  # what the position was worth for the seat
    kept: float  # what the move left of it
    payoffs: tuple[float, ...]  # what every seat can expect after it
    better: tuple[Move, ...]  # the best line
    played: tuple[Move, ...]  # the move and the play expected after it
    verdict: Message | None = None  # where the position is solved
    bounds: ScoreBounds | None = None  # of the score, where that is not known
    reason: Reason | None = None
    points: int = 0  # given away within the same result, where that is solved

    @property
    def drop(self) -> float:
        """The loss in payoffs: from 0 to 2."""
        return max(0.0, self.value - self.kept)
