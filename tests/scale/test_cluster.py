"""The stores on three masters: what crosses them, and what happens while one of them is away."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from service.accounts.store import Player
from service.lobby.seating import SeatWish, TableWish, open_table
from service.storage import keys, notifications
from service.storage.cluster import address, seeds
from service.storage.connection import answers, connect, meet
from service.storage.notifications import Bells
from service.stores import House
from service.tables.session import Live
from tests.scale.masters import Master, Masters
from tests.service.patience import soon

OWNER = Player("p_owner", "Owner", 0)
WISH = TableWish(game="faraway", seats=(SeatWish("me"), SeatWish("bot", level="random")), start="full")


@pytest.fixture
def redis(masters: Masters) -> Iterator[Redis]:
    masters.empty()
    client = connect(masters.url)
    yield client
    client.close()


@pytest.fixture
def house(redis: Redis) -> House:
    return House(redis)


def away(master: Master, seconds: float) -> threading.Thread:
    """Kill a master and start it again after a while."""
    master.kill()
    back = threading.Timer(seconds, master.start)
    back.start()
    return back


def spread(house: House, masters: Masters) -> dict[Master, Live]:
    """A running table on each master."""
    found: dict[Master, Live] = {}
    while len(found) < len(masters.all):
        live = open_table(house, OWNER, WISH)
        found.setdefault(masters.of(live.table.id), live)
    return found


def test_tables_lie_on_all_masters_and_are_found_together(house: House, masters: Masters) -> None:
    tables = spread(house, masters)

    assert {master.client.exists(keys.table(live.table.id)) for master, live in tables.items()} == {1}
    ids = sorted((live.table.id for live in tables.values()), reverse=True)
    assert [table.id for table in house.tables.load_many(ids)] == ids
    assert set(ids) <= set(house.tables.listed(["faraway"], ["running"], None, 100))
    assert set(ids) <= set(house.people.tables(OWNER.id, None, 100))


def test_the_figures_of_memory_are_those_of_every_master(house: House, masters: Masters) -> None:
    assert set(house.memory()) == {f"127.0.0.1:{master.port}" for master in masters.all}
    assert all(used > 0 for used, _ in house.memory().values())


def test_one_tick_takes_what_is_due_on_every_master(house: House, masters: Masters) -> None:
    due = {f"turn:{live.table.id}" for live in spread(house, masters).values()}

    taken = house.deadlines.take()

    assert due <= set(taken)
    assert house.deadlines.take() == []


def test_a_tick_goes_on_without_a_master_that_is_away(house: House, masters: Masters) -> None:
    tables = spread(house, masters)
    house.deadlines.take()
    gone, *others = masters.all
    for live in tables.values():
        house.redis.zadd(keys.due(keys.shard(live.table.id)), {f"turn:{live.table.id}": 1})
    back = away(gone, 1.0)

    taken = house.deadlines.take()

    assert {f"turn:{tables[other].table.id}" for other in others} <= set(taken)
    assert f"turn:{tables[gone].table.id}" not in taken
    back.join()
    assert soon(lambda: f"turn:{tables[gone].table.id}" in house.deadlines.take())


def test_a_table_goes_by_the_clock_of_its_own_master(house: House, masters: Masters) -> None:
    for master, live in spread(house, masters).items():
        before, _ = master.client.time()
        assert before <= house.deadlines.now(live.table.id) / 1000 <= master.client.time()[0] + 1


def test_a_command_waits_for_a_killed_master_and_finds_what_it_had_acknowledged(house: House, masters: Masters) -> None:
    live = open_table(house, OWNER, WISH)
    back = away(masters.of(live.table.id), 0.5)

    found = house.tables.load(live.table.id)
    many = house.tables.load_many([live.table.id])

    assert found is not None
    assert found[0] == live.table == many[0]
    back.join()


def test_a_bell_rung_at_any_master_is_heard_also_after_the_death_of_the_one_listened_to(
    redis: Redis, masters: Masters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "DOUBT_S", 3600)
    heard = Bells(redis)
    with heard.waiter("bell:x") as waiter:
        for master in masters.all:
            assert soon(lambda: waiter.wait(0) or not waiter.wait(0.3))
            waiter.said()
            master.client.publish("bell:x", "rung")
            assert soon(lambda: waiter.wait(0.01) and waiter.said() == {"rung"}), master.port
        assert heard._pubsub is not None
        port = heard._pubsub.connection_pool.connection_kwargs["port"]
        listened = next(master for master in masters.all if master.port == port)
        other = next(master for master in masters.all if master is not listened)
        back = away(listened, 0.5)
        # A new subscription rings by itself: something may have been missed.
        assert waiter.wait(20)
        back.join()
        assert soon(masters.whole)

        def rung() -> bool:
            other.client.publish("bell:x", "again")
            return waiter.wait(0.1) and "again" in (waiter.said() or ())

        assert soon(rung)


def test_everybody_looks_up_now_and_then_since_a_dying_master_takes_its_last_bells_along(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "DOUBT_S", 0.2)
    with Bells(redis).waiter("bell:y") as waiter:
        assert soon(lambda: waiter.wait(0.01))
        waiter.said()

        assert waiter.wait(20)
        assert waiter.said() is None


def test_a_cluster_that_nobody_serves_is_an_outage_like_any_other() -> None:
    assert not answers("redis+cluster://127.0.0.1:1,127.0.0.1:2")
    with pytest.raises(ConnectionError):
        meet(*seeds("redis+cluster://127.0.0.1:1"), retries=0)


def test_addresses_of_a_cluster() -> None:
    nodes, how = seeds("rediss+cluster://ada:p%40ss@a.example:7001,[::1]:7002,b")

    assert [(node.host, node.port) for node in nodes] == [("a.example", 7001), ("::1", 7002), ("b", 6379)]
    assert how == {"ssl": True, "username": "ada", "password": "p@ss"}
    assert address("10.0.0.1:7003") == ("10.0.0.1", 7003)


def test_time_goes_on(house: House) -> None:
    before = house.deadlines.now()
    time.sleep(0.002)
    assert house.deadlines.now() > before
