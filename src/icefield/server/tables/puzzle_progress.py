"""How far a person has come with the puzzles of a game.

The first try at a puzzle is what counts for the streak: solved at once, or not (a wrong move, a
hint, or giving up came first). Solving it later counts as solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile

RIGHT, WRONG, HINT, SHOWN = "right", "wrong", "hint", "shown"
"""How a first try went."""


@dataclass(frozen=True, slots=True)
class Try:
    """One puzzle that a person has tried."""

    puzzle: str
    first: str
    solved: bool
    shown: bool

    @property
    def open(self) -> bool:
        """Whether the solution may be told."""
        return self.solved or self.shown


@dataclass(frozen=True, slots=True)
class Progress:
    """All puzzles of one game that a person has tried, in the order of the first tries."""

    tries: tuple[Try, ...] = ()

    def of(self, puzzle: str) -> Try | None:
        return next((each for each in self.tries if each.puzzle == puzzle), None)

    @property
    def solved(self) -> frozenset[str]:
        return frozenset(each.puzzle for each in self.tries if each.solved)

    @property
    def shown(self) -> frozenset[str]:
        """What was given up and not solved since."""
        return frozenset(each.puzzle for each in self.tries if each.shown and not each.solved)

    @property
    def streak(self) -> int:
        """How many puzzles in a row, up to the last one, were solved at the first try."""
        return len([*takewhile(lambda each: each.first == RIGHT, reversed(self.tries))])

    @property
    def best(self) -> int:
        """The length of the longest such streak."""
        rows = groupby(self.tries, lambda each: each.first == RIGHT)
        return max((len([*row]) for right, row in rows if right), default=0)
