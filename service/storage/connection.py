"""Connections to Redis, one server or a cluster, that outlive a restart of the server."""

from __future__ import annotations

import _socket
import os
import socket
import struct
from collections.abc import Sequence
from typing import Any, cast

from hiredis import pack_command
from redis import Connection, ConnectionPool, Redis, UnixDomainSocketConnection
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    RedisClusterException,
    RedisError,
    TimeoutError,
)
from redis.retry import Retry

from service.storage.cluster import Cluster, Patience, as_outage, is_cluster, seeds

OUTAGES = (ConnectionError, TimeoutError, BusyLoadingError, ClusterDownError)
"""What a client sees while Redis is away or still reading its data."""

RETRIES = 20
TIMES = {"socket_timeout": 10, "socket_connect_timeout": 2}


class KernelTimed:
    """A connection whose timeouts the kernel keeps.

    Where Python keeps them it asks before each piece that it sends or reads whether it may: half of all system calls.
    """

    socket_timeout: float | None

    def _connect(self) -> Any:
        sock = super()._connect()  # type: ignore[misc]
        # A green socket is none of the kernel's own and keeps its time itself.
        if self.socket_timeout and isinstance(sock, _socket.socket):
            seconds, rest = divmod(float(self.socket_timeout), 1)
            wait = struct.pack("ll", int(seconds), int(rest * 1e6))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, wait)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, wait)
            sock.settimeout(None)
        return sock


class TcpLine(KernelTimed, Connection):
    """Over TCP."""


class UnixLine(KernelTimed, UnixDomainSocketConnection):
    """Over a socket of this machine."""


LINES: dict[type, type] = {Connection: TcpLine, UnixDomainSocketConnection: UnixLine}
"""What is encrypted stays as it is: there a piece of the protocol is not a piece of the answer."""


class Pool(ConnectionPool):
    """redis-py's pool for those who try again anyway: a connection is not asked whether it still lives, but used.

    That question is one more system call for each command; a dead connection is found by the command itself.
    """

    def __init__(self, connection_class: type = Connection, **kwargs: Any) -> None:
        super().__init__(LINES.get(connection_class, connection_class), **kwargs)

    def get_connection(self, *_: Any, **__: Any) -> Any:
        if self.pid == os.getpid():
            with self._lock:
                if self._available_connections:
                    connection = self._available_connections.pop()
                    self._in_use_connections.add(connection)
                    return connection
        return super().get_connection()

    def release(self, connection: Any) -> None:
        if self.pid != os.getpid() or connection.pid != self.pid or connection.should_reconnect():
            super().release(connection)
            return
        with self._lock:
            if connection in self._in_use_connections:
                self._in_use_connections.remove(connection)
                self._available_connections.append(connection)


class Script:
    """A script that every answer runs: sent straight over a connection of the pool.

    The ceremony of a general client costs as much as the sending. Whatever goes wrong is left to it: it knows how to
    load a script and how to wait for a server, and a script of the house may be repeated without a second effect.
    """

    def __init__(self, redis: Redis, text: str) -> None:
        self._general = redis.register_script(text)
        self._head = (b"EVALSHA", self._general.sha)
        pool = getattr(redis, "connection_pool", None)
        self._pool = pool if isinstance(pool, Pool) else None

    def __call__(self, keys: Sequence[str], args: Sequence[Any] = ()) -> Any:
        if self._pool is not None:
            try:
                return self._send(self._pool, keys, args)
            except RedisError:
                pass
        return self._general(keys=keys, args=args)

    def _send(self, pool: Pool, keys: Sequence[str], args: Sequence[Any]) -> Any:
        connection = pool.get_connection()
        try:
            connection.send_packed_command((pack_command((*self._head, len(keys), *keys, *args)),), check_health=False)
            return connection.read_response()
        finally:
            pool.release(connection)


def impatient(redis: Redis, **times: float) -> Redis:
    """A client for the same server that does not try again: whoever listens must know what it may have missed."""
    if isinstance(redis, Cluster):
        return redis.listener(**times)
    pool = redis.connection_pool
    kwargs = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0), **times}
    return Redis(connection_pool=ConnectionPool(pool.connection_class, **kwargs))


def connect(url: str) -> Redis:
    """A pooled client. A command that meets a dead server is tried again for some seconds.

    That is safe: every write of the house may be repeated without a second effect. A cluster knows the same commands
    as long as each keeps to one slot, so nobody but this page and those who serve all shards at once need to know.
    """
    if is_cluster(url):
        nodes, how = seeds(url)
        # The cluster client looks for its masters when it is made, which a single server's client does not.
        made = Patience(RETRIES).call_with_retry(lambda: meet(nodes, how), lambda error: None)
        return cast(Redis, made)
    pool = Pool.from_url(
        url,
        max_connections=1024,
        **TIMES,
        retry=Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.5), retries=RETRIES),
        retry_on_error=list(OUTAGES),
    )
    return Redis.from_pool(pool)


def hasty(url: str) -> Redis:
    """A client for what may be left out: it tries once more, in case its connection had grown old, and no longer."""
    return Redis.from_url(
        url, max_connections=1024, socket_timeout=1, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), retries=1)
    )


def meet(nodes: list[ClusterNode], how: dict[str, Any], retries: int = RETRIES) -> Cluster:
    """The cluster that one of these nodes belongs to."""
    try:
        return Cluster(nodes, retries, max_connections=1024, **TIMES, **how)
    except RedisClusterException as error:
        raise as_outage(error) from error


def answers(url: str) -> bool:
    """Whether a Redis lives at this address, asked once."""
    try:
        if is_cluster(url):
            return bool(meet(*seeds(url), retries=0).ping())
        with Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (*OUTAGES, RedisClusterException):
        return False
