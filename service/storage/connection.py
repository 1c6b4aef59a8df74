"""Connections to Redis, to one server or a cluster, that survive a restart of the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from hiredis import pack_command
from redis import ConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    NoScriptError,
    RedisClusterException,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from service.storage.cluster import Cluster, LimitedRetry, TimedRetry, as_outage, is_cluster, seeds

OUTAGES = (ConnectionError, TimeoutError, BusyLoadingError, ClusterDownError)
"""Errors while Redis is unavailable or still loading its data."""


WRITE_REFUSED = ResponseError
"""Errors when Redis refuses writes: its disk or its memory is full."""


FULL = ("MISCONF", "disk is full", "No space left on device")
"""What Redis, SQLite and PostgreSQL say then."""


def storage_full(error: Exception, embedded: bool) -> bool:
    """Whether Redis or the database refuses to write because its disk is full.

    Redis says MISCONF after an append that has failed. The embedded one refuses before that, by demanding a replica.
    """
    said = str(error)
    return any(words in said for words in FULL) or (embedded and "NOREPLICAS" in said)


RETRIES = 20
POOL: dict[str, Any] = {"max_connections": 1024}
BACKOFF = ExponentialWithJitterBackoff(base=0.01, cap=0.5)
TIMES = {"socket_timeout": 10, "socket_connect_timeout": 2}

REQUEST_S = 2.0
"""How long a request waits for Redis before it is answered with 503."""

PROBE_S = 0.4
"""How long a health check waits for Redis."""


class Server(Redis):
    """A client of one server that keeps connections for scripts.

    Taking a connection from redis-py's pool costs more than the command that is sent over it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gives_up = False
        """Whether a reply that does not come in time is an error at once, instead of a reason to try again."""
        self._idle: list[Any] = []

    def run(self, *command: Any) -> Any:
        """Run a command once. A connection is closed unless it has read its reply, so that nobody else reads it."""
        try:
            connection = self._idle.pop()
        except IndexError:
            pool = self.connection_pool
            connection = pool.connection_class(**pool.connection_kwargs)
        try:
            connection.send_packed_command((pack_command(command),))
            reply = connection.read_response()
        except ResponseError:
            self._idle.append(connection)
            raise
        except BaseException:
            connection.disconnect()
            raise
        self._idle.append(connection)
        return reply

    def close(self) -> None:
        while self._idle:
            self._idle.pop().disconnect()
        super().close()


class FrequentScript:
    """A script that every answer runs: first without redis-py's pool, and with it if that fails."""

    def __init__(self, redis: Redis, text: str) -> None:
        self._server = redis if isinstance(redis, Server) else None
        self._script = redis.register_script(text)

    def __call__(self, keys: Sequence[str], args: Sequence[Any] = ()) -> Any:
        if self._server is not None:
            try:
                return self._server.run("EVALSHA", self._script.sha, len(keys), *keys, *args)
            except (NoScriptError, *OUTAGES) as error:
                # After an outage redis-py tries again for some seconds, and it knows how to load the script.
                if self._server.gives_up and isinstance(error, TimeoutError):
                    raise
        return self._script(keys, args)


def without_retries(redis: Redis, **times: float) -> Redis:
    """A client for the same server that does not retry: a listener must know that it may have missed something."""
    pool = redis.connection_pool
    kwargs = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0), **times}
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **kwargs))


def connect(url: str, seconds: float | None = None) -> Redis:
    """A pooled client. A command that meets a dead server is tried again for some seconds.

    That is safe: every write may be repeated without a second effect. With `seconds` it gives up after that time, and
    does not try again what a server has not answered in it. A cluster knows the same commands as long as each keeps to
    one slot, so only this module and the code that serves all shards at once know of it.
    """
    if is_cluster(url):
        nodes, how = seeds(url)
        # Unlike a client of a single server, the cluster client connects when it is created.
        retry = LimitedRetry(RETRIES, seconds)
        return cast(
            Redis, retry.call_with_retry(lambda: connect_cluster(nodes, how, seconds=seconds), lambda error: None)
        )
    if seconds is None:
        return Server.from_url(
            url, **POOL, **TIMES, retry=Retry(BACKOFF, retries=RETRIES), retry_on_error=list(OUTAGES)
        )
    times = {"socket_timeout": seconds, "socket_connect_timeout": seconds}
    passing = [BusyLoadingError, ClusterDownError]
    server = Server.from_url(url, **POOL, **times, retry=TimedRetry(seconds), retry_on_error=passing)
    cast(Server, server).gives_up = True
    return server


def disconnect(redis: Redis) -> None:
    """Close all connections of this client, which opens new ones when it is used again.

    A cluster client could not do that after `close`: it would know no node to ask.
    """
    if isinstance(redis, Cluster):
        redis.disconnect_connection_pools()
    else:
        redis.close()


def best_effort(url: str) -> Redis:
    """A client for what may be left out: short timeouts, and one retry in case the connection was stale."""
    retry = Retry(NoBackoff(), 1, (ConnectionError,))
    return Redis.from_url(url, **POOL, socket_timeout=0.5, socket_connect_timeout=0.5, retry=retry)


def connect_cluster(
    nodes: list[ClusterNode], how: dict[str, Any], retries: int = RETRIES, seconds: float | None = None
) -> Cluster:
    """The cluster that one of these nodes belongs to."""
    # redis-py tries once more by itself, so a command may wait twice.
    times = TIMES if seconds is None else {"socket_timeout": seconds / 2, "socket_connect_timeout": seconds / 2}
    try:
        return Cluster(nodes, retries, seconds, **POOL, **times, **how)
    except RedisClusterException as error:
        raise as_outage(error) from error


def responds(url: str) -> bool:
    """Whether a Redis responds at this address, without a retry."""
    try:
        if is_cluster(url):
            return bool(connect_cluster(*seeds(url), retries=0).ping())
        with Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (*OUTAGES, RedisClusterException):
        return False


def memory(redis: Redis) -> dict[str, tuple[int, int]]:
    """How many bytes each server uses, and may use (0: no limit)."""
    nodes: dict[str, Any] = (
        redis.info_of_each("memory") if isinstance(redis, Cluster) else {"redis": redis.info("memory")}
    )
    return {name: (int(one["used_memory"]), int(one["maxmemory"])) for name, one in nodes.items()}
