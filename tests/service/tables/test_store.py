"""The store of tables: atomic commits, safe retries, and listings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from redis import Redis

from service.events.log import Logged
from service.events.store import EventLog
from service.storage import keys
from service.storage.identifiers import created_at, new_id
from service.stores import build
from service.tables.store import Conflict, Status, Table, Tables
from tests.service.concurrency import at_once
from tests.service.records import entry, given, new_table
from tests.service.table import everything


def listed(tables: Tables, status: Status) -> list[str]:
    return tables.listed("faraway", status, None, 100)


def loaded(tables: Tables, table: Table) -> Table:
    found = tables.load(table.id)
    assert found is not None
    return found[0]


# -- committing -----------------------------------------------------------------------------------


def test_what_was_committed_is_loaded_with_the_time(tables: Tables, saved: Table, redis: Redis) -> None:
    found = tables.load(saved.id)

    assert found is not None
    assert found[0] == saved
    assert abs(found[1] - redis.time()[0] * 1000) < 5000
    assert tables.load("nothing") is None


def test_of_two_who_change_a_table_the_second_must_look_again(tables: Tables, saved: Table, redis: Redis) -> None:
    hers, his = loaded(tables, saved), loaded(tables, saved)
    tables.commit(hers, "open", entry(hers), [given("a")])
    before = everything(redis)

    his.status = "running"
    with pytest.raises(Conflict):
        tables.commit(his, "open", entry(his), [given("b")], bots=1, timer=1)

    assert everything(redis) == before
    assert [one.name for one in tables.answers(saved.id)] == ["a"]


def test_many_who_count_at_once_lose_no_count(tables: Tables, saved: Table) -> None:
    def count() -> None:
        while True:
            table = loaded(tables, saved)
            table.created += 1
            try:
                return tables.commit(table, "open", entry(table), [given(str(table.created))])
            except Conflict:
                continue

    at_once([count] * 12)

    assert loaded(tables, saved).created == 1_000_012
    assert len({one.name for one in tables.answers(saved.id)}) == 12


def test_a_table_is_created_once(tables: Tables, saved: Table) -> None:
    again = new_table(saved.id, owner="p_ben")

    with pytest.raises(Conflict):
        tables.commit(again, None, entry(again))

    assert loaded(tables, saved).owner == "p_ada"


@pytest.fixture
def sent(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Any]]:
    """Every commit as it went over the wire, to be sent again as a client does that heard no answer."""
    wire: list[Callable[[], Any]] = []
    script = tables._commit

    def send(**said: Any) -> Any:
        wire.append(lambda: script(**said))
        return script(**said)

    monkeypatch.setattr(tables, "_commit", send)
    return wire


def test_a_repeated_commit_is_not_a_conflict_and_takes_effect_once(
    tables: Tables, saved: Table, sent: list[Callable[[], Any]], redis: Redis
) -> None:
    tables.commit(saved, "open", entry(saved, Logged("talk", {})), [given("a")])
    before = everything(redis)

    assert sent[-1]() == 1

    assert everything(redis) == before


def test_a_repeated_creation_is_not_a_conflict(tables: Tables, sent: list[Callable[[], Any]]) -> None:
    table = new_table()
    tables.commit(table, None, entry(table))

    assert sent[-1]() == 1
    assert len(EventLog(tables.redis).since(table.id, 0)) == 1


def test_a_commit_repeated_after_anothers_takes_effect_once(
    tables: Tables, saved: Table, sent: list[Callable[[], Any]]
) -> None:
    tables.commit(saved, "open", entry(saved), [given("a")])
    other = loaded(tables, saved)
    tables.commit(other, "open", entry(other), [given("b")])

    assert sent[0]() == 1
    assert [one.name for one in tables.answers(saved.id)] == ["a", "b"]


def test_a_commit_that_came_too_late_is_a_conflict_however_often_it_is_sent(
    tables: Tables, saved: Table, sent: list[Callable[[], Any]]
) -> None:
    other = loaded(tables, saved)
    tables.commit(saved, "open", entry(saved), [given("a")])
    with pytest.raises(Conflict):
        tables.commit(other, "open", entry(other), [given("b")])

    assert sent[-1]() == 0
    assert [one.name for one in tables.answers(saved.id)] == ["a"]


# -- where a table is listed -----------------------------------------------------------------------------


def test_a_table_is_listed_where_it_stands_and_nowhere_else(tables: Tables, saved: Table) -> None:
    was = "open"
    for status in ("running", "running", "finished"):
        saved.status = status
        tables.commit(saved, was, entry(saved))
        assert listed(tables, status) == [saved.id]
        assert [other for other in ("open", "running", "finished", "aborted") if listed(tables, other)] == [status]
        was = status


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_is_not_public_is_never_listed(tables: Tables, visibility: Any) -> None:
    table = new_table(visibility=visibility)
    tables.commit(table, None, entry(table))
    table.status = "running"
    tables.commit(table, "open", entry(table))

    assert listed(tables, "open") == listed(tables, "running") == []


def test_pages_join_all_shards_newest_first(tables: Tables) -> None:
    ids = [new_id(1_000_000 + n) for n in range(40)]
    for id in ids:
        table = new_table(id)
        tables.commit(table, None, entry(table))

    assert len({keys.shard(id) for id in ids}) > 5
    assert listed(tables, "open") == ids[::-1]
    assert tables.listed("faraway", "open", ids[20], 5) == ids[19:14:-1]
    assert tables.listed("other", "open", None, 5) == []


@pytest.mark.parametrize("game", [None, "faraway"])
@pytest.mark.parametrize("status", [None, "open"])
def test_a_page_of_a_listing_costs_one_command_per_shard(
    tables: Tables, saved: Table, redis: Redis, game: str | None, status: Status | None
) -> None:
    redis.config_resetstat()

    assert tables.listed(game, status, None, 20) == [saved.id]

    calls = {name: figures["calls"] for name, figures in redis.info("commandstats").items() if "config" not in name}
    assert calls == {"cmdstat_zrevrangebylex": 16}


def test_a_table_is_listed_under_its_game_and_status_and_under_all(tables: Tables, saved: Table) -> None:
    saved.status = "running"
    tables.commit(saved, "open", entry(saved))

    for game in (None, "faraway"):
        assert tables.listed(game, None, None, 5) == tables.listed(game, "running", None, 5) == [saved.id]
        assert tables.listed(game, "open", None, 5) == tables.listed(game, "finished", None, 5) == []
    assert tables.listed("far", None, None, 5) == []
    assert tables.listed(None, None, saved.id, 5) == []


def test_a_deleted_table_leaves_nothing_behind(tables: Tables, saved: Table, redis: Redis) -> None:
    tables.commit(saved, "open", entry(saved), [given("a")], bots=1, timer=1)

    tables.delete(saved)

    assert redis.keys("*") == []
    assert tables.load(saved.id) is None


def test_a_table_that_has_moved_on_is_not_deleted(tables: Tables, saved: Table) -> None:
    stale = loaded(tables, saved)
    tables.commit(saved, "open", entry(saved))

    with pytest.raises(Conflict):
        tables.delete(stale)

    assert tables.load(saved.id) is not None


def test_many_tables_are_loaded_in_order_without_those_that_are_gone(tables: Tables, saved: Table) -> None:
    other = new_table()
    tables.commit(other, None, entry(other))

    assert [one.id for one in tables.load_many([other.id, "gone", saved.id])] == [other.id, saved.id]
    assert tables.load_many([]) == []


# -- names and people ---------------------------------------------------------------------------------------


def test_ids_sort_in_the_order_in_which_they_were_made_also_within_a_millisecond() -> None:
    times = [now for now in (1, 1, 1, 1000, 1_800_000_000_000) for _ in range(20)]

    ids = [new_id(now) for now in times]

    assert len(set(ids)) == 100
    assert all(len(id) == 26 for id in ids)
    assert ids == sorted(ids)
    assert [created_at(id) for id in ids] == times


def test_from_an_id_nobody_guesses_the_next_one_of_the_same_millisecond() -> None:
    digits = str.maketrans("0123456789abcdefghjkmnpqrstvwxyz", "0123456789abcdefghijklmnopqrstuv")
    numbers = [int(new_id(5).translate(digits), 32) for _ in range(20)]

    # 64 random bits lie between two of them.
    assert all(two - one > 2**32 for one, two in pairwise(numbers))


def test_all_keys_of_a_table_have_one_hash_tag() -> None:
    id = new_id(1)

    tags = {key[: key.index("}") + 1] for key in (keys.table(id), keys.log(id), keys.answers(id))}
    assert tags == {keys.shard(id)}
    assert keys.due(keys.shard(id), "bots").startswith(keys.shard(id))


def test_a_players_tables_come_newest_first_and_page_by_page(redis: Redis) -> None:
    people, ids = build(redis).accounts, [new_id(n) for n in range(1, 6)]
    for id in ids:
        people.add_table("p_ada", id)
        people.add_table("p_ada", id)

    assert people.tables("p_ada", None, 3) == ids[:1:-1]
    assert people.tables("p_ada", ids[2], 3) == ids[1::-1]
    people.remove_live_table("p_ada", *ids[:3])
    assert people.live_tables("p_ada") == ids[3:]
    people.remove_live_table("p_ada")
    assert people.tables("p_ben", None, 3) == people.live_tables("p_ben") == []
