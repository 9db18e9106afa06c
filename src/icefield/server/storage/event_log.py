"""The log of all tables: numbered events, appended and read and never changed; and the columns that
lists of tables are made from, which are a cache of the log (see `table_index`).

All functions block; call them from worker threads, never on the event loop.
"""

from __future__ import annotations

import secrets as chance
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from cachetools import LRUCache

from ..clock import now
from ..tables.events import Event
from .dialect import TABLES, at_once, insert_or, make_engine, telling
from .schema import events, seats, secrets, tables

_COOKIES: Final = "cookies"
_MAX_REMEMBERED: Final = 2000
"""Of how many tables the last own event is remembered."""


@dataclass(frozen=True, slots=True)
class Note:
    """A table as lists know it. `stage` is "waiting", "playing" or "over"; public lists show it
    until `fades_at`; at `due_at` the next event is due; `sitters` are identities."""

    listed: bool
    stage: str
    active_at: int
    fades_at: int
    sitters: frozenset[str]
    due_at: int | None = None


class OccupiedError(Exception):
    """The number has been given to an event of another process or thread."""


class Store:
    """The log of all tables. `process` is the id by which other processes know this one."""

    def __init__(self, url: str):
        self.engine = make_engine(url)
        self._at_once = at_once(self.engine)
        self.process = chance.token_hex(8)
        self._guard = threading.Lock()
        self._written: LRUCache[str, int] = LRUCache(_MAX_REMEMBERED)

    def open(self, table: str, game: str, body: Mapping[str, Any]) -> Event:
        """Write a new table with its first event, whose body is given."""
        at = now()
        with self.engine.begin() as connection:
            connection.execute(sa.insert(tables).values(id=table, game=game, opened_at=at))
            connection.execute(
                sa.insert(events).values(
                    table_id=table, number=1, kind="opened", body=dict(body), at=at
                )
            )
        return Event(1, "opened", body, at)

    def append(self, table: str, number: int, kind: str, body: Mapping[str, Any]) -> Event:
        """Write the next event of a table, and notify the other processes in the same statement;
        raises OccupiedError when that number is taken."""
        event = Event(number, kind, body, now())
        row = sa.insert(events).values(
            table_id=table, number=number, kind=kind, body=dict(body), at=event.at
        )
        words = f"{self.process} {table} {number}"
        try:
            with self._at_once.connect() as connection:
                connection.execute(telling(row, self.engine, TABLES, words))
        except sa.exc.IntegrityError as error:
            raise OccupiedError(number) from error
        with self._guard:
            self._written[table] = number
        return event

    def wrote(self, table: str, number: int) -> bool:
        """Whether this process wrote that event, and no later one."""
        with self._guard:
            return self._written.get(table) == number

    def events(self, table: str, since: int = 0) -> tuple[Event, ...]:
        """The events of a table with a number above `since`, in order."""
        if "\0" in table:
            return ()  # no text that a database can hold
        query = (
            sa.select(events.c.number, events.c.kind, events.c.body, events.c.at)
            .where(events.c.table_id == table, events.c.number > since)
            .order_by(events.c.number)
        )
        with self._at_once.connect() as connection:
            return tuple(Event(*row) for row in connection.execute(query))

    # -- lists ----------------------------------------------------------------------------------

    def note(self, table: str, number: int, note: Note) -> None:
        """Write what lists show of a table after event `number`, unless a later state is written
        already. Identities that once sat there stay."""
        with self.engine.begin() as connection:
            written = connection.execute(
                sa.update(tables)
                .where(tables.c.id == table, tables.c.noted < number)
                .values(
                    listed=note.listed,
                    stage=note.stage,
                    active_at=note.active_at,
                    fades_at=note.fades_at,
                    due_at=note.due_at,
                    noted=number,
                )
            )
            if not written.rowcount:
                return
            known = sa.select(seats.c.identity).where(seats.c.table_id == table)
            for identity in sorted(note.sitters - set(connection.scalars(known))):
                connection.execute(sa.insert(seats).values(identity=identity, table_id=table))

    def listing(self, stage: str, limit: int) -> tuple[str, ...]:
        """The ids of listed tables of a stage that have not faded, the last active first."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.stage == stage, tables.c.fades_at > now())
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def overdue(self, at: int, limit: int = 100) -> tuple[str, ...]:
        """The ids of tables where an event was due before that time."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.due_at <= at)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def sat_at(self, identity: str, limit: int, *, over: bool = True) -> tuple[str, ...]:
        """The ids of tables where a person sits, the last active first."""
        query = (
            sa.select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.identity == identity)
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        if not over:
            query = query.where(tables.c.stage != "over")
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    # -- shared by all processes ----------------------------------------------------------------

    def secret(self) -> str:
        """The key that signs the cookies, the same for all servers behind this database; made on
        first use."""
        made = {"name": _COOKIES, "value": chance.token_urlsafe(48)}
        with self.engine.begin() as connection:
            fresh = insert_or(secrets, connection).values(made).on_conflict_do_nothing()
            connection.execute(fresh)
            kept = sa.select(secrets.c.value).where(secrets.c.name == _COOKIES)
            return str(connection.scalar(kept))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
