"""Connections to Redis that outlive a restart of the server."""

from __future__ import annotations

from redis import ConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, TimeoutError
from redis.retry import Retry

OUTAGES = (ConnectionError, TimeoutError, BusyLoadingError)
"""What a client sees while Redis is away or still reading its data."""


def impatient(redis: Redis) -> Redis:
    """A client for the same server that does not try again: whoever listens must know what it may have missed."""
    pool = redis.connection_pool
    kwargs = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **kwargs))


def connect(url: str) -> Redis:
    """A pooled client. A command that meets a dead server is tried again for some seconds.

    That is safe: every write of the house may be repeated without a second effect.
    """
    return Redis.from_url(
        url,
        max_connections=1024,
        socket_timeout=10,
        socket_connect_timeout=2,
        retry=Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.5), retries=20),
        retry_on_error=list(OUTAGES),
    )
