"""Redis is restored from an older backup than the database: what was taken back since then stays taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.archive import retention
from service.launch.embedded import EmbeddedRedis
from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.stores import fill
from tests.conftest import ON_A_CLUSTER
from tests.service.conftest import QUICK, newcomer, stores_of
from tests.service.people import Person, timeless
from tests.service.table import play_out, started
from workers import jobs

WEBHOOK = {"name": "Marvin", "transport": "webhook", "url": "https://example.org/hook", "games": ["faraway"]}
pytestmark = pytest.mark.skipif(ON_A_CLUSTER, reason="a cluster does not restore keys of all slots at once")


class Backup:
    """All keys of Redis at one moment."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.keys = {key: (redis.dump(key), max(0, redis.pttl(key))) for key in redis.keys("*")}

    def restore(self) -> None:
        """As if the server had been started on its old files."""
        self.redis.flushall()
        for key, (value, expires) in self.keys.items():
            self.redis.restore(key, expires, value)
        if self.redis.exists(keys.FILLED):
            self.redis.set(keys.FILLED, "0" * 40)


@pytest.fixture
def settings(redis_url: str, queue_url: str, any_database_url: str, redis: Redis) -> Settings:
    return Settings(redis_url=redis_url, queue_redis_url=queue_url, database_url=any_database_url, **QUICK)


@pytest.fixture
def restarted(settings: Settings) -> Callable[[], Flask]:
    return lambda: create_app(settings)


def test_a_token_that_was_revoked_after_the_backup_opens_nothing(restarted: Callable[[], Flask], redis: Redis) -> None:
    app = restarted()
    ada, ben, cleo = (newcomer(app, name) for name in ("Ada", "Ben", "Cleo"))
    lost = ada.post("/me/tokens", {"label": "lost"}).json
    backup = Backup(redis)
    assert ada.delete(f"/me/tokens/{lost['id']}").status_code == 204
    assert ben.delete("/me").status_code == 200

    backup.restore()
    app = restarted()

    assert Person(app, token=lost["token"]).get("/me").status_code == 401
    assert Person(app, token=ben.token).get("/me").status_code == 401
    assert Person(app, token=ada.token).get("/me").status_code == 200
    assert Person(app, token=cleo.token).get("/me").json["player"]["name"] == "Cleo"


def test_a_worker_corrects_all_copies_that_are_older_than_the_database(
    restarted: Callable[[], Flask], redis: Redis
) -> None:
    app = restarted()
    stores, ada, ben = stores_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    deleted, changed = (ada.post("/agents", {**WEBHOOK, "public": True}).json["id"] for _ in range(2))
    stores.quotas.set_limit(ada.id, "tables", 0)
    stores.quotas.set_limit(ben.id, "tables", 7)
    backup = Backup(redis)
    ada.delete(f"/agents/{deleted}")
    ada.call("PATCH", f"/agents/{changed}", {"name": "Deep Thought", "public": False})
    new = ada.post(f"/agents/{changed}/secret", {}).json["secret"]
    ada.call("PATCH", "/me", {"name": "Adelaide"})
    ben.delete("/me")
    stores.quotas.set_limit(ada.id, "tables", None)

    backup.restore()
    assert not stores.due.is_filled()
    fill(stores)

    assert stores.due.is_filled()
    player = stores.accounts.get(ada.id)
    assert player is not None
    assert player.name == "Adelaide"
    assert stores.accounts.get(ben.id) is None
    assert stores.agents.get(deleted) is None
    assert stores.agents.list_ids(None, True, None, 10) == []
    assert [one.name for one in stores.agents.get_many([changed])] == ["Deep Thought"]
    assert stores.agents.secrets(changed).secret == new
    assert redis.hgetall(keys.QUOTA_LIMITS) == {}


@pytest.mark.parametrize("job", [jobs.fill_redis, jobs.sweep])
def test_a_game_that_has_ended_since_the_backup_is_not_played_again(
    restarted: Callable[[], Flask], redis: Redis, monkeypatch: pytest.MonkeyPatch, job: Callable[[], object]
) -> None:
    app = restarted()
    stores, ada, ben = stores_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    monkeypatch.setattr(jobs, "stores", lambda: stores)
    ended, running = (started(ada, ben, clock={"mode": "realtime", "per_decision_s": 60}) for _ in range(2))
    backup = Backup(redis)
    play_out(stores, ended, [ada, ben])
    before = ada.get(f"/tables/{ended}/replay").json
    retention.look_after(stores, [ended])

    backup.restore()
    assert ada.get(f"/tables/{ended}").json["status"] == "running"
    job()

    assert ada.get(f"/tables/{ended}").json["status"] == "finished"
    assert timeless(ada.get(f"/tables/{ended}/replay").json) == timeless(before)
    assert [one["id"] for one in ada.get("/tables?mine=true&status=running").json["items"]] == [running]
    assert stores.accounts.live_tables(ada.id) == [running]
    play_out(stores, running, [ada, ben])
    assert retention.look_after(stores, [ended, running]) == 0
    assert stores.archive.records.totals()[0] == 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(tmp_path)
    server.start()
    server.wait()
    yield server
    server.stop()


@pytest.mark.thorough
def test_a_server_that_was_started_again_may_have_older_data(server: EmbeddedRedis, settings: Settings) -> None:
    at = Settings(redis_url=server.url, queue_redis_url=server.url, database_url=settings.database_url, **QUICK)
    stores = stores_of(create_app(at))
    assert stores.due.is_filled()

    server.stop()
    server.start()
    server.wait()

    assert connect(server.url).exists(keys.FILLED)
    assert not stores.due.is_filled()
    fill(stores)
    assert stores.due.is_filled()
    stores.redis.close()
