"""Metrics for Prometheus, summed over all processes of this API.

Each process counts in its own memory, and within half a second copies its figures to memory that was mapped before the
web server forked. Prometheus' own multi-process mode maps files, which would kill the process when the disk is full.
"""

from __future__ import annotations

import mmap
import os
import platform
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from multiprocessing import get_context
from typing import Final

import msgspec
from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from service.admin.store import queue_states
from service.database.engine import DatabaseUnavailable
from service.settings import Settings
from service.storage.connection import best_effort, memory
from service.storage.heartbeats import Heartbeats
from service.stores import Stores

REQUESTS = Counter("farshore_requests", "Requests by operation and status.", ["operation", "status"])
SECONDS = Histogram(
    "farshore_request_seconds",
    "Time to answer a request (streams: until the first byte).",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
STREAMS = Gauge("farshore_streams", "Open streams and long polls.")
CHANGED = threading.Event()
"""Set whenever something is counted, so that an idle process need not check for changes."""


Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]
"""The value of each sample by name and labels."""

PUBLISH_S: Final = 0.5
CLAIM_S: Final = 1.0
MOST_PROCESSES: Final = 72
ROW_BYTES: Final = 1024 * 1024
HEAD: Final = struct.Struct("<QQQ")
"""The id of the process, and where its newest figures begin and end in its row."""


class ProcessFigures:
    """A row for each process with two copies of its figures, so that no reader sees a partial write."""

    def __init__(self) -> None:
        # Unused pages take no memory.
        self._memory = mmap.mmap(-1, MOST_PROCESSES * ROW_BYTES)
        self._claiming = get_context("fork").Lock()
        self._row: int | None = None
        self._before: Figures = {}

    def start(self) -> None:
        """Publish the figures of this process from now on."""
        # A process that was killed in this block still holds the lock. Without it two processes may rarely share a row.
        locked = self._claiming.acquire(timeout=CLAIM_S)
        try:
            rows = range(0, len(self._memory), ROW_BYTES)
            self._row = next((row for row in rows if not _alive(self._head(row)[0])), rows[-1])
            # The counts of a process that has ended remain part of the sums.
            self._before = {key: value for key, value in self._read(self._row).items() if key[0] != "farshore_streams"}
            self.publish()
        finally:
            if locked:
                self._claiming.release()
        threading.Thread(target=self._publish_regularly, name="metrics", daemon=True).start()

    def _publish_regularly(self) -> None:
        while True:
            CHANGED.wait()
            time.sleep(PUBLISH_S)
            # Cleared first: anything counted from here on is copied next time.
            CHANGED.clear()
            self.publish()

    def publish(self) -> None:
        """Copy the figures of this process to its row."""
        if self._row is None:
            return
        raw = msgspec.msgpack.encode(list(_sum(self._before, _counted()).items()))
        half = (ROW_BYTES - HEAD.size) // 2
        begin = HEAD.size if self._head(self._row)[1] != HEAD.size else HEAD.size + half
        if len(raw) <= half:
            self._memory[self._row + begin : self._row + begin + len(raw)] = raw
            HEAD.pack_into(self._memory, self._row, os.getpid(), begin, begin + len(raw))

    def all(self) -> Figures:
        """The figures of all processes."""
        if self._row is None:
            return _counted()
        self.publish()
        found: Figures = {}
        for row in range(0, len(self._memory), ROW_BYTES):
            figures, alive = self._read(row), _alive(self._head(row)[0])
            found = _sum(found, {key: value for key, value in figures.items() if alive or key[0] != "farshore_streams"})
        return found

    def _head(self, row: int) -> tuple[int, int, int]:
        pid, begin, end = HEAD.unpack_from(self._memory, row)
        return pid, begin, end

    def _read(self, row: int) -> Figures:
        _, begin, end = self._head(row)
        if begin == end:
            return {}
        raw = self._memory[row + begin : row + end]
        return {
            (name, tuple((key, word) for key, word in labels)): value
            for (name, labels), value in msgspec.msgpack.decode(raw)
        }


