"""The clock enqueues jobs for what is due; the workers run them and send heartbeats."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.settings import Settings
from service.storage import keys
from service.storage.connection import connect
from service.storage.due import LEASE_MS
from service.storage.format import check_format
from service.storage.heartbeats import KINDS, Heartbeats
from service.stores import Stores
from service.tables.session import load
from service.tables.store import Table
from tests.service.people import Person
from tests.service.table import BOT, changed, later, open_table, saved, started
from tools.service_process import soon
from workers import __main__, jobs, queues
from workers.clock import Clock
from workers.queues import Worker

MINUTE = {"mode": "realtime", "per_decision_s": 60}


def sent(queue: Queue) -> list[tuple[str, str]]:
    """The jobs in a queue with their arguments."""
    return [(job.func_name, *job.args) for job in queue.jobs]


def tick(clock: Clock) -> None:
    """A tick long after the last one."""
    clock._look_at, clock._enqueued = 0.0, dict.fromkeys(clock._enqueued, 0.0)
    clock.tick()


def leases_over(redis: Redis) -> None:
    """Let all leases end."""
    for key in redis.keys("*:due:*"):
        for member in redis.zrange(key, 0, -1):
            redis.zincrby(key, -LEASE_MS - 1, member)


@pytest.fixture
def worker(settings: Settings, stores: Stores) -> Iterator[Worker]:
    """A worker for both queues, in this process."""
    redis = connect(settings.queue_url)
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    both = [queues.queue(name, redis) for name in (queues.BOTS, queues.TIMERS)]
    worker = Worker(both, connection=redis, serializer=JSONSerializer)
    worker.kind, worker.heartbeats = "bots", Heartbeats(stores.redis)
    yield worker
    for number, handler in handlers:
        signal.signal(number, handler)


def test_a_tick_enqueues_bot_turns_and_timers_separately(
    ada: Person, ben: Person, stores: Stores, clock: Clock, bots: Queue, timers: Queue
) -> None:
    started(ada, bots=1)
    later(stores, started(ada, ben, clock=MINUTE), 61)

    clock.tick()

    assert sent(bots) == [(jobs.SERVE, "bots")]
    assert sent(timers) == [(jobs.SERVE, "timer")]


def test_one_job_serves_all_tables_that_are_due(
    ada: Person, stores: Stores, clock: Clock, bots: Queue, settings: Settings
) -> None:
    tables = [started(ada, bots=1) for _ in range(5)]
    for ticking in (clock, clock, Clock(settings)):
        tick(ticking)
    assert len(sent(bots)) == 1

    assert jobs.serve("bots") == 5

    assert all(len(stores.tables.answers(table)) == 1 for table in tables)
    assert stores.due.take("bots") == []


def test_a_job_that_has_begun_lets_another_worker_be_called(ada: Person, clock: Clock, bots: Queue) -> None:
    started(ada, bots=1)
    tick(clock)
    assert jobs.serve("bots") == 1

    started(ada, bots=1)
    tick(clock)

    assert len(sent(bots)) == 2


def test_no_jobs_pile_up_while_the_workers_are_stopped(
    ada: Person, clock: Clock, bots: Queue, redis: Redis, stores: Stores
) -> None:
    tables = [started(ada, bots=1) for _ in range(3)]
    for _ in range(20):
        tick(clock)
        clock.queue_redis.delete(keys.pending_job("bots"))
        leases_over(redis)

    assert len(sent(bots)) == 2
    assert stores.due.late()["bots"] > 0
    assert jobs.serve("bots") == len(tables)


def test_nothing_is_lost_with_the_queues(ada: Person, clock: Clock, bots: Queue, stores: Stores) -> None:
    started(ada, bots=1)
    clock.tick()
    for key in clock.queue_redis.keys("rq:*"):
        clock.queue_redis.delete(key)
    clock.queue_redis.delete(keys.pending_job("bots"))

    tick(clock)

    assert sent(bots) == [(jobs.SERVE, "bots")]


def test_what_a_dead_worker_had_leased_is_served_by_another(ada: Person, clock: Clock, stores: Stores) -> None:
    table = started(ada, bots=1)
    assert stores.due.take("bots") == [table]
    assert jobs.serve("bots") == 0

    leases_over(stores.redis)

    assert jobs.serve("bots") == 1


def test_a_worker_that_stops_gives_back_what_it_has_not_done(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        started(ada, bots=1)

    def stop(table: str) -> int:
        jobs.stopping.set()
        return jobs.play_bots(table)

    monkeypatch.setitem(jobs.DO, "bots", stop)
    try:
        assert jobs.serve("bots") == 1
    finally:
        jobs.stopping.clear()

    assert len(stores.due.take("bots")) == 2


def test_a_table_that_fails_does_not_keep_the_others_waiting(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [started(ada, bots=1) for _ in range(3)]

    def fail(table: str) -> int:
        if table == tables[0]:
            raise ValueError("broken")
        return jobs.play_bots(table)

    monkeypatch.setitem(jobs.DO, "bots", fail)

    assert jobs.serve("bots") == 3

    assert [len(stores.tables.answers(table)) for table in tables] == [0, 1, 1]
    assert "bots of" in caplog.text


def test_a_tick_without_due_entries_enqueues_nothing_and_waits(
    ada: Person, ben: Person, clock: Clock, bots: Queue, timers: Queue
) -> None:
    started(ada, ben, clock=MINUTE)

    assert clock.tick() > 0
    assert sent(bots) == sent(timers) == []


def test_a_clock_is_woken_for_what_is_due_earlier_than_it_knew(
    ada: Person, ben: Person, clock: Clock, bots: Queue, timers: Queue
) -> None:
    with clock._woken:
        assert soon(lambda: bool(clock._woken._messages))
        clock.tick()
        clock._look_at = clock._archive_at = clock._heartbeat = time.monotonic() + 3600
        clock._at = dict.fromkeys(clock._at, clock._look_at)
        clock._woken.wait(0)

        started(ada, bots=1)

        assert clock._woken.wait(90)
        clock.tick()
        assert sent(bots) == [(jobs.SERVE, "bots")]


def test_the_clock_sends_a_heartbeat(clock: Clock, stores: Stores) -> None:
    heartbeats = Heartbeats(stores.redis)
    assert heartbeats.alive()["clock"] == 0

    clock.tick()

    assert heartbeats.alive()["clock"] == 1
    assert heartbeats.alive()["bots"] == 0
    assert heartbeats.alive_here("clock")
    assert heartbeats.alive("another-host")["clock"] == 0


def test_a_step_back_of_the_system_clock_fires_all_timers(
    ada: Person, ben: Person, stores: Stores, clock: Clock, timers: Queue
) -> None:
    table = started(ada, ben, clock=MINUTE)
    tick(clock)
    later(stores, table, -3600)
    clock._latest = {place: at + 3_600_000 for place, at in clock._latest.items()}

    tick(clock)
    assert sent(timers) == []
    tick(clock)
    assert sent(timers) == [(jobs.SERVE, "timer")]

    assert jobs.serve("timer") == 1
    assert not load(stores.tables, table).clock_stepped_back
    tick(clock)
    assert len(sent(timers)) == 1, "the clock stepped back once"


def test_a_step_back_while_no_clock_was_running_is_found_at_the_start(
    ada: Person, ben: Person, redis: Redis, stores: Stores, settings: Settings, timers: Queue
) -> None:
    started(ada, ben, clock=MINUTE)
    redis.set(keys.CLOCK_TIME, stores.tables.now() + 3_600_000)
    clock = Clock(settings)

    tick(clock)
    tick(clock)

    assert sent(timers) == [(jobs.SERVE, "timer")]
    assert stores.due.noted_time() <= stores.tables.now()


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
    assert Heartbeats(stores.redis).alive()["bots"] == 1


def test_clock_queue_and_worker_make_a_time_out(
    ada: Person, ben: Person, stores: Stores, clock: Clock, worker: Worker
) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)
    clock.tick()

    worker.work(burst=True, logging_level="ERROR")

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_repeated_jobs_answer_once(ada: Person, stores: Stores, worker: Worker, bots: Queue) -> None:
    table = started(ada, bots=2)
    for _ in range(3):
        bots.enqueue(jobs.SERVE, "bots", result_ttl=0)

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
    check_format(stores.redis)
    heartbeats = Heartbeats(stores.redis)
    heartbeats.beat("clock", 3600)

    assert __main__.main() == 1
    assert capsys.readouterr().out == "clock=1 bots=0 timers=0 agents=0 arenas=0 books=0\n"
    for kind in KINDS:
        heartbeats.beat(kind, 3600)
    assert __main__.main() == 0


def test_a_container_asks_for_its_own_worker_and_not_for_a_sibling(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["workers", "ping", "bots"])
    check_format(stores.redis)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("socket.gethostname", lambda: "sibling")
        Heartbeats(stores.redis).beat("bots", 3600)

    assert __main__.main() == 1
    Heartbeats(stores.redis).beat("bots", 3600)
    assert __main__.main() == 0
    assert capsys.readouterr().out == "bots=0\nbots=1\n"


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
    again.kind, again.heartbeats = "bots", Heartbeats(stores.redis)
    again.work(burst=True)

    for table in tables:
        assert not redis.exists(keys.table(table))
        assert ada.get(f"/tables/{table}").json["status"] == "aborted"
    assert stores.archive.records.totals()[0] == 3
    clock._archive_at = 0.0
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


def test_several_clocks_sweep_once_an_hour_and_fill_an_emptied_redis(settings: Settings, redis: Redis) -> None:
    for _ in range(2):
        clock = Clock(settings)
        clock.tick()

    assert [job.func_name for job in clock.archive.jobs] == [jobs.SWEEP, jobs.FILL]
    jobs.fill_redis()
    redis.delete(keys.FILLING)
    Clock(settings).tick()
    assert len(clock.archive) == 2


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
