"""An answer makes two round trips to Redis and no SQL query, as docs/request-path.md says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from sqlalchemy import event

from benchmarks.recording import redis_commands
from service.api.context import EXTENSION
from service.app import create_app
from service.settings import Settings
from service.stores import Stores
from tests.service.conftest import QUICK, stores_of
from tests.service.people import Person
from tests.service.table import answer, open_decisions, started
from tools.service_process import soon


def settled(*people: Person) -> None:
    """Their tokens are known from memory, and the listener for tokens taken back, which forgets all once, listens."""
    for person in people:
        assert person.get("/me").status_code == 200
    keyring = people[0].app.extensions[EXTENSION]["keyring"]
    assert soon(lambda: keyring.forgotten > 0)
    for person in people:
        assert person.get("/me").status_code == 200


@contextmanager
def sql_statements(stores: Stores) -> Iterator[list[str]]:
    """The SQL statements that are executed meanwhile."""
    found: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement)

    event.listen(stores.database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(stores.database.engine, "before_cursor_execute", note)


def test_an_answer_takes_two_round_trips_and_no_query(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    settled(ada, ben)

    for person in (ada, ben, ben, ada):
        for one in open_decisions(person, table)[:1]:
            with redis_commands() as commands, sql_statements(stores) as statements:
                reply = answer(person, table, one["id"], one["options"][: one["least"]])

            assert reply.status_code in (200, 202)
            assert [command[0] for command in commands] == [b"EVALSHA", b"EVALSHA"]
            assert statements == []


def test_a_process_that_has_just_started_needs_no_query_for_an_answer_either(
    app: Flask, ada: Person, ben: Person, redis_url: str, database_url: str
) -> None:
    table = started(ada, ben, bots=1)
    ada.put(f"/me/mutes/{ben.id}")
    fresh = create_app(Settings(redis_url=redis_url, database_url=database_url, **QUICK))

    with sql_statements(stores_of(fresh)) as statements:
        assert answer(Person(fresh, "Ada", ada.id, ada.token), table).status_code in (200, 202)
        assert answer(Person(fresh, "Ben", ben.id, ben.token), table).status_code in (200, 202)

    assert statements == []


def test_a_look_at_the_table_takes_one(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    settled(ada)

    with redis_commands() as commands:
        assert ada.get(f"/tables/{table}/view").status_code == 200

    assert [command[0] for command in commands] == [b"EVALSHA"]
