"""What differs between SQLite and PostgreSQL: all code that depends on which of the two it talks to
is here, in `errors` or in `notifications`."""

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
"""What `read_url` raises."""
POSTGRES: Final = "postgresql"
SQLITE: Final = "sqlite"
_DRIVER: Final = "postgresql+psycopg"
_MIGRATION_LOCK: Final = 0x1CEF1E1D  # the number of an advisory lock
_USED: Final = "used"
_TRUSTED_S: Final = 1.0
"""For so long after its last use a connection is not tested."""
_TIMEOUT: Final = "connect_timeout"
_CONNECT_TIMEOUT_S: Final = 10
_CONNECTIONS: Final = 20
"""How many connections to a file a process keeps; it may have twice as many for a moment."""
_CONNECTIONS_OUT: Final = 8
"""The same for a server, which usually has a hundred for all processes together."""
_BUSY: Final = 5.0
"""How many seconds one waits for others who write to the same file."""
_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")
_TURN: Final = "turn"
_SINGLE: Final = "AUTOCOMMIT"
_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    f"busy_timeout={1000 * _BUSY:.0f}",
    "foreign_keys=ON",
)

TABLES: Final = "icefield_tables"
"""The channel that says "process table number": an event, or number 0 for who is there."""
JOBS: Final = "icefield_jobs"
"""The channel that says "process": a job waits for a process with room."""


def read_url(text: str) -> URL:
    """The address of a database, however it names the driver; raises InvalidUrl."""
    url = make_url(text)
    if url.drivername in ("postgres", POSTGRES):
        return url.set(drivername=_DRIVER)
    return url


def connect_timeout(url: URL) -> dict[str, int]:
    """The argument that limits how long connecting may take, so that a network that drops all
    packets is noticed. The URL may set another limit."""
    own = url.get_backend_name() != POSTGRES or _TIMEOUT in url.query
    return {} if own else {_TIMEOUT: _CONNECT_TIMEOUT_S}


def make_engine(text: str) -> sa.Engine:
    """The connections to a database."""
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
    """The same connections for single statements, which need no transaction around them: each is
    one way there and back."""
    return engine.execution_options(isolation_level=_SINGLE)


def is_sqlite(engine: sa.Engine) -> bool:
    """Whether the database is a file that processes of one machine share."""
    return engine.dialect.name == SQLITE


def insert_or(table: sa.Table, connection: sa.Connection) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can say what to do about a row that is there already."""
    if connection.dialect.name == SQLITE:
        return sqlite.insert(table)
    return postgresql.insert(table)


def telling(insert: sa.Insert, engine: sa.Engine, channel: str, words: str) -> sa.Insert:
    """An INSERT that tells the other processes as well, once it is done."""
    if is_sqlite(engine):
        return insert
    return insert.returning(sa.func.pg_notify(channel, words))


def tell(connection: sa.Connection, channel: str, words: str) -> None:
    """Tell the other processes, once the transaction is done. Those that share a file look for
    themselves (see `notifications`)."""
    if connection.dialect.name == POSTGRES:
        connection.execute(sa.select(sa.func.pg_notify(channel, words)))


def take_turns(connection: sa.Connection) -> None:
    """Begin a transaction that no other process can have at the same time: for migrations."""
    if connection.dialect.name == SQLITE:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))


class _Turns:
    """Threads that write to a file one after the other. The file itself lets only one write at a
    time, and has the others try again after pauses that grow, which at a full house added up to
    seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def take(self, connection: sa.Connection, _cursor: Any, statement: str, *_more: object) -> None:
        """Wait for one's turn before the first statement that writes. A thread that waits for
        too long goes on: the file has the last word."""
        if _TURN not in connection.info and statement.lstrip().upper().startswith(_WRITING):
            connection.info[_TURN] = self._lock.acquire(timeout=_BUSY)

    def done(self, connection: sa.Connection, *_more: object) -> None:
        """A single statement is written when it is done; others go on until they are put back."""
        if connection.get_execution_options().get("isolation_level") == _SINGLE:
            self._release(connection.info)

    def give(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        """The connection is put back, so whatever was written is written."""
        self._release(record.info)

    def _release(self, info: dict[Any, Any]) -> None:
        if info.pop(_TURN, False):
            self._lock.release()


def _note_use(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info[_USED] = time.monotonic()


def _try_first(
    dialect: sa.Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: Any
) -> None:
    """Test a connection that was not used for a while, and raise where it is lost."""
    if time.monotonic() - record.info.get(_USED, time.monotonic()) < _TRUSTED_S:
        return
    try:
        dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error  # another one is made


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
