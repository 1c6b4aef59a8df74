"""Middleware for every request: its id, duration and security headers, and a limit on bodies being read."""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import IO, TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response, request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, ServiceUnavailable
from werkzeug.routing import MapAdapter
from werkzeug.wsgi import get_content_length

from service.api import errors, metrics
from service.api.bodies import Reply
from service.api.context import CALLER, REQUEST_ID
from service.logs import ACCESS, REQUEST
from service.refusals import Invalid, Refused
from service.settings import Quota

if TYPE_CHECKING:
    import prometheus_client
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SAFE_ID: Final = re.compile(r"[\w.-]{1,64}", re.ASCII)
BEGAN: Final = "farshore.began"
UPLOADS: Final = "/v1/books"
WATCHED: Final = ("/v1/tables/", "/v1/events")
READS: Final = ("GET", "HEAD")
HEADERS: Final = [
    (name.lower(), (name, value))
    for name, value in {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
    }.items()
]
"""Default headers of every response."""


class TooManyBodies(Refused):
    """Too many request bodies of this account or address are still arriving."""


class Application(Flask):
    """Flask without features that this API does not use: asynchronous views, and routing by host."""

    response_class = Reply

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return super().create_url_adapter(request)
        return self.url_map.bind("", path_info=request.path, default_method=request.method)


def surround(app: Flask, bodies: Quota) -> None:
    """Register what happens before and after every request."""

    @app.before_request
    def before() -> Response | None:
        environ = request.environ
        if environ["REQUEST_METHOD"] in ("POST", "PUT", "PATCH") and not readable(environ):
            return errors.problem("unsupported-media-type")
        if environ.get("QUERY_STRING"):
            must_know_parameters(request, app.view_functions.get(request.endpoint or ""))
        return None

    @app.after_request
    def after(response: Response) -> Response:
        requests, times = counters(request.endpoint or "none", response.status_code)
        requests.inc()
        seconds = time.perf_counter() - request.environ[BEGAN]
        times.observe(seconds)
        if not metrics.CHANGED.is_set():
            metrics.CHANGED.set()
        if ACCESS.isEnabledFor(logging.INFO):
            log_access(request, response.status_code, seconds)
        return response

    app.wsgi_app = Middleware(app.wsgi_app, bodies, app.config["MAX_CONTENT_LENGTH"])  # type: ignore[method-assign]


@cache
def counters(operation: str, status: int) -> tuple[prometheus_client.Counter, prometheus_client.Histogram]:
    """The counters of one kind of response, looked up once."""
    return metrics.REQUESTS.labels(operation, status), metrics.SECONDS.labels(operation)


def log_access(sent: Request, status: int, seconds: float) -> None:
    """Log one line for this request. Only the route of its address is logged: the rest may be secret."""
    caller, rule = sent.environ.get(CALLER), sent.url_rule
    fields = {
        "method": sent.method,
        "route": "none" if rule is None else rule.rule,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "player": None if caller is None else caller.player,
    }
    ACCESS.info("request", extra={"fields": fields})


class Middleware:
    """WSGI middleware: sets the id of the request, limits the bodies being read, adds the default headers."""

    def __init__(self, app: WSGIApplication, bodies: Quota, most: int) -> None:
        """`most` is the largest body in bytes."""
        self._app = app
        self._readers = BodyReaders(bodies)
        self._most = most

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        # Only for log files, so it need not be unpredictable.
        id = given if SAFE_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"
        environ[REQUEST_ID], environ[BEGAN] = id, time.perf_counter()
        REQUEST.set(id)
        body: Any = environ.get("wsgi.input")
        if body is not None:
            environ["wsgi.input"] = LimitedBody(self._readers, environ, body, self._most)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if status.startswith("204") or environ["REQUEST_METHOD"] == "OPTIONS":
                headers = [pair for pair in headers if pair[0] != "Content-Type"]
            own = {name.lower() for name, _ in headers}
            every = [pair for name, pair in HEADERS if name not in own]
            return start_response(status, [*headers, ("X-Request-ID", id), *every], *error)

        return self._app(environ, start)


def must_know_parameters(sent: Request, view: Any) -> None:
    """Refuse an unknown query parameter: it is probably misspelled, and would be ignored."""
    if not sent.path.startswith("/v1/") or view is None:
        return
    known: frozenset[str] = getattr(view, "query_parameters", frozenset())
    for name in sent.args:
        if name not in known and not (name == "watch" and sent.path.startswith(WATCHED) and sent.method in READS):
            raise Invalid(field=name, message="unknown query parameter")


