"""A short soak: what some hundred finished games leave in Redis once they are archived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from service.play import keeping
from service.play.house import House
from service.settings import Retention
from service.store import keys
from service.store.archive import Archive, RedisArchive
from service.store.folder import FolderArchive
from service.store.past import Record
from service.store.people import Player
from tests.soak.games import lay, people, some
from tests.soak.plot import svg

ROUND = 80
AT_ONCE = Retention(hot_s=0)
Soak = Callable[[Archive], tuple[House, list[tuple[int, int]]]]


@pytest.fixture
def soak(redis: Redis) -> Soak:
    """Three rounds of games into an archive; the keys in Redis and its memory after each."""

    def run(archive: Archive) -> tuple[House, list[tuple[int, int]]]:
        house, random = House(redis, archive, AT_ONCE), Random(7)
        accounts = people(house, 12)
        records = some(house, accounts, 1, random)
        return house, [played(house, records, accounts, random) for _ in range(3)]

    return run


def played(house: House, records: list[Record], accounts: list[Player], random: Random) -> tuple[int, int]:
    for _ in range(ROUND):
        lay(house, random.choice(records), accounts, random)
    while old := house.deadlines.take_old():
        keeping.look_after(house, old)
    [(used, _)] = house.memory().values()
    return int(house.redis.dbsize()), used


def test_with_a_folder_the_memory_stays_as_it_is(soak: Soak, tmp_path: Path) -> None:
    house, [first, second, third] = soak(FolderArchive(tmp_path))

    assert house.past.totals()[0] == 3 * ROUND + 5
    assert first[0] == second[0] == third[0]
    # A finished game took 27 to 330 kB of hot memory.
    assert (third[1] - first[1]) / (2 * ROUND) < 250, (first, second, third)
    for name in ("table", "log", "answers", "once", "transcript"):
        assert list(house.redis.scan_iter(f"*:{name}:*")) == []
    [account, *_] = people(house, 1)
    assert not house.redis.exists(keys.tables_of(account.id), keys.live_tables_of(account.id))
    assert house.people.tables(account.id, None, 1000)


def test_in_redis_a_game_costs_its_record_and_a_line_for_each_of_its_people(soak: Soak, redis: Redis) -> None:
    house, [first, second, third] = soak(RedisArchive(redis))

    tables, size = house.past.totals()
    assert tables == 3 * ROUND + 5
    assert second[0] - first[0] == third[0] - second[0] == ROUND
    grown = (third[1] - first[1]) / (2 * ROUND)
    record = size / tables
    assert record < grown < 1.5 * record + 500, (record, grown)


def test_the_plot_shows_every_sample() -> None:
    drawn = svg([(0, 10, 1, 0), (50_000, 20_000_000, 1, 400_000_000), (100_000, 20_000_000, 1, 800_000_000)], "folder")

    assert drawn.startswith("<svg")
    assert drawn.count("<polyline") == 2
    assert "100,000 finished games" in drawn
