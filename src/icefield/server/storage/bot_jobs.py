"""The rows of bot jobs: where bots are to decide, and which process runs them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from .dialect import JOBS, at_once, insert_or, tell
from .processes import living
from .schema import jobs as rows


class BotJobTable:
    """The jobs as one process sees them; blocking and thread-safe.

    `at` is the time in milliseconds since 1970.
    """

    def __init__(self, engine: sa.Engine, process_id: str):
        self._engine = engine
        self._at_once = at_once(engine)
        self._process_id = process_id

    def put(self, table_id: str, decision: int, at: int, *, take: bool) -> bool:
        """Write a job, and take it if wished; returns whether it is this process's.

        It is taken if no living process has it; if no process has it then, the others are notified.
        """
        with self._at_once.connect() as connection:
            fresh = insert_or(rows, connection).values(
                table_id=table_id,
                decision=decision,
                due_at=at,
                taken_by=self._process_id if take else None,
            )
            newest = sa.case(
                (fresh.excluded.decision > rows.c.decision, fresh.excluded.decision),
                else_=rows.c.decision,
            )
            taken = sa.case((_free(at), fresh.excluded.taken_by), else_=rows.c.taken_by)
            put = fresh.on_conflict_do_update(
                index_elements=[rows.c.table_id], set_={"decision": newest, "taken_by": taken}
            )
            by = connection.scalar(put.returning(rows.c.taken_by))
            if by is None:
                tell(connection, JOBS, self._process_id)
        return by is not None and by == self._process_id

    def is_any_waiting(self, at: int) -> bool:
        """Whether there is a job that no living process has."""
        query = sa.select(rows.c.table_id).where(rows.c.due_at <= at, _free(at)).limit(1)
        with self._at_once.connect() as connection:
            return connection.scalar(query) is not None

    def release(self, table_id: str, decision: int, at: int) -> None:
        """Leave a job to the process that has room next, for a later decision."""
        values = {"decision": decision, "due_at": at, "taken_by": None}
        with self._at_once.connect() as connection:
            connection.execute(sa.update(rows).where(*self._own(table_id)).values(values))
            tell(connection, JOBS, self._process_id)

    def is_job_waiting(self, at: int, held: Sequence[str]) -> bool:
        """Whether `take` would find a job."""
        with self._at_once.connect() as connection:
            return connection.execute(self._takeable(at, held)[0]).one_or_none() is not None

    def take(self, at: int, held: Sequence[str]) -> tuple[str, int] | None:
        """Take the job that has waited longest: table and decision.

        A job that is this process's in the database and not among those `held` was left when the
        database failed.
        """
        query, free = self._takeable(at, held)
        with self._engine.begin() as connection:
            found = connection.execute(query).one_or_none()
            if found is None:
                return None
            mine = sa.update(rows).where(rows.c.table_id == found.table_id, free)
            took = connection.execute(mine.values(taken_by=self._process_id)).rowcount
        return (str(found.table_id), int(found.decision)) if took else None

    def _takeable(
        self, at: int, held: Sequence[str]
    ) -> tuple[sa.Select[tuple[str, int]], sa.ColumnElement[bool]]:
        left = sa.and_(rows.c.taken_by == self._process_id, rows.c.table_id.not_in(held))
        free = sa.or_(_free(at), left)
        query = (
            sa.select(rows.c.table_id, rows.c.decision)
            .where(rows.c.due_at <= at, free)
            .order_by(rows.c.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)  # SQLite has one writer at a time
        )
        return query, free

    def remove(self, table_id: str, number: int) -> bool:
        """Remove a job that was for no decision after event `number`.

        Returns False where this process still has it, for a later decision.
        """
        with self._at_once.connect() as connection:
            over = sa.delete(rows).where(*self._own(table_id), rows.c.decision <= number)
            if connection.execute(over).rowcount:
                return True
            held = sa.select(rows.c.table_id).where(*self._own(table_id))
            return connection.scalar(held) is None

    def postpone(self, table_id: str, due_at: int) -> None:
        """Give a job back, to be tried again at that time."""
        values = {"taken_by": None, "due_at": due_at}
        with self._at_once.connect() as connection:
            connection.execute(sa.update(rows).where(*self._own(table_id)).values(values))

    def own(self) -> set[str]:
        """The tables whose job is this process's."""
        query = sa.select(rows.c.table_id).where(rows.c.taken_by == self._process_id)
        with self._at_once.connect() as connection:
            return set(connection.scalars(query))

    def _own(self, table_id: str) -> tuple[sa.ColumnElement[bool], ...]:
        return rows.c.table_id == table_id, rows.c.taken_by == self._process_id


def _free(at: int) -> sa.ColumnElement[bool]:
    """The condition that no living process has a job."""
    return sa.or_(rows.c.taken_by.is_(None), rows.c.taken_by.not_in(living(at)))
