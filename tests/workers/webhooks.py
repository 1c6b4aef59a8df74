"""Webhook servers on real sockets, working and broken ones, and workers in this process that deliver to them."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from flask import Flask

from service.agents.dispatcher import Dispatcher
from service.agents.sender import Sender
from service.bots import turns
from service.games.kit.bots import rounds
from service.stores import Stores
from service.tables import play
from tests.service.people import Data, Person
from tests.service.table import events, saved, take_due

JSON = "application/json"


@pytest.fixture(name="app")
def app_for_agents(app_with: Callable[..., Flask]) -> Flask:
    """An app whose operator allows agents on the loopback."""
    return app_with(agent_private=True)


class Request:
    """A received HTTP request."""

    def __init__(self, head: str, body: bytes) -> None:
        first, *lines = head.split("\r\n")
        self.line = first
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self.raw = body
        self.json: Data = json.loads(body) if body else {}

    @property
    def decision(self) -> Data:
        found: Data = self.json["decision"]
        return found


Behave = Callable[[socket.socket, Request], None]


class WebhookServer:
    """A server on the loopback that handles every call with `behave`. Use it in a `with` block."""

    def __init__(self, behave: Behave) -> None:
        self.behave = behave
        self.calls: list[Request] = []
        self.hits = 0
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"
        self._closing = threading.Event()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.hits += 1
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(20)
            request = _read(connection)
            if request is not None:
                self.calls.append(request)
                self.behave(connection, request)

    def __enter__(self) -> WebhookServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # Closing alone would not end a pending `accept`.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def _read(connection: socket.socket) -> Request | None:
    raw = b""
    while b"\r\n\r\n" not in raw:
        more = connection.recv(65536)
        if not more:
            return None
        raw += more
    head, _, body = raw.partition(b"\r\n\r\n")
    lengths = [line for line in head.decode().split("\r\n") if line.lower().startswith("content-length")]
    length = int(lengths[0].partition(":")[2]) if lengths else 0
    while len(body) < length:
        body += connection.recv(65536)
    return Request(head.decode(), body)


def send(connection: socket.socket, body: bytes, status: str = "200 OK", kind: str = JSON, **headers: str) -> None:
    """Send an HTTP response."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def picks(request: Request) -> bytes:
    """A reply with the first options of the decision."""
    return json.dumps({"picks": request.decision["options"][: request.decision["least"]]}).encode()


def good(connection: socket.socket, request: Request) -> None:
    """Replies with a valid answer."""
    send(connection, picks(request))


def silent(connection: socket.socket, request: Request) -> None:
    """Never replies."""
    with suppress(OSError):
        connection.recv(1)


def reset(connection: socket.socket, request: Request) -> None:
    """Resets the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def drip(connection: socket.socket, request: Request) -> None:
    """Sends the body byte by byte for minutes, so that no single read takes long."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n")
    for _ in range(9000):
        connection.sendall(b" ")
        time.sleep(0.05)


def drip_head(connection: socket.socket, request: Request) -> None:
    """The same with a header that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(9000):
        connection.sendall(b"z")
        time.sleep(0.05)


# -- workers --------------------------------------------------------------------------------


class WorkerLoop:
    """The clock, the workers and a dispatcher in this process."""

    def __init__(self, stores: Stores, calls: int = 16) -> None:
        self.stores = stores
        self.dispatcher = Dispatcher(
            stores.tables,
            stores.agents,
            stores.due,
            Sender(stores.tables, stores.log, stores.agents, allow_private=True).deliver,
            calls,
        )

    def tick(self) -> None:
        """Run everything that is due, as the clock and the workers would."""
        for kind, _, name in (member.partition(":") for member in take_due(self.stores)):
            match kind:
                case "bots":
                    turns.play_turns(
                        self.stores.tables, self.stores.due, self.stores.pending, name, lambda part: rounds(2)
                    )
                case "timer":
                    play.fire_timers(self.stores.tables, self.stores.due, name)
                case "agents":
                    self.dispatcher.dispatch(name)

    def until(self, condition: Callable[[], Any], seconds: float = 90.0) -> None:
        """Tick until a condition is true."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "the condition did not become true"
            self.tick()
            time.sleep(0.01)

    def wait_until_idle(self) -> None:
        """Wait until no delivery is in progress: a delivery is logged after its answer was committed."""
        end = time.monotonic() + 90
        while self.dispatcher.in_progress():
            assert time.monotonic() < end, "deliveries are still in progress"
            time.sleep(0.005)


@contextmanager
def worker_loop(stores: Stores, calls: int = 16) -> Iterator[WorkerLoop]:
    """A loop for the duration of a test; its deliveries end before the next test."""
    found = WorkerLoop(stores, calls)
    try:
        yield found
    finally:
        found.dispatcher.close()
        found.wait_until_idle()


def register(owner: Person, server: WebhookServer | None, **more: Any) -> Data:
    """An agent at this server; without a server it polls."""
    where = {"transport": "poll"} if server is None else {"transport": "webhook", "url": server.url}
    wish = {"name": "Outsider", "games": ["faraway"], **where, **more}
    response = owner.post("/agents", wish)
    assert response.status_code == 201, response.json
    found: Data = response.json
    return found


def seat(agent: Data) -> Data:
    """A seat for this agent."""
    return {"kind": "agent", "agent": agent["id"]}


def outcomes(owner: Person, agent: Data) -> list[str]:
    """The outcomes of its deliveries, oldest first."""
    items = owner.get(f"/agents/{agent['id']}/deliveries?limit=200").json["items"]
    return [item["outcome"] for item in reversed(items)]


def finished(stores: Stores, table: str) -> Callable[[], bool]:
    """A condition: this table is finished."""
    return lambda: saved(stores, table).status == "finished"


def fallbacks(person: Person, table: str) -> list[Data]:
    """The fallback events that this person sees."""
    return events(person, table, "fallback")
