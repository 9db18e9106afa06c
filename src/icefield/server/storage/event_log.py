"""The log of all tables: numbered events, appended and read and never changed.

The columns that lists of tables are made from are here as well; they are a cache of the log (see
`table_index`).

All functions block; call them from worker threads, never on the event loop.
"""

from __future__ import annotations

import secrets as chance
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from cachetools import LRUCache

from ..clock import now
from ..tables.events import Event
from .dialect import TABLES, at_once, insert_or, is_storable, make_engine, telling
from .schema import events, seats, secrets, tables

_COOKIES: Final = "cookies"
_MAX_REMEMBERED: Final = 2000
"""The number of tables whose last own event is remembered."""
_AT_ONCE: Final = 2000
"""The events of a long log that are in memory at the same time."""
_MAX_LEFT_OUT: Final = 500
"""The number of unreadable tables that lists leave out."""


@dataclass(frozen=True, slots=True)
class Note:
    """A table as lists show it.

    `stage` is "waiting", "playing", "over" or "closed"; public lists show it until `fades_at`; at
    `due_at` the next event is due; `sitters` are identities; `results` are theirs after the end.
    """

    listed: bool
    stage: str
    active_at: int
    fades_at: int
    sitters: frozenset[str]
    due_at: int | None = None
    results: tuple[tuple[str, str], ...] = ()


class OccupiedError(Exception):
    """The number is that of an event of another process or thread."""


class Store:
    """The log of all tables; other processes know this one by its id `process`."""

    def __init__(self, url: str):
        self.engine = make_engine(url)
        self._at_once = at_once(self.engine)
        self.process = chance.token_hex(8)
        self._guard = threading.Lock()
        self._written: LRUCache[str, int] = LRUCache(_MAX_REMEMBERED)
        self._left_out: LRUCache[str, None] = LRUCache(_MAX_LEFT_OUT)

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
        """Write the next event of a table; raises OccupiedError when the number is taken.

        The same statement notifies the other processes.
        """
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

    def events(self, table: str, since: int = 0, limit: int | None = None) -> tuple[Event, ...]:
        """The events of a table with a number above `since`, in order; at most `limit`."""
        if not is_storable(table):
            return ()
        query = (
            sa.select(events.c.number, events.c.kind, events.c.body, events.c.at)
            .where(events.c.table_id == table, events.c.number > since)
            .order_by(events.c.number)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(Event(*row) for row in connection.execute(query))

    def log(self, table: str) -> Iterator[Event]:
        """All events of a table, read a few at a time."""
        since = 0
        while page := self.events(table, since, _AT_ONCE):
            yield from page
            since = page[-1].number

    # -- lists ----------------------------------------------------------------------------------

    def leave_out(self, table: str, *, unreadable: bool = True) -> None:
        """Leave an unreadable table out of all lists of ids, or put it back into them.

        Otherwise the tables that cannot be read would take the places of others.
        """
        with self._guard:
            if unreadable:
                self._left_out[table] = None
            else:
                self._left_out.pop(table, None)

    def _is_readable(self) -> sa.ColumnElement[bool]:
        with self._guard:
            return tables.c.id.not_in(tuple(self._left_out))

    def note(self, table: str, number: int, note: Note) -> None:
        """Write the columns of a table after event `number`, unless they are newer.

        Identities that once sat there stay.
        """
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
            _write_results(connection, table, note.results)

    def write_results(self, table: str, results: Iterable[tuple[str, str]]) -> None:
        """Write the results of a table that was over before results were kept."""
        with self.engine.begin() as connection:
            _write_results(connection, table, results)

    def without_result(self, identity: str, limit: int) -> tuple[str, ...]:
        """The ids of tables of a person that are over and whose result is not known."""
        query = (
            sa.select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.identity == identity, tables.c.stage == "over", seats.c.result.is_(None))
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def count_results(self, identity: str) -> Mapping[tuple[str, str], int]:
        """By game and result, the number of a person's tables that are over."""
        query = (
            sa.select(tables.c.game, seats.c.result, sa.func.count())
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.identity == identity, tables.c.stage == "over")
            .where(seats.c.result.is_not(None))
            .group_by(tables.c.game, seats.c.result)
        )
        with self._at_once.connect() as connection:
            return {(game, result): count for game, result, count in connection.execute(query)}

    def listing(self, stage: str, limit: int) -> tuple[str, ...]:
        """The ids of public tables of a stage that have not faded, the last active first."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.stage == stage, tables.c.fades_at > now())
            .where(self._is_readable())
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def overdue(self, at: int, limit: int = 100) -> tuple[str, ...]:
        """The ids of tables where an event was due before that time."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.due_at <= at, self._is_readable())
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def sat_at(
        self,
        identity: str,
        limit: int,
        *,
        over: bool = True,
        game: str | None = None,
        result: str | None = None,
    ) -> tuple[str, ...]:
        """The ids of tables where a person sits, the last active first.

        Only those that are not `over`, of a `game`, or that are over with a `result`.
        """
        query = (
            sa.select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.identity == identity, tables.c.stage != "closed", self._is_readable())
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        if not over:
            query = query.where(tables.c.stage != "over")
        if game is not None:
            query = query.where(tables.c.game == game)
        if result is not None:
            query = query.where(tables.c.stage == "over", seats.c.result == result)
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    # -- shared by all processes ----------------------------------------------------------------

    def secret(self) -> str:
        """The key that signs the cookies; made on first use.

        It is the same for all servers behind this database.
        """
        made = {"name": _COOKIES, "value": chance.token_urlsafe(48)}
        with self.engine.begin() as connection:
            fresh = insert_or(secrets, connection).values(made).on_conflict_do_nothing()
            connection.execute(fresh)
            kept = sa.select(secrets.c.value).where(secrets.c.name == _COOKIES)
            return str(connection.scalar(kept))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _write_results(
    connection: sa.Connection, table: str, results: Iterable[tuple[str, str]]
) -> None:
    for identity, result in results:
        row = sa.update(seats).where(seats.c.table_id == table, seats.c.identity == identity)
        connection.execute(row.values(result=result))
