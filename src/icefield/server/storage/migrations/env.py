"""Called by Alembic; the connection comes from `upgrade`."""

from __future__ import annotations

from alembic import context

from icefield.server.storage.dialect import take_turns
from icefield.server.storage.schema import metadata

connection = context.config.attributes["connection"]
take_turns(connection)  # processes that start at once
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
if connection.in_transaction():
    connection.commit()
