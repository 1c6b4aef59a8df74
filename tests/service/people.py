"""API clients for tests. They check that no response is HTML or a 500, and that every refusal is explained."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

Data = dict[str, Any]
PROBLEM = {
    *("type", "title", "status", "detail", "instance", "code"),
    *("params", "errors", "retryable", "request_id"),
}
LONGEST = 400
NDJSON, SSE, JSON = "application/x-ndjson", "text/event-stream", "application/json"


class Person:
    """Somebody with a token, or without one a spectator. Paths are below /v1."""

    def __init__(self, app: Flask, name: str = "", id: str = "", token: str = "") -> None:
        self.app = app
        self.name = name
        self.id = id
        self.token = token
        self.heard: list[bytes] = []

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, **more: Any
    ) -> TestResponse:
        """One request and its whole response."""
        response = self._send(method, "/v1" + path, body, headers, **more)
        self.heard.append(response.get_data())
        proper(response)
        return response

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.call("GET", path, **more)

    def put(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        return self.call("PUT", path, body, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        return self.call("POST", path, body, **more)

    def delete(self, path: str, **more: Any) -> TestResponse:
        return self.call("DELETE", path, **more)

    def follow(self, path: str, accept: str = NDJSON, headers: dict[str, str] | None = None) -> Stream:
        """A stream, read only as far as the test reads it."""
        response = self._send("GET", "/v1" + path, None, {"Accept": accept, **(headers or {})}, buffered=False)
        return Stream(response, self.heard)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str] | None, **more: Any) -> TestResponse:
        if body is not None:
            more["json"] = body
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        client = self.app.test_client(use_cookies=False)
        return client.open(path, method=method, headers={**authorization, **(headers or {})}, **more)


def proper(response: TestResponse) -> None:
    """What holds for every response of the service."""
    assert response.status_code != 500, response.get_data(as_text=True)
    if response.status_code >= 400:
        assert response.content_type == "application/problem+json"
        assert set(response.json) >= PROBLEM
        assert response.json["status"] == response.status_code
    elif response.get_data():
        assert response.mimetype != "text/html"


def timeless(found: Any) -> Any:
    """What was shown, apart from the time at which it was."""
    match found:
        case dict():
            return {key: timeless(value) for key, value in found.items() if key != "now"}
        case list():
            return list(map(timeless, found))
    return found


class Stream:
    """An open stream of events. Close it, or use it in a `with` block."""

    all: ClassVar[list[Stream]] = []

    def __init__(self, response: TestResponse, heard: list[bytes]) -> None:
        self.response = response
        self.status = response.status_code
        self.open = True
        self._parts = iter(response.response)
        self._pieces: deque[bytes] = deque()
        self._heard = heard
        self.all.append(self)

    def __iter__(self) -> Iterator[Data | None]:
        """Events as they come; None is a heartbeat."""
        while True:
            while self._pieces:
                yield spelled_out(self._pieces.popleft())
            part = next(self._parts, None)
            if part is None:
                break
            assert isinstance(part, bytes)
            self._heard.append(part)
            # What happened together is sent together.
            self._pieces += pieces(part)
        self.open = False

    def __next__(self) -> Data | None:
        return next(iter(self))

    def event(self) -> Data:
        """The next event, heartbeats aside; there are so many that no event will come any more."""
        for event, _ in zip(self, range(LONGEST), strict=False):
            if event is not None:
                return event
        raise AssertionError("no event came" if self.open else "the stream has ended")

    def events(self, n: int) -> list[Data]:
        """The next `n` events."""
        return [self.event() for _ in range(n)]

    def until(self, type: str) -> list[Data]:
        """All events up to the next one of this type."""
        found = [self.event()]
        while found[-1]["type"] != type:
            found.append(self.event())
        return found

    def rest(self) -> list[Data]:
        """All events to the end of the stream."""
        return [event for event in self if event is not None]

    def close(self) -> None:
        self.response.close()

    def __enter__(self) -> Stream:
        assert self.status == 200, self.response.get_data()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def pieces(part: bytes) -> list[bytes]:
    """The events and heartbeats in what was sent at once."""
    end = b"\n\n" if part.startswith((b"id: ", b":")) else b"\n"
    assert part.endswith(end)
    return [one + end for one in part.removesuffix(end).split(end)]


def spelled_out(part: bytes) -> Data | None:
    """One piece of a stream, NDJSON or SSE, as an event; None is a heartbeat."""
    if part in (b"\n", b": heartbeat\n\n"):
        return None
    if not part.startswith(b"id: "):
        assert part.endswith(b"\n")
        assert part.count(b"\n") == 1
        found: Data = msgspec.json.decode(part)
        return found
    assert part.endswith(b"\n\n")
    lines = dict(line.split(": ", 1) for line in part.decode().strip().split("\n"))
    event: Data = msgspec.json.decode(lines["data"])
    # With several tables the id has the number of each.
    assert str(event["seq"]) in lines["id"].split(",")
    assert lines["event"] == event["type"]
    return event
