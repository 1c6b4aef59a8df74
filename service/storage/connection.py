"""Connections to Redis, a single server or a cluster, that survive a restart of the server."""

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
"""The error if Redis refuses writes: its disk or memory is full."""


FULL = ("MISCONF", "disk is full", "No space left on device")
"""How Redis, SQLite and PostgreSQL report that."""


def storage_full(error: Exception, embedded: bool) -> bool:
    """Whether Redis or the database refuses to write because its disk is full.

    Redis reports MISCONF after a failed append. The embedded one refuses writes earlier, by requiring a replica.
    """
    said = str(error)
    return any(words in said for words in FULL) or (embedded and "NOREPLICAS" in said)


RETRIES = 20
POOL: dict[str, Any] = {"max_connections": 1024}
BACKOFF = ExponentialWithJitterBackoff(base=0.01, cap=0.5)
TIMES = {"socket_timeout": 10, "socket_connect_timeout": 2}

REQUEST_S = 2.0
"""How long a request waits for Redis before it gets a 503."""

PROBE_S = 0.4
"""How long a health check waits for Redis."""


class Server(Redis):
    """A client of one server that keeps its own connections for scripts.

    Taking a connection from redis-py's pool costs more than sending the command.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gives_up = False
        """Whether a time-out is an error immediately, instead of a reason to retry."""
        self._idle: list[Any] = []

    def run(self, *command: Any) -> Any:
        """Run a command once. The connection is closed unless the reply was read, so that nothing else reads it."""
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
    """A script that runs for every answer: first without redis-py's pool, and with it if that fails."""

    def __init__(self, redis: Redis, text: str) -> None:
        self._server = redis if isinstance(redis, Server) else None
        self._script = redis.register_script(text)

    def __call__(self, keys: Sequence[str], args: Sequence[Any] = ()) -> Any:
        if self._server is not None:
            try:
                return self._server.run("EVALSHA", self._script.sha, len(keys), *keys, *args)
            except (NoScriptError, *OUTAGES) as error:
                # After an outage redis-py retries for some seconds, and it can load the script.
                if self._server.gives_up and isinstance(error, TimeoutError):
                    raise
        return self._script(keys, args)


def without_retries(redis: Redis, **times: float) -> Redis:
    """A client of the same server without retries: a listener must know when it may have missed something."""
    pool = redis.connection_pool
    kwargs = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0), **times}
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **kwargs))


def connect(url: str, seconds: float | None = None) -> Redis:
    """A pooled client. A command is retried for some seconds while the server is down.

    That is safe, because all writes are idempotent. With `seconds` it gives up after that time, and does not retry
    after a time-out. A cluster supports the same commands as long as each uses only one slot, so only this module and
    code that addresses all shards know about it.
    """
    if is_cluster(url):
        nodes, how = seeds(url)
        # Unlike the client of a single server, a cluster client connects when it is created.
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
    """Close all connections of this client. It opens new ones when it is used again.

    (After `close`, a cluster client could not: it would not know any node.)
    """
    if isinstance(redis, Cluster):
        redis.disconnect_connection_pools()
    else:
        redis.close()


def best_effort(url: str) -> Redis:
    """A client for optional tasks: short time-outs, and one retry in case the connection was stale."""
    retry = Retry(NoBackoff(), 1, (ConnectionError,))
    return Redis.from_url(url, **POOL, socket_timeout=0.5, socket_connect_timeout=0.5, retry=retry)


def connect_cluster(
    nodes: list[ClusterNode], how: dict[str, Any], retries: int = RETRIES, seconds: float | None = None
) -> Cluster:
    """The cluster that one of these nodes belongs to."""
    # redis-py itself retries once, so a command may wait twice.
    times = TIMES if seconds is None else {"socket_timeout": seconds / 2, "socket_connect_timeout": seconds / 2}
    try:
        return Cluster(nodes, retries, seconds, **POOL, **times, **how)
    except RedisClusterException as error:
        raise as_outage(error) from error


def responds(url: str) -> bool:
    """Whether a Redis responds at this address, without retries."""
    try:
        if is_cluster(url):
            return bool(connect_cluster(*seeds(url), retries=0).ping())
        with Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (*OUTAGES, RedisClusterException):
        return False


def memory(redis: Redis) -> dict[str, tuple[int, int]]:
    """The memory usage and limit of each server in bytes (0: no limit)."""
    nodes: dict[str, Any] = (
        redis.info_of_each("memory") if isinstance(redis, Cluster) else {"redis": redis.info("memory")}
    )
    return {name: (int(one["used_memory"]), int(one["maxmemory"])) for name, one in nodes.items()}
