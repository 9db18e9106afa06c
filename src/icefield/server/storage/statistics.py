"""Counts for the metrics."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from .schema import jobs, tables


def count_tables(engine: sa.Engine) -> Mapping[str, int]:
    """The number of tables by stage."""
    query = sa.select(tables.c.stage, sa.func.count()).group_by(tables.c.stage)
    with engine.connect() as connection:
        return {str(stage): int(count) for stage, count in connection.execute(query)}


def count_bot_jobs(engine: sa.Engine) -> int:
    """The number of tables where bots are to decide."""
    with engine.connect() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(jobs)) or 0
