"""A short soak: what some hundred finished games leave in Redis once they are archived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from redis import Redis

from service.accounts.store import Player
from service.archive import retention
from service.archive.archives import Archive, RedisArchive
from service.archive.folder import FolderArchive
from service.archive.past import Record
from service.settings import Retention
from service.storage import keys
from service.storage.connection import memory
from service.stores import Stores, build
from tools.soak.games import accounts_of, insert_copy, play_sample
from tools.soak.plot import svg

ROUND = 80
AT_ONCE = Retention(archive_after_s=0)
Soak = Callable[[Archive], tuple[Stores, list["After"]]]


class After(NamedTuple):
    """What Redis holds after a round: its keys, the memory they take, the bytes of the archive."""

    keys: set[str]
    memory: int
    archived: int


@pytest.fixture
def soak(redis: Redis) -> Soak:
    """Three rounds of games into an archive, and what is left after each."""

    def run(archive: Archive) -> tuple[Stores, list[After]]:
        stores, random = build(redis, archive, AT_ONCE), Random(7)
        accounts = accounts_of(stores, 12)
        records = play_sample(stores, accounts, 1, random)
        return stores, [played(stores, records, accounts, random) for _ in range(3)]

    return run


def played(stores: Stores, records: list[Record], accounts: list[Player], random: Random) -> After:
    for _ in range(ROUND):
        insert_copy(stores, random.choice(records), accounts, random)
    while old := stores.due.take_retention_checks():
        retention.look_after(stores, old)
    [(used, _)] = memory(stores.redis).values()
    # Totals are stored per shard of the archive, from its first table on.
    sums = {keys.archive_totals(shard) for shard in keys.SHARDS}
    return After({key.decode() for key in stores.redis.scan_iter("*")} - sums, used, stores.past.totals()[1])


def test_with_a_folder_the_memory_stays_as_it_is(soak: Soak, tmp_path: Path) -> None:
    stores, [first, second, third] = soak(FolderArchive(tmp_path))

    assert stores.past.totals()[0] == 3 * ROUND + 5
    accounts = accounts_of(stores, 12)
    assert first.keys == second.keys == third.keys == {keys.FORMAT, *(keys.player(one.id) for one in accounts)}
    # A finished game took 27 to 330 kB of memory; the buffers of the server itself vary by some tens of kB.
    assert (third.memory - first.memory) / (2 * ROUND) < 1000
    assert stores.accounts.tables(accounts[0].id, None, 1000)


def test_in_redis_a_game_costs_its_record_and_a_line_for_each_of_its_people(soak: Soak, redis: Redis) -> None:
    stores, [first, second, third] = soak(RedisArchive(redis))

    assert stores.past.totals()[0] == 3 * ROUND + 5
    assert first.keys < second.keys < third.keys
    assert [len(second.keys - first.keys), len(third.keys - second.keys)] == [ROUND, ROUND]
    record = (third.archived - first.archived) / (2 * ROUND)
    grown = (third.memory - first.memory) / (2 * ROUND)
    assert record < grown < 1.5 * record + 500


def test_the_plot_shows_every_sample() -> None:
    drawn = svg([(0, 10, 1, 0), (50_000, 20_000_000, 1, 400_000_000), (100_000, 20_000_000, 1, 800_000_000)], "folder")

    assert drawn.startswith("<svg")
    assert drawn.count("<polyline") == 2
    assert "100,000 finished games" in drawn
