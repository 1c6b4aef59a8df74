"""The stores on a cluster of three masters: what spans several masters, and what happens while one is down."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from service.accounts.store import Player
from service.lobby.opening import NewSeat, NewTable, open_table
from service.storage import keys, notifications
from service.storage.cluster import address, seeds
from service.storage.connection import connect, connect_cluster, memory, responds
from service.storage.notifications import Notifications
from service.stores import Stores, build
from service.tables.session import TableSession
from tests.service.concurrency import soon
from tests.service.table import take_due
from tools.scale.redis_cluster import Cluster, Master

pytestmark = pytest.mark.thorough
OWNER = Player("p_owner", "Owner", 0)
WISH = NewTable(game="faraway", seats=(NewSeat("me"), NewSeat("bot", level="random")), start="full")


@pytest.fixture
def redis(cluster: Cluster) -> Iterator[Redis]:
    cluster.empty()
    client = connect(cluster.url)
    yield client
    client.close()


@pytest.fixture
def stores(redis: Redis) -> Stores:
    return build(redis)


def away(master: Master, seconds: float) -> threading.Thread:
    """Kill a master and start it again after a while."""
    master.kill()
    back = threading.Timer(seconds, master.start)
    back.start()
    return back


def spread(stores: Stores, cluster: Cluster) -> dict[Master, TableSession]:
    """A running table on each master."""
    found: dict[Master, TableSession] = {}
    while len(found) < len(cluster.all):
        live = open_table(stores.tables, stores.accounts, stores.agents, stores.books, OWNER, WISH)
        found.setdefault(cluster.of(live.table.id), live)
    return found


def test_tables_lie_on_all_masters_and_are_found_together(stores: Stores, cluster: Cluster) -> None:
    tables = spread(stores, cluster)

    assert {master.client.exists(keys.table(live.table.id)) for master, live in tables.items()} == {1}
    ids = sorted((live.table.id for live in tables.values()), reverse=True)
    assert [table.id for table in stores.tables.load_many(ids)] == ids
    assert set(ids) <= set(stores.tables.listed("faraway", "running", None, 100))
    assert set(ids) <= set(stores.accounts.tables(OWNER.id, None, 100))


def test_the_figures_of_memory_are_those_of_every_master(stores: Stores, cluster: Cluster) -> None:
    assert set(memory(stores.redis)) == {f"127.0.0.1:{master.port}" for master in cluster.all}
    assert all(used > 0 for used, _ in memory(stores.redis).values())


def test_one_tick_takes_what_is_due_on_every_master(stores: Stores, cluster: Cluster) -> None:
    due = {f"bots:{live.table.id}" for live in spread(stores, cluster).values()}

    taken = take_due(stores)

    assert due <= set(taken)
    assert take_due(stores) == []


def test_a_tick_continues_without_a_master_that_is_away(stores: Stores, cluster: Cluster) -> None:
    tables = spread(stores, cluster)
    take_due(stores)
    gone, *others = cluster.all
    for live in tables.values():
        stores.redis.zadd(keys.due(keys.shard(live.table.id), "bots"), {live.table.id: 1})
    back = away(gone, 1.0)

    taken = take_due(stores)

    assert {f"bots:{tables[other].table.id}" for other in others} <= set(taken)
    assert f"bots:{tables[gone].table.id}" not in taken
    back.join()
    assert soon(lambda: f"bots:{tables[gone].table.id}" in take_due(stores))


def test_a_table_uses_the_clock_of_its_own_master(stores: Stores, cluster: Cluster) -> None:
    for master, live in spread(stores, cluster).items():
        before, _ = master.client.time()
        assert before <= stores.tables.now(live.table.id) / 1000 <= master.client.time()[0] + 1


def test_a_command_waits_for_a_killed_master_and_finds_what_it_had_acknowledged(
    stores: Stores, cluster: Cluster
) -> None:
    live = open_table(stores.tables, stores.accounts, stores.agents, stores.books, OWNER, WISH)
    back = away(cluster.of(live.table.id), 0.5)

    found = stores.tables.load(live.table.id)
    many = stores.tables.load_many([live.table.id])

    assert found is not None
    assert found[0] == live.table == many[0]
    back.join()


def test_a_notification_of_each_master_arrives_also_after_its_death(
    redis: Redis, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "CHECK_S", 3600)
    heard = Notifications(redis)
    channels = {cluster.of(id): keys.table_channel(id) for id in map(str, range(100))}
    assert set(channels) == set(cluster.all)
    with heard.subscribe(*channels.values()) as waiter:
        for master, channel in channels.items():
            assert soon(lambda: waiter.wait(0) or not waiter.wait(0.3))
            waiter.messages()
            assert master.client.spublish(channel, "new") == 1, "only the subscriber of this master is told"
            assert soon(lambda: waiter.wait(0.01) and waiter.messages() == {"new"}), master.port
        lost, channel = next(iter(channels.items()))
        back = away(lost, 0.5)
        # A new subscription wakes its client: something may have been missed.
        assert waiter.wait(90)
        back.join()
        assert soon(cluster.whole)

        def told() -> bool:
            lost.client.spublish(channel, "again")
            return waiter.wait(0.1) and "again" in (waiter.messages() or ())

        assert soon(told)


def test_a_revoked_token_is_noticed_whichever_master_is_notified(redis: Redis, cluster: Cluster) -> None:
    heard: list[bytes | None] = []
    listening = Notifications(redis)
    listening.on(keys.TOKEN_CHANNEL, heard.append)
    listening.start()
    assert soon(lambda: None in heard)

    for n, master in enumerate(cluster.all):
        master.client.publish(keys.TOKEN_CHANNEL, str(n))

    assert soon(lambda: {b"0", b"1", b"2"} <= set(heard))


def test_an_account_stream_has_tables_of_every_master(stores: Stores, cluster: Cluster) -> None:
    channels = [keys.player_channel(OWNER.id, shard) for shard in stores.notifications.shards]
    with stores.notifications.subscribe(*channels) as waiter:
        assert soon(lambda: waiter.wait(0) or not waiter.wait(0.3))
        waiter.messages()
        tables = {live.table.id for live in spread(stores, cluster).values()}
        told: set[str] = set()

        def all_told() -> bool:
            waiter.wait(0.1)
            told.update(waiter.messages() or ())
            return tables <= told

        assert soon(all_told)


def test_every_client_looks_now_and_then_since_a_dying_master_loses_notifications(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "CHECK_S", 0.2)
    with Notifications(redis).subscribe("timer:y") as waiter:
        assert soon(lambda: waiter.wait(0.01))
        waiter.messages()

        assert waiter.wait(90)
        assert waiter.messages() is None


def test_a_cluster_that_nobody_serves_is_an_outage_like_any_other() -> None:
    assert not responds("redis+cluster://127.0.0.1:1,127.0.0.1:2")
    with pytest.raises(ConnectionError):
        connect_cluster(*seeds("redis+cluster://127.0.0.1:1"), retries=0)


def test_addresses_of_a_cluster() -> None:
    nodes, how = seeds("rediss+cluster://ada:p%40ss@a.example:7001,[::1]:7002,b")

    assert [(node.host, node.port) for node in nodes] == [("a.example", 7001), ("::1", 7002), ("b", 6379)]
    assert how == {"ssl": True, "username": "ada", "password": "p@ss"}
    assert address("10.0.0.1:7003") == ("10.0.0.1", 7003)


def test_time_increases(stores: Stores) -> None:
    before = stores.tables.now()
    time.sleep(0.002)
    assert stores.tables.now() > before
