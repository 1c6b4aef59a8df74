"""The clock enqueues jobs for what is due; the workers run them and send heartbeats."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import msgspec
import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.settings import Retention, Settings
from service.storage import keys
from service.storage.due import LEASE_MS
from service.storage.format import check_format
from service.stores import Stores
from service.tables.session import load
from service.tables.store import Table
from tests.service.people import Person
from tests.service.table import BOT, changed, later, open_table, saved, started
from workers import __main__, jobs, queues
from workers.clock import Clock
from workers.queues import Worker

MINUTE = {"mode": "realtime", "per_decision_s": 60}


def sent(queue: Queue) -> list[tuple[str, str]]:
    """The jobs in a queue with their arguments."""
    return [(job.func_name, *job.args) for job in queue.jobs]


def leases_over(redis: Redis) -> None:
    """Let all leases end."""
    for key in redis.keys("*:due"):
        for member in redis.zrange(key, 0, -1):
            redis.zincrby(key, -LEASE_MS - 1, member)


@pytest.fixture
def worker(settings: Settings, stores: Stores) -> Iterator[Worker]:
    """A worker for both queues, in this process."""
    redis = queues.queue_redis(settings)
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    both = [queues.queue(name, redis) for name in (queues.BOTS, queues.TIMERS)]
    worker = Worker(both, connection=redis, serializer=JSONSerializer)
    worker.kind, worker.due = "bots", stores.due
    yield worker
    for number, handler in handlers:
        signal.signal(number, handler)


def test_a_tick_enqueues_bot_turns_and_timers_separately(
    ada: Person, ben: Person, stores: Stores, clock: Clock, bots: Queue, timers: Queue
) -> None:
    bot_table, timed_table = started(ada, bots=1), started(ada, ben, clock=MINUTE)
    later(stores, timed_table, 61)

    clock.tick()

    assert sent(bots) == [(jobs.BOTS, bot_table)]
    assert sent(timers) == [(jobs.TIMER, timed_table)]


def test_a_due_entry_is_enqueued_once_per_lease(
    ada: Person, clock: Clock, bots: Queue, redis: Redis, settings: Settings
) -> None:
    table = started(ada, bots=1)
    for ticking in (clock, clock, Clock(settings)):
        ticking.tick()
    assert len(sent(bots)) == 1

    leases_over(redis)
    clock.tick()

    assert sent(bots) == [(jobs.BOTS, table)] * 2, "the first may be lost"


def test_a_tick_without_due_entries_enqueues_nothing(
    ada: Person, ben: Person, clock: Clock, bots: Queue, timers: Queue
) -> None:
    started(ada, ben, clock=MINUTE)

    assert clock.tick() is False
    assert sent(bots) == sent(timers) == []


def test_a_busy_clock_ticks_again_at_once(ada: Person, clock: Clock, redis: Redis) -> None:
    for n in range(150):
        redis.zadd(keys.due(keys.SHARDS[n % 16]), {f"bots:{n}": 1})

    assert clock.tick() is True
    assert clock.tick() is False


def test_the_clock_sends_a_heartbeat(clock: Clock, stores: Stores) -> None:
    assert stores.due.alive("clock") == {"clock": False}

    clock.tick()

    assert stores.due.alive("clock", "bots") == {"clock": True, "bots": False}


def test_a_step_back_of_the_system_clock_fires_all_timers(
    ada: Person, ben: Person, stores: Stores, clock: Clock, timers: Queue
) -> None:
    table = started(ada, ben, clock=MINUTE)
    clock.tick()
    later(stores, table, -3600)
    clock._latest = {place: at + 3_600_000 for place, at in clock._latest.items()}

    clock.tick()
    assert sent(timers) == []
    clock.tick()
    assert sent(timers) == [(jobs.TIMER, table)]

    jobs.fire_timers(table)
    assert not load(stores.tables, table).clock_stepped_back
    clock.tick()
    assert len(sent(timers)) == 1, "the clock stepped back once"


def test_a_step_back_while_no_clock_was_running_is_found_at_the_start(
    ada: Person, ben: Person, redis: Redis, stores: Stores, settings: Settings, timers: Queue
) -> None:
    table = started(ada, ben, clock=MINUTE)
    redis.set(keys.alive("clock"), stores.tables.now() + 3_600_000)
    clock = Clock(settings)

    clock.tick()
    clock.tick()

    assert sent(timers) == [(jobs.TIMER, table)]
    assert stores.due.last_seen("clock") <= stores.tables.now()


def test_a_stopped_clock_does_not_tick(clock: Clock) -> None:
    clock.stop(signal.SIGTERM, None)

    clock.run()

    assert not clock.running


def test_clock_queue_and_worker_play_a_whole_game_of_bots(
    ada: Person, stores: Stores, clock: Clock, worker: Worker, bots: Queue
) -> None:
    table = open_table(ada, [BOT] * 3, start="full")["id"]
    clock.tick()

    worker.work(burst=True, logging_level="ERROR")

    assert saved(stores, table).status == "finished"
    assert sent(bots) == []
    assert stores.due.alive("bots") == {"bots": True}


def test_clock_queue_and_worker_make_a_time_out(
    ada: Person, ben: Person, stores: Stores, clock: Clock, worker: Worker
) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)
    clock.tick()

    worker.work(burst=True, logging_level="ERROR")

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_repeated_jobs_answer_once(
    ada: Person, stores: Stores, clock: Clock, worker: Worker, bots: Queue, redis: Redis
) -> None:
    table = started(ada, bots=2)
    for _ in range(3):
        clock.tick()
        leases_over(redis)
    assert len(sent(bots)) == 3

    worker.work(burst=True, logging_level="ERROR")

    assert sorted(one.name for one in stores.tables.answers(table)) == ["0-explore-1", "0-explore-2"]


def test_jobs_leave_nothing_in_redis(ada: Person, clock: Clock, worker: Worker, bots: Queue) -> None:
    started(ada, bots=1)
    clock.tick()
    [job] = bots.jobs
    assert bots.connection.ttl(f"rq:job:{job.id}") <= 30 or job.ttl == 30

    worker.work(burst=True, logging_level="ERROR")

    assert bots.connection.keys("rq:job:*") == bots.connection.keys("rq:results:*") == []


@pytest.mark.parametrize("args", [[], ["nonsense"], ["bots", "timers"]])
def test_an_unknown_process_prints_the_usage(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["workers", *args])

    assert __main__.main() == 2
    assert "python -m workers bots" in capsys.readouterr().err


def test_ping_reports_which_processes_are_alive(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["workers", "ping"])
    monkeypatch.setattr(__main__, "exit_with_parent", lambda: None)
    check_format(stores.redis)
    stores.due.seen("clock")

    assert __main__.main() == 1
    assert capsys.readouterr().out == "clock=alive bots=missing timers=missing agents=missing\n"
    for kind in ("bots", "timers", "agents"):
        stores.due.seen(kind)
    assert __main__.main() == 0


def test_clock_and_worker_archive_finished_tables(
    ada: Person, ben: Person, stores: Stores, clock: Clock, worker: Worker, redis: Redis, settings: Settings
) -> None:
    tables = [started(ada, ben) for _ in range(3)]
    for table in tables:
        for person in (ada, ben):
            assert person.post(f"/tables/{table}/votes", {"kind": "abort", "agree": True}).status_code == 200
        # An hour passes.
        changed(stores, table, an_hour_later)
        redis.zincrby(keys.retention(keys.shard(table)), -3_600_000, table)
    clock.tick()
    assert [(job.func_name, sorted(job.args[0])) for job in clock.archive.jobs] == [(jobs.ARCHIVE, sorted(tables))]

    again = Worker([clock.archive], connection=clock.archive.connection, serializer=JSONSerializer)
    again.kind, again.due = "bots", stores.due
    again.work(burst=True)

    for table in tables:
        assert not redis.exists(keys.table(table))
        assert ada.get(f"/tables/{table}").json["status"] == "aborted"
    assert stores.archive.records.totals()[0] == 3
    clock._archived = 0.0
    clock.tick()
    assert clock.archive.jobs == []


def an_hour_later(table: Table) -> None:
    assert table.finished is not None
    table.finished -= 3_600_000


def test_no_archive_jobs_are_enqueued_while_many_wait(stores: Stores, clock: Clock) -> None:
    for n in range(10):
        clock.archive.enqueue(jobs.ARCHIVE, [f"waits-{n}"])
    for shard in keys.SHARDS:
        stores.redis.zadd(keys.retention(shard), {"old": 1})

    clock.tick()

    assert len(clock.archive) == 10


def test_several_clocks_sweep_the_archive_once_an_hour(settings: Settings, redis: Redis) -> None:
    wanted = msgspec.structs.replace(settings, retention=Retention(days=30))
    for _ in range(2):
        clock = Clock(wanted)
        clock.tick()

    assert [job.func_name for job in clock.archive.jobs] == [jobs.SWEEP]


def test_tidy_applies_the_current_retention_settings(
    ada: Person, ben: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = started(ada, ben)
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort", "agree": True})
    monkeypatch.setenv("FARSHORE_ARCHIVE_AFTER", "0")
    monkeypatch.setattr("sys.argv", ["workers", "tidy"])

    assert __main__.main() == 0

    assert capsys.readouterr().out == "1 tables moved to the archive\n"
    assert not stores.redis.exists(keys.table(table))
