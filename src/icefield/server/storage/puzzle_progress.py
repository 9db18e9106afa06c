"""The puzzles that people have tried, by the identity in the cookie."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from ..clock import now
from ..tables.puzzle_progress import RIGHT, SHOWN, Progress, Try
from .schema import puzzle_tries as tries

_MARKS: Final = {RIGHT: "solved_at", SHOWN: "shown_at"}


class Notebook:
    """The progress of all people; blocking, so call it from worker threads."""

    def __init__(self, engine: sa.Engine):
        self._engine = engine

    def read(self, identity: str | None, game: str) -> Progress:
        """A person's tries at the puzzles of a game."""
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
        """Record a try at a puzzle; returns the progress. The first try stays the first."""
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
