"""Notifications from other processes: LISTEN and NOTIFY, or polling a file.

PostgreSQL sends them; a file that several processes share is polled. A notification only says where
to look. One that was missed is not lost: events have numbers.
"""

from __future__ import annotations

import contextlib
import select
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from .dialect import JOBS, TABLES, connect_timeout, is_sqlite
from .event_log import Store
from .schema import events, presence

if TYPE_CHECKING:
    from psycopg import Connection

_KEEPALIVE_S: Final = 20.0
"""The seconds of silence after which the listening connection is tested."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A change: `number` is the newest event of a table.

    It is 0 when a connection to the table began or ended. Without a table, a bot job waits.
    """

    table_id: str | None = None
    number: int = 0


# -- PostgreSQL -----------------------------------------------------------------------------------


def can_listen(store: Store) -> bool:
    """Whether the database sends notifications; otherwise it has to be polled."""
    return not is_sqlite(store.engine)


class Listener:
    """A connection that receives the notifications of other processes."""

    def __init__(self, store: Store):
        import psycopg

        self._process = store.process
        self._early: list[tuple[str, str]] = []
        url = store.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        self._connection: Connection[Any] = psycopg.connect(
            address,
            autocommit=True,
            **connect_timeout(url),  # type: ignore[arg-type]
        )
        try:
            self._connection.add_notify_handler(
                lambda note: self._early.append((note.channel, note.payload))
            )
            self._connection.execute(f"LISTEN {TABLES}")
            self._connection.execute(f"LISTEN {JOBS}")
        except BaseException:
            self._connection.close()
            raise

    def wait(self, wake: int) -> Iterator[Notification]:
        """The notifications so far, or after waiting.

        Returns as well when the file number `wake` can be read. Raises when the connection is lost.
        """
        raw = self._connection.pgconn
        ready, _, _ = select.select([raw.socket, wake], [], [], _KEEPALIVE_S)
        if not ready:
            self._connection.execute("SELECT 1")
        raw.consume_input()
        while (note := raw.notifies()) is not None:
            self._early.append((note.relname.decode(), note.extra.decode()))
        came, self._early = self._early, []
        for channel, payload in came:
            process, _, rest = payload.partition(" ")
            if process == self._process:
                continue
            if channel == JOBS:
                yield Notification()
                continue
            table_id, _, number = rest.partition(" ")
            yield Notification(table_id, int(number))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


# -- a shared file --------------------------------------------------------------------------------

_ROW: Final = sa.literal_column("events.rowid", sa.Integer)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The newest row of a log, and who was connected by other processes."""

    version: int
    last: int
    connected: frozenset[tuple[str, str, str]]


class Poller:
    """A read-only connection that finds what others have written since the last poll."""

    def __init__(self, store: Store):
        self._store = store
        self._connection = store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._seen: _Snapshot | None = None

    @property
    def started(self) -> bool:
        """Whether there is a snapshot to compare with."""
        return self._seen is not None

    def forget(self) -> None:
        """Drop the snapshot."""
        self._seen = None

    def poll(self) -> list[Notification] | None:
        """The changes since the last poll; None where changes may have been missed."""
        version = int(self._connection.exec_driver_sql("PRAGMA data_version").scalar() or 0)
        seen = self._seen
        if seen is not None and version == seen.version:
            return []
        self._seen = found = self._look(version)
        if seen is None or found.last < seen.last:
            return None
        return [*self._changes(seen, found), Notification()]

    def _look(self, version: int) -> _Snapshot:
        last = self._connection.scalar(sa.select(sa.func.max(_ROW)).select_from(events))
        query = sa.select(presence.c.table_id, presence.c.identity, presence.c.process).where(
            presence.c.left_at.is_(None), presence.c.process != self._store.process
        )
        rows = self._connection.execute(query)
        return _Snapshot(version, last or 0, frozenset((table, who, by) for table, who, by in rows))

    def _changes(self, before: _Snapshot, after: _Snapshot) -> Iterator[Notification]:
        query = (
            sa.select(events.c.table_id, sa.func.max(events.c.number))
            .where(_ROW.between(before.last + 1, after.last))
            .group_by(events.c.table_id)
        )
        for table_id, number in self._connection.execute(query):
            if not self._store.wrote(table_id, number):
                yield Notification(str(table_id), int(number))
        changed = {table for table, _, _ in after.connected ^ before.connected}
        for table_id in sorted(changed):
            yield Notification(table_id, 0)

    def close(self) -> None:
        """Return the connection."""
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            self._connection.close()
