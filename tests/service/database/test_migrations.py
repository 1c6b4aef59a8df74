"""Migrations: every database ends with the schema of the code, whoever starts first and whatever it held before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from service.database.engine import HEAD, Database, DatabaseUnavailable, WrongSchema, sqlite_url
from service.database.migrate import configuration
from service.database.schema import METADATA
from tests.conftest import free_port
from tests.service.concurrency import at_once


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without any table."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path)
        return
    server = request.getfixturevalue("postgres")
    name = f"empty_{free_port()}"
    with create_engine(server.url()).execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.url(name)


def test_the_newest_migration_is_the_one_that_the_code_names() -> None:
    assert ScriptDirectory.from_config(configuration()).get_current_head() == HEAD


def test_a_new_database_has_the_schema_of_the_code(empty_url: str) -> None:
    database = Database(empty_url)
    database.migrate()

    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert database.revision() == HEAD


def test_processes_that_start_together_migrate_once(empty_url: str) -> None:
    databases = [Database(empty_url) for _ in range(6)]

    at_once([database.migrate for database in databases])

    assert {database.revision() for database in databases} == {HEAD}
    assert all(database.responds() for database in databases)


def test_processes_that_create_the_same_file_wait_for_each_other(tmp_path: Path) -> None:
    for n in range(25):
        databases = [Database(sqlite_url(tmp_path / str(n))) for _ in range(6)]
        assert at_once([database.revision for database in databases]) == [None] * 6


def test_a_database_of_the_first_version_ends_with_the_schema_of_the_code_and_keeps_its_games(empty_url: str) -> None:
    database = Database(empty_url)
    first = (Path(__file__).parent / "files" / "schema-0003.sql").read_text()
    if not database.is_sqlite:
        first = first.replace("BLOB", "BYTEA").replace("JSON", "JSONB")
    with database.engine.begin() as connection:
        for statement in first.split(";\n"):
            connection.execute(text(statement))
        connection.execute(
            text(
                "INSERT INTO games VALUES ('01m7ptpx1g9fvmc5653pjhmtye', 'faraway', 1, 'finished', '', 'public', false,"
                " false, 'p_ada', 2, 'none', 1, 2, 3, 4, 36, 55, 40, 0, 6)"
            )
        )
        connection.execute(text("INSERT INTO records VALUES ('01m7ptpx1g9fvmc5653pjhmtye', 'record')"))

    later = Database(empty_url)
    with later.read() as connection:
        assert connection.scalar(text("SELECT best_score FROM games")) == 55
        assert connection.scalar(text("SELECT count(*) FROM records")) == 1
    with later.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert later.revision() == HEAD


@pytest.mark.parametrize(
    ("revision", "message"),
    [("9999", "newer version of Farshore: it has migration 9999"), ("0001", "before the first release")],
)
def test_a_database_of_another_version_is_refused(empty_url: str, revision: str, message: str) -> None:
    database = Database(empty_url)
    database.migrate()
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})

    with pytest.raises(WrongSchema, match=message):
        Database(empty_url).migrate()


def test_a_database_that_is_away_is_unavailable(tmp_path: Path) -> None:
    away = Database(f"postgresql+psycopg://me@127.0.0.1:{free_port()}/farshore")
    with pytest.raises(DatabaseUnavailable):
        away.migrate()
    assert not away.responds()

    (tmp_path / "farshore.db").write_bytes(b"this is no database, but something else entirely" * 100)
    with pytest.raises(DatabaseUnavailable):
        Database(sqlite_url(tmp_path)).migrate()
