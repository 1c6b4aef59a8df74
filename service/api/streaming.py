"""Streams over HTTP: NDJSON and SSE, heartbeats, and a limit of open streams per process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from flask import Response, current_app, request
from redis.exceptions import RedisError

from service.api.auth import bearer, caller, keyring
from service.api.context import settings
from service.api.metrics import CHANGED, STREAMS
from service.api.quotas import StreamLeases, TooManyStreams, holders
from service.events.feeds import Chunk, Wakeup
from service.refusals import Refused
from service.storage import keys

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"
JSON: Final = "application/json"
STREAM_LEASES: Final = "farshore-stream-leases"
DELIVER: Final = "farshore.deliver"
"""The key under which the stream server puts a function into the WSGI environment that takes over an open stream."""

Events = Iterator[list[dict[str, Any]]]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_lock = threading.Lock()
_open = 0


class NoFreeStream(Refused):
    """This process cannot open another stream."""

    code = "no-free-stream"


class NotAcceptable(Refused):
    """None of the accepted formats is available."""

    code = "not-acceptable"


def wanted(*formats: str) -> str:
    """Which of these formats the caller prefers; the first if there is no preference."""
    if not request.accept_mimetypes:
        return formats[0]
    best = request.accept_mimetypes.best_match(formats)
    if best is None:
        raise NotAcceptable(formats=formats)
    return best


def last_event_id() -> str | None:
    """The id of the last event that an SSE client received, which it sends when it reconnects."""
    return request.headers.get("Last-Event-ID")


def resume_from(after: int | None) -> int | None:
    """Where a stream resumes: after the last event that an SSE client received, otherwise after `after`."""
    last = last_event_id() or ""
    return max(int(last), after or 0) if last.isdecimal() and len(last) < 10 else after


@contextmanager
def slot() -> Iterator[bool]:
    """Reserve a slot for a waiting client. False if the process or the caller has reached its limit, and on the stream
    server, which has no threads for long polls.
    """
    if DELIVER in request.environ:
        yield False
        return
    try:
        release = _take_slot()
    except (NoFreeStream, TooManyStreams):
        yield False
        return
    try:
        yield True
    finally:
        release()


def _take_slot(player: str | None = None) -> Callable[[], None]:
    """Reserve a slot. Return a function that releases it, which may be called more than once."""
    global _open
    with _lock:
        if _open >= settings().max_streams:
            raise NoFreeStream()
        _open += 1
    leases: StreamLeases = current_app.extensions[STREAM_LEASES]
    try:
        lease = leases.take(holders("streams", player))
    except BaseException:
        _free_slot()
        raise
    STREAMS.inc()
    CHANGED.set()

    released = False

    def release() -> None:
        nonlocal released
        if not released:
            released = True
            STREAMS.dec()
            CHANGED.set()
            _free_slot()
            leases.release(lease)

    return release


def _free_slot() -> None:
    global _open
    with _lock:
        _open -= 1


class OpenStream:
    """A stream as bytes. A thread of the web server reads `lines`, or the stream server takes one piece at a time."""

    def __init__(
        self,
        events: Events,
        wakeup: Wakeup,
        format: str,
        id_of: Callable[[dict[str, Any]], object] | None,
        release: Callable[[], None],
    ) -> None:
        self.wakeup = wakeup
        self._heartbeat_s = settings().heartbeat_s
        self.heartbeat_at = time.monotonic() + self._heartbeat_s
        """When a heartbeat is due, unless something else is sent earlier."""
        self._events = events
        self._format = format
        self._id_of = id_of
        self._release = release
        # Read here, where a refusal can still be a response. It may contain a large snapshot, so it is not kept.
        self._first: list[dict[str, Any]] | None = next(events)

    def piece(self) -> bytes | None:
        """What to send next; empty if there is nothing until the wakeup or the next heartbeat; None at the end."""
        try:
            chunk, self._first = self._first, None
            if chunk is None:
                chunk = next(self._events, None)
        except RedisError as error:
            # The client reconnects and resumes after the last number, here or at another process.
            log.warning("a stream was interrupted: %s", error)
            return None
        if chunk is None or (not chunk and self.wait_s() > 0):
            return None if chunk is None else b""
        self.heartbeat_at = time.monotonic() + self._heartbeat_s
        return self._encoded(chunk)

    def wait_s(self) -> float:
        """How long to wait for the wakeup before a heartbeat is due."""
        return self.heartbeat_at - time.monotonic()

    def lines(self) -> Iterator[bytes]:
        """All pieces, as they become available."""
        try:
            while (piece := self.piece()) is not None:
                if piece:
                    yield piece
                else:
                    self.wakeup.wait(max(0.0, self.wait_s()))
        finally:
            self.close()

    def close(self) -> None:
        """Stop following, and release the slot."""
        self._events.close()  # type: ignore[attr-defined]
        self._release()

    def _encoded(self, chunk: list[dict[str, Any]]) -> bytes:
        if not isinstance(chunk, Chunk) or self._id_of is not None:
            return b"".join(map(self._spelled, chunk or (None,)))
        if (encoded := chunk.encoded.get(self._format)) is None:
            encoded = chunk.encoded[self._format] = b"".join(map(self._spelled, chunk))
        return encoded

    def _spelled(self, event: dict[str, Any] | None) -> bytes:
        if event is None:
            return b": heartbeat\n\n" if self._format == SSE else b"\n"
        if self._format != SSE:
            return _encode(event) + b"\n"
        id = event["seq"] if self._id_of is None else self._id_of(event)
        return f"id: {id}\nevent: {event['type']}\ndata: ".encode() + _encode(event) + b"\n\n"


def stream(
    events: Events,
    wakeup: Wakeup,
    format: str,
    id_of: Callable[[dict[str, Any]], object] | None = None,
    player: str | None = None,
) -> Response:
    """Send events as they happen, for as long as the client is connected. `id_of` computes the ids of SSE events, if
    these are not their numbers.

    The stream counts for the caller, or for the `player` of a ticket.
    """
    release = _take_slot(player)
    try:
        opened = OpenStream(events, wakeup, format, id_of, release)
    except BaseException:
        release()
        raise
    response = Response(content_type=format)
    if request.method == "HEAD":
        opened.close()
        return response
    if (deliver := request.environ.get(DELIVER)) is not None:
        deliver(opened)
        response.response = iter(())
    else:
        response.response = opened.lines()
        # If a client disconnects before the first line is sent, the generator is never started and so never closed.
        response.call_on_close(opened.close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def still_valid() -> Callable[[], bool]:
    """A check of whether the caller's token is still valid, repeated while a stream is open."""
    if caller().token is None:
        return lambda: True
    known, digest = keyring(), keys.digest(bearer())
    return lambda: known.token_with(digest) is not None
