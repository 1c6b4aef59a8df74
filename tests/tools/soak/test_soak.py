"""A short soak: what some hundred finished games leave in Redis once they are archived."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from redis import Redis

from service.accounts.store import Player
from service.archive import retention
from service.archive.store import Record
from service.database.engine import Database
from service.settings import Retention
from service.storage import keys
from service.storage.connection import memory
from service.stores import Stores, build
from tools.soak.games import accounts_of, insert_copy, play_sample
from tools.soak.plot import svg

ROUND = 80
AT_ONCE = Retention(archive_after_s=0)


class After(NamedTuple):
    """What Redis holds after a round: its keys, and the memory they take."""

    keys: set[str]
    memory: int


def played(stores: Stores, records: list[Record], accounts: list[Player], random: Random) -> After:
    for _ in range(ROUND):
        insert_copy(stores, random.choice(records), accounts, random)
    while old := stores.due.take_retention_checks():
        retention.look_after(stores, old)
    [(used, _)] = memory(stores.redis).values()
    return After({key.decode() for key in stores.redis.scan_iter("*")}, used)


def test_memory_does_not_grow_with_finished_games(redis: Redis, database: Database) -> None:
    stores, random = build(redis, database, AT_ONCE), Random(7)
    accounts = accounts_of(stores, 12)
    records = play_sample(stores, accounts, 1, random)

    first, second, third = (played(stores, records, accounts, random) for _ in range(3))

    assert stores.archive.records.totals()[0] == 3 * ROUND + 5
    assert first.keys == second.keys == third.keys == {keys.FORMAT, *(keys.player(one.id) for one in accounts)}
    # A finished game took 27 to 330 kB of memory; the buffers of the server itself vary by some tens of kB.
    assert (third.memory - first.memory) / (2 * ROUND) < 1000
    assert stores.accounts.tables(accounts[0].id, None, 1000)


def test_the_plot_shows_every_sample() -> None:
    drawn = svg([(0, 10, 1, 0), (50_000, 20_000_000, 1, 400_000_000), (100_000, 20_000_000, 1, 800_000_000)])

    assert drawn.startswith("<svg")
    assert drawn.count("<polyline") == 2
    assert "100,000 finished games" in drawn
