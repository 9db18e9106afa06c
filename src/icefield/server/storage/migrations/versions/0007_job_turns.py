"""Bot jobs have a rank, and those for whom they are: processes take them in turns.

The address is a keyed digest, and jobs exist only while bots think.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("jobs", sa.Column("rank", sa.Integer, nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("address", sa.String(32), nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("owner", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("owner", "address", "rank"):
        op.drop_column("jobs", name)
