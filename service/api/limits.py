"""How often somebody may knock. Answering one's own decisions is never limited: the game sets its pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import current_app, request
from flask_limiter import Limiter

from service.api.auth import caller
from service.settings import Settings
from service.store.connection import hasty


def _who() -> str:
    player = caller().player
    return player or f"address:{request.remote_addr}"


limiter = Limiter(key_func=_who, headers_enabled=True, strategy="moving-window", swallow_errors=True)


def limited(per_minute: int) -> Callable[[Any], Any]:
    """At most so many calls a minute, for one player or, without a token, for one address."""
    return limiter.limit(lambda: f"{max(1, round(per_minute * current_app.config['RATE_FACTOR']))} per minute")


def set_up(app: Any, settings: Settings) -> None:
    """Count in the Redis of the queues, so that all processes count together.

    Like a queue, a count may be lost: while that Redis is away nobody is limited and nobody waits for it.
    """
    redis = hasty(settings.queue_redis_url or settings.redis_url or "")
    app.config["RATE_FACTOR"] = settings.rate_factor
    app.config["RATELIMIT_ENABLED"] = settings.rate_limits
    app.config["RATELIMIT_STORAGE_URI"] = "redis://"
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"connection_pool": redis.connection_pool}
    limiter.init_app(app)
