"""Alembic's entry point: it runs on the connection that `storage/database.py` gives it."""

from __future__ import annotations

from alembic import context

from dungeonbowl.storage import (  # noqa: F401  (parts of the database)
    account_tables,
    club_tables,
    league_tables,
    people_tables,
    post_tables,
)
from dungeonbowl.storage.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
