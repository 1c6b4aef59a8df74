"""Flask with what this API needs of it around a request, and no more.

Every request of Flask's passes through sessions, the hooks of blueprints and the names of hosts, and every response
through a copy of its headers, whether somebody uses them or not. Together they cost as much as it costs to play a move.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.api import errors, metrics
from service.api.bodies import is_json
from service.api.context import own, this

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from service.api.auth import Keyring

SAFE_ID: Final = re.compile(r"[\w.-]{1,64}", re.ASCII)
UPLOADS: Final = "/v1/books"
HEADERS: Final = {
    name.lower(): (name, value)
    for name, value in (
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Cache-Control", "no-store"),
    )
}
CSP: Final = "content-security-policy"
"""A page (the documentation) has a policy for its own content, or none."""

USUAL: Final = list(HEADERS.values())
UNUSUAL: Final = frozenset({*HEADERS, "retry-after"})


class NoSessions(SessionInterface):
    """Nobody is remembered from one request to the next but by their token."""

    _none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._none


class App(Flask):
    """Flask without coroutines, sessions and hosts; hooks are those of the whole application."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Addresses are found by their path alone, whatever host somebody believes to talk to."""
        if request is None:
            return None
        scheme = request.environ["wsgi.url_scheme"]
        return MapAdapter(self.url_map, "", request.root_path, "", scheme, request.path, request.method)

    def preprocess_request(self) -> Any:
        for hook in self.before_request_funcs[None]:
            if (response := hook()) is not None:
                return response
        return None

    def process_response(self, response: Response) -> Response:
        for hook in reversed(self.after_request_funcs[None]):
            response = hook(response)
        return response

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        for hook in reversed(self.teardown_request_funcs[None]):
            hook(exc)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Every response gets the headers that all have, unless it has its own."""

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, completed(status, headers), *error)

        return super().wsgi_app(environ, start)


def completed(status: str, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers of a response, with those that all have."""
    present = {name.lower(): value for name, value in headers}
    page = present.get("content-type", "").startswith("text/html")
    if not page and UNUSUAL.isdisjoint(present):
        return headers + USUAL
    if "retry-after" in present and status[:3] not in ("429", "503"):
        # The limiter says it always, and clients would wait for nothing.
        headers = [pair for pair in headers if pair[0].lower() != "retry-after"]
    return headers + [pair for name, pair in HEADERS.items() if name not in present and not (page and name == CSP)]


def understood(asked: Request) -> bool:
    """Whether a body, if there is one, is of the kind that is read here."""
    if asked.path == UPLOADS:
        return asked.mimetype == "multipart/form-data" or not asked.content_length
    return is_json(asked) or not asked.content_length


def surround(app: Flask, keyring: Keyring) -> None:
    """What happens around every request."""

    @app.before_request
    def before() -> Response | None:
        asked, kept = this(), own()
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        kept.request_id = given if SAFE_ID.fullmatch(given) else secrets.token_hex(8)
        kept.began = time.perf_counter()
        kept.keyring = keyring
        if asked.method in ("POST", "PUT", "PATCH") and not understood(asked):
            return errors.problem("unsupported-media-type")
        return None

    @app.after_request
    def after(response: Response) -> Response:
        kept = own()
        if response.status_code == 204 or this().method == "OPTIONS":
            response.headers.pop("Content-Type", None)
        response.headers.add("X-Request-ID", kept.get("request_id", ""))
        metrics.count(response, time.perf_counter() - kept.get("began", time.perf_counter()))
        return response
