"""Runs migrations on the connection that bot.store.migrate hands over (`python -m bot migrate`)."""

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
