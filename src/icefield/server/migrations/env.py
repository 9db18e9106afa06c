"""Called by Alembic; the connection comes from `upgrade`."""

from __future__ import annotations

from alembic import context

from icefield.server.store import metadata

connection = context.config.attributes["connection"]
if connection.dialect.name == "sqlite":  # two processes that start at once take turns
    connection.exec_driver_sql("BEGIN IMMEDIATE")
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
if connection.in_transaction():
    connection.commit()
