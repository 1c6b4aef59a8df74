"""A client of the application in this process that keeps every byte of a response.

Requests go straight to the WSGI application: there are so many of them that a test client would cost more than the
service itself.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from flask import Flask

NDJSON, SSE, JSON, PROBLEM = "application/x-ndjson", "text/event-stream", "application/json", "application/problem+json"
REQUEST_ID: Final = {"X-Request-ID": "twin"}
"""The request id would differ between two responses, so all requests send the same."""
HEARTBEATS: Final = (b"\n", b": heartbeat\n\n")
HEARTBEATS_TO_WAIT: Final = 400
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})

PASSING = ("Date", "Idempotency-Replayed")
"""Headers about the time and the caller's own earlier requests, not about the table."""


class Reply(NamedTuple):
    """A whole response: status, all headers in their order except those of the moment (PASSING), body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class ViewerClient:
    """A player with a token, or a spectator without one. Paths are below /v1."""

    def __init__(self, app: Flask, token: str = "") -> None:
        self.app = app
        self.token = token
        self.received: list[bytes] = []

    def send(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = NO_HEADERS, events: int = 0
    ) -> Reply:
        """One request and its response; of a stream only so many events."""
        stream = self._open(method, path, body, headers)
        try:
            content = b"".join(_first(events, stream.parts) if events else stream.parts)
        finally:
            stream.close()
        kind = dict(stream.headers).get("Content-Type", "")
        assert stream.status != 500, content
        assert (kind == PROBLEM) == (stream.status >= 400), (stream.status, kind)
        return Reply(stream.status, [(name, value) for name, value in stream.headers if name not in PASSING], content)

    def call(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = NO_HEADERS) -> Reply:
        """One request, with its response kept in `received`."""
        reply = self.send(method, path, body, headers)
        self.received.append(reply.body)
        return reply

    def get(self, path: str, headers: Mapping[str, str] = NO_HEADERS) -> Reply:
        return self.call("GET", path, headers=headers)

    def put(self, path: str, body: Any = None) -> Reply:
        return self.call("PUT", path, body)

    def post(self, path: str, body: Any = None) -> Reply:
        return self.call("POST", path, body)

    def delete(self, path: str) -> Reply:
        return self.call("DELETE", path)

    def follow(self, path: str) -> EventStream:
        """A stream of events, kept in `received` as far as it is read."""
        return self._open("GET", path, None, {"Accept": NDJSON})

    def _open(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> EventStream:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        environ = _environ(self.token, method, path, body, headers)
        parts: Any = self.app.wsgi_app(environ, lambda *start: started.append(start))  # type: ignore[arg-type]
        [(line, all_headers)] = started
        return EventStream(int(line[:3]), all_headers, parts, self.received)


class EventStream:
    """An open stream of events as NDJSON. Close it, or use it in a `with` block."""

    def __init__(self, status: int, headers: list[tuple[str, str]], body: Any, received: list[bytes]) -> None:
        self.status = status
        self.headers = headers
        self.parts: Iterator[bytes] = iter(body)
        self._body = body
        self._received = received
        self._lines: deque[bytes] = deque()

    def event(self) -> dict[str, Any]:
        """The next event; after many heartbeats there is none."""
        for _ in range(HEARTBEATS_TO_WAIT):
            while self._lines:
                if line := self._lines.popleft():
                    event: dict[str, Any] = msgspec.json.decode(line)
                    return event
            part = next(self.parts, None)
            assert part is not None, "the stream has ended"
            self._received.append(part)
            self._lines += part.splitlines()
        raise AssertionError("no event came")

    def until(self, type: str) -> None:
        """Read up to the next event of this type."""
        while self.event()["type"] != type:
            pass

    def close(self) -> None:
        getattr(self._body, "close", lambda: None)()

    def __enter__(self) -> EventStream:
        assert self.status == 200, b"".join(self.parts)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _environ(token: str, method: str, path: str, body: Any, headers: Mapping[str, str]) -> dict[str, Any]:
    """The request as a web server passes it on."""
    path, _, query = path.partition("?")
    raw = b"" if body is None else msgspec.json.encode(body)
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/v1{path}".encode().decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(raw),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if body is not None:
        environ |= {"CONTENT_TYPE": JSON, "CONTENT_LENGTH": str(len(raw))}
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for name, value in (*REQUEST_ID.items(), *headers.items()):
        environ["HTTP_" + name.upper().replace("-", "_")] = value
    return environ


def _first(events: int, parts: Iterator[bytes]) -> Iterator[bytes]:
    """What a stream sends for so many events; after the first heartbeat there are no more."""
    for part in parts:
        if part in HEARTBEATS:
            return
        yield part
        events -= sum(not line.startswith((b"id: ", b"event: ")) for line in part.splitlines() if line)
        if events <= 0:
            return
