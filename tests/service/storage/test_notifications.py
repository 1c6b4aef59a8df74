"""Notifications survive an outage of Redis: subscribers receive what is published after a restart."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.app import create_app
from service.database.schema import TOKENS
from service.launch.embedded import EmbeddedRedis
from service.settings import Settings
from service.storage import keys
from service.storage.notifications import ANY, Notifications
from tests.service.concurrency import Beside, soon
from tests.service.conftest import QUICK, newcomer, stores_of, waiting_in
from tests.service.people import Person
from tests.service.table import all_answer, answer, started


class WriteAtOnce(EmbeddedRedis):
    """A server that writes each change to its file before it answers.

    With `everysec` it may hold the write back while a sync runs, and a kill then loses what was acknowledged;
    what these tests ask of the service must not depend on that.
    """

    def flags(self) -> list[str]:
        return ["no" if flag == "everysec" else flag for flag in super().flags()]


@pytest.fixture
def server() -> Iterator[EmbeddedRedis]:
    """A Redis of its own, which may be killed."""
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        server = WriteAtOnce(Path(folder))
        server.start()
        server.wait()
        yield server
        server.stop()


@pytest.fixture
def shaken(server: EmbeddedRedis, database_url: str) -> Flask:
    return create_app(Settings(redis_url=server.url, database_url=database_url, **QUICK))


def kill(server: EmbeddedRedis) -> None:
    assert server.process is not None
    server.process.kill()
    server.process.wait()


def revive(server: EmbeddedRedis) -> None:
    server.start()
    server.wait()


def test_streams_go_on_after_redis_was_killed(server: EmbeddedRedis, shaken: Flask) -> None:
    ada, ben = newcomer(shaken, "Ada"), newcomer(shaken, "Ben")
    table = started(ada, ben)
    stream, account = ada.follow(f"/tables/{table}/events"), ben.follow("/events")
    with stream, account:
        head = stream.event()["seq"]
        account.event()

        kill(server)
        revive(server)
        all_answer(table, ada, ben)
        for person in (ada, ben):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})

        told = stream.until("aborted")
        assert [event["seq"] for event in told] == list(range(head + 1, head + 1 + len(told)))
        assert account.until("aborted")
    assert waiting_in(shaken) == []


def test_requests_during_a_restart_wait_and_lose_nothing(server: EmbeddedRedis, shaken: Flask) -> None:
    ada, ben = newcomer(shaken, "Ada"), newcomer(shaken, "Ben")
    table = started(ada, ben)
    kill(server)

    moves = [Beside(lambda person=person: answer(person, table).status_code) for person in (ada, ben)]
    revive(server)

    assert sorted(move.result() for move in moves) == [200, 202]
    assert len(stores_of(shaken).tables.answers(table)) == 2


def test_a_token_taken_back_while_a_process_heard_nothing_is_worth_nothing_afterwards(
    server: EmbeddedRedis, shaken: Flask
) -> None:
    ada = newcomer(shaken, "Ada")
    assert ada.get("/me").status_code == 200
    kill(server)
    revive(server)

    with Redis.from_url(server.url) as elsewhere:
        # As another process would, but without a notification.
        for mark in elsewhere.keys("token:*"):
            elsewhere.delete(mark)
        with stores_of(shaken).database.write() as connection:
            connection.execute(TOKENS.update().values(revoked=True))

    assert soon(lambda: ada.get("/me").status_code == 401)


def test_without_redis_the_refusal_says_so_and_has_a_retry_after(
    monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    monkeypatch.setattr("service.storage.connection.RETRIES", 0)
    absent = create_app(Settings(redis_url="redis://127.0.0.1:1/0", database_url=database_url, **QUICK))

    refused = Person(absent).get("/tables/x")

    assert (refused.status_code, refused.json["code"], refused.json["retryable"]) == (503, "unavailable", True)
    assert int(refused.headers["Retry-After"]) >= 1
    assert absent.test_client().get("/healthz").status_code == 200
    assert absent.test_client().get("/readyz").status_code == 503


# -- a listener whose time-out is shorter than the outage ----------------------------------------------


@pytest.fixture
def impatient(server: EmbeddedRedis) -> Notifications:
    return Notifications(Redis.from_url(server.url, retry=Retry(NoBackoff(), 0), socket_timeout=1))


def arrives(server: EmbeddedRedis, channel: str, waiter: object) -> bool:
    """Whether a notification published now arrives."""
    with Redis.from_url(server.url) as client:
        return soon(lambda: bool(client.spublish(channel, b"x")) and waiter.wait(0.05))


def test_a_listener_that_gave_up_once_tries_again(server: EmbeddedRedis, impatient: Notifications) -> None:
    with impatient.subscribe("timer:a") as waiter:
        assert arrives(server, "timer:a", waiter)
        listener = impatient._listeners[ANY]
        first = listener.pubsub
        kill(server)
        assert soon(lambda: listener.pubsub is not first)
        # A notification that was already sent may still arrive.
        assert soon(lambda: not waiter.wait(0.3))

        revive(server)

        assert soon(lambda: waiter.wait(0.1)), "a new subscription is notified"
        assert arrives(server, "timer:a", waiter)


def test_a_client_that_starts_waiting_while_redis_is_away_is_woken_when_it_is_back(
    server: EmbeddedRedis, impatient: Notifications
) -> None:
    impatient.start()
    kill(server)
    with impatient.subscribe("timer:b") as waiter:
        revive(server)

        assert soon(lambda: waiter.wait(0.1))
        assert arrives(server, "timer:b", waiter)


def test_a_mistake_of_a_listener_does_not_make_all_others_deaf(server: EmbeddedRedis, impatient: Notifications) -> None:
    def stumble(message: bytes | None) -> None:
        raise RuntimeError("on purpose")

    impatient.on(keys.TOKEN_CHANNEL, stumble)
    with impatient.subscribe("timer:c") as waiter, Redis.from_url(server.url) as client:
        client.publish(keys.TOKEN_CHANNEL, b"x")

        assert arrives(server, "timer:c", waiter)
