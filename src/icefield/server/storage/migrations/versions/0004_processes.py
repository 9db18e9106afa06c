"""Several processes behind one database: processes, presence, jobs, tries.

Also the event up to which lists know a table.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("noted", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("left_at", sa.BigInteger, nullable=True),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("taken_by", sa.String(32), nullable=True),
    )
    op.create_index("ix_jobs_due_at", "jobs", ["due_at"])
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("failures_place", "failures", ["place", "at"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(120), nullable=False),
    )


def downgrade() -> None:
    for name in ("secrets", "failures", "jobs", "presence", "processes"):
        op.drop_table(name)
    op.drop_column("tables", "noted")
