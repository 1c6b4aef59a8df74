"""Figures for Prometheus, summed over all processes of this machine."""

from __future__ import annotations

import os

from flask import Response, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY

REQUESTS = Counter("farshore_requests", "Requests by operation and status.", ["operation", "status"])
SECONDS = Histogram(
    "farshore_request_seconds",
    "Time to answer a request (streams: until the first byte).",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
STREAMS = Gauge("farshore_streams", "Open streams and long polls.", multiprocess_mode="livesum")


def count(response: Response, seconds: float) -> None:
    """One more request."""
    operation = request.endpoint or "none"
    REQUESTS.labels(operation, response.status_code).inc()
    SECONDS.labels(operation).observe(seconds)


def page() -> Response:
    """The figures in Prometheus' own format."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
