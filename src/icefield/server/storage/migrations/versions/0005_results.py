"""The results of people, for their lists and statistics.

Tables that were over before have none; they are read when their people look at their lists.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("seats", sa.Column("result", sa.String(8), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "result")
