"""Jobs are hints: lost, late or repeated ones do no harm, because the table knows what is due."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from service.bots import turns
from service.games.kit.bots import rounds
from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.storage.heartbeats import Heartbeats
from service.stores import Stores, fill
from service.tables.store import Table
from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import (
    all_answer,
    changed,
    everything,
    later,
    play_out,
    saved,
    started,
    take_due,
)
from workers import jobs, queues

MINUTE = {"mode": "realtime", "per_decision_s": 60}


def by_bots(stores: Stores, table: str) -> list[str]:
    """The ids of the decisions that bots have answered, in order."""
    return [one.name for one in stores.tables.answers(table) if one.by == "bot"]


def due(stores: Stores, table: str, kind: str) -> float | None:
    score: float | None = stores.redis.zscore(keys.due(keys.shard(table), kind), table)
    return score


# -- leases -----------------------------------------------------------------------------------------------


def test_the_commit_schedules_the_bot_turn(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)

    assert take_due(stores) == [f"bots:{table}"]
    assert take_due(stores) == [], "the entry is leased"


def test_a_lost_job_is_due_again_after_its_lease(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    take_due(stores)

    stores.redis.zincrby(keys.due(keys.shard(table), "bots"), -5001, table)

    assert take_due(stores) == [f"bots:{table}"]
    assert jobs.play_bots(table) == 1


def test_another_worker_continues_when_one_dies(ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(ada, bots=3)
    thoughts = iter(range(100))

    def dies(part: float) -> Callable[[], bool]:
        if next(thoughts) == 1:
            raise KeyboardInterrupt
        return rounds(1)

    with pytest.raises(KeyboardInterrupt):
        turns.play_turns(stores.tables, stores.due, stores.pending, table, dies)

    assert len(by_bots(stores, table)) == 1
    assert due(stores, table, "bots") > stores.tables.now(), "leased by the worker that plays"
    assert jobs.play_bots(table) == 2


# -- timers -----------------------------------------------------------------------------------------------


def test_a_timer_answers_after_the_deadline(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    jobs.fire_timers(table)

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_a_timer_job_that_runs_too_early_is_scheduled_again(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    version = saved(stores, table).version
    stores.redis.zadd(keys.due(keys.shard(table), "timer"), {table: 1})

    jobs.fire_timers(table)

    assert saved(stores, table).version == version
    assert due(stores, table, "timer") == min(one.warn for one in saved(stores, table).opened.values())


def test_concurrent_timer_jobs_answer_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    at_once([lambda: jobs.fire_timers(table)] * 4)

    assert set(Counter(one.name for one in stores.tables.answers(table)).values()) == {1}


def test_a_bot_job_also_makes_overdue_time_outs(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    jobs.play_bots(table)

    assert {one.by for one in stores.tables.answers(table)} == {"clock", "bot"}


# -- missing tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["nowhere", "", "x" * 300])
def test_a_job_for_a_missing_table_does_nothing(table: str) -> None:
    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None


def test_a_job_for_a_table_with_newer_rules_does_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1, clock=MINUTE)
    later(stores, table, 61)

    def upgrade(found: Table) -> None:
        found.rules += 1

    changed(stores, table, upgrade)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert stores.tables.answers(table) == []
    assert ada.get(f"/tables/{table}/view").json["code"] == "rules-newer"


def test_a_job_for_a_finished_table_does_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])
    fill(stores)
    before = everything(stores.redis)

    assert jobs.play_bots(table) == 0
    assert jobs.fire_timers(table) is None
    assert everything(stores.redis) == before


def test_after_all_have_answered_nothing_is_due(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)

    assert take_due(stores) == []


def test_a_job_that_expires_between_its_dequeuing_and_its_start_leaves_no_traceback(
    settings: Settings, bots: Queue, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = connect(settings.queue_url)
    job = bots.enqueue("time.sleep", 0, result_ttl=0, failure_ttl=3600, ttl=30)
    worker = queues.Worker([bots], connection=redis, serializer=JSONSerializer)
    worker.kind, worker.heartbeats = "bots", Heartbeats(redis)
    prepare = worker.prepare_job_execution

    def expire(*args: Any, **more: Any) -> None:
        prepare(*args, **more)
        redis.delete(job.key)

    monkeypatch.setattr(worker, "prepare_job_execution", expire)
    with caplog.at_level("WARNING"):
        worker.work(burst=True, logging_level="WARNING")

    assert caplog.records == []
    assert bots.failed_job_registry.count == bots.started_job_registry.count == 0


def test_a_worker_stops_although_the_request_came_while_a_job_was_ended(
    settings: Settings, bots: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = connect(settings.queue_url)
    for _ in range(2):
        bots.enqueue("time.sleep", 0, result_ttl=0)
    worker = queues.Worker([bots], connection=redis, serializer=JSONSerializer)
    worker.kind, worker.heartbeats = "bots", Heartbeats(redis)
    end = worker.handle_job_success
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(*args: Any, **more: Any) -> None:
        end(*args, **more)
        worker.request_stop(signal.SIGTERM, None)

    monkeypatch.setattr(jobs, "stopping", threading.Event())
    monkeypatch.setattr(worker, "handle_job_success", stop)
    try:
        worker.work(burst=True, logging_level="CRITICAL")
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    assert bots.count == 1, "the second job is left to another worker"
