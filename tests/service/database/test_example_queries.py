"""The SQL of docs/database.md runs as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from service.database.engine import Database
from service.database.schema import METADATA
from service.stores import build
from tests.conftest import Postgres
from tests.service.archive.archived import AT_ONCE, move
from tools.soak.games import accounts_of, play_game

PAGE = (Path(__file__).parents[3] / "docs" / "database.md").read_text()
ROLE, *QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)


def fill(redis: Redis, database: Database) -> None:
    from random import Random

    stores = build(redis, database, AT_ONCE)
    play_game(stores, "faraway", accounts_of(stores, 2), Random(5))
    assert move(stores) == 1


def test_the_example_queries_run_and_find_games(redis: Redis, database: Database) -> None:
    fill(redis, database)

    found = []
    for query in QUERIES:
        with database.read() as connection:
            found.append(len(connection.execute(text(query)).all()))

    assert len(QUERIES) == 7
    # There are neither bots nor agents, nor has anybody agreed to research.
    assert [rows > 0 for rows in found] == [True, True, False, True, True, False, False]


def test_the_read_only_role_reads_games_but_no_records_and_writes_nothing(redis: Redis, postgres: Postgres) -> None:
    database = Database(postgres.url())
    fill(redis, database)
    with database.engine.begin() as connection:
        connection.execute(text(ROLE))
    try:
        with create_engine(postgres.url(user="farshore_reader")).connect() as reader:
            assert reader.scalar(text("SELECT count(*) FROM games")) > 0
            for refused in ("SELECT * FROM records", "DELETE FROM games", "UPDATE seats SET name = 'x'"):
                with pytest.raises(DBAPIError), reader.begin_nested():
                    reader.execute(text(refused))
    finally:
        with database.engine.begin() as connection:
            connection.execute(text("DROP OWNED BY farshore_reader; DROP ROLE farshore_reader"))


def test_every_table_and_column_is_in_the_diagram() -> None:
    from service.database.schema import DECISIONS, GAMES, OPTIONS, RECORDS, SEATS

    diagram = PAGE.split("```mermaid")[1].split("```")[0]
    internal = {"version", "transcript_lines", "bytes"}
    for table in (GAMES, RECORDS, SEATS, OPTIONS, DECISIONS):
        block = diagram.split(f"    {table.name} {{")[1].split("}")[0]
        drawn = {line.split()[1] for line in block.strip().splitlines()}
        assert drawn == {column.name for column in table.columns} - internal


def test_every_other_table_is_on_the_page() -> None:
    diagram, rest = PAGE.split("```mermaid")[1].split("```", 1)
    for name in METADATA.tables:
        assert f"    {name} {{" in diagram or f"`{name}`" in rest, name