def _alive(pid: int) -> bool:
    if pid == 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _counted() -> Figures:
    """The counts of this process."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for kind in (REQUESTS, SECONDS, STREAMS)
        for metric in kind.collect()
        for sample in metric.samples
        if not sample.name.endswith("_created")
    }


def _sum(one: Figures, other: Figures) -> Figures:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


processes = ProcessFigures()


class Processes(Collector):
    """The metrics of all processes of this API."""

    def collect(self) -> Iterator[Metric]:
        """The sum of each metric."""
        found = processes.all()
        for kind in (REQUESTS, SECONDS, STREAMS):
            for metric in kind.collect():
                total = Metric(metric.name, metric.documentation, metric.type)
                for (name, labels), value in found.items():
                    if name == metric.name or name.rpartition("_")[0] == metric.name:
                        total.add_sample(name, dict(labels), value)
                yield total


def page(stores: Stores, probe: Heartbeats, settings: Settings) -> Response:
    """The metrics in Prometheus' format: those of this API's processes, and those read from Redis."""
    registry = CollectorRegistry()
    registry.register(Processes())
    registry.register(Instance(settings))
    registry.register(Shared(stores, probe))
    registry.register(Queues(settings.queue_url))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _gauges(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    """A gauge with a value for each value of its label."""
    family = GaugeMetricFamily(name, about, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


class Instance(Collector):
    """The version of the build, and its limits."""

    def __init__(self, settings: Settings) -> None:
        self._labels = {"build": settings.build, "python": platform.python_version()}
        self._streams = settings.max_streams * settings.api_workers

    def collect(self) -> Iterator[Metric]:
        info = GaugeMetricFamily("farshore_build_info", "The version that runs.", labels=list(self._labels))
        info.add_metric(list(self._labels.values()), 1)
        yield info
        yield GaugeMetricFamily("farshore_streams_limit", "The maximum number of streams of this API.", self._streams)


class Queues(Collector):
    """The jobs waiting for workers."""

    def __init__(self, url: str) -> None:
        self._url = url

    def collect(self) -> Iterator[Metric]:
        try:
            with best_effort(self._url) as redis:
                states = queue_states(redis)
            up = 1
        except RedisError:
            states, up = {}, 0
        for name, about, figure in (
            ("jobs", "Jobs waiting in a queue.", "waiting"),
            ("oldest_seconds", "How long the first job in a queue has waited.", "oldest_s"),
            ("failed", "Jobs that failed within the last hour.", "failed"),
        ):
            values = {queue: state[figure] for queue, state in states.items()}
            yield _gauges(f"farshore_queue_{name}", about, "queue", values)
        yield GaugeMetricFamily("farshore_queue_redis_up", "Whether the Redis of the queues responds.", up)


class Shared(Collector):
    """Metrics of the whole service, read from Redis and the database for each request."""

    def __init__(self, stores: Stores, probe: Heartbeats) -> None:
        self.stores = stores
        self.probe = probe

    def collect(self) -> Iterator[Metric]:
        """All metrics, or only the fact that Redis or the database is unavailable."""
        try:
            yield from self._of_redis()
            up = 1
        except RedisError:
            up = 0
        yield GaugeMetricFamily("farshore_redis_up", "Whether Redis responds.", up)
        try:
            games, size = self.stores.archive.records.totals()
            yield GaugeMetricFamily("farshore_archived_tables", "Finished tables in the database.", games)
            yield GaugeMetricFamily("farshore_archived_bytes", "Size of their records in bytes.", size)
            up = 1
        except DatabaseUnavailable:
            up = 0
        yield GaugeMetricFamily("farshore_database_up", "Whether the database responds.", up)

    def _of_redis(self) -> Iterator[Metric]:
        alive = self.probe.alive()
        yield _gauges("farshore_processes", "Workers and clocks that are alive, on all machines.", "kind", alive)
        nodes = memory(self.stores.redis)
        used, limit = ({node: about[n] for node, about in nodes.items()} for n in (0, 1))
        yield _gauges("farshore_redis_memory_bytes", "Memory used by a Redis.", "node", used)
        about = "Memory that a Redis may use; 0: no limit."
        yield _gauges("farshore_redis_memory_limit_bytes", about, "node", limit)
        kept, overdue = self.stores.archive.waiting(self.stores.tables.now())
        late = {kind: ms / 1000 for kind, ms in self.stores.due.late().items()}
        yield GaugeMetricFamily("farshore_tables_hot", "Tables in Redis.", kept)
        yield GaugeMetricFamily("farshore_archive_waiting", "Tables that should have been archived by now.", overdue)
        yield _gauges("farshore_due_late_seconds", "How late the oldest wake-up of a kind is.", "kind", late)
