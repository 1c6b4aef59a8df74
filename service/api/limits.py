"""Rate limits. Answers to decisions are never limited: the game sets the pace."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple

from flask import Response, after_this_request, current_app, request
from limits import RateLimitItemPerMinute
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.exceptions import RedisError

from service.api.auth import caller
from service.api.context import EXTENSION
from service.refusals import Refused
from service.settings import Settings
from service.storage.connection import best_effort

WRONG_TOKENS: Final = 60
"""How many invalid tokens one address may send per minute."""

log = logging.getLogger(__name__)


class TooManyRequests(Refused):
    """The caller has reached the limit of this operation."""


class Window(NamedTuple):
    """How much of one limit a caller has used."""

    limit: RateLimitItemPerMinute
    allowed: bool
    remaining: int
    resets: float

    @property
    def wait_s(self) -> int:
        """Seconds until the next request is allowed."""
        return max(1, math.ceil(self.resets - time.time()))


class Limits:
    """Counts in the Redis of the queues, so that all processes share them.

    Like a queue, a count may be lost: while that Redis is unavailable, requests are not limited and do not wait for it.
    """

    def __init__(self, settings: Settings) -> None:
        redis = best_effort(settings.queue_url)
        self._limiter = MovingWindowRateLimiter(RedisStorage("redis://", connection_pool=redis.connection_pool))
        self._factor = settings.rate_factor
        self._enabled = settings.rate_limits

    def count(self, per_minute: int, what: str, who: str) -> Window | None:
        """Count one more request. None: there are no limits, or it could not be counted."""
        if not self._enabled:
            return None
        limit = RateLimitItemPerMinute(max(1, round(per_minute * self._factor)))
        try:
            allowed = self._limiter.hit(limit, what, who)
            stats = self._limiter.get_window_stats(limit, what, who)
        except RedisError as error:
            log.warning("requests are not limited: %s", error)
            return None
        return Window(limit, allowed, stats.remaining, stats.reset_time)


def _count(per_minute: int, what: str, who: str) -> Window | None:
    limits: Limits = current_app.extensions[EXTENSION]["limits"]
    return limits.count(per_minute, what, who)


def limited(per_minute: int) -> Callable[[Any], Any]:
    """Allow this many calls per minute for one player or, without a token, for one address."""

    def decorate(view: Any) -> Any:
        @wraps(view)
        def counted(*args: Any, **kwargs: Any) -> Any:
            who = caller().player or f"address:{request.remote_addr}"
            window = _count(per_minute, request.endpoint or "", who)
            if window is not None:
                after_this_request(lambda response: _with_headers(response, window))
                if not window.allowed:
                    raise TooManyRequests(limit=str(window.limit))
            return view(*args, **kwargs)

        return counted

    return decorate


def _with_headers(response: Response, window: Window) -> Response:
    response.headers["X-RateLimit-Limit"] = str(window.limit.amount)
    response.headers["X-RateLimit-Remaining"] = str(window.remaining)
    response.headers["X-RateLimit-Reset"] = str(int(window.resets) + 1)
    if not window.allowed:
        response.headers["Retry-After"] = str(window.wait_s)
    return response


def wrong_token() -> tuple[str, int] | None:
    """Count an invalid token. Once this address has sent too many, return the limit and the seconds to wait.

    Valid tokens are still accepted: their owners may share the address with the one who is guessing.
    """
    window = _count(WRONG_TOKENS, "wrong-token", str(request.remote_addr))
    return None if window is None or window.allowed else (str(window.limit), window.wait_s)
