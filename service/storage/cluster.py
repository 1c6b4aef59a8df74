"""A client of a Redis Cluster that retries as long as the client of a single server does.

redis-py's cluster client retries without pauses, so that twenty retries are used up before a killed master is replaced.
This one retries once immediately, in case a slot has moved, and then with pauses.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from redis import Redis, RedisCluster
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.commands.core import Script
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ClusterError,
    ConnectionError,
    MovedError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TimeoutError,
    TryAgainError,
)
from redis.retry import Retry

from service.settings import CLUSTER_SCHEMES

T = TypeVar("T")
RESENT_AFTER: Final = (ConnectionError, TimeoutError, AskError, TryAgainError, ClusterDownError, SlotNotCoveredError)
"""Errors after which a command is sent again: its master has changed or is unavailable."""

SKIP_S: Final = 1.0
"""How long code that addresses all masters skips one that did not respond."""

log = logging.getLogger(__name__)


class TimedRetry(Retry):
    """Retries while a server is unavailable, for a total number of seconds. redis-py nests retries: the outermost one
    sets the limit.
    """

    def __init__(
        self, seconds: float, passing: tuple[type[Exception], ...] = (ConnectionError,), pause: float = 0.25
    ) -> None:
        super().__init__(ExponentialWithJitterBackoff(base=0.01, cap=pause), -1, passing)
        self._seconds = seconds

    def call_with_retry(
        self,
        do: Callable[[], T],
        fail: Callable[[Exception], Any] | Callable[[Exception, int], Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> T:
        outermost = getattr(_RETRYING, "until", None) is None
        if outermost:
            _RETRYING.until = time.monotonic() + self._seconds

        def in_time(error: Exception) -> bool:
            return time.monotonic() < _RETRYING.until and (is_retryable is None or is_retryable(error))

        try:
            return super().call_with_retry(do, fail, in_time, with_failure_count)
        finally:
            if outermost:
                _RETRYING.until = None


_RETRYING = threading.local()
"""The time limit of the retries of each thread."""


class LimitedRetry(TimedRetry):
    """A limited number of retries with pauses, within a number of seconds. redis-py's own loops, which do not pause,
    get only one more attempt."""

    def __init__(self, retries: int, seconds: float | None = None) -> None:
        # A failed master, a cluster without a majority and a migrating slot are all temporary.
        super().__init__(seconds or 3600, (ConnectionError, TimeoutError, ClusterDownError, ClusterError), 0.5)
        self.update_retries(retries)

    def get_retries(self) -> int:
        return 1


class Cluster(RedisCluster):
    """All masters behind one client."""

    def __init__(self, seeds: Sequence[ClusterNode], retries: int, seconds: float | None = None, **kwargs: Any) -> None:
        self._seeds = seeds
        # If time is limited, a hanging master is tried once, by redis-py, which also checks whether the slot has moved.
        self._direct = (
            RESENT_AFTER if seconds is None else tuple(kind for kind in RESENT_AFTER if kind is not TimeoutError)
        )
        self._skipped_until: dict[str, float] = {}
        super().__init__(
            startup_nodes=list(seeds),
            retry=LimitedRetry(retries, seconds),
            # While one master is unavailable, tables on the others stay playable.
            require_full_coverage=False,
            **kwargs,
        )

    def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send a command, with retries while its master is unavailable."""
        if args[0] == "EVALSHA" and args[2] != 0:
            # Scripts that load and commit tables go directly to the master: a third of the cost of redis-py's routing.
            with suppress(*self._direct):
                return self.get_redis_connection(self.get_node_from_key(args[3])).execute_command(*args, **kwargs)
        run = super().execute_command
        return self.with_retries(lambda: run(*args, **kwargs))

    def pipeline(self, transaction: bool | None = None, shard_hint: Any = None) -> Any:
        """Commands for any number of masters, with retries while one is unavailable. A transaction uses one slot."""
        return super().pipeline(transaction, shard_hint) if transaction else RetriedPipeline(self, super().pipeline)

    def with_retries(self, do: Callable[[], T]) -> T:
        """Run this with retries while a master is unavailable."""

        def once() -> T:
            try:
                return do()
            except RedisClusterException as error:
                raise as_outage(error, self._use_seeds) from error

        return self.retry.call_with_retry(once, lambda error: None)

    def _use_seeds(self) -> None:
        """Start again from the nodes in the settings: all known masters may have moved."""
        self.nodes_manager.populate_startup_nodes(self._seeds)

    # -- several masters ---------------------------------------------------

    def on_each(self, script: Script, groups: Iterable[Sequence[str]], args: Sequence[Any]) -> list[Any]:
        """Run a script for each group of keys (all in one slot), with one round trip per master.

        A master that does not respond is skipped, so that it does not delay the others.
        """
        at: dict[str, tuple[ClusterNode, list[Sequence[str]]]] = {}
        for group in groups:
            node = self.get_node_from_key(group[0])
            at.setdefault(node.name, (node, []))[1].append(group)
        found = []
        for name, (node, its) in at.items():
            if self._skipped_until.get(name, 0) < time.monotonic():
                found += self._on_one(node, script, its, args)
        return found

    def _on_one(
        self, node: ClusterNode, script: Script, groups: Sequence[Sequence[str]], args: Sequence[Any]
    ) -> list[Any]:
        client = self.get_redis_connection(node)
        try:
            with client.pipeline(transaction=False) as pipe:
                for group in groups:
                    pipe.evalsha(script.sha, len(group), *group, *args)
                replies = pipe.execute(raise_on_error=False)
            if any(isinstance(reply, NoScriptError) for reply in replies):
                # None of them ran: a master that has just started does not have the script.
                client.script_load(script.script)
                return self._on_one(node, script, groups, args)
        except RedisError as error:
            log.warning("%s does not respond: %s", node.name, error)
            self._skipped_until[node.name] = time.monotonic() + SKIP_S
            replies = [error]
        if any(isinstance(reply, (MovedError, ConnectionError, TimeoutError)) for reply in replies):
            self.refresh_slots()
        return [reply for reply in replies if not isinstance(reply, Exception)]

    def info_of_each(self, section: str) -> dict[str, dict[str, Any]]:
        """The `INFO` of every master that responds. (`info` would return that of only one.)"""
        found = {}
        for node in self.get_primaries():
            if self._skipped_until.get(node.name, 0) < time.monotonic():
                with suppress(RedisError):
                    found[node.name] = self.get_redis_connection(node).info(section)
        return found

    def refresh_slots(self) -> None:
        """Reload which master has which slot."""
        try:
            self.nodes_manager.initialize()
        except (RedisError, RedisClusterException) as error:
            log.warning("no master responds: %s", error)

    def master_of(self, channel: str) -> str:
        """The name of the master that has the slot of this channel."""
        try:
            return str(self.get_node_from_key(channel).name)
        except SlotNotCoveredError:
            return self.any_master()

    def any_master(self) -> str:
        """The name of one master."""
        return str(random.choice(self.get_primaries()).name)

    def listener(self, name: str, **times: float) -> Redis:
        """A new client of this master for listening, without retries."""
        host, _, port = name.rpartition(":")
        kwargs = {**self.get_connection_kwargs(), "retry": Retry(NoBackoff(), 0), **times}
        kwargs.pop("redis_connect_func", None)
        return Redis(host=host, port=int(port), **kwargs)


