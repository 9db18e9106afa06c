"""The schema of the database.

It has the log of events, lists made from it (see `table_index`), people (see `people`), puzzles
tried (see `puzzle_progress`), and the shared rows of processes behind one database (see
`processes`, `presence` and `bot_jobs`).

Changes here need a step in `migrations`. Times are in milliseconds since 1970.
"""

from __future__ import annotations

import sqlalchemy as sa

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

snapshots = sa.Table(  # a cache of the log, see tables.snapshot
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # up to which event
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("result", sa.String(8), nullable=True),  # of a table that is over, else unknown
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
    sa.Column("place", sa.String(120), nullable=False),  # the scope in which its pid is valid
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
    sa.Column("rank", sa.Integer, nullable=False, server_default="1"),  # the lowest goes first
    sa.Column("address", sa.String(32), nullable=False, server_default=""),  # a digest
    sa.Column("owner", sa.String(64), nullable=False, server_default=""),
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
