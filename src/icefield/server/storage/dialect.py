"""The differences between SQLite and PostgreSQL.

All code that depends on which of the two it uses is here, in `errors` or in `notifications`.
"""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event as sa_event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

InvalidUrl: Final = ArgumentError
"""The error of `read_url`."""
POSTGRES: Final = "postgresql"
SQLITE: Final = "sqlite"
_DRIVER: Final = "postgresql+psycopg"
_MIGRATION_LOCK: Final = 0x1CEF1E1D  # the number of an advisory lock
_USED: Final = "used"
_TRUSTED_S: Final = 1.0
"""The time since its last use in which a connection is not tested."""
_TIMEOUT: Final = "connect_timeout"
_CONNECT_TIMEOUT_S: Final = 10
_CONNECTIONS: Final = 20
"""The connections to a file that a process keeps; it may briefly have twice as many."""
_CONNECTIONS_OUT: Final = 8
"""The same for a server, which usually has a hundred for all processes together."""
BUSY: Final = 5.0
"""The seconds to wait for others who write to the same file."""
_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")
_TURN: Final = "turn"
_SINGLE: Final = "AUTOCOMMIT"
_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    f"busy_timeout={1000 * BUSY:.0f}",
    "foreign_keys=ON",
)

TABLES: Final = "icefield_tables"
"""The channel of "process table number": an event, or number 0 for presence."""
JOBS: Final = "icefield_jobs"
"""The channel of "process": a job waits for a process with room."""


def read_url(text: str) -> URL:
    """The URL of a database, with the driver in use; raises InvalidUrl."""
    url = make_url(text)
    if url.drivername in ("postgres", POSTGRES):
        return url.set(drivername=_DRIVER)
    return url


def connect_timeout(url: URL) -> dict[str, int]:
    """The connection argument for a timeout, unless the URL sets another.

    It makes a network that drops all packets noticeable.
    """
    own = url.get_backend_name() != POSTGRES or _TIMEOUT in url.query
    return {} if own else {_TIMEOUT: _CONNECT_TIMEOUT_S}


def make_engine(text: str) -> sa.Engine:
    """The engine with the connections to a database."""
    url = read_url(text)
    kept = _CONNECTIONS if url.get_backend_name() == SQLITE else _CONNECTIONS_OUT
    engine = sa.create_engine(
        url, connect_args=connect_timeout(url), pool_size=kept, max_overflow=kept
    )
    if is_sqlite(engine):
        sa_event.listen(engine, "connect", _prepare_sqlite)
        turns = _Turns()
        sa_event.listen(engine, "before_cursor_execute", turns.take)
        sa_event.listen(engine, "after_cursor_execute", turns.done)
        sa_event.listen(engine, "checkin", turns.give)
    else:
        sa_event.listen(engine, "checkin", _note_use)
        sa_event.listen(engine, "checkout", partial(_try_first, engine.dialect))
    return engine


def at_once(engine: sa.Engine) -> sa.Engine:
    """The engine in autocommit mode, for single statements.

    They need no transaction around them: each is one round trip.
    """
    return engine.execution_options(isolation_level=_SINGLE)


def is_sqlite(engine: sa.Engine) -> bool:
    """Whether the database is a file that processes of one machine share."""
    return engine.dialect.name == SQLITE


def is_storable(text: str) -> bool:
    """Whether every database can hold a text: PostgreSQL refuses NUL characters."""
    return "\0" not in text


def insert_or(table: sa.Table, connection: sa.Connection) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that supports ON CONFLICT."""
    if connection.dialect.name == SQLITE:
        return sqlite.insert(table)
    return postgresql.insert(table)


def telling(insert: sa.Insert, engine: sa.Engine, channel: str, words: str) -> sa.Insert:
    """An INSERT that notifies the other processes when it is committed."""
    if is_sqlite(engine):
        return insert
    return insert.returning(sa.func.pg_notify(channel, words))


def tell(connection: sa.Connection, channel: str, words: str) -> None:
    """Notify the other processes when the transaction is committed.

    Processes that share a file poll it (see `notifications`).
    """
    if connection.dialect.name == POSTGRES:
        connection.execute(sa.select(sa.func.pg_notify(channel, words)))


def take_turns(connection: sa.Connection) -> None:
    """Begin a transaction that excludes all other processes: for migrations."""
    if connection.dialect.name == SQLITE:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))


class _Turns:
    """A lock of the threads that write to a file.

    SQLite allows one writer at a time, and makes the others retry after growing pauses, which under
    load added up to seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def take(self, connection: sa.Connection, _cursor: Any, statement: str, *_more: object) -> None:
        """Take the lock before the first statement that writes.

        A thread that waits for too long goes on: SQLite has a lock of its own.
        """
        if _TURN not in connection.info and statement.lstrip().upper().startswith(_WRITING):
            connection.info[_TURN] = self._lock.acquire(timeout=BUSY)

    def done(self, connection: sa.Connection, *_more: object) -> None:
        """Release the lock after a single statement; transactions keep it."""
        if connection.get_execution_options().get("isolation_level") == _SINGLE:
            self._release(connection.info)

    def give(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        """Release the lock as the connection is returned: all is written."""
        self._release(record.info)

    def _release(self, info: dict[Any, Any]) -> None:
        if info.pop(_TURN, False):
            self._lock.release()


def _note_use(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info[_USED] = time.monotonic()


def _try_first(
    dialect: sa.Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: Any
) -> None:
    """Test a connection that was not used for a while; raises where it is lost."""
    if time.monotonic() - record.info.get(_USED, time.monotonic()) < _TRUSTED_S:
        return
    try:
        dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error  # the pool makes another one


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
