"""The way out of a full Redis: finished tables are archived, which needs no memory there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from redis import Redis

from service.archive import retention
from service.stores import build
from tests.conftest import ON_A_CLUSTER
from tests.service.archive.archived import AT_ONCE, finished
from tests.service.conftest import newcomer, stores_of
from tests.service.table import first, open_decisions, started


@pytest.mark.skipif(ON_A_CLUSTER, reason="which master the tables fill is left to chance there")
def test_a_full_redis_is_emptied_by_archiving_tables(app_with: Callable[..., Flask], redis: Redis) -> None:
    app = app_with()
    stores, ada, ben = stores_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    tables, running = [finished(stores, ada, ben) for _ in range(12)], started(ada, ben)
    decision = open_decisions(ada, running)[0]
    path, body = f"/tables/{running}/decisions/{decision['id']}/answer", {"picks": first(decision)}
    redis.config_set("maxmemory", redis.info("memory")["used_memory"] - 100_000)
    try:
        refused = ada.put(path, body)
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert ada.get(f"/tables/{running}/view").status_code == 200

        # As the operator does: FARSHORE_ARCHIVE_AFTER=0 python -m workers tidy
        assert retention.tidy(build(redis, stores.database, AT_ONCE)) == 12

        assert ada.put(path, body).status_code in (200, 202)
    finally:
        redis.config_set("maxmemory", 0)
    assert all(ben.get(f"/tables/{table}/replay").status_code == 200 for table in tables)
