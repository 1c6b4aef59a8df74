"""Creating the tables of a new database, and applying migrations to an older one, one process at a time.

A new database is created from `schema.py`; migrations only change databases that exist. A test applies them to the
oldest schema and compares the result with `schema.py`.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from service.database.engine import HEAD, WrongSchema
from service.database.schema import METADATA

LOCK: Final = 0x66617273
"""The PostgreSQL advisory lock that a process holds while it migrates."""

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def configuration() -> Config:
    """Alembic's configuration, without a file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def upgrade(engine: Engine, found: str | None) -> None:
    """Create all tables in an empty database (`found` is None), or apply the migrations that are missing."""
    config = configuration()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        if found < min(known):
            raise WrongSchema(
                f"The database has migration {found}, from before the first release. Start with a new database."
            )
        raise WrongSchema(
            f"The database was written by a newer version of Farshore: it has migration {found}, and this version "
            f"knows {HEAD}. Run the newer version, or restore a backup."
        )
    with (
        _one_at_a_time(engine),
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        config.attributes["connection"] = connection
        if found is None:
            METADATA.create_all(connection)
            command.stamp(config, "head")
        else:
            command.upgrade(config, "head")


@contextmanager
def _one_at_a_time(engine: Engine) -> Iterator[None]:
    if engine.dialect.name == "sqlite":
        if engine.url.database is None:
            yield
            return
        with Path(f"{engine.url.database}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("SET statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
            connection.execute(text("SET statement_timeout = DEFAULT"))
