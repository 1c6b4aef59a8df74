"""An answer makes two round trips to Redis, as docs/request-path.md says."""

from __future__ import annotations

import time

from benchmarks.recording import redis_commands
from tests.service.people import Person
from tests.service.table import answer, open_decisions, started


def settled(*people: Person) -> None:
    """Their tokens are known from memory, and the listener for tokens taken back, which forgets all once, listens."""
    for _ in range(3):
        for person in people:
            person.get("/players/me")
        time.sleep(0.05)


def test_an_answer_takes_two_round_trips(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    settled(ada, ben)

    for person in (ada, ben, ben, ada):
        for one in open_decisions(person, table)[:1]:
            with redis_commands() as commands:
                reply = answer(person, table, one["id"], one["options"][: one["least"]])

            assert reply.status_code in (200, 202)
            assert [command[0] for command in commands] == [b"EVALSHA", b"EVALSHA"]


def test_a_look_at_the_table_takes_one(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    settled(ada)

    with redis_commands() as commands:
        assert ada.get(f"/tables/{table}/view").status_code == 200

    assert [command[0] for command in commands] == [b"EVALSHA"]
