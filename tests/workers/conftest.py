"""Fixtures of the worker tests: people and tables of the service, and jobs that use its Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis
from rq import Queue

from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.storage.due import Due
from service.stores import Stores
from tests.service.conftest import (  # noqa: F401
    ada,
    app,
    app_with,
    ben,
    built,
    cleo,
    lasting_app,
    nobody,
    register,
    stores,
)
from tests.workers.webhooks import WorkerLoop, worker_loop
from workers import jobs, queues
from workers.clock import Clock


@pytest.fixture(autouse=True)
def job_settings(
    redis_url: str, queue_url: str, database_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Jobs in this process use the Redis of the tests; bots search for a hundredth of a second."""
    monkeypatch.setenv("REDIS_URL", redis_url)
    monkeypatch.setenv("QUEUE_REDIS_URL", queue_url)
    monkeypatch.setenv("FARSHORE_DATABASE_URL", database_url)
    monkeypatch.setenv("FARSHORE_BOT_SECONDS", "0.01")
    jobs.settings.cache_clear()
    jobs.stores.cache_clear()
    yield
    jobs.settings.cache_clear()
    jobs.stores.cache_clear()


@pytest.fixture
def loop(stores: Stores) -> Iterator[WorkerLoop]:  # noqa: F811
    """Workers in this process for the duration of the test."""
    with worker_loop(stores) as found:
        yield found


@pytest.fixture
def settings() -> Settings:
    return jobs.settings()


@pytest.fixture
def clock(settings: Settings, redis: Redis) -> Clock:
    """A clock on a Redis that has its copies of the database, and that was swept within the hour."""
    due = Due(redis)
    due.set_filled(due.run_of_server())
    redis.set(keys.SWEEPING, 1)
    return Clock(settings)


@pytest.fixture
def bots(settings: Settings) -> Queue:
    return queues.queue(queues.BOTS, connect(settings.queue_url))


@pytest.fixture
def timers(settings: Settings) -> Queue:
    return queues.queue(queues.TIMERS, connect(settings.queue_url))
