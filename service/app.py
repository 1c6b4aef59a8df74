"""The only place where the parts are joined: settings, Redis, the house, and the API in front of it."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request
from flask_cors import CORS
from flask_smorest import Api as SmorestApi
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import (
    agents,
    arenas,
    books,
    docs,
    errors,
    events,
    games,
    health,
    limits,
    meanings,
    metrics,
    play,
    players,
    replays,
    spec,
    tables,
    talk,
    transcripts,
    work,
)
from service.api.auth import Keyring
from service.api.context import EXTENSION
from service.api.patience import Patience
from service.play.house import furnished
from service.settings import Settings
from service.store import keys

BLUEPRINTS = (
    *(games, players, tables, play, events, talk, transcripts, replays, books, meanings),
    *(agents, work, arenas, health),
)
EXPOSED = ["ETag", "Location", "Retry-After", "X-Request-ID"]
SAFE_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
UPLOADS = "/v1/books"
HEADERS = {
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
CSP = "content-security-policy"
"""A page (the documentation) has a policy for its own content, or none."""


class Api(SmorestApi):
    """flask-smorest, with the house's own way to say no."""

    def _register_error_handlers(self) -> None:
        errors.register(self._app)


class App(Flask):
    """Flask without coroutines: nothing here is one, so nothing is asked at every call whether it is."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def wsgi_app(self, environ: Any, start_response: Any) -> Any:
        """Every response gets the headers that all have, unless it has its own."""

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            present = {name.lower(): value for name, value in headers}
            if "retry-after" in present and status[:3] not in ("429", "503"):
                # The limiter says it always, and clients would wait for nothing.
                headers = [pair for pair in headers if pair[0].lower() != "retry-after"]
            page = present.get("content-type", "").startswith("text/html")
            headers += [pair for name, pair in HEADERS.items() if name not in present and not (page and name == CSP)]
            return start_response(status, headers, *error)

        return super().wsgi_app(environ, start)


def create_app(settings: Settings | None = None) -> Flask:
    """The API as a WSGI application."""
    settings = settings or Settings.load()
    house = furnished(settings)
    keyring = Keyring(house.people, house.bells)
    house.bells.on(keys.TOKEN_BELL, keyring.hear)

    app = App("farshore", static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.config.update(spec.CONFIG, MAX_CONTENT_LENGTH=settings.max_body)
    app.extensions[EXTENSION] = {"house": house, "settings": settings}
    limits.set_up(app, settings)
    if settings.cors_origins:
        CORS(
            app, origins=list(settings.cors_origins), expose_headers=["ETag", "Location", "Retry-After", "X-Request-ID"]
        )
    _frame(app, keyring)

    api = Api(app, spec_kwargs=spec.describe())
    for part in BLUEPRINTS:
        api.register_blueprint(part.blp)
    spec.complete(api.spec)
    for address, view in health.ALIASES.items():
        app.add_url_rule(address, endpoint=f"alias{address}", view_func=view)
    docs.serve(app, api)
    app.wsgi_app = Patience(app.wsgi_app)  # type: ignore[method-assign]
    if settings.proxies:
        # Only so many names at the end of X-Forwarded-For were written by our proxies; the rest anybody can claim.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=0)  # type: ignore[method-assign]
    return app


def _frame(app: Flask, keyring: Keyring) -> None:
    """What happens around every request."""

    @app.before_request
    def before() -> Response | None:
        # The real objects: each access through Flask's proxies is a look-up, and here are many.
        asked, own = request._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        own.request_id = given if SAFE_ID.fullmatch(given) else secrets.token_hex(8)
        own.began = time.perf_counter()
        own.keyring = keyring
        if asked.method in ("POST", "PUT", "PATCH") and asked.content_length:
            wanted = asked.mimetype == "multipart/form-data" if asked.path == UPLOADS else asked.is_json
            if not wanted:
                return errors.problem("unsupported-media-type")
        return None

    @app.after_request
    def after(response: Response) -> Response:
        own, headers = g._get_current_object(), response.headers
        if response.status_code == 204 or request.method == "OPTIONS":
            headers.pop("Content-Type", None)
        headers.add("X-Request-ID", own.get("request_id", ""))
        metrics.count(response, time.perf_counter() - own.get("began", time.perf_counter()))
        return response
