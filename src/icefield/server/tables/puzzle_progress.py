"""A person's progress with the puzzles of a game.

The first try at a puzzle counts for the streak: solved at once, or not (a wrong move, a hint, or
giving up came first). Solving it later counts as solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile

RIGHT, WRONG, HINT, SHOWN = "right", "wrong", "hint", "shown"
"""The result of a first try."""


@dataclass(frozen=True, slots=True)
class Try:
    """A person's try at one puzzle."""

    puzzle: str
    first: str
    solved: bool
    shown: bool

    @property
    def open(self) -> bool:
        """Whether the solution may be shown."""
        return self.solved or self.shown


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's tries at the puzzles of one game, in the order of the first tries."""

    tries: tuple[Try, ...] = ()

    def of(self, puzzle: str) -> Try | None:
        return next((each for each in self.tries if each.puzzle == puzzle), None)

    @property
    def solved(self) -> frozenset[str]:
        return frozenset(each.puzzle for each in self.tries if each.solved)

    @property
    def shown(self) -> frozenset[str]:
        """The puzzles given up and not solved since."""
        return frozenset(each.puzzle for each in self.tries if each.shown and not each.solved)

    @property
    def streak(self) -> int:
        """The number of puzzles, up to the last, solved in a row at the first try."""
        return len([*takewhile(lambda each: each.first == RIGHT, reversed(self.tries))])

    @property
    def best(self) -> int:
        """The length of the longest such streak."""
        rows = groupby(self.tries, lambda each: each.first == RIGHT)
        return max((len([*row]) for right, row in rows if right), default=0)
