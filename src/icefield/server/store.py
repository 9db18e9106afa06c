"""The database: tables and their numbered events, and what people have tried of the puzzles (see
`progress`). Append and read, nothing else.

All functions block; they are called from worker threads, never on the event loop.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event as sa_event

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),  # milliseconds since 1970
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


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table. Numbers begin at 1 and have no gaps."""

    number: int
    kind: str
    body: Mapping[str, Any]
    at: int = 0


class OccupiedError(Exception):
    """Somebody was faster: the number has been given to another event."""


class Store:
    """The log of all tables."""

    def __init__(self, url: str):
        self.engine = sa.create_engine(url, pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            sa_event.listen(self.engine, "connect", _prepare_sqlite)

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
        """Write the next event of a table; raises OccupiedError when that number is taken."""
        event = Event(number, kind, body, now())
        try:
            with self.engine.begin() as connection:
                connection.execute(
                    sa.insert(events).values(
                        table_id=table, number=number, kind=kind, body=dict(body), at=event.at
                    )
                )
        except sa.exc.IntegrityError as error:
            raise OccupiedError(number) from error
        return event

    def events(self, table: str, since: int = 0) -> tuple[Event, ...]:
        """The events of a table with a number above `since`, in order."""
        query = (
            sa.select(events.c.number, events.c.kind, events.c.body, events.c.at)
            .where(events.c.table_id == table, events.c.number > since)
            .order_by(events.c.number)
        )
        with self.engine.connect() as connection:
            return tuple(Event(*row) for row in connection.execute(query))

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "busy_timeout=5000",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
