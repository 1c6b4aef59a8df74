"""The app factory: combines settings, stores and routes into one WSGI application."""

from __future__ import annotations

from flask import Flask
from flask_cors import CORS
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from service.accounts import routes as accounts
from service.admin import routes as admin
from service.agents import routes as agents
from service.api import compression, docs, errors, health, spec
from service.api.auth import Keyring
from service.api.context import EXTENSION
from service.api.limits import Limits
from service.api.middleware import Application, surround
from service.api.muting import MuteCache
from service.api.quotas import StreamLeases
from service.api.streaming import STREAM_LEASES
from service.arena import routes as arenas
from service.books import routes as books
from service.catalogue import routes as catalogue
from service.events import routes as events
from service.explorer import routes as explorer
from service.history import routes as history
from service.lobby import routes as lobby
from service.moderation import routes as moderation
from service.replays import routes as replays
from service.settings import Settings
from service.storage import keys
from service.storage.connection import PROBE_S, REQUEST_S, connect
from service.storage.heartbeats import Heartbeats
from service.stores import connect_stores
from service.tables import routes as tables
from service.web import routes as web

BLUEPRINTS = (
    *(
        catalogue.blp,
        accounts.blp,
        lobby.blp,
        lobby.invites_blp,
        tables.blp,
        events.blp,
        tables.talk_blp,
        replays.transcripts_blp,
    ),
    *(
        replays.blp,
        books.blp,
        books.hidden_meanings_blp,
        agents.blp,
        agents.work_blp,
        arenas.blp,
        history.blp,
        explorer.blp,
        admin.blp,
        moderation.blp,
        health.blp,
    ),
)
EXPOSED = (
    *("ETag", "Idempotency-Replayed", "Link", "Location", "Retry-After", "X-Request-ID"),
    *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"),
)
PREFLIGHT_S = 7200
"""How long a browser may cache the result of a preflight request; no browser caches it for longer."""


def create_app(settings: Settings | None = None) -> Flask:
    """The API as a WSGI application."""
    settings = settings or Settings.load()
    stores = connect_stores(settings, REQUEST_S)
    probe = Heartbeats(connect(settings.redis_url or "", PROBE_S))
    keyring = Keyring(stores.accounts, stores.notifications)
    stores.notifications.on(keys.TOKEN_CHANNEL, keyring.on_revoked)
    # So that this process need not wait for the notification.
    stores.accounts.on_revoked.append(keyring.forget)

    app = Application("farshore", static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.config.update(spec.CONFIG, MAX_CONTENT_LENGTH=settings.max_body)
    mutes = MuteCache(stores.moderation)
    stores.notifications.on(keys.MUTE_CHANNEL, mutes.forget)
    app.extensions[EXTENSION] = {
        "stores": stores,
        "settings": settings,
        "probe": probe,
        "keyring": keyring,
        "mutes": mutes,
        "limits": Limits(settings),
    }
    app.extensions[STREAM_LEASES] = StreamLeases(stores.quotas)
    compression.set_up(app)
    if settings.cors_origins:
        CORS(app, origins=list(settings.cors_origins), expose_headers=EXPOSED, max_age=PREFLIGHT_S)
    surround(app, settings.quotas.bodies)

    api = Api(app, spec_kwargs=spec.describe())
    # After flask-smorest has registered its own handler of HTTP errors, which ours replaces.
    errors.register(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    spec.complete(api.spec)
    for address, view in health.ALIASES.items():
        app.add_url_rule(address, endpoint=f"alias{address}", view_func=view)
    docs.serve(app, api)
    web.serve(app)
    if settings.proxies:
        # Only the last addresses in X-Forwarded-For come from our proxies; clients can forge the others.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=0)  # type: ignore[method-assign]
    return app
