"""Snapshots of tables with long logs: a cache of the log, see `tables.snapshot`."""

from __future__ import annotations

import json
import logging
from typing import Final

import sqlalchemy as sa

from ..tables import snapshot
from ..tables.table import Table
from .dialect import at_once, insert_or, is_storable
from .errors import DatabaseError, describe
from .schema import snapshots

INTERVAL: Final = 256
"""The number of events after which the next snapshot is written."""

_log = logging.getLogger("icefield.server")


class Snapshots:
    """Reads and writes the snapshots of tables; blocking and thread-safe."""

    def __init__(self, engine: sa.Engine):
        self._at_once = at_once(engine)

    def read(self, table_id: str) -> Table | None:
        """The table of the newest snapshot; None without one that this code can read."""
        if not is_storable(table_id):
            return None
        query = sa.select(snapshots.c.body).where(
            snapshots.c.table_id == table_id, snapshots.c.version == snapshot.find_version()
        )
        with self._at_once.connect() as connection:
            body = connection.scalar(query)
        if body is None:
            return None
        try:
            return snapshot.load(table_id, json.loads(body))
        except Exception as error:  # the log has everything
            said = f"{type(error).__name__}: {error}"[:200]
            _log.warning("snapshot unreadable: table=%s error=%s", table_id, said)
            return None

    def write(self, table: Table) -> None:
        """Write the snapshot of a table, unless there is a newer one."""
        try:
            body = json.dumps(snapshot.dump(table), ensure_ascii=False, separators=(",", ":"))
        except TypeError:
            _log.exception("snapshot not made: table=%s", table.id)
            return
        values = {"number": table.number, "version": snapshot.find_version(), "body": body}
        try:
            with self._at_once.connect() as connection:
                row = insert_or(snapshots, connection).values(table_id=table.id, **values)
                newer = sa.or_(
                    snapshots.c.number < row.excluded.number,
                    snapshots.c.version != row.excluded.version,
                )
                connection.execute(
                    row.on_conflict_do_update(index_elements=["table_id"], set_=values, where=newer)
                )
        except DatabaseError as error:  # the next one is due after the next events
            _log.warning("snapshot not written: table=%s error=%s", table.id, describe(error))
