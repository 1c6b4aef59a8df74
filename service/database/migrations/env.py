"""How Alembic runs our migrations: on the connection that `service/database/migrate.py` hands over."""

from alembic import context

from service.database.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
