"""Figures for Prometheus, summed over all processes of this API."""

from __future__ import annotations

import mmap
import os
import threading
from bisect import bisect_left
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Final

from flask import Flask, Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from service.storage.connection import impatient, memory
from service.stores import Stores

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
STATUSES: Final = (
    *(100, 200, 201, 202, 204, 206, 300, 302, 304, 308, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 416),
    *(422, 429, 431, 500, 502, 503, 504),
)
"""Any other status is counted as the one before it."""

MOST_OPERATIONS: Final = 512
MOST_PROCESSES: Final = 72
FIGURES: Final = len(STATUSES) + len(BUCKETS) + 2
"""Of one operation: a count for each status and each bucket, the count of slower requests, and the sum of seconds."""

ROW: Final = 2 + MOST_OPERATIONS * FIGURES
"""The figures of one process: its id, its open streams, and those of each operation."""


class ProcessFigures:
    """A row of figures for each process, in memory that was mapped before the web server forked.

    There is no file behind it: Prometheus' own files are mapped too, and a full disk would kill whoever counts.
    """

    def __init__(self) -> None:
        self._values = memoryview(mmap.mmap(-1, 8 * ROW * MOST_PROCESSES)).cast("d")
        self._claiming = get_context("fork").Lock()
        self._lock = threading.Lock()
        self._pid = 0
        self._row = 0

    def add(self, at: int, amount: float) -> None:
        """Add to a figure of this process."""
        with self._lock:
            if self._pid != os.getpid():
                self._claim()
            self._values[self._row + at] += amount

    def sum(self, at: int) -> float:
        """A figure over all processes."""
        return float(sum(self._values[at::ROW]))

    def streams(self) -> float:
        """The open streams of the processes that live."""
        rows = range(0, ROW * MOST_PROCESSES, ROW)
        return float(sum(self._values[row + 1] for row in rows if _alive(int(self._values[row]))))

    def _claim(self) -> None:
        """Take a row that nobody uses. The counts of a process that has ended stay in it."""
        with self._claiming:
            for row in range(0, ROW * MOST_PROCESSES, ROW):
                if not _alive(int(self._values[row])):
                    break
            self._values[row], self._values[row + 1] = os.getpid(), 0
        self._pid, self._row = os.getpid(), row


def _alive(pid: int) -> bool:
    if pid == 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


_figures = ProcessFigures()


def count(response: Response, seconds: float) -> None:
    """One more request."""
    at = _place(_operations(current_app), request.endpoint or "none")
    status = max(0, bisect_left(STATUSES, response.status_code + 1) - 1)
    _figures.add(at + status, 1)
    _figures.add(at + len(STATUSES) + bisect_left(BUCKETS, seconds), 1)
    _figures.add(at + FIGURES - 1, seconds)


def count_stream(change: int) -> None:
    """A stream was opened (1) or closed (-1)."""
    _figures.add(1, change)


def _operations(app: Flask) -> dict[str, int]:
    """The number of each operation; all processes have the same routes, so they have the same numbers."""
    found: dict[str, int] | None = app.extensions.get("farshore-operations")
    if found is None:
        names = sorted({"none", *(rule.endpoint for rule in app.url_map.iter_rules())})
        found = app.extensions["farshore-operations"] = {name: n for n, name in enumerate(names[:MOST_OPERATIONS])}
    return found


def _place(operations: dict[str, int], name: str) -> int:
    return 2 + operations.get(name, operations["none"]) * FIGURES


class Requests(Collector):
    """The requests that all processes have answered."""

    def __init__(self, operations: dict[str, int]) -> None:
        self.operations = operations

    def collect(self) -> Iterator[Metric]:
        """Requests by status, their times, and open streams."""
        requests = CounterMetricFamily(
            "farshore_requests", "Requests by operation and status.", labels=["operation", "status"]
        )
        times = HistogramMetricFamily(
            "farshore_request_seconds",
            "Time to answer (streams: until the first byte).",
            labels=["operation"],
        )
        for name in self.operations:
            at = _place(self.operations, name)
            for n, status in enumerate(STATUSES):
                if answered := _figures.sum(at + n):
                    requests.add_metric([name, str(status)], answered)
            counts = [_figures.sum(at + len(STATUSES) + n) for n in range(len(BUCKETS) + 1)]
            if any(counts):
                bounds = [*map(str, map(float, BUCKETS)), "+Inf"]
                cumulated = [(bound, sum(counts[: n + 1])) for n, bound in enumerate(bounds)]
                times.add_metric([name], cumulated, _figures.sum(at + FIGURES - 1))
        yield requests
        yield times
        yield GaugeMetricFamily("farshore_streams", "Open streams and long polls.", _figures.streams())


def page(stores: Stores) -> Response:
    """The figures in Prometheus' own format: those of this API's processes, and those that Redis knows."""
    registry = CollectorRegistry()
    registry.register(Requests(_operations(current_app)))
    registry.register(Shared(stores))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


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
        kept, overdue = self.stores.past.waiting(now)
        tables, size = self.stores.past.totals()
        late = self.stores.due.late(now) / 1000
        yield GaugeMetricFamily("farshore_tables_hot", "Tables in hot memory.", kept)
        yield GaugeMetricFamily("farshore_archive_waiting", "Tables that should be in the archive by now.", overdue)
        yield GaugeMetricFamily("farshore_archived_tables", "Tables moved to the archive.", tables)
        yield GaugeMetricFamily("farshore_archived_bytes", "Bytes of their records.", size)
        yield GaugeMetricFamily("farshore_due_late_seconds", "How long the oldest wake-up has waited.", late)
