"""A gallery of rogues: whatever an agent's address does, the table goes on, all may see it, and nobody else waits."""

from __future__ import annotations

import gzip
import json
import socket
import time
from contextlib import suppress

import pytest

from service.agents import dispatcher as desks
from service.stores import Stores
from service.tables import play
from tests.service.people import Person
from tests.service.table import BOT, ME, open_table, saved
from tests.workers.doors import (  # noqa: F401
    Behave,
    Door,
    Request,
    app_for_agents,
    drip,
    drip_head,
    fallbacks,
    finished,
    good,
    outcomes,
    outside,
    picks,
    register,
    reset,
    seat,
    send,
    silent,
)

BOMB = gzip.compress(b'{"picks": []}' + b" " * 50_000_000)


def huge(connection: socket.socket, request: Request) -> None:
    """Ten megabytes, and it says so."""
    send(connection, b'{"picks": []}' + b" " * 10_000_000)


def huge_unannounced(connection: socket.socket, request: Request) -> None:
    """Ten megabytes in pieces, without a word about their number."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(160):
        connection.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")


def bomb(connection: socket.socket, request: Request) -> None:
    """Little on the wire, a lot when it is unpacked."""
    send(connection, BOMB, Content_Encoding="gzip")


def lying(connection: socket.socket, request: Request) -> None:
    """JSON that says it is a web page."""
    send(connection, picks(request), kind="text/html")


def page(connection: socket.socket, request: Request) -> None:
    """A web page that says it is JSON."""
    send(connection, b"<html>hello</html>")


def illegal(connection: socket.socket, request: Request) -> None:
    """Picks what nobody offered, again and again."""
    send(connection, b'{"picks": ["r999"]}')


def other_question(connection: socket.socket, request: Request) -> None:
    """Answers something else."""
    send(connection, json.dumps({"picks": [], "decision": "99-explore-0"}).encode())


def deep(connection: socket.socket, request: Request) -> None:
    """Brackets without end."""
    send(connection, b'{"picks": ' + b"[" * 30_000 + b"]" * 30_000 + b"}")


def half(connection: socket.socket, request: Request) -> None:
    """Halves of characters, and a number that nobody can hold."""
    send(connection, b'{"picks": ["\\ud800", 1e999]}')


def broken_off(connection: socket.socket, request: Request) -> None:
    """Promises more than it sends."""
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"picks": [')


def nonsense(connection: socket.socket, request: Request) -> None:
    """No HTTP at all."""
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n" * 100)


def continuing(connection: socket.socket, request: Request) -> None:
    """Asks for patience for ever."""
    with suppress(OSError):
        for _ in range(9000):
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            time.sleep(0.02)


def empty(connection: socket.socket, request: Request) -> None:
    """Accepted, it says; but that is no answer."""
    connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")


ROGUES: list[tuple[Behave, str, str]] = [
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
    (other_question, "wrong-question", "wrong"),
]


@pytest.mark.parametrize(("behave", "outcome", "reason"), ROGUES, ids=[rogue[0].__name__ for rogue in ROGUES])
def test_the_table_goes_on_and_the_good_ones_do_not_wait(
    ada: Person, ben: Person, stores: Stores, behave: Behave, outcome: str, reason: str
) -> None:
    with Door(behave) as bad, Door(good) as fine, outside(stores, calls=4) as out:
        # Time enough for all but those who would never end.
        rogue = register(ada, bad, budget_s=1.5 if outcome == "timeout" else 20)
        honest = register(ben, fine)
        table = open_table(ada, [seat(rogue), ME], start="full")["id"]
        out.until(lambda: bad.hits)
        other = open_table(ben, [seat(honest), BOT], start="full")["id"]
        out.until(finished(stores, other))
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

    said = outcomes(ada, rogue)
    assert set(said[:-1]) == {outcome}
    assert said[-1] == "fallback"
    assert len(said) <= 3
    assert fallbacks(ben, table) == [{"seat": 0, "reason": reason}]
    [given] = stores.tables.answers(table)
    assert given.by == "fallback"
    assert set(outcomes(ben, honest)) == {"answered"}
    assert fallbacks(ben, other) == []


def test_a_redirect_is_not_followed(ada: Person, stores: Stores) -> None:
    with Door(good) as inner:

        def send_on(connection: socket.socket, request: Request) -> None:
            send(connection, b"", "307 Temporary Redirect", Location=inner.url)

        with Door(send_on) as bad, outside(stores) as out:
            agent = register(ada, bad)
            table = open_table(ada, [seat(agent), ME], start="full")["id"]
            out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

        assert inner.hits == 0
    assert outcomes(ada, agent) == ["redirected", "redirected", "fallback"]


def test_nobody_behind_the_address(ada: Person, stores: Stores) -> None:
    with Door(good) as door:
        url = door.url
    with outside(stores) as out:
        agent = ada.post("/agents", {"name": "Gone", "transport": "webhook", "url": url}).json
        table = open_table(ada, [seat(agent), ME], start="full")["id"]
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-1"})

    assert outcomes(ada, agent) == ["unreachable", "unreachable", "fallback"]


def test_a_reply_that_comes_after_the_question_is_dropped_and_logged(ada: Person, stores: Stores) -> None:
    def late(connection: socket.socket, request: Request) -> None:
        assert play.fall_back(stores.tables, request.json["table"], request.decision["id"], "late")
        good(connection, request)

    with Door(late) as door, outside(stores) as out:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), ME], start="full")["id"]
        out.until(lambda: "stale" in outcomes(ada, agent))

    assert outcomes(ada, agent) == ["fallback", "stale"]
    [given] = stores.tables.answers(table)
    assert given.by == "fallback"


def test_many_rogues_of_one_owner_leave_room_for_others(ada: Person, ben: Person, stores: Stores) -> None:
    # The servers close first, so that nobody waits for the end of a call to the silent one.
    with outside(stores, calls=desks.PER_OWNER + 2) as out, Door(silent) as bad, Door(good) as fine:
        rogues = [register(ada, bad, budget_s=30) for _ in range(8)]
        tables = [open_table(ada, [seat(rogue), ME], start="full")["id"] for rogue in rogues for _ in range(4)]
        out.until(lambda: bad.hits == desks.PER_OWNER)
        other = open_table(ben, [seat(register(ben, fine)), BOT], start="full")["id"]
        out.until(finished(stores, other))

        assert bad.hits == desks.PER_OWNER
        assert len(tables) == 32
