"""The rows of bot jobs: where bots are to decide, and which process runs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa

from .dialect import JOBS, at_once, insert_or, tell
from .processes import living
from .schema import jobs as rows

_MAX_OF_ADDRESS: Final = 8
"""The jobs of one address that are looked at, one of each owner first."""
_MAX_WAITING: Final = 500


class Turn(NamedTuple):
    """The order of jobs: the lowest rank, then addresses and owners in turns."""

    rank: int = 1
    address: str = ""
    owner: str = ""


class WaitingJob(NamedTuple):
    """A job that waits for a process."""

    table_id: str
    due_at: int
    turn: Turn


class BotJobTable:
    """The jobs as one process sees them; blocking and thread-safe.

    `at` is the time in milliseconds since 1970.
    """

    def __init__(self, engine: sa.Engine, process_id: str):
        self._engine = engine
        self._at_once = at_once(engine)
        self._process_id = process_id

    def put(self, table_id: str, decision: int, at: int, turn: Turn, *, take: bool) -> bool:
        """Write a job, and take it if wished; returns whether it is this process's.

        It is taken if no living process has it; if no process has it then, the others are notified.
        """
        with self._at_once.connect() as connection:
            fresh = insert_or(rows, connection).values(
                table_id=table_id,
                decision=decision,
                due_at=at,
                taken_by=self._process_id if take else None,
                **turn._asdict(),
            )
            newest = sa.case(
                (fresh.excluded.decision > rows.c.decision, fresh.excluded.decision),
                else_=rows.c.decision,
            )
            taken = sa.case((_free(at), fresh.excluded.taken_by), else_=rows.c.taken_by)
            put = fresh.on_conflict_do_update(
                index_elements=[rows.c.table_id],
                set_={"decision": newest, "taken_by": taken, **turn._asdict()},
            )
            by = connection.scalar(put.returning(rows.c.taken_by))
            if by is None:
                tell(connection, JOBS, self._process_id)
        return by is not None and by == self._process_id

    def is_any_waiting(self, at: int, rank: int) -> bool:
        """Whether there is a job of at most that rank that no living process has."""
        waiting = (rows.c.due_at <= at, rows.c.rank <= rank, _free(at))
        query = sa.select(rows.c.table_id).where(*waiting).limit(1)
        with self._at_once.connect() as connection:
            return connection.scalar(query) is not None

    def release(self, table_id: str, decision: int, at: int) -> None:
        """Leave a job to the process that has room next, for a later decision."""
        values = {"decision": decision, "due_at": at, "taken_by": None}
        with self._at_once.connect() as connection:
            connection.execute(sa.update(rows).where(*self._own(table_id)).values(values))
            tell(connection, JOBS, self._process_id)

    def waiting(self, at: int, held: Sequence[str], ranks: Iterable[int]) -> list[WaitingJob]:
        """The jobs of these ranks that wait, the oldest of each address and owner first.

        A job that is this process's in the database and not among those `held` was left when the
        database failed.
        """
        of_owner = sa.func.row_number().over(
            partition_by=(rows.c.rank, rows.c.address, rows.c.owner), order_by=rows.c.due_at
        )
        found = (
            sa.select(rows, of_owner.label("of_owner"))
            .where(rows.c.due_at <= at, rows.c.rank.in_(list(ranks)), self._takeable(at, held))
            .subquery()
        )
        of_address = sa.func.row_number().over(
            partition_by=(found.c.rank, found.c.address),
            order_by=(found.c.of_owner, found.c.due_at),
        )
        first = sa.select(found, of_address.label("of_address")).subquery()
        query = (
            sa.select(first)
            .where(first.c.of_address <= _MAX_OF_ADDRESS)
            .order_by(first.c.rank, first.c.due_at)
            .limit(_MAX_WAITING)
        )
        with self._at_once.connect() as connection:
            return [
                WaitingJob(
                    str(row.table_id), int(row.due_at), Turn(row.rank, row.address, row.owner)
                )
                for row in connection.execute(query)
            ]

    def take(self, table_id: str, at: int, held: Sequence[str]) -> int | None:
        """Take a waiting job; returns its decision, None if another process has it."""
        free = (rows.c.table_id == table_id, self._takeable(at, held))
        mine = sa.update(rows).where(*free).values(taken_by=self._process_id)
        with self._at_once.connect() as connection:
            found: int | None = connection.scalar(mine.returning(rows.c.decision))
        return found

    def _takeable(self, at: int, held: Sequence[str]) -> sa.ColumnElement[bool]:
        left = sa.and_(rows.c.taken_by == self._process_id, rows.c.table_id.not_in(held))
        return sa.or_(_free(at), left)

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
