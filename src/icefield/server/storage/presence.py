"""The rows of presence: the connected identities of a table, by process."""

from __future__ import annotations

import sqlalchemy as sa

from .dialect import TABLES, at_once, insert_or, tell
from .processes import living
from .schema import presence as rows


class PresenceTable:
    """The connected identities, as one process sees them; blocking and thread-safe.

    Times are in milliseconds since 1970.
    """

    def __init__(self, engine: sa.Engine, process_id: str):
        self._engine = engine
        self._at_once = at_once(engine)
        self._process_id = process_id

    def elsewhere(self, table_id: str, at: int) -> frozenset[str]:
        """The identities that are connected to a table through other living processes."""
        query = sa.select(rows.c.identity).where(
            rows.c.table_id == table_id,
            rows.c.left_at.is_(None),
            rows.c.process != self._process_id,
            rows.c.process.in_(living(at)),
        )
        with self._at_once.connect() as connection:
            return frozenset(connection.scalars(query))

    def last_left_at(self, table_id: str, identity: str) -> int | None:
        """The end of an identity's last connection to a table, where that is known."""
        query = sa.select(sa.func.max(rows.c.left_at)).where(
            rows.c.table_id == table_id, rows.c.identity == identity
        )
        with self._at_once.connect() as connection:
            found: int | None = connection.scalar(query)
        return found

    def write(self, table_id: str, identity: str, left_at: int | None) -> None:
        """Write that an identity is connected through this process, or when it left.

        Notifies the other processes.
        """
        key = {"table_id": table_id, "identity": identity, "process": self._process_id}
        with self._engine.begin() as connection:
            fresh = insert_or(rows, connection).values(**key, left_at=left_at)
            connection.execute(
                fresh.on_conflict_do_update(
                    index_elements=list(rows.primary_key), set_={"left_at": left_at}
                )
            )
            tell(connection, TABLES, f"{self._process_id} {table_id} 0")

    def remove_left_before(self, at: int) -> None:
        """Remove the rows of identities that left before that time."""
        with self._at_once.connect() as connection:
            connection.execute(sa.delete(rows).where(rows.c.left_at < at))
