"""Redis loses everything: what the database has is still there, and only running tables are gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.archive import retention
from service.books.records import HiddenMeaningRecord
from service.settings import Settings
from service.storage import keys
from service.storage.identifiers import new_id
from service.stores import Stores, fill
from tests.service.arenas import WISH, due, work
from tests.service.books.test_uploads import novel, read_book
from tests.service.conftest import QUICK, newcomer, stores_of
from tests.service.people import Data, Person, timeless
from tests.service.table import play_out, started

OPERATOR = "open-sesame"
WEBHOOK = {"name": "Marvin", "transport": "webhook", "url": "https://example.org/hook", "games": ["faraway"]}


@pytest.fixture
def settings(redis_url: str, queue_url: str, any_database_url: str, redis: Redis) -> Settings:
    places = {"redis_url": redis_url, "queue_redis_url": queue_url, "database_url": any_database_url}
    return Settings(admin_token=OPERATOR, **places, **QUICK)


@pytest.fixture
def restarted(settings: Settings, redis: Redis) -> Callable[[], Flask]:
    """Empty Redis and start the service again on the same database."""

    def restart() -> Flask:
        redis.flushall()
        return create_app(settings)

    return restart


def publish(stores: Stores, table: str) -> None:
    """The sentence of a table of New Lands, without a whole game to win."""
    now = stores.tables.now()
    facts = {"title": "A", "author": "B", "language": "en", "book": "0" * 16, "page": 7, "theme": "joy", "rank": None}
    where = {"id": new_id(now), "table": table, "game": "new_lands", "at": now, "players": ("Ada",)}
    stores.hidden_meanings.put(
        HiddenMeaningRecord(sentence="The sea.", mode="excursion", difficulty="standard", **facts, **where)
    )


def visible(ada: Person, operator: Person, paths: list[str]) -> dict[str, Data]:
    """What Ada and the operator see."""
    mine = {path: timeless(ada.get(path).json) for path in paths}
    theirs = ["/admin/audit", "/admin/reports", f"/admin/accounts/{ada.id}"]
    return mine | {path: operator.get(path).json for path in theirs}


@pytest.mark.thorough
def test_an_emptied_redis_loses_running_tables_and_nothing_else(
    settings: Settings, restarted: Callable[[], Flask], redis: Redis
) -> None:
    app = create_app(settings)
    stores, operator = stores_of(app), Person(app, token=OPERATOR)
    made = Person(app).post("/players", {"name": "Ada"}).json
    ada = Person(app, "Ada", made["player"]["id"], made["token"])
    ben = newcomer(app, "Ben")
    agent = ada.post("/agents", WEBHOOK).json
    book = read_book(ada, stores, novel(), title="Harbour")
    finished, running = started(ada, ben), started(ada, ben)
    ada.post(f"/tables/{finished}/talk", {"room": "table", "text": "Well played"})
    play_out(stores, finished, [ada, ben])
    assert retention.look_after(stores, [finished]) == 0, "it stays in Redis for an hour"
    publish(stores, finished)
    over = ada.post("/arenas", WISH).json
    assert work(stores, over["id"]) == 4
    unfinished = ada.post("/arenas", {**WISH, "visibility": "private"}).json
    work(stores, unfinished["id"], seconds=0)
    assert ada.put(f"/me/mutes/{ben.id}").status_code == 204
    assert ada.post(f"/tables/{finished}/reports", {"reason": "rude"}).status_code == 201
    assert operator.put(f"/admin/accounts/{ada.id}/limits", {"limits": {"talk": 0, "books": 7}}).status_code == 200
    secrets = stores.agents.secrets(agent["id"])
    paths = [
        *("/me", "/me/tokens", "/me/mutes", "/agents", f"/agents/{agent['id']}", "/books"),
        *(f"/books/{book['id']}", f"/arenas/{over['id']}", f"/arenas/{unfinished['id']}", "/arenas?mine=true"),
        *("/ratings", "/hidden-meanings", "/games/history", f"/profiles/player/{ada.id}", "/games/faraway/explorer"),
        *(f"/tables/{finished}", f"/tables/{finished}/view", f"/tables/{finished}/replay"),
    ]
    before = visible(ada, operator, paths)
    # The running table is gone. The finished arena was still counted, until a limit would be reached.
    before[f"/admin/accounts/{ada.id}"]["live_tables"] = []
    before[f"/admin/accounts/{ada.id}"]["usage"] |= {"tables": 0, "arenas": 1}

    app = restarted()

    stores, operator = stores_of(app), Person(app, token=OPERATOR)
    ada, ben = Person(app, "Ada", ada.id, ada.token), Person(app, "Ben", ben.id, ben.token)
    after = visible(ada, operator, paths)
    assert after == before
    assert stores.agents.secrets(agent["id"]) == secrets
    assert ada.get(f"/tables/{running}").status_code == 404
    table = started(ada, ben, options={"book": book["id"]}, game="new_lands")
    assert ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello"}).json["code"] == "talk-suspended"
    assert f"arena:{unfinished['id']}" in due(stores)
    assert work(stores, unfinished["id"]) == 3
    back = Person(app).post("/recovery", {"code": made["recovery_code"]})
    assert back.json["player"]["id"] == ada.id


@pytest.mark.thorough
def test_a_redis_that_is_emptied_while_the_service_runs_gets_its_copies_back(settings: Settings, redis: Redis) -> None:
    app = create_app(settings)
    stores = stores_of(app)
    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")
    agent = ada.post("/agents", WEBHOOK).json
    ada.put(f"/me/mutes/{ben.id}")
    redis.flushall()
    assert not stores.due.is_filled()

    fill(stores)

    assert stores.due.is_filled()
    assert ada.get(f"/agents/{agent['id']}").json["name"] == "Marvin"
    assert stores.moderation.muted(ada.id) == {ben.id}
    assert stores.quotas.usage(ada.id, stores.tables.now())["agents"] == 1
    assert redis.exists(keys.FORMAT), "another process may start"


@pytest.mark.thorough
def test_filling_redis_restores_no_deleted_agent_and_overwrites_no_change(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(settings)
    stores, ada = stores_of(app), newcomer(app, "Ada")
    deleted, changed = (ada.post("/agents", WEBHOOK).json["id"] for _ in range(2))
    read = stores.agents.records.all()
    ada.delete(f"/agents/{deleted}")
    ada.call("PATCH", f"/agents/{changed}", {"name": "Deep Thought"})
    monkeypatch.setattr(stores.agents.records, "all", lambda: read)

    stores.agents.fill()

    assert ada.get(f"/agents/{deleted}").status_code == 404
    assert [one["name"] for one in ada.get("/agents").json["items"]] == ["Deep Thought"]
