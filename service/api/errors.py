"""Errors as RFC 9457 problem+json: a code, its parameters, a message, and the open decisions."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from marshmallow import ValidationError
from msgspec import Struct
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from service.api.auth import caller
from service.api.context import REQUEST_ID, language, settings
from service.api.limits import wrong_token
from service.database.engine import DatabaseUnavailable
from service.games.kit.sentences import fill
from service.refusals import IllegalAnswer, Invalid, Refused
from service.storage.connection import OUTAGES, storage_full
from service.tables import views

log = logging.getLogger(__name__)

STATUS: Final = {
    "bad-request": 400,
    "malformed-json": 400,
    "unauthorized": 401,
    "wrong-scope": 403,
    "not-seated": 403,
    "not-owner": 403,
    "not-your-decision": 403,
    "wrong-code": 403,
    "may-not-speak": 403,
    "talk-suspended": 403,
    "wrong-recovery-code": 403,
    "too-many-tables": 403,
    "too-many-books": 403,
    "too-many-book-bytes": 403,
    "too-many-arenas": 403,
    "too-many-agents": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "closed": 409,
    "final": 409,
    "not-open": 409,
    "not-running": 409,
    "finished": 409,
    "not-finished": 409,
    "paused": 409,
    "seat-taken": 409,
    "table-full": 409,
    "already-seated": 409,
    "seats-open": 409,
    "book-missing": 409,
    "no-polling-agents": 409,
    "lease-lost": 409,
    "transcript-full": 409,
    "arena-over": 409,
    "rules-retired": 410,
    "too-large": 413,
    "unsupported-media-type": 415,
    "illegal": 422,
    "invalid": 422,
    "word-refused": 422,
    "replay-differs": 422,
    "idempotency-mismatch": 422,
    "too-many-requests": 429,
    "too-many-streams": 429,
    "too-many-bodies": 429,
    "internal": 500,
    "no-free-stream": 503,
    "draining": 503,
    "rules-newer": 503,
    "storage-full": 503,
    "unavailable": 503,
}
RETRYABLE: Final = frozenset(
    {
        *("too-many-requests", "too-many-streams", "too-many-bodies", "paused"),
        *("no-free-stream", "draining", "rules-newer", "storage-full", "unavailable"),
    }
)
RETRY_AFTER_S: Final = {
    "too-many-streams": 5,
    "too-many-bodies": 5,
    "draining": 300,
    "rules-newer": 5,
    "storage-full": 5,
}
"""Seconds to wait before the request may succeed, if more than one."""

NAMES: Final = {"fr": {"account": "compte", "address": "adresse"}}
"""The translations of words in the parameters of a problem."""

_OF_STATUS: Final = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    422: "invalid",
    429: "too-many-requests",
    503: "unavailable",
}
LOCATIONS: Final = ("json", "query", "headers")


class Wording(Struct, frozen=True):
    """The messages of a problem for people."""

    title: str
    detail: str


@cache
def wordings(language: str) -> dict[str, Wording]:
    """The messages of all problems in one language."""
    path = Path(__file__).parent / "text" / f"{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Wording])


def problem(
    code: str,
    params: dict[str, Any] | None = None,
    errors: list[dict[str, str]] | None = None,
    detail: str | None = None,
    decisions: list[dict[str, Any]] | None = None,
    headers: dict[str, str] | None = None,
    status: int | None = None,
) -> Response:
    """A problem as an HTTP response."""
    status = status or STATUS[code]
    words = wordings(language())[code]
    body: dict[str, Any] = {
        "type": f"/v1/problems/{code}",
        "title": words.title,
        "status": status,
        "detail": detail or fill(words.detail, language(), params or {}, _name),
        "instance": request.path,
        "code": code,
        "params": params or {},
        "errors": errors or [],
        "retryable": code in RETRYABLE,
        "request_id": request.environ[REQUEST_ID],
    }
    if decisions is not None:
        body["decisions"] = decisions
    response = Response(msgspec.json.encode(body), status, content_type="application/problem+json")
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="farshore"'
    if status == 503 or code in RETRY_AFTER_S:
        response.headers["Retry-After"] = str(RETRY_AFTER_S.get(code, 1))
    response.headers.update(headers or {})
    return response


def _name(key: str, value: Any) -> str:
    return NAMES.get(language(), {}).get(str(value), str(value)) if key == "per" else str(value)


def register(app: Flask) -> None:
    """Turn every error into a problem."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(ValidationError, _invalid)
    app.register_error_handler(HTTPException, _http)
    for outage in OUTAGES:
        app.register_error_handler(outage, _outage)
    app.register_error_handler(RedisError, _outage)
    app.register_error_handler(DatabaseUnavailable, _outage)
    app.register_error_handler(Exception, _unexpected)


def _refused(error: Refused) -> Response:
    if isinstance(error, Invalid):
        return problem("invalid", errors=[{"field": error.params["field"], "message": error.params["message"]}])
    if error.code == "unauthorized" and error.params["reason"] != "missing" and (over := wrong_token()):
        return problem("too-many-requests", {"limit": over[0]}, headers={"Retry-After": str(over[1])})
    if isinstance(error, IllegalAnswer) and error.session is not None:
        words = error.session.game.words(language())
        detail = words.refuse(error.illegal.code, error.illegal.params)
        return problem(error.code, error.params, detail=detail, decisions=_open_decisions(error))
    return problem(error.code, error.params, decisions=_open_decisions(error))


def _open_decisions(error: Refused) -> list[dict[str, Any]] | None:
    """The caller's open decisions at the table that refused. None if no table is involved, or it cannot be played."""
    if error.session is None or error.session.known_game is None:
        return None
    seat = error.session.table.seat_of(caller().player) if error.seat is None else error.seat
    return None if seat is None else views.decisions(error.session, seat, language())


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    code = _OF_STATUS.get(status, "bad-request" if status < 500 else "internal")
    headers = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After")}
    data: dict[str, Any] = getattr(error, "data", None) or {}
    messages = data.get("messages", {})
    if status == 400 and "json" in messages:
        return problem("malformed-json")
    if status == 404:
        return problem("not-found", {"what": "address"})
    return problem(code, errors=list(field_errors(messages)), headers=headers, status=status)


def field_errors(messages: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """marshmallow's nested messages as a list. They are for developers and therefore not translated."""
    if isinstance(messages, dict):
        for key, value in messages.items():
            # Neither the location (json, query) nor the object itself is a field.
            part = () if (not path and key in LOCATIONS) or key == "_schema" else (str(key),)
            yield from field_errors(value, (*path, *part))
    elif isinstance(messages, list):
        for message in messages:
            yield from field_errors(message, path)
    else:
        yield {"field": ".".join(path), "message": str(messages)}


def _invalid(error: ValidationError) -> Response:
    return problem("invalid", errors=list(field_errors(error.messages)))


def _outage(error: RedisError | DatabaseUnavailable) -> Response:
    log.warning("%s is unavailable: %s", "Redis" if isinstance(error, RedisError) else "the database", error)
    return problem("storage-full" if storage_full(error, settings().embedded) else "unavailable")


def _unexpected(error: Exception) -> Response:
    log.exception("request %s failed", request.environ[REQUEST_ID], exc_info=error)
    return problem("internal")
