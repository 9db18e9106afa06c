"""What the other processes do, as this one hears of it: from PostgreSQL by LISTEN and NOTIFY, and
from a file that several processes share by looking whether somebody has written.

News only say where to look. What was missed while nobody listened is not lost: whoever listens
again is told so, and events have numbers.
"""

from __future__ import annotations

import contextlib
import logging
import select
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ..storage.dialect import JOBS, TABLES, in_short, is_sqlite, patience
from ..storage.event_log import Store, events, presence

if TYPE_CHECKING:
    from psycopg import Connection

_log = logging.getLogger("icefield.server")

_LOOK: Final = 0.1
"""How often, in seconds, a shared file is looked at while somebody waits for news."""
_IDLE: Final = 0.5
"""How often, in seconds, it is asked whether somebody does."""
_ALIVE: Final = 20.0
"""After so many silent seconds the listening connection is tried."""
_FIRST, _LONGEST = 0.05, 5.0
"""How many seconds pass before a lost connection is made again."""


@dataclass(frozen=True, slots=True)
class Ears:
    """What is to be done about news. `table` gets an id and the number of the newest event, or 0
    when it is about who is there; `job` hears of a job that waits; `missed` means that anything may
    have happened; `wanted` says whether anybody waits for news of tables."""

    table: Callable[[str, int], None]
    job: Callable[[], None]
    missed: Callable[[], None]
    wanted: Callable[[], bool]


class News:
    """Listens in a thread of its own until it is closed."""

    def __init__(self, store: Store, ears: Ears):
        self._store = store
        self._ears = ears
        self._closing = threading.Event()
        self._wake, self._woken = socket.socketpair()
        run = self._look if is_sqlite(store.engine) else self._listen
        self._thread = threading.Thread(target=run, name="icefield-news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
        self._wake.send(b"x")
        self._thread.join(10)
        self._wake.close()
        self._woken.close()

    # -- PostgreSQL -----------------------------------------------------------------------------

    def _listen(self) -> None:
        pause = _FIRST
        while not self._closing.is_set():
            try:
                with contextlib.closing(self._connection()) as connection:
                    pause = _FIRST
                    self._ears.missed()  # whatever happened before anybody listened
                    self._hear(connection)
            except Exception as error:
                if not self._closing.is_set():
                    _log.warning("the news were cut off and are asked for again: %s", error)
            self._closing.wait(pause)
            pause = min(2 * pause, _LONGEST)

    def _connection(self) -> Connection[Any]:
        import psycopg

        url = self._store.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        connection = psycopg.connect(address, autocommit=True, **patience(url))  # type: ignore[arg-type]
        try:
            connection.add_notify_handler(lambda note: self._told(note.channel, note.payload))
            connection.execute(f"LISTEN {TABLES}")
            connection.execute(f"LISTEN {JOBS}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _hear(self, connection: Connection[Any]) -> None:
        """Pass on what comes until the connection is lost, which raises, or nobody listens."""
        raw = connection.pgconn
        while not self._closing.is_set():
            ready, _, _ = select.select([raw.socket, self._woken.fileno()], [], [], _ALIVE)
            if not ready:
                connection.execute("SELECT 1")
            raw.consume_input()
            while (note := raw.notifies()) is not None:
                self._told(note.relname.decode(), note.extra.decode())

    def _told(self, channel: str, words: str) -> None:
        process, _, rest = words.partition(" ")
        if process == self._store.process:
            return
        if channel == JOBS:
            self._ears.job()
            return
        table, _, number = rest.partition(" ")
        self._ears.table(table, int(number))

    # -- a shared file --------------------------------------------------------------------------

    def _look(self) -> None:
        """Ask a connection that writes nothing whether others have written, and what."""
        while not self._closing.is_set():
            try:
                with self._store.engine.connect() as connection:
                    self._watch(connection.execution_options(isolation_level="AUTOCOMMIT"))
            except SQLAlchemyError as error:
                _log.warning("the database could not be looked at: %s", in_short(error))
                self._closing.wait(1.0)

    def _watch(self, connection: sa.Connection) -> None:
        seen: _Seen | None = None
        while not self._closing.wait(_IDLE if seen is None else _LOOK):
            if not self._ears.wanted():
                seen = None
                continue
            version = connection.exec_driver_sql("PRAGMA data_version").scalar()
            if seen is not None and version == seen.version:
                continue
            found = _Seen.now(connection, int(version or 0), self._store.process)
            if seen is None or found.last < seen.last:
                self._ears.missed()
            else:
                for table, number in found.since(seen, connection):
                    if not self._store.wrote(table, number):
                        self._ears.table(table, number)
            self._ears.job()
            seen = found


_ROW: Final = sa.literal_column("events.rowid", sa.Integer)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a file held: the newest row of the log, and who was there by which other process."""

    version: int
    last: int
    here: frozenset[tuple[str, str, str]]

    @classmethod
    def now(cls, connection: sa.Connection, version: int, own: str) -> _Seen:
        last = connection.scalar(sa.select(sa.func.max(_ROW)).select_from(events))
        query = sa.select(presence.c.table_id, presence.c.identity, presence.c.process)
        elsewhere = query.where(presence.c.left_at.is_(None), presence.c.process != own)
        there = connection.execute(elsewhere)
        return cls(version, last or 0, frozenset((table, who, by) for table, who, by in there))

    def since(self, before: _Seen, connection: sa.Connection) -> list[tuple[str, int]]:
        """The tables at which something has happened, with the newest event or 0."""
        query = (
            sa.select(events.c.table_id, sa.func.max(events.c.number))
            .where(_ROW.between(before.last + 1, self.last))
            .group_by(events.c.table_id)
        )
        told = [(str(table), int(number)) for table, number in connection.execute(query)]
        changed = {table for table, _, _ in self.here ^ before.here}
        return told + [(table, 0) for table in sorted(changed)]
