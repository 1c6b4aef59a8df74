"""Fixtures of the service tests: the app on a real Redis, its stores, and players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import redis as redis_py
from flask import Flask

from service.api import streaming
from service.api.context import EXTENSION
from service.app import create_app
from service.settings import Settings
from service.stores import Stores
from service.tables.store import Table, Tables
from tests.conftest import empty
from tests.service.people import Data, Person, Stream
from tests.service.records import laid
from tests.service.sample_replays import played

QUICK = {"rate_limits": False, "heartbeat_s": 0.05}


@pytest.fixture(scope="session")
def lasting_app(redis_url: str, queue_url: str, database_url: str) -> Flask:
    """One app for all tests of this process; an app takes longer to build than most tests to run.

    It waits longer for Redis than others, since the machine may be busy.
    """
    empty(redis_url)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("service.app.REQUEST_S", 30.0)
        patched.setattr("service.app.PROBE_S", 30.0)
        return create_app(Settings(redis_url=redis_url, queue_redis_url=queue_url, database_url=database_url, **QUICK))


@pytest.fixture
def app(lasting_app: Flask, redis: redis_py.Redis, empty_database: None) -> Iterator[Flask]:
    """The app, with an empty Redis and database behind it. When its streams are closed nobody waits in it any more."""
    Stream.all.clear()
    yield lasting_app
    for stream in Stream.all:
        stream.close()
    assert waiting_in(lasting_app) == []
    assert streaming._open == 0


@pytest.fixture(scope="session")
def built(redis_url: str) -> Callable[[Settings], Flask]:
    """Each app that was asked for, built once."""
    return cache(create_app)


@pytest.fixture
def app_with(
    redis_url: str,
    queue_url: str,
    database_url: str,
    redis: redis_py.Redis,
    empty_database: None,
    built: Callable[[Settings], Flask],
) -> Callable[..., Flask]:
    """Another app on the same Redis and database, with settings of its own."""
    places = {"redis_url": redis_url, "queue_redis_url": queue_url, "database_url": database_url}
    return lambda **settings: built(Settings(**{**places, **QUICK, **settings}))


@pytest.fixture
def stores(app: Flask) -> Stores:
    return stores_of(app)


@pytest.fixture
def register(app: Flask) -> Callable[[str], Person]:
    """A new player with a token."""
    return lambda name: newcomer(app, name)


@pytest.fixture
def ada(app: Flask) -> Person:
    return newcomer(app, "Ada")


@pytest.fixture
def ben(app: Flask) -> Person:
    return newcomer(app, "Ben")


@pytest.fixture
def cleo(app: Flask) -> Person:
    return newcomer(app, "Cleo")


@pytest.fixture
def nobody(app: Flask) -> Person:
    """A spectator without a token."""
    return Person(app)


@pytest.fixture(scope="session")
def true_replay(lasting_app: Flask) -> Data:
    """The replay of a game that was played; the document lives on when Redis has long been emptied."""
    ada, ben = newcomer(lasting_app, "Ada"), newcomer(lasting_app, "Ben")
    found: Data = ada.get(f"/tables/{played(stores_of(lasting_app), ada, ben)}/replay").json
    return found


@pytest.fixture
def replay(true_replay: Data) -> Data:
    """Such a replay, to be changed at will."""
    return deepcopy(true_replay)


def newcomer(app: Flask, name: str) -> Person:
    """Somebody who registers."""
    response = Person(app).post("/players", {"name": name})
    assert response.status_code == 201, response.json
    return Person(app, name, response.json["player"]["id"], response.json["token"])


def stores_of(app: Flask) -> Stores:
    """The stores behind an app."""
    stores: Stores = app.extensions[EXTENSION]["stores"]
    return stores


def waiting_in(app: Flask) -> list[Any]:
    """Whoever waits in this app for news."""
    stores = stores_of(app)
    return [*stores.notifications._subscriptions, *stores.feeds.feeds.open]


@pytest.fixture
def tables(redis: redis_py.Redis) -> Tables:
    return Tables(redis)


@pytest.fixture
def saved(tables: Tables) -> Table:
    """A table of two that was committed."""
    return laid(tables)
