"""Streams on the wire: two spellings of the same events, heartbeats, and a cap on how many a process holds."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, Final

import msgspec
from flask import Response, current_app, g, request
from redis.exceptions import RedisError

from service.api.auth import Keyring, bearer, caller
from service.api.context import settings
from service.api.metrics import STREAMS
from service.api.quotas import StreamLeases, TooManyStreams, holders
from service.refusals import Refused

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"
JSON: Final = "application/json"
STREAM_LEASES: Final = "farshore-stream-leases"
Events = Iterator[list[dict[str, Any]]]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_lock = threading.Lock()
_open = 0


class NoFreeStream(Refused):
    """No room for another stream in this process."""

    code = "no-free-stream"


class NotAcceptable(Refused):
    """None of the accepted formats."""

    code = "not-acceptable"


def wanted(*formats: str) -> str:
    """Which of these formats the caller wants; the first where it does not matter."""
    if not request.accept_mimetypes:
        return formats[0]
    best = request.accept_mimetypes.best_match(formats)
    if best is None:
        raise NotAcceptable(formats=formats)
    return best


def last_event_id() -> str | None:
    """The id of the last event that an SSE client has received, which it sends when it reconnects."""
    return request.headers.get("Last-Event-ID")


def resume_from(after: int | None) -> int | None:
    """Where a stream goes on: after what an SSE client has received since it connected with `after`, or there."""
    last = last_event_id() or ""
    return max(int(last), after or 0) if last.isdecimal() and len(last) < 10 else after


@contextmanager
def place() -> Iterator[bool]:
    """A place among those who wait in this process; False when all of the process or of the caller are taken."""
    try:
        leave = _take_place()
    except (NoFreeStream, TooManyStreams):
        yield False
        return
    try:
        yield True
    finally:
        leave()


def _take_place(player: str | None = None) -> Callable[[], None]:
    """Take a place, and return what gives it back, however often it is called."""
    global _open
    with _lock:
        if _open >= settings().max_streams:
            raise NoFreeStream()
        _open += 1
    leases: StreamLeases = current_app.extensions[STREAM_LEASES]
    try:
        lease = leases.take(holders("streams", player))
    except BaseException:
        _give_back()
        raise
    STREAMS.inc()

    left = False

    def leave() -> None:
        nonlocal left
        if not left:
            left = True
            STREAMS.dec()
            _give_back()
            leases.release(lease)

    return leave


def _give_back() -> None:
    global _open
    with _lock:
        _open -= 1


def stream(
    events: Events,
    format: str,
    id_of: Callable[[dict[str, Any]], object] = itemgetter("seq"),
    player: str | None = None,
) -> Response:
    """Send events as they come, for as long as the caller listens. `id_of` gives the id of each SSE event.

    The stream counts for the caller, or for the `player` of a ticket.
    """
    leave = _take_place(player)
    try:
        first = next(events)
    except BaseException:
        leave()
        raise
    if request.method == "HEAD":
        events.close()  # type: ignore[attr-defined]
        leave()
        return Response(content_type=format)

    def spell(event: dict[str, Any] | None) -> bytes:
        return _sse(event, id_of) if format == SSE else _ndjson(event)

    def lines() -> Iterator[bytes]:
        nonlocal first
        try:
            # Not kept for as long as the stream is open: it may contain a large snapshot.
            beginning, first = first, []
            yield b"".join(map(spell, beginning or (None,)))
            del beginning
            for piece in events:
                yield b"".join(map(spell, piece or (None,)))
        except RedisError as error:
            # Whoever listens goes on from the last number with the next connection, here or at another process.
            log.warning("a stream breaks off: %s", error)
        finally:
            events.close()  # type: ignore[attr-defined]
            leave()

    response = Response(lines(), content_type=format)
    # A caller who has gone before the first line was sent never starts the generator, and so does not end it either.
    response.call_on_close(leave)
    response.call_on_close(events.close)  # type: ignore[attr-defined]
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _ndjson(event: dict[str, Any] | None) -> bytes:
    return b"\n" if event is None else _encode(event) + b"\n"


def _sse(event: dict[str, Any] | None, id_of: Callable[[dict[str, Any]], object]) -> bytes:
    if event is None:
        return b": heartbeat\n\n"
    return f"id: {id_of(event)}\nevent: {event['type']}\ndata: ".encode() + _encode(event) + b"\n\n"


def still_valid() -> Callable[[], bool]:
    """Whether the caller's token is still good, asked again while a stream is open."""
    keyring: Keyring = g.keyring
    if caller().token is None:
        return lambda: True
    secret = bearer()
    return lambda: keyring.token(secret) is not None
