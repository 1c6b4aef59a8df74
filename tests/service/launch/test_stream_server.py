"""The server for streams as a process: it serves streams, over connections of which it knows whether they are read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import msgspec
import pytest
import requests

from service.launch import stream_server
from service.launch.health_check import healthy
from service.launch.stream_server import UNREAD, Sockets, StreamConnection, address, environ, open_files
from tests.conftest import free_port
from tests.service.people import NDJSON, SSE, Person
from tests.service.table import all_answer, started
from tools.service_process import soon


@pytest.fixture
def server(redis_url: str, queue_url: str, database_url: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    env = {
        "REDIS_URL": redis_url,
        "QUEUE_REDIS_URL": queue_url,
        "FARSHORE_DATABASE_URL": database_url,
        "PORT": str(port),
        "FARSHORE_API_WORKERS": "1",
        "FARSHORE_HEARTBEAT": "0.2",
    }
    process = subprocess.Popen([sys.executable, "-m", "service.launch.stream_server"], env=os.environ | env)
    try:
        assert soon(lambda: healthy(port))
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(90)


@pytest.mark.thorough
def test_it_serves_streams_and_nothing_else_until_it_is_stopped(
    ada: Person, ben: Person, server: tuple[subprocess.Popen[bytes], str]
) -> None:
    process, at = server
    table = started(ada, ben)
    url = f"{at}/v1/tables/{table}/events"
    mine = {"Authorization": f"Bearer {ada.token}", "X-Request-ID": "a-stream"}

    with (
        requests.get(url, headers={**mine, "Accept": NDJSON}, stream=True, timeout=90) as stream,
        requests.get(url, headers={"Accept": SSE}, stream=True, timeout=90) as watching,
    ):
        assert stream.headers["Content-Type"] == NDJSON
        assert stream.headers["X-Request-ID"] == "a-stream"
        assert stream.headers["X-Content-Type-Options"] == "nosniff"
        lines = (line for line in stream.iter_lines(chunk_size=None) if line)
        first = msgspec.json.decode(next(lines))
        assert (first["type"], first["data"]["seat"]) == ("snapshot", 0)
        events = watching.iter_lines(chunk_size=None)
        assert next(events).startswith(b"id: ")

        all_answer(table, ada, ben)
        assert msgspec.json.decode(next(lines))["seq"] == first["seq"] + 1
        assert any(line == b": heartbeat" for line in events)

        assert requests.head(url, headers={"Accept": NDJSON}, timeout=90).status_code == 200
        assert requests.get(f"{at}/v1/tables/unknown/events", timeout=90).json()["code"] == "not-found"
        assert requests.get(f"{at}/v1/events", timeout=90).status_code == 401
        assert requests.get(f"{at}/healthz", timeout=90).status_code == 200
        assert requests.get(f"{at}/v1/games", timeout=90).status_code == 404
        assert requests.post(f"{at}/v1/tables", json={}, timeout=90).status_code == 404

        process.send_signal(signal.SIGTERM)
        process.wait(90)
    assert process.returncode == 0


@pytest.mark.thorough
def test_a_stream_whose_table_is_over_ends_for_its_client_too(
    ada: Person, ben: Person, server: tuple[subprocess.Popen[bytes], str]
) -> None:
    _, at = server
    table = started(ada, ben)
    with requests.get(f"{at}/v1/tables/{table}/events", headers={"Accept": NDJSON}, stream=True, timeout=90) as stream:
        lines = (line for line in stream.iter_lines(chunk_size=None) if line)
        assert msgspec.json.decode(next(lines))["type"] == "snapshot"

        for person in (ada, ben):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})

        assert msgspec.json.decode([*lines][-1])["type"] == "aborted"


async def connection(accepted: socket.socket, client: socket.socket) -> StreamConnection:
    name = "{}:{}".format(*client.getsockname())
    return StreamConnection(Transport(accepted).send_bytes, Sockets(accepted.getsockname()[1]), name)


def test_a_connection_is_full_while_its_client_does_not_read() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
        listener.accept()[0] as accepted,
    ):
        accepted.setblocking(False)
        sending = asyncio.run(connection(accepted, client))

        sending.send(b"x" * (UNREAD - 1))
        assert not sending.full()
        while not sending.full():
            sending.send(b"x" * UNREAD)

        client.setblocking(False)
        assert soon(lambda: bool(client.recv(1 << 22)) and not sending.full())


def test_a_closed_connection_is_not_taken_for_that_of_another_client() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        with socket.create_connection(listener.getsockname()) as client, listener.accept()[0] as accepted:
            sending = asyncio.run(connection(accepted, client))
            sending.send(b"x" * UNREAD)
            assert not sending.full()
        # The next one gets the number of its descriptor.
        with socket.create_connection(listener.getsockname()), listener.accept()[0]:
            sending.send(b"x" * UNREAD)
            with pytest.raises(ConnectionError):
                sending.full()


def test_watchers_that_are_looked_for_together_are_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Mock(wraps=open_files)
    monkeypatch.setattr(stream_server, "open_files", looked)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        clients, accepted = list[socket.socket](), list[socket.socket]()
        for _ in range(3):
            clients.append(stack.enter_context(socket.create_connection(listener.getsockname())))
            accepted.append(stack.enter_context(listener.accept()[0]))
        sockets = Sockets(listener.getsockname()[1])

        assert [sockets.of(client.getsockname()) for client in clients] == [one.fileno() for one in accepted]
        assert looked.call_count == 1


@pytest.mark.parametrize(
    ("client", "found"),
    [
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("[::ffff:10.0.0.1]:80", ("::ffff:10.0.0.1", 80)),
        ("[fe80::1%2]:80", ("fe80::1", 80)),
    ],
)
def test_clients_have_addresses_of_both_kinds(client: str, found: tuple[str, int]) -> None:
    assert address(client) == found


def test_a_header_with_an_underscore_is_not_the_proxy_s() -> None:
    headers = {"x-forwarded-for": "10.0.0.1", "x_forwarded_for": "10.9.9.9", "content-length": "5"}
    scope = SimpleNamespace(
        client="127.0.0.1:1",
        server="127.0.0.1:8000",
        method="GET",
        path="/v1/events",
        query_string="",
        http_version="1.1",
        scheme="http",
        authority="here",
        headers=headers,
    )

    made = environ(cast(Any, scope))

    assert made["HTTP_X_FORWARDED_FOR"] == "10.0.0.1"
    assert not {"CONTENT_LENGTH", "HTTP_CONTENT_LENGTH"} & made.keys()


class Transport:
    """What the server has for a stream: it takes everything, and keeps what the socket does not take."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def send_bytes(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self._line.send(data)
