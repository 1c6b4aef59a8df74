"""Metrics are summed over the processes of the API, also those that have ended, without any file."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from redis import Redis

from service.api import metrics
from service.api.metrics import ProcessFigures
from service.storage.connection import connect
from service.storage.heartbeats import Heartbeats
from tools.service_process import soon
from workers import jobs
from workers.queues import queue

KEY = ("farshore_requests_total", (("operation", "sums"), ("status", "200")))


def in_child(do: Callable[[], object]) -> None:
    """Run this in a forked process, and wait for its end."""
    pid = os.fork()
    if pid == 0:
        try:
            do()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def test_requests_of_all_processes_are_summed_and_survive_them() -> None:
    figures = ProcessFigures()
    figures.start()

    def serve() -> None:
        figures.start()
        metrics.REQUESTS.labels("sums", 200).inc(3)
        metrics.STREAMS.inc()
        figures.publish()

    in_child(serve)
    in_child(serve)

    assert figures.all()[KEY] == 6
    assert figures.all()["farshore_streams", ()] == 0, "the streams of an ended process are closed"

    figures.start()

    assert figures.all()[KEY] == 6
    assert figures.all()["farshore_streams", ()] == 0, "nor does the process that takes its place count them"


def test_a_process_killed_while_it_claims_its_memory_stops_no_other_one() -> None:
    figures = ProcessFigures()
    in_child(figures._claiming.acquire)

    figures.start()

    assert figures.all()["farshore_streams", ()] == 0


def test_a_process_publishes_what_it_has_counted_without_being_asked(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures, published = ProcessFigures(), list[None]()
    monkeypatch.setattr(figures, "publish", lambda: published.append(None))
    metrics.CHANGED.clear()
    figures.start()
    assert len(published) == 1

    app.test_client().get("/v1/time")

    assert soon(lambda: len(published) == 2)


def samples(app: Flask) -> dict[str, float]:
    """What `GET /metrics` shows, by name and labels."""
    lines = app.test_client().get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def test_jobs_that_wait_are_shown_with_the_age_of_the_first(app: Flask, queue_url: str) -> None:
    bots = queue("bots", connect(queue_url))
    first = bots.enqueue(jobs.SERVE, "bots")
    bots.enqueue(jobs.SERVE, "bots")
    first.enqueued_at = datetime.now(UTC) - timedelta(seconds=90)
    first.save()

    found = samples(app)

    assert found['farshore_queue_jobs{queue="bots"}'] == 2
    assert 90 <= found['farshore_queue_oldest_seconds{queue="bots"}'] < 600
    assert found["farshore_queue_redis_up"] == 1


def test_live_processes_are_counted_by_kind(app: Flask, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    Heartbeats(redis).beat("timers", 3600)
    monkeypatch.setattr(os, "getpid", lambda: 7)
    Heartbeats(redis).beat("timers", 3600)

    found = samples(app)

    assert found['farshore_processes{kind="timers"}'] == 2
    assert found['farshore_processes{kind="clock"}'] == 0


def test_the_build_is_shown(app: Flask) -> None:
    assert any(name.startswith('farshore_build_info{build="unknown",python="3.') for name in samples(app))
