"""The exception of a failing database, and its description."""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

from sqlalchemy.exc import (
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)

from ..errors import Busy, NoRoom, Problem

DatabaseError: Final = SQLAlchemyError
"""The exception of every function of this package when the database fails."""
_PASSING: Final = (OperationalError, InterfaceError, TimeoutError, DisconnectionError)

_log = logging.getLogger("icefield.server")
_MAX_CHARACTERS: Final = 200
_DISK_FULL: Final = "53100"  # a SQLSTATE of PostgreSQL


def describe(error: SQLAlchemyError) -> str:
    """A database error in one line for the log."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.partition("\n")[0][:_MAX_CHARACTERS]


def is_disk_full(error: BaseException | None) -> bool:
    """Whether the disk of the database has no space left."""
    if not isinstance(error, DBAPIError):
        return False
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", None) == _DISK_FULL


def report_database_error(error: SQLAlchemyError) -> Problem:
    """Log a failure of the database and return the problem for the client.

    The database may be back in a moment, so the log has one line; only for a bug it has the
    traceback.
    """
    passing = isinstance(error, _PASSING)
    _log.error("database failed: error=%s", describe(error), exc_info=None if passing else error)
    return NoRoom() if is_disk_full(error) else Busy()
