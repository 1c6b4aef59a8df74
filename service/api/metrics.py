"""Figures for Prometheus, summed over all processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector
from redis.exceptions import RedisError

from service.database.engine import DatabaseUnavailable
from service.storage.connection import impatient, memory
from service.stores import Stores

REQUESTS = Counter("farshore_requests", "Requests by operation and status.", ["operation", "status"])
SECONDS = Histogram(
    "farshore_request_seconds",
    "Time to answer a request (streams: until the first byte).",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
STREAMS = Gauge("farshore_streams", "Open streams and long polls.", multiprocess_mode="livesum")


def page(stores: Stores) -> Response:
    """The figures in Prometheus' own format: those of this machine's processes, and those that Redis knows."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    shared = CollectorRegistry()
    shared.register(Shared(stores))
    return Response(generate_latest(registry) + generate_latest(shared), content_type=CONTENT_TYPE_LATEST)


class Shared(Collector):
    """What all processes on all machines have in common; read anew for every visit."""

    def __init__(self, stores: Stores) -> None:
        self.stores = stores

    def collect(self) -> Iterator[Metric]:
        """All of it, or that Redis is away."""
        try:
            impatient(self.stores.redis).ping()
            yield from self._memory()
            yield from self._tables()
            up = 1
        except RedisError:
            up = 0
        yield GaugeMetricFamily("farshore_redis_up", "Whether Redis answers.", up)
        yield from self._database()

    def _memory(self) -> Iterator[Metric]:
        used = GaugeMetricFamily("farshore_redis_memory_bytes", "Memory that a Redis uses.", labels=["node"])
        limit = GaugeMetricFamily(
            "farshore_redis_memory_limit_bytes", "Memory that it may use; 0: no limit.", labels=["node"]
        )
        for node, about in memory(self.stores.redis).items():
            used.add_metric([node], about[0])
            limit.add_metric([node], about[1])
        yield used
        yield limit

    def _tables(self) -> Iterator[Metric]:
        now = self.stores.tables.now()
        kept, overdue = self.stores.archive.waiting(now)
        late = self.stores.due.late(now) / 1000
        yield GaugeMetricFamily("farshore_tables_hot", "Tables in hot memory.", kept)
        yield GaugeMetricFamily("farshore_archive_waiting", "Tables that should be in the archive by now.", overdue)
        yield GaugeMetricFamily("farshore_due_late_seconds", "How long the oldest wake-up has waited.", late)

    def _database(self) -> Iterator[Metric]:
        try:
            games, size = self.stores.archive.records.totals()
            yield GaugeMetricFamily("farshore_archived_tables", "Finished tables in the database.", games)
            yield GaugeMetricFamily("farshore_archived_bytes", "Bytes of their records.", size)
            up = 1
        except DatabaseUnavailable:
            up = 0
        yield GaugeMetricFamily("farshore_database_up", "Whether the database responds.", up)
