"""What somebody has done with the puzzles: kept for the identity in the cookie, so that it is still
there after a restart.

The first try at a puzzle is what counts for the streak: solved at once, or not (a wrong move, a
hint, or giving up came first). Solving it later counts as solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Final

import sqlalchemy as sa

from ..clock import now
from .event_log import puzzle_tries as tries

RIGHT, WRONG, HINT, SHOWN = "right", "wrong", "hint", "shown"
"""How a first try went."""

_MARKS: Final = {RIGHT: "solved_at", SHOWN: "shown_at"}


@dataclass(frozen=True, slots=True)
class Try:
    """One puzzle that somebody has tried."""

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
    """Everything somebody has tried of one game, in the order of the first tries."""

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
        """How many in a row, up to the last one, were solved at the first try."""
        return len([*takewhile(lambda each: each.first == RIGHT, reversed(self.tries))])

    @property
    def best(self) -> int:
        """The longest such row there ever was."""
        rows = groupby(self.tries, lambda each: each.first == RIGHT)
        return max((len([*row]) for right, row in rows if right), default=0)


class Notebook:
    """The progress of everybody. All functions block; they are called from worker threads."""

    def __init__(self, engine: sa.Engine):
        self._engine = engine

    def read(self, identity: str | None, game: str) -> Progress:
        """What somebody has tried of a game."""
        query = (
            sa.select(tries.c.puzzle, tries.c.first, tries.c.solved_at, tries.c.shown_at)
            .where(tries.c.identity == identity, tries.c.game == game)
            .order_by(tries.c.at, tries.c.puzzle)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query)
            return Progress(
                tuple(
                    Try(puzzle, first, solved is not None, shown is not None)
                    for puzzle, first, solved, shown in rows
                )
            )

    def note(self, identity: str, game: str, puzzle: str, how: str) -> Progress:
        """Write down what somebody did; the first thing stays the first."""
        at = now()
        key = {"identity": identity, "game": game, "puzzle": puzzle}
        marks = {_MARKS[how]: at} if how in _MARKS else {}
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(tries).values(**key, first=how, at=at, **marks))
        except sa.exc.IntegrityError:  # it had been tried before
            if how in _MARKS:
                self._mark(key, tries.c[_MARKS[how]], at)
        return self.read(identity, game)

    def _mark(self, key: dict[str, str], column: sa.Column[int], at: int) -> None:
        same = [tries.c[name] == value for name, value in key.items()]
        with self._engine.begin() as connection:
            connection.execute(
                sa.update(tries).where(*same, column.is_(None)).values({column.name: at})
            )
