"""Broken webhooks: whatever the server does, the game continues with the fallback and nobody else waits."""

from __future__ import annotations

import gzip
import json
import socket
import time
from contextlib import suppress

import pytest

from service.agents import dispatcher
from service.stores import Stores
from service.tables import play
from tests.service.people import Person
from tests.service.table import BOT, ME, open_table, saved
from tests.workers.webhooks import (  # noqa: F401
    Behave,
    Request,
    WebhookServer,
    app_for_agents,
    drip,
    drip_head,
    fallbacks,
    finished,
    good,
    outcomes,
    picks,
    register,
    reset,
    seat,
    send,
    silent,
    worker_loop,
)

BOMB = gzip.compress(b'{"picks": []}' + b" " * 50_000_000)


def huge(connection: socket.socket, request: Request) -> None:
    """Ten megabytes with a Content-Length."""
    send(connection, b'{"picks": []}' + b" " * 10_000_000)


def huge_unannounced(connection: socket.socket, request: Request) -> None:
    """Ten megabytes in chunks, without a Content-Length."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(160):
        connection.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")


def bomb(connection: socket.socket, request: Request) -> None:
    """A decompression bomb."""
    send(connection, BOMB, Content_Encoding="gzip")


def lying(connection: socket.socket, request: Request) -> None:
    """JSON with the content type of HTML."""
    send(connection, picks(request), kind="text/html")


def page(connection: socket.socket, request: Request) -> None:
    """HTML with the content type of JSON."""
    send(connection, b"<html>hello</html>")


def illegal(connection: socket.socket, request: Request) -> None:
    """Always picks something that is not an option."""
    send(connection, b'{"picks": ["r999"]}')


def other_decision(connection: socket.socket, request: Request) -> None:
    """Replies to another decision."""
    send(connection, json.dumps({"picks": [], "decision": "99-explore-0"}).encode())


def deep(connection: socket.socket, request: Request) -> None:
    """Deeply nested arrays."""
    send(connection, b'{"picks": ' + b"[" * 30_000 + b"]" * 30_000 + b"}")


def half(connection: socket.socket, request: Request) -> None:
    """A lone surrogate and a number that overflows."""
    send(connection, b'{"picks": ["\\ud800", 1e999]}')


def broken_off(connection: socket.socket, request: Request) -> None:
    """Sends less than its Content-Length."""
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"picks": [')


def nonsense(connection: socket.socket, request: Request) -> None:
    """Does not speak HTTP."""
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n" * 100)


def continuing(connection: socket.socket, request: Request) -> None:
    """Sends 100 Continue forever."""
    with suppress(OSError):
        for _ in range(9000):
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            time.sleep(0.02)


def empty(connection: socket.socket, request: Request) -> None:
    """204 without a body."""
    connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")


BROKEN: list[tuple[Behave, str, str]] = [
    (silent, "timeout", "late"),
    (drip, "timeout", "late"),
    (drip_head, "timeout", "late"),
    (continuing, "timeout", "late"),
    (reset, "unreachable", "unreachable"),
    (broken_off, "unreachable", "unreachable"),
    (nonsense, "unreachable", "unreachable"),
    (huge, "too-large", "unreachable"),
    (huge_unannounced, "too-large", "unreachable"),
    (bomb, "encoded", "unreachable"),
    (lying, "not-json", "unreachable"),
    (empty, "not-json", "unreachable"),
    (page, "malformed", "wrong"),
    (deep, "malformed", "wrong"),
    (half, "malformed", "wrong"),
    (illegal, "illegal", "wrong"),
    (other_decision, "wrong-decision", "wrong"),
]


@pytest.mark.parametrize(("behave", "outcome", "reason"), BROKEN, ids=[case[0].__name__ for case in BROKEN])
def test_a_broken_webhook_gets_the_fallback_and_delays_nobody(
    ada: Person, ben: Person, stores: Stores, behave: Behave, outcome: str, reason: str
) -> None:
    with WebhookServer(behave) as bad, WebhookServer(good) as fine, worker_loop(stores, calls=4) as loop:
        # Enough time for all servers except those that never finish.
        broken = register(ada, bad, budget_s=1.5 if outcome == "timeout" else 20)
        working = register(ben, fine)
        table = open_table(ada, [seat(broken), ME], start="full")["id"]
        loop.until(lambda: bad.hits)
        other = open_table(ben, [seat(working), BOT], start="full")["id"]
        loop.until(finished(stores, other))
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

    logged = outcomes(ada, broken)
    assert set(logged[:-1]) == {outcome}
    assert logged[-1] == "fallback"
    assert len(logged) <= 3
    assert fallbacks(ben, table) == [{"seat": 0, "reason": reason}]
    [given] = stores.tables.answers(table)
    assert given.by == "fallback"
    assert set(outcomes(ben, working)) == {"answered"}
    assert fallbacks(ben, other) == []


def test_a_redirect_is_not_followed(ada: Person, stores: Stores) -> None:
    with WebhookServer(good) as inner:

        def send_on(connection: socket.socket, request: Request) -> None:
            send(connection, b"", "307 Temporary Redirect", Location=inner.url)

        with WebhookServer(send_on) as bad, worker_loop(stores) as loop:
            agent = register(ada, bad)
            table = open_table(ada, [seat(agent), ME], start="full")["id"]
            loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

        assert inner.hits == 0
    assert outcomes(ada, agent) == ["redirected", "redirected", "fallback"]


def test_a_server_that_does_not_exist(ada: Person, stores: Stores) -> None:
    with WebhookServer(good) as server:
        url = server.url
    with worker_loop(stores) as loop:
        agent = ada.post("/agents", {"name": "Gone", "transport": "webhook", "url": url}).json
        table = open_table(ada, [seat(agent), ME], start="full")["id"]
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

    assert outcomes(ada, agent) == ["unreachable", "unreachable", "fallback"]


def test_a_reply_to_a_closed_decision_is_ignored_and_logged(ada: Person, stores: Stores) -> None:
    def late(connection: socket.socket, request: Request) -> None:
        assert play.fall_back(stores.tables, request.json["table"], request.decision["id"], "late")
        good(connection, request)

    with WebhookServer(late) as server, worker_loop(stores) as loop:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), ME], start="full")["id"]
        loop.until(lambda: "stale" in outcomes(ada, agent))

    assert outcomes(ada, agent) == ["fallback", "stale"]
    [given] = stores.tables.answers(table)
    assert given.by == "fallback"


def test_slow_agents_of_one_owner_leave_capacity_for_others(ada: Person, ben: Person, stores: Stores) -> None:
    # The servers close first, so that the test does not wait for calls to the silent one.
    with (
        worker_loop(stores, calls=dispatcher.MAX_PER_OWNER + 2) as loop,
        WebhookServer(silent) as bad,
        WebhookServer(good) as fine,
    ):
        slow_agents = [register(ada, bad, budget_s=30) for _ in range(8)]
        tables = [open_table(ada, [seat(agent), ME], start="full")["id"] for agent in slow_agents for _ in range(4)]
        loop.until(lambda: bad.hits == dispatcher.MAX_PER_OWNER)
        other = open_table(ben, [seat(register(ben, fine)), BOT], start="full")["id"]
        loop.until(finished(stores, other))

        assert bad.hits == dispatcher.MAX_PER_OWNER
        assert len(tables) == 32