class RetriedPipeline:
    """Queued commands. Each attempt sends all of them in a new pipeline, since redis-py's is emptied when it fails."""

    def __init__(self, cluster: Cluster, pipeline: Callable[[], Any]) -> None:
        self._cluster = cluster
        self._pipeline = pipeline
        self._queued: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, command: str) -> Callable[..., RetriedPipeline]:
        def queue(*args: Any, **kwargs: Any) -> RetriedPipeline:
            self._queued.append((command, args, kwargs))
            return self

        return queue

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Send the commands. Return their replies in the same order."""
        queued, self._queued = self._queued, []

        def attempt() -> list[Any]:
            with self._pipeline() as pipe:
                for command, args, kwargs in queued:
                    getattr(pipe, command)(*args, **kwargs)
                replies: list[Any] = pipe.execute(raise_on_error)
                return replies

        return self._cluster.with_retries(attempt)

    def __enter__(self) -> RetriedPipeline:
        return self

    def __exit__(self, *_: object) -> None:
        self._queued = []


def as_outage(error: RedisClusterException, lost: Callable[[], None] = lambda: None) -> Exception:
    """Convert errors that redis-py does not derive from RedisError: no node responds, or no node has the slot."""
    if isinstance(error, SlotNotCoveredError):
        return ConnectionError(str(error))
    if "cannot be connected" in str(error):
        lost()
        return ConnectionError(str(error))
    return error


def is_cluster(url: str) -> bool:
    """Whether this is the address of a cluster."""
    return url.partition("://")[0] in CLUSTER_SCHEMES


def seeds(url: str) -> tuple[list[ClusterNode], dict[str, Any]]:
    """The nodes in `redis+cluster://name:password@a:7001,b:7002`, and the options for connecting to them."""
    # A URL cannot have several hosts, and `urlsplit` of some Python versions rejects brackets after the first.
    scheme, _, rest = url.partition("://")
    login, _, places = rest.partition("/")[0].rpartition("@")
    nodes = [ClusterNode(*address(place)) for place in places.split(",") if place]
    name, _, password = login.partition(":")
    how: dict[str, Any] = {"ssl": True} if scheme.startswith("rediss") else {}
    if login:
        how |= {"username": unquote(name) or None, "password": unquote(password) or None}
    return nodes, how


def address(place: str) -> tuple[str, int]:
    """Host and port of one node."""
    host, _, port = place.rpartition(":") if ":" in place.rpartition("]")[2] else (place, "", "")
    return host.strip("[]"), int(port or 6379)
