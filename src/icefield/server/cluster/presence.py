"""Who is there: which identities have a live connection to a table. This process counts its own
connections, tells the others through the database, and asks there about theirs.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ..clock import now
from ..storage.dialect import TABLES, at_once, in_short, insert_or, tell
from ..storage.event_log import presence as rows
from .lease import Process, living

AWAY: Final = 60.0
"""After so many seconds without a connection a seat may be given to a bot."""
_REMEMBERED: Final = 10 * 1000 * AWAY  # milliseconds after which nobody asks any more

_log = logging.getLogger("icefield.server")


class Presence:
    """Connections by table and identity. May be asked from any thread, but `at` does not block."""

    def __init__(self, engine: sa.Engine, process: Process):
        self._engine = engine
        self._at_once = at_once(engine)
        self._process = process
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="icefield-presence")

    @contextlib.contextmanager
    def at(self, table: str, identity: str) -> Iterator[None]:
        """Somebody is at a table while the block runs."""
        with self._lock:
            self._here[table][identity] += 1
        self._write(table, identity)
        try:
            yield
        finally:
            with self._lock:
                here = self._here[table]
                here[identity] -= 1
                if not here[identity]:
                    del here[identity]
                if not here:
                    del self._here[table]
            self._write(table, identity)

    @property
    def anybody(self) -> bool:
        """Whether this process has a connection to anybody."""
        return bool(self._here)

    def here(self, table: str) -> frozenset[str]:
        """Everybody who is at a table now, wherever they are connected."""
        query = sa.select(rows.c.identity).where(*self._elsewhere(table))
        with self._at_once.connect() as connection:
            others = connection.scalars(query).all()
        return self._own(table).union(others)

    def away(self, table: str, identity: str) -> float:
        """For how many seconds somebody has not been at a table; 0 while there. Nobody has been
        away for longer than this process runs."""
        if identity in self.here(table):
            return 0.0
        query = sa.select(sa.func.max(rows.c.left_at)).where(
            rows.c.table_id == table, rows.c.identity == identity
        )
        with self._at_once.connect() as connection:
            left = connection.scalar(query)
        longest = time.monotonic() - self._began
        return longest if left is None else max(0.0, min(longest, (now() - left) / 1000))

    def _own(self, table: str) -> frozenset[str]:
        with self._lock:
            return frozenset(self._here.get(table, ()))

    def _elsewhere(self, table: str) -> tuple[sa.ColumnElement[bool], ...]:
        return (
            rows.c.table_id == table,
            rows.c.left_at.is_(None),
            rows.c.process != self._process.id,
            rows.c.process.in_(living()),
        )

    # -- what the others are told ---------------------------------------------------------------

    def repeat(self) -> None:
        """Tell everything again: the others had given this process up."""
        with self._lock:
            known = [(table, who) for table, here in self._here.items() for who in here]
        for table, identity in known:
            self._write(table, identity)

    def forget(self) -> None:
        """Drop who left long ago."""
        with self._at_once.connect() as connection:
            connection.execute(sa.delete(rows).where(rows.c.left_at < now() - _REMEMBERED))

    def _write(self, table: str, identity: str) -> None:
        with contextlib.suppress(RuntimeError):  # closed; all that was written is taken back
            self._writer.submit(self._note, table, identity)

    def _note(self, table: str, identity: str) -> None:
        """Write down whether somebody is there now; the last to be written is right."""
        try:
            left = None if identity in self._own(table) else now()
            if left is None:
                self._process.promise()
            key = {"table_id": table, "identity": identity, "process": self._process.id}
            with self._engine.begin() as connection:
                fresh = insert_or(rows, connection).values(**key, left_at=left)
                noted = fresh.on_conflict_do_update(
                    index_elements=list(rows.primary_key), set_={"left_at": left}
                )
                connection.execute(noted)
                tell(connection, TABLES, f"{self._process.id} {table} 0")
        except SQLAlchemyError as error:
            _log.warning("who is there could not be written down: %s", in_short(error))

    def close(self) -> None:
        """Write down what is to be written."""
        self._writer.shutdown(wait=True)
