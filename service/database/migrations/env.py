"""How Alembic runs our migrations: on the connection provided by `service/database/migrate.py`."""

from alembic import context

from service.database.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
