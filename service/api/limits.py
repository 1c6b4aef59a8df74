"""How often somebody may knock. Answering one's own decisions is never limited: the game sets its pace."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from flask_limiter import Limiter
from limits import parse
from redis.exceptions import RedisError

from service.api.auth import caller
from service.api.context import own
from service.settings import Settings
from service.storage.connection import hasty

WRONG_TOKENS: Final = 60
"""So many a minute may one address send."""


def _who() -> str:
    player = caller().player
    return player or f"address:{request.remote_addr}"


limiter = Limiter(key_func=_who, headers_enabled=True, strategy="moving-window", swallow_errors=True)


def limited(per_minute: int) -> Callable[[Any], Any]:
    """At most so many calls a minute, for one player or, without a token, for one address."""
    counted = limiter.limit(lambda: f"{max(1, round(per_minute * current_app.config['RATE_FACTOR']))} per minute")

    def decorate(view: Any) -> Any:
        inner: Any = counted(view)

        @wraps(view)
        def noted(*args: Any, **kwargs: Any) -> Any:
            g.limited = True
            return inner(*args, **kwargs)

        return noted

    return decorate


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
    if limiter.enabled:
        _only_where_limited(app)


def _only_where_limited(app: Flask) -> None:
    """Let the limiter's hooks, which are made for limits on everything, work for routes that have a limit only.

    A limited route counts by itself, before its view; most requests are answers and are not even looked at.
    """
    app.before_request_funcs[None].pop()
    head, release = app.after_request_funcs[None].pop(), app.teardown_request_funcs[None].pop()

    @app.after_request
    def tell(response: Response) -> Response:
        return head(response) if "limited" in own() else response  # type: ignore[return-value]

    @app.teardown_request
    def forget(error: BaseException | None) -> None:
        if "limited" in own():
            release(error)
