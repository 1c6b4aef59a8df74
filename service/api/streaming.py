"""Streams on the wire: two spellings of the same events, heartbeats, and a cap on how many a process holds."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import msgspec
from flask import Response, g, request
from redis.exceptions import RedisError

from service.api.auth import Keyring, caller
from service.api.context import settings
from service.api.metrics import STREAMS
from service.refusals import Refused

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"
JSON: Final = "application/json"
Events = Iterator[list[dict[str, Any]]]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_lock = threading.Lock()
_open = 0


class TooManyStreams(Refused):
    """No room for another stream in this process."""

    code = "too-many-streams"


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


def resume_from(after: int | None) -> int | None:
    """Where a stream goes on: `after`, or what an SSE client says it has."""
    last = request.headers.get("Last-Event-ID", "")
    return after if after is not None or not (last.isdecimal() and len(last) < 10) else int(last)


@contextmanager
def place() -> Iterator[bool]:
    """A place among those who wait in this process; False when all are taken."""
    global _open
    with _lock:
        free = _open < settings().max_streams
        _open += free
    if free:
        STREAMS.inc()
    try:
        yield free
    finally:
        if free:
            STREAMS.dec()
            with _lock:
                _open -= 1


def stream(events: Events, format: str, id_of: Callable[[dict[str, Any]], object] = itemgetter("seq")) -> Response:
    """Send events as they come, for as long as the caller listens. `id_of` gives the id of each SSE event."""
    held = place()
    if not held.__enter__():
        held.__exit__(None, None, None)
        raise TooManyStreams()
    try:
        first = next(events)
    except BaseException:
        held.__exit__(None, None, None)
        raise

    def spell(event: dict[str, Any] | None) -> bytes:
        return _sse(event, id_of) if format == SSE else _ndjson(event)

    def lines() -> Iterator[bytes]:
        try:
            for piece in chain([first], events):
                yield b"".join(map(spell, piece or (None,)))
        except RedisError as error:
            # Whoever listens goes on from the last number with the next connection, here or at another process.
            log.warning("a stream breaks off: %s", error)
        finally:
            events.close()  # type: ignore[attr-defined]
            held.__exit__(None, None, None)

    response = Response(lines(), content_type=format)
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
    secret = request.headers["Authorization"].partition(" ")[2].strip()
    return lambda: keyring.token(secret) is not None
