"""The only place where the parts are joined: settings, Redis, the house, and the API in front of it."""

from __future__ import annotations

from flask import Flask
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
from service.api.frame import App, surround
from service.api.patience import Patience
from service.play.house import furnished
from service.settings import Settings
from service.store import keys

BLUEPRINTS = (
    *(games, players, tables, play, events, talk, transcripts, replays, books, meanings),
    *(agents, work, arenas, health),
)
EXPOSED = ["ETag", "Location", "Retry-After", "X-Request-ID"]


class Api(SmorestApi):
    """flask-smorest, with the house's own way to say no."""

    def _register_error_handlers(self) -> None:
        errors.register(self._app)


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
        CORS(app, origins=list(settings.cors_origins), expose_headers=EXPOSED)
    surround(app, keyring)

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
