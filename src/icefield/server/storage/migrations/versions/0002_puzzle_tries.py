"""Tries at puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("solved_at", sa.BigInteger, nullable=True),
        sa.Column("shown_at", sa.BigInteger, nullable=True),
    )


def downgrade() -> None:
    op.drop_table("puzzle_tries")
