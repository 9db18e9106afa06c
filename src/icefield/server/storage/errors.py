"""Failures of the database, for those who do not know SQLAlchemy."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy.exc import (
    DisconnectionError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)

from ..errors import Busy, NoRoom, Problem
from .dialect import in_short, is_full

_log = logging.getLogger("icefield.server")

DatabaseError: Final = SQLAlchemyError
"""The base of everything that a database can raise."""
_PASSING: Final = (OperationalError, InterfaceError, TimeoutError, DisconnectionError)


def report_database_error(error: SQLAlchemyError) -> Problem:
    """Log a failure of the database and return what the client is told. The database may be back
    in a moment, so the log has one line; only for a mistake of ours it has the traceback."""
    passing = isinstance(error, _PASSING)
    _log.error("database failed: error=%s", in_short(error), exc_info=None if passing else error)
    return NoRoom() if is_full(error) else Busy()
