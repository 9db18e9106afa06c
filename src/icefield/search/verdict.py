"""The exact value of a position or a move: its result and the plies to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIN, DRAW, LOSS, UNKNOWN = "win", "draw", "loss", "unknown"
"""Results under best play, for the seat to move."""
PAYOFFS: Final = {WIN: 1.0, DRAW: 0.0, LOSS: -1.0}
"""The results as payoffs."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position for the mover and the plies to the end (None in a draw)."""

    value: str
    plies: int | None

    @property
    def rank(self) -> tuple[float, float]:
        """A sort key for the best first: the quickest win, a draw, the longest resistance."""
        payoff = PAYOFFS[self.value]
        return -payoff, payoff * (self.plies or 0)


@dataclass(frozen=True, slots=True)
class Continuation:
    """The result for a side and the line that shows it, as notation."""

    value: str  # WIN, DRAW, LOSS or UNKNOWN
    plies: int | None  # to the end under best play; None in a draw
    line: tuple[str, ...]
