"""The migrations of the database's schema."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

_one_at_a_time = threading.Lock()  # Alembic keeps its context in module variables


def upgrade(engine: sa.Engine, revision: str = "head") -> None:
    """Migrate a database, also an empty one, to the newest schema, or an older one."""
    with configured(engine) as config:
        command.upgrade(config, revision)


def current(connection: sa.Connection) -> bool:
    """Whether the database has the newest schema."""
    script = ScriptDirectory(str(Path(__file__).parent))
    found = MigrationContext.configure(connection).get_current_revision()
    return found == script.get_current_head()


@contextlib.contextmanager
def configured(engine: sa.Engine) -> Iterator[Config]:
    """The configuration of Alembic's commands for a database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _one_at_a_time, engine.connect() as connection:
        config.attributes["connection"] = connection
        yield config


def why_not_ready(engine: sa.Engine) -> str | None:
    """The reason why a database cannot be used; None where it can.

    "database" where it does not answer, "migration" where it has an older schema.
    """
    try:
        with engine.connect() as connection:
            return None if current(connection) else "migration"
    except sa.exc.SQLAlchemyError:
        return "database"
