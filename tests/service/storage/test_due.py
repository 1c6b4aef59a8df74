"""What is due is handed out once per lease, shared among clocks, and settled with its table."""

from __future__ import annotations

import pytest
from redis import Redis

from service.storage import keys
from service.storage.due import LEASE_MS, Due
from service.tables.store import Table, Tables
from tests.service.concurrency import at_once
from tests.service.records import entry, new_table


@pytest.fixture
def deadlines(redis: Redis) -> Due:
    return Due(redis)


def lease_over(redis: Redis, table: Table) -> None:
    """The time of a lease passes."""
    for kind in ("bots", "timer"):
        redis.zincrby(keys.due(keys.shard(table.id), kind), -LEASE_MS - 1, table.id)


def test_what_is_due_is_handed_out_once_per_lease(tables: Tables, saved: Table, deadlines: Due, redis: Redis) -> None:
    tables.commit(saved, "open", entry(saved), bots=deadlines.now(), timer=deadlines.now())

    for kind in ("bots", "timer"):
        assert deadlines.take(kind) == [saved.id]
        assert deadlines.take(kind) == []
    lease_over(redis, saved)
    assert deadlines.take("bots") == deadlines.take("timer") == [saved.id]


def test_what_is_not_yet_due_is_not_handed_out(tables: Tables, saved: Table, deadlines: Due) -> None:
    tables.commit(saved, "open", entry(saved), timer=deadlines.now() + 60_000)

    assert deadlines.take("timer") == []


def test_two_workers_share_what_is_due(tables: Tables, deadlines: Due, redis: Redis) -> None:
    for _ in range(50):
        table = new_table()
        tables.commit(table, None, entry(table), bots=1)

    shares = at_once([lambda: Due(redis).take("bots")] * 4)

    taken = [member for share in shares for member in share]
    assert len(taken) == len(set(taken)) == 50


def test_the_next_commit_says_what_is_due_now(tables: Tables, saved: Table, deadlines: Due) -> None:
    tables.commit(saved, "open", entry(saved), bots=1, timer=1)
    tables.commit(saved, "open", entry(saved), bots=None, timer=1)

    assert (deadlines.take("bots"), deadlines.take("timer")) == ([], [saved.id])


def test_settling_moves_a_wake_up_unless_the_table_has_moved_on(
    tables: Tables, saved: Table, deadlines: Due, redis: Redis
) -> None:
    due = keys.due(keys.shard(saved.id), "bots")
    tables.commit(saved, "open", entry(saved), bots=1)

    deadlines.reschedule(saved.id, saved.version - 1, "bots", None)
    assert redis.zscore(due, saved.id) == 1
    deadlines.reschedule(saved.id, saved.version, "bots", 77)
    assert redis.zscore(due, saved.id) == 77
    deadlines.reschedule(saved.id, saved.version, "bots", None)
    assert redis.zscore(due, saved.id) is None


def test_a_settled_table_that_is_gone_stays_gone(deadlines: Due, redis: Redis) -> None:
    deadlines.reschedule("gone", 1, "bots", 5)

    assert redis.keys("*") == []


def test_what_is_given_back_is_due_at_once_and_the_rest_stays_leased(
    tables: Tables, saved: Table, deadlines: Due
) -> None:
    other = new_table()
    tables.commit(saved, "open", entry(saved), bots=1)
    tables.commit(other, None, entry(other), bots=1)
    assert sorted(deadlines.take("bots")) == sorted([saved.id, other.id])

    deadlines.give_back("bots", [other.id])

    assert deadlines.take("bots") == [other.id]
