"""The columns of lists (stage, last event, who sits where), and people."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for column in (
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("stage", sa.String(10), nullable=False, server_default="playing"),
        sa.Column("active_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("fades_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("due_at", sa.BigInteger, nullable=True),
    ):
        op.add_column("tables", column)
    op.create_index("tables_listed", "tables", ["listed", "stage", "fades_at"])
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_table(
        "seats",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "people",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=True, unique=True),
        sa.Column("code_at", sa.BigInteger, nullable=True),
    )
    _note_old_tables(op.get_bind())


def _note_old_tables(connection: sa.Connection) -> None:
    """Fill in the last event and the sitters of existing tables."""
    connection.execute(
        sa.text(
            "UPDATE tables SET active_at = COALESCE("
            "(SELECT MAX(at) FROM events WHERE events.table_id = tables.id), opened_at)"
        )
    )
    rows = connection.execute(
        sa.text("SELECT table_id, kind, body FROM events WHERE kind IN ('opened', 'sat')")
    )
    found = {(who, table) for table, kind, body in rows for who in _sitters(kind, body)}
    seats = sa.table("seats", sa.column("identity"), sa.column("table_id"))
    if found:
        values = [{"identity": who, "table_id": table} for who, table in sorted(found)]
        connection.execute(sa.insert(seats), values)


def _sitters(kind: str, body: Any) -> list[str]:
    """The identities that sit down in an event.

    One seat alone is practice, which no list shows.
    """
    told = json.loads(body) if isinstance(body, str) else body
    if kind == "sat":
        return [told["owner"]] if told.get("owner") else []
    players = told.get("players", [])
    return [p["owner"] for p in players if p.get("owner")] if len(players) > 1 else []


def downgrade() -> None:
    op.drop_table("people")
    op.drop_table("seats")
    op.drop_index("tables_listed", "tables")
    op.drop_index("ix_tables_due_at", "tables")
    for name in ("due_at", "fades_at", "active_at", "stage", "listed"):
        op.drop_column("tables", name)
