"""Webhook servers on real sockets, the good and the bad, and a desk that delivers to them."""

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
from tests.service.table import events, saved

JSON = "application/json"


@pytest.fixture(name="app")
def app_for_agents(app_with: Callable[..., Flask]) -> Flask:
    """An app whose operator allows agents on the loopback."""
    return app_with(agent_private=True)


class Request:
    """One call as it came in."""

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


class Door:
    """A server on the loopback that treats every call as it is told. Use it in a `with` block."""

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

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # Closing alone would leave whoever waits in `accept` listening for one more call.
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
    """A plain response."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def picks(request: Request) -> bytes:
    """The first options the question has."""
    return json.dumps({"picks": request.decision["options"][: request.decision["least"]]}).encode()


def good(connection: socket.socket, request: Request) -> None:
    """Answers as it should."""
    send(connection, picks(request))


def silent(connection: socket.socket, request: Request) -> None:
    """Never answers."""
    with suppress(OSError):
        connection.recv(1)


def reset(connection: socket.socket, request: Request) -> None:
    """Slams the door."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def drip(connection: socket.socket, request: Request) -> None:
    """One byte after the other, for a quarter of an hour, so that no single read ever takes long."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n")
    for _ in range(9000):
        connection.sendall(b" ")
        time.sleep(0.05)


def drip_head(connection: socket.socket, request: Request) -> None:
    """The same, with a header that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(9000):
        connection.sendall(b"z")
        time.sleep(0.05)


# -- the desk -------------------------------------------------------------------------------


class Outside:
    """The clock, the bots, the bells and the desk of the agents, in this process."""

    def __init__(self, stores: Stores, calls: int = 16) -> None:
        self.stores = stores
        self.desk = Dispatcher(
            stores.tables,
            stores.agents,
            stores.due,
            Sender(stores.tables, stores.log, stores.agents, private=True).deliver,
            calls,
        )

    def tick(self) -> None:
        """Carry out what is due, as the clock and the workers would."""
        for kind, _, name in (member.partition(":") for member in self.stores.due.take()):
            match kind:
                case "bots":
                    turns.play_turns(
                        self.stores.tables, self.stores.due, self.stores.pending, name, lambda part: rounds(2)
                    )
                case "timer":
                    play.fire_timers(self.stores.tables, self.stores.due, name)
                case "agents":
                    self.desk.dispatch(name)

    def until(self, true: Callable[[], Any], seconds: float = 30.0) -> None:
        """Go on until something is so."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, "it did not come about"
            self.tick()
            time.sleep(0.01)

    def quiet(self) -> None:
        """Wait until nothing is under way: a delivery is written down after its answer was taken."""
        end = time.monotonic() + 40
        while self.desk.under_way():
            assert time.monotonic() < end, "something is still under way"
            time.sleep(0.005)


@contextmanager
def outside(stores: Stores, calls: int = 16) -> Iterator[Outside]:
    """A desk for the length of a test; what it has begun is over before the next test."""
    found = Outside(stores, calls)
    try:
        yield found
    finally:
        found.desk.close()
        found.quiet()


def register(owner: Person, door: Door | None, **more: Any) -> Data:
    """An agent of this owner behind a door; without one it polls."""
    where = {"transport": "poll"} if door is None else {"transport": "webhook", "url": door.url}
    wish = {"name": "Outsider", "games": ["faraway"], **where, **more}
    response = owner.post("/agents", wish)
    assert response.status_code == 201, response.json
    found: Data = response.json
    return found


def seat(agent: Data) -> Data:
    """A seat for it."""
    return {"kind": "agent", "agent": agent["id"]}


def outcomes(owner: Person, agent: Data) -> list[str]:
    """What became of its deliveries, oldest first."""
    items = owner.get(f"/agents/{agent['id']}/deliveries?limit=200").json["items"]
    return [item["outcome"] for item in reversed(items)]


def finished(stores: Stores, table: str) -> Callable[[], bool]:
    """Whether this table has come to its end, to wait for it."""
    return lambda: saved(stores, table).status == "finished"


def fallbacks(person: Person, table: str) -> list[Data]:
    """Who was answered for, and why, as this person hears of it."""
    return events(person, table, "fallback")
