"""Connections to Redis, to one server or a cluster, that survive a restart of the server."""

from __future__ import annotations

from typing import Any, cast

from redis import ConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    RedisClusterException,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from service.storage.cluster import Cluster, Patience, as_outage, is_cluster, seeds

OUTAGES = (ConnectionError, TimeoutError, BusyLoadingError, ClusterDownError)
"""What a client sees while Redis is away or still reading its data."""


WRITE_REFUSED = ResponseError
"""What a client sees when Redis is there but refuses to write: its disk or its memory is full."""


def storage_full(error: Exception, embedded: bool) -> bool:
    """Whether Redis refuses to write because its disk is full.

    It says MISCONF after an append that has failed. The embedded one refuses before that, by demanding a replica.
    """
    said = str(error)
    return "MISCONF" in said or (embedded and "NOREPLICAS" in said)


RETRIES = 20
TIMES = {"socket_timeout": 10, "socket_connect_timeout": 2}


class Server(Redis):
    """A client of one server that runs scripts, which is all an answer does, on connections of its own.

    Taking a connection from redis-py's pool costs more than the command. A connection whose command did not run to its
    end is closed, so that its reply cannot reach another caller, and after an outage the pool tries again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._idle: list[Any] = []

    def execute_command(self, *args: Any, **options: Any) -> Any:
        if args[0] != "EVALSHA":
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        try:
            connection = self._idle.pop()
        except IndexError:
            pool = self.connection_pool
            connection = pool.connection_class(**pool.connection_kwargs)
        try:
            connection.send_command(*args)
            reply = connection.read_response()
        except ResponseError:
            self._idle.append(connection)
            raise
        except BaseException as error:
            connection.disconnect()
            if isinstance(error, OUTAGES):
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            raise
        self._idle.append(connection)
        return reply

    def close(self) -> None:
        while self._idle:
            self._idle.pop().disconnect()
        super().close()


def impatient(redis: Redis, **times: float) -> Redis:
    """A client for the same server that does not retry: a listener must know that it may have missed something."""
    if isinstance(redis, Cluster):
        return redis.listener(**times)
    pool = redis.connection_pool
    kwargs = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0), **times}
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **kwargs))


def connect(url: str) -> Redis:
    """A pooled client. A command that meets a dead server is tried again for some seconds.

    That is safe: every write may be repeated without a second effect. A cluster knows the same commands as long as
    each keeps to one slot, so only this module and the code that serves all shards at once know of it.
    """
    if is_cluster(url):
        nodes, how = seeds(url)
        # Unlike a client of a single server, the cluster client connects when it is created.
        made = Patience(RETRIES).call_with_retry(lambda: meet(nodes, how), lambda error: None)
        return cast(Redis, made)
    return Server.from_url(
        url,
        max_connections=1024,
        **TIMES,
        retry=Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.5), retries=RETRIES),
        retry_on_error=list(OUTAGES),
    )


def hasty(url: str) -> Redis:
    """A client for what may be left out: short timeouts, and one retry in case the connection was stale."""
    return Redis.from_url(
        url, max_connections=1024, socket_timeout=1, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), retries=1)
    )


def meet(nodes: list[ClusterNode], how: dict[str, Any], retries: int = RETRIES) -> Cluster:
    """The cluster that one of these nodes belongs to."""
    try:
        return Cluster(nodes, retries, max_connections=1024, **TIMES, **how)
    except RedisClusterException as error:
        raise as_outage(error) from error


def responds(url: str) -> bool:
    """Whether a Redis responds at this address, without a retry."""
    try:
        if is_cluster(url):
            return bool(meet(*seeds(url), retries=0).ping())
        with Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (*OUTAGES, RedisClusterException):
        return False


def memory(redis: Redis) -> dict[str, tuple[int, int]]:
    """How many bytes each server uses, and may use (0: no limit)."""
    nodes: dict[str, Any] = (
        redis.about_each("memory") if isinstance(redis, Cluster) else {"redis": redis.info("memory")}
    )
    return {name: (int(one["used_memory"]), int(one["maxmemory"])) for name, one in nodes.items()}