def readable(environ: WSGIEnvironment) -> bool:
    """Whether the body of this request, if it has one, has a content type that its address accepts."""
    upload = environ["PATH_INFO"] == UPLOADS
    if (environ.get("CONTENT_TYPE") == "application/json" and not upload) or not get_content_length(environ):
        return True
    return request.mimetype == "multipart/form-data" if upload else request.is_json


# -- slow request bodies ----------------------------------------------------------------------------
# The web server waits for a body without a time limit, and each wait occupies one of our threads. A body usually
# arrives with its request, so few reads wait at the same time. A client that withholds bodies gets a few threads, and
# other requests are still served. There is no deadline, because granian cannot cancel a read in progress.

MOST: Final = 128
"""How many bodies a process waits for at the same time."""

QUEUE: Final = 128
ROOM_S: Final = 1.0
"""How many more reads may queue, and for how long: a hundred people behind one address may send at the same time."""

Senders = dict[str, str]
"""The sender of a body: the address, and the credentials of the account."""


class BodyReaders:
    """Limits the threads of this process that wait for bodies."""

    def __init__(self, limits: Quota) -> None:
        self._limits = {"address": limits.address, "account": limits.account}
        self._changed = threading.Condition()
        self._of_sender: dict[tuple[str, str], int] = {}
        self._all = 0
        self._queue = 0

    def read(self, senders: Senders, read: Callable[[int], bytes], size: int) -> bytes:
        """The next piece of a body. TooManyBodies or ServiceUnavailable if too many threads are waiting already."""
        with self._changed:
            if self._full(senders):
                self._wait_in_queue(senders)
            self._count(senders, 1)
        try:
            return read(size)
        finally:
            with self._changed:
                self._count(senders, -1)
                if self._queue:
                    self._changed.notify_all()

    def _count(self, senders: Senders, readers: int) -> None:
        self._all += readers
        for sender in senders.items():
            if sender[1]:
                self._of_sender[sender] = self._of_sender.get(sender, 0) + readers
                if not self._of_sender[sender]:
                    del self._of_sender[sender]

    def _full(self, senders: Senders) -> Exception | None:
        """The limit that this sender has reached, if any."""
        for sender in senders.items():
            limit = self._limits[sender[0]]
            if limit is not None and self._of_sender.get(sender, 0) >= limit:
                return TooManyBodies(limit=limit, per=sender[0])
        return ServiceUnavailable() if self._all >= MOST else None

    def _wait_in_queue(self, senders: Senders) -> None:
        if self._queue < QUEUE:
            self._queue += 1
            try:
                self._changed.wait_for(lambda: not self._full(senders), ROOM_S)
            finally:
                self._queue -= 1
        if refusal := self._full(senders):
            raise refusal


class LimitedBody:
    """`wsgi.input` that counts each read."""

    def __init__(self, readers: BodyReaders, environ: WSGIEnvironment, body: IO[bytes], most: int) -> None:
        """`most` is the largest that is accepted."""
        self._readers = readers
        self._environ = environ
        self._body = body
        self._most = most
        self._whole: bytes | None = None

    def whole(self) -> bytes:
        """The whole body, which may be requested repeatedly."""
        if self._whole is None:
            length, most = get_content_length(self._environ), self._most
            if (length or 0) > most:
                raise RequestEntityTooLarge()
            pieces, missing = [], most + 1 if length is None else length
            while missing and (piece := self.read(missing)):
                pieces.append(piece)
                missing -= len(piece)
            if length is None and not missing:
                raise RequestEntityTooLarge()
            if length is not None and missing:
                raise ClientDisconnected()
            self._whole = b"".join(pieces)
        return self._whole

    def read(self, size: int = -1) -> bytes:
        return self._readers.read(self._senders(), self._body.read, size)

    def readline(self, size: int = -1) -> bytes:
        return self._readers.read(self._senders(), self._body.readline, size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        return list(self)

    def _senders(self) -> Senders:
        environ = self._environ
        return {"address": environ.get("REMOTE_ADDR") or "", "account": environ.get("HTTP_AUTHORIZATION") or ""}

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line
