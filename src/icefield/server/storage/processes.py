"""The processes behind one database: their leases, and what an ended one held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from .dialect import JOBS, TABLES, at_once, tell
from .schema import jobs, presence, processes


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process as the others see it; its `pid` is meaningful at `place` only."""

    id: str
    place: str
    pid: int
    until: int


def living(at: int) -> sa.Select[tuple[str]]:
    """A query for the ids of processes whose lease has not expired."""
    return sa.select(processes.c.id).where(processes.c.until > at)


class ProcessTable:
    """The rows of all processes; blocking and thread-safe."""

    def __init__(self, engine: sa.Engine):
        self._engine = engine

    def renew(self, process: ProcessRow) -> bool:
        """Write a process with its new lease; returns whether its row existed."""
        with self._engine.begin() as connection:
            row = sa.update(processes).where(processes.c.id == process.id)
            known = bool(connection.execute(row.values(until=process.until)).rowcount)
            if not known:
                values = {
                    "id": process.id,
                    "place": process.place,
                    "pid": process.pid,
                    "until": process.until,
                }
                connection.execute(sa.insert(processes).values(values))
        return known

    def others(self, id_: str) -> list[ProcessRow]:
        """All processes but one."""
        query = sa.select(
            processes.c.id, processes.c.place, processes.c.pid, processes.c.until
        ).where(processes.c.id != id_)
        with at_once(self._engine).connect() as connection:
            return [ProcessRow(*row) for row in connection.execute(query)]

    def known(self) -> list[ProcessRow]:
        """All processes; none where the schema is older than this table, or not ours."""
        if not sa.inspect(self._engine).has_table(processes.name):
            return []
        return self.others("")

    def remove(self, ended: Sequence[ProcessRow], by: str, at: int) -> None:
        """Free what these processes held, unless their leases were renewed meanwhile.

        The others are notified in the name of process `by`.
        """
        if ended:
            same = [sa.and_(processes.c.id == o.id, processes.c.until == o.until) for o in ended]
            self._remove(sa.or_(*same), by, at)

    def leave(self, id_: str, at: int) -> None:
        """Free what a process holds that is ending."""
        self._remove(processes.c.id == id_, id_, at)

    def _remove(self, which: sa.ColumnElement[bool], by: str, at: int) -> None:
        with self._engine.begin() as connection:
            gone = sa.delete(processes).where(which).returning(processes.c.id)
            ids = connection.scalars(gone).all()
            if not ids:
                return
            connection.execute(
                sa.update(jobs).where(jobs.c.taken_by.in_(ids)).values(taken_by=None)
            )
            were = presence.c.process.in_(ids), presence.c.left_at.is_(None)
            left = connection.scalars(
                sa.update(presence).where(*were).values(left_at=at).returning(presence.c.table_id)
            )
            for table in sorted(set(left)):
                tell(connection, TABLES, f"{by} {table} 0")
            tell(connection, JOBS, by)
