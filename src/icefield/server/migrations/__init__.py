"""The history of the database's shape, and the step to the newest one."""

from __future__ import annotations

import threading
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

_one_at_a_time = threading.Lock()  # Alembic keeps its context in module variables


def upgrade(engine: sa.Engine) -> None:
    """Bring a database, also an empty one, to the newest shape."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _one_at_a_time, engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
