"""How often somebody may knock. Answering one's own decisions is never limited: the game sets its pace."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final

from flask import current_app, request
from flask_limiter import Limiter
from limits import parse
from redis.exceptions import RedisError

from service.api.auth import caller
from service.settings import Settings
from service.store.connection import hasty

WRONG_TOKENS: Final = 60
"""So many a minute may one address send."""


def _who() -> str:
    player = caller().player
    return player or f"address:{request.remote_addr}"


limiter = Limiter(key_func=_who, headers_enabled=True, strategy="moving-window", swallow_errors=True)


def limited(per_minute: int) -> Callable[[Any], Any]:
    """At most so many calls a minute, for one player or, without a token, for one address."""
    return limiter.limit(lambda: f"{max(1, round(per_minute * current_app.config['RATE_FACTOR']))} per minute")


def wrong_token() -> tuple[str, int] | None:
    """Count one more token that opened nothing; the limit and the seconds to wait, once this address has sent too many.

    Whoever has a good token is let in all the same: they may share the address with whoever guesses.
    """
    if not limiter.enabled:
        return None
    limit = parse(f"{max(1, round(WRONG_TOKENS * current_app.config['RATE_FACTOR']))} per minute")
    try:
        if limiter.limiter.hit(limit, "wrong-token", str(request.remote_addr)):
            return None
        window = limiter.limiter.get_window_stats(limit, "wrong-token", str(request.remote_addr))
    except RedisError:
        return None
    return str(limit), max(1, math.ceil(window.reset_time - time.time()))


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
