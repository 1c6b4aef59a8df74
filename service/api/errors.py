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
    code: status
    for status, codes in {
        400: ("bad-request", "malformed-json"),
        401: ("unauthorized",),
        403: (
            *("wrong-scope", "not-seated", "not-owner", "not-your-decision", "wrong-code", "may-not-speak"),
            *("talk-suspended", "wrong-recovery-code", "too-many-tables", "too-many-books", "too-many-book-bytes"),
            *("too-many-arenas", "too-many-agents"),
        ),
        404: ("not-found",),
        405: ("method-not-allowed",),
        406: ("not-acceptable",),
        409: (
            *("closed", "final", "not-open", "not-running", "finished", "not-finished", "paused", "seat-taken"),
            *("table-full", "already-seated", "seats-open", "book-missing", "no-polling-agents", "lease-lost"),
            *("transcript-full", "arena-over"),
        ),
        410: ("rules-retired",),
        413: ("too-large",),
        415: ("unsupported-media-type",),
        422: ("illegal", "invalid", "word-refused", "replay-differs", "idempotency-mismatch"),
        429: ("too-many-requests", "too-many-streams", "too-many-bodies"),
        500: ("internal",),
        503: ("no-free-stream", "draining", "rules-newer", "storage-full", "unavailable"),
    }.items()
    for code in codes
}
"""The status of every problem; `service/refusals.py` has the reasons that most of them are raised with."""

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
    STATUS[code]: code
    for code in (
        *("bad-request", "unauthorized", "not-found", "method-not-allowed", "not-acceptable", "too-large"),
        *("unsupported-media-type", "invalid", "too-many-requests", "unavailable"),
    )
}
"""The problem for an error of Flask or webargs, which has only a status."""

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
    body = problem_body(code, language(), request.path, request.environ[REQUEST_ID])
    body["status"] = status
    body["detail"] = detail or fill(body["detail"], language(), params or {}, _name)
    body["params"] = params or {}
    body["errors"] = errors or []
    if decisions is not None:
        body["decisions"] = decisions
    response = Response(msgspec.json.encode(body), status, content_type="application/problem+json")
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="farshore"'
    if status == 503 or code in RETRY_AFTER_S:
        response.headers["Retry-After"] = str(RETRY_AFTER_S.get(code, 1))
    response.headers.update(headers or {})
    return response


def problem_body(code: str, language: str, instance: str, request_id: str) -> dict[str, Any]:
    """A problem without parameters."""
    words = wordings(language)[code]
    return {
        "type": f"/v1/problems/{code}",
        "title": words.title,
        "status": STATUS[code],
        "detail": words.detail,
        "instance": instance,
        "code": code,
        "params": {},
        "errors": [],
        "retryable": code in RETRYABLE,
        "request_id": request_id,
    }


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
