"""Which archive there is: a way out of a full Redis, and what changes with another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.archive import retention
from service.archive.archives import Archive
from service.archive.folder import FolderArchive, WrongArchive
from service.settings import Settings
from service.storage import keys
from service.stores import Stores
from tests.conftest import ON_A_CLUSTER
from tests.service.archive.archived import AT_ONCE, finished, move, shown
from tests.service.conftest import QUICK, newcomer, stores_of
from tests.service.people import Person
from tests.service.table import asked, first, started


def test_names_that_cannot_be_names_do_not_reach_the_archive(stores: Stores, nobody: Person) -> None:
    archive: Archive = stores.past.archive
    for word in ("..", "../../etc/passwd", "0" * 25, "0" * 26, "O" * 26, "é" * 26):
        assert archive.get(word) is None
        archive.delete(word)
    assert nobody.get(f"/tables/{'0' * 26}").json["code"] == "not-found"


@pytest.mark.skipif(ON_A_CLUSTER, reason="which master the tables fill is left to chance there")
def test_a_full_redis_is_emptied_by_moving_tables_into_a_folder(
    app_with: Callable[..., Flask], tmp_path: Path, redis: Redis
) -> None:
    app = app_with(archive=tmp_path / "way-out")
    stores, ada, ben = stores_of(app), newcomer(app, "Ada"), newcomer(app, "Ben")
    at_once = stores_of(app_with(archive=tmp_path / "way-out", retention=AT_ONCE))
    # The first time, the server allocates buffers of its own for this, which are large beside six tables.
    finished(stores, ada, ben)
    assert retention.tidy(at_once) == 1
    tables, running = [finished(stores, ada, ben) for _ in range(6)], started(ada, ben)
    decision = asked(ada, running)[0]
    path, body = f"/tables/{running}/decisions/{decision['id']}/answer", {"picks": first(decision)}
    redis.config_set("maxmemory", redis.info("memory")["used_memory"] - 100_000)
    try:
        refused = ada.put(path, body)
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert ada.get(f"/tables/{running}/view").status_code == 200

        # As the operator does: FARSHORE_ARCHIVE_AFTER=0 python -m workers tidy
        assert retention.tidy(at_once) == 6

        assert ada.put(path, body).status_code in (200, 202)
    finally:
        redis.config_set("maxmemory", 0)
    assert all(ben.get(f"/tables/{table}/replay").status_code == 200 for table in tables)


def test_nobody_goes_back_from_a_folder_without_saying_so(
    app_with: Callable[..., Flask], redis_url: str, queue_url: str, redis: Redis, tmp_path: Path
) -> None:
    app = app_with(archive=tmp_path, retention=AT_ONCE)
    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")
    table = finished(stores_of(app), ada, ben)
    move(stores_of(app))
    alone = Settings(redis_url=redis_url, queue_redis_url=queue_url, **QUICK)

    with pytest.raises(WrongArchive, match="FARSHORE_ARCHIVE does not name it"):
        create_app(alone)
    assert ada.get(f"/tables/{table}/replay").status_code == 200

    redis.delete(keys.ARCHIVE)
    assert Person(create_app(alone)).get(f"/tables/{table}").status_code == 404, "given up, as the refusal says how to"


def test_whoever_names_a_folder_later_still_finds_what_was_archived_in_redis(
    app_with: Callable[..., Flask], redis_url: str, queue_url: str, tmp_path: Path
) -> None:
    app = app_with(retention=AT_ONCE)
    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")
    old = finished(stores_of(app), ada, ben)
    move(stores_of(app))
    before = shown(old, ada, ben)

    later = create_app(
        Settings(redis_url=redis_url, queue_redis_url=queue_url, archive=tmp_path, retention=AT_ONCE, **QUICK)
    )
    ada, ben = (Person(later, one.name, one.id, one.token) for one in (ada, ben))
    new = finished(stores_of(later), ada, ben)
    assert move(stores_of(later)) == 1

    assert shown(old, ada, ben) == before
    assert [one["id"] for one in ben.get("/tables?mine=true").json["items"]] == sorted([old, new], reverse=True)
    assert FolderArchive(tmp_path).get(new) is not None
    assert FolderArchive(tmp_path).get(old) is None
