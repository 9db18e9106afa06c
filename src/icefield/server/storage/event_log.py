"""The database: tables and their numbered events (append and read, nothing else); what lists of
tables are made from, which is only a cache of the events (see `listing`); people (see `people`) and
what they have tried of the puzzles (see `progress`); and what processes behind one database have to
know of each other (see `processes`, `presence` and `jobs`).

All functions block; they are called from worker threads, never on the event loop.
"""

from __future__ import annotations

import secrets as chance
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from ..clock import now
from .dialect import TABLES, at_once, insert_or, make_engine, telling

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("stage", sa.String(10), nullable=False, server_default="playing"),
    sa.Column("active_at", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("fades_at", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("due_at", sa.BigInteger, nullable=True, index=True),
    sa.Column("noted", sa.Integer, nullable=False, server_default="0"),  # up to which event
    sa.Index("tables_listed", "listed", "stage", "fades_at"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("nickname", sa.String(40), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("code_hash", sa.String(64), nullable=True, unique=True),
    sa.Column("code_at", sa.BigInteger, nullable=True),
)

puzzle_tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(32), primary_key=True),
    sa.Column("first", sa.String(10), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("solved_at", sa.BigInteger, nullable=True),
    sa.Column("shown_at", sa.BigInteger, nullable=True),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("place", sa.String(120), nullable=False),  # where its number means something
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),  # it lives at least until then
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("process", sa.String(32), primary_key=True, index=True),
    sa.Column("left_at", sa.BigInteger, nullable=True),
)

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("due_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("taken_by", sa.String(32), nullable=True),  # a process
)

failures = sa.Table(
    "failures",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("place", sa.String(64), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("failures_place", "place", "at"),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(120), nullable=False),
)

_COOKIES: Final = "cookies"
_REMEMBERED: Final = 2000  # tables of which it is known what was written here last


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table. Numbers begin at 1 and have no gaps."""

    number: int
    kind: str
    body: Mapping[str, Any]
    at: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A table as lists know it. `stage` is "waiting", "playing" or "over"; lists of strangers show
    it until `fades_at`; at `due_at` something happens by itself; `sitters` are identities."""

    listed: bool
    stage: str
    active_at: int
    fades_at: int
    sitters: frozenset[str]
    due_at: int | None = None


class OccupiedError(Exception):
    """Somebody was faster: the number has been given to another event."""


class Store:
    """The log of all tables. `process` is what the others call whoever writes here."""

    def __init__(self, url: str):
        self.engine = make_engine(url)
        self._at_once = at_once(self.engine)
        self.process = chance.token_hex(8)
        self._guard = threading.Lock()
        self._written: OrderedDict[str, int] = OrderedDict()

    def open(self, table: str, game: str, body: Mapping[str, Any]) -> Event:
        """Write a new table with its first event."""
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
        """Write the next event of a table, and tell the other processes; raises OccupiedError when
        that number is taken."""
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
            self._written.move_to_end(table)
            if len(self._written) > _REMEMBERED:
                self._written.popitem(last=False)
        return event

    def wrote(self, table: str, number: int) -> bool:
        """Whether an event was written here, of late."""
        return self._written.get(table) == number

    def events(self, table: str, since: int = 0) -> tuple[Event, ...]:
        """The events of a table with a number above `since`, in order."""
        if "\0" in table:
            return ()  # no text for a database, so nobody's id
        query = (
            sa.select(events.c.number, events.c.kind, events.c.body, events.c.at)
            .where(events.c.table_id == table, events.c.number > since)
            .order_by(events.c.number)
        )
        with self._at_once.connect() as connection:
            return tuple(Event(*row) for row in connection.execute(query))

    # -- lists ----------------------------------------------------------------------------------

    def note(self, table: str, number: int, note: Note) -> None:
        """Write down what lists are to know of a table after event `number`, unless somebody knew
        as much already. Nobody who sat there is forgotten."""
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
        """The listed tables of a stage that have not faded, the last active first."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.stage == stage, tables.c.fades_at > now())
            .order_by(tables.c.active_at.desc(), tables.c.id)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def overdue(self, at: int, limit: int = 100) -> tuple[str, ...]:
        """The tables where something should have happened by itself before that time."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.due_at <= at)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        with self._at_once.connect() as connection:
            return tuple(connection.scalars(query))

    def sat_at(self, identity: str, limit: int, *, over: bool = True) -> tuple[str, ...]:
        """The tables where somebody sits, the last active first; without those that are over if
        so asked."""
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

    # -- what all processes share ---------------------------------------------------------------

    def secret(self) -> str:
        """What signs the cookies, the same for all servers behind this database; made on first
        use."""
        made = {"name": _COOKIES, "value": chance.token_urlsafe(48)}
        with self.engine.begin() as connection:
            fresh = insert_or(secrets, connection).values(made).on_conflict_do_nothing()
            connection.execute(fresh)
            kept = sa.select(secrets.c.value).where(secrets.c.name == _COOKIES)
            return str(connection.scalar(kept))

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()
