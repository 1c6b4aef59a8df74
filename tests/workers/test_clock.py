"""The clock takes what is due and hands it to RQ; the workers carry it out and say that they are alive."""

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
    """The jobs that wait in a queue: what, and for which table."""
    return [(job.func_name, *job.args) for job in queue.jobs]


def leases_over(redis: Redis) -> None:
    """Some seconds pass."""
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


def test_a_tick_hands_out_turns_and_bells_to_their_queues(
    ada: Person, ben: Person, stores: Stores, clock: Clock, bots: Queue, timers: Queue
) -> None:
    turn, bell = started(ada, bots=1), started(ada, ben, clock=MINUTE)
    later(stores, bell, 61)

    clock.tick()

    assert sent(bots) == [(jobs.BOTS, turn)]
    assert sent(timers) == [(jobs.TIMER, bell)]


def test_a_tick_hands_out_the_same_once_per_lease(
    ada: Person, clock: Clock, bots: Queue, redis: Redis, settings: Settings
) -> None:
    table = started(ada, bots=1)
    for ticking in (clock, clock, Clock(settings)):
        ticking.tick()
    assert len(sent(bots)) == 1

    leases_over(redis)
    clock.tick()

    assert sent(bots) == [(jobs.BOTS, table)] * 2, "the first may be lost"


def test_a_tick_without_anything_due_sends_nothing(
    ada: Person, ben: Person, clock: Clock, bots: Queue, timers: Queue
) -> None:
    started(ada, ben, clock=MINUTE)

    assert clock.tick() is False
    assert sent(bots) == sent(timers) == []


def test_a_busy_clock_ticks_on_at_once(ada: Person, clock: Clock, redis: Redis) -> None:
    for n in range(150):
        redis.zadd(keys.due(keys.SHARDS[n % 16]), {f"bots:{n}": 1})

    assert clock.tick() is True
    assert clock.tick() is False


def test_a_ticking_clock_is_seen(clock: Clock, stores: Stores) -> None:
    assert stores.due.alive("clock") == {"clock": False}

    clock.tick()

    assert stores.due.alive("clock", "bots") == {"clock": True, "bots": False}


def test_a_clock_that_sees_the_time_step_back_lets_every_table_look_again(
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
    assert len(sent(timers)) == 1, "the time stepped back once"


def test_a_step_back_while_no_clock_ran_is_found_by_the_next_one(
    ada: Person, ben: Person, redis: Redis, stores: Stores, settings: Settings, timers: Queue
) -> None:
    table = started(ada, ben, clock=MINUTE)
    redis.set(keys.alive("clock"), stores.tables.now() + 3_600_000)
    clock = Clock(settings)

    clock.tick()
    clock.tick()

    assert sent(timers) == [(jobs.TIMER, table)]
    assert stores.due.last_seen("clock") <= stores.tables.now()


def test_a_clock_that_is_told_to_stop_ticks_no_more(clock: Clock) -> None:
    clock.stop(signal.SIGTERM, None)

    clock.run()

    assert not clock.ticking


def test_from_the_commit_to_the_end_of_a_game_by_clock_queue_and_worker(
    ada: Person, stores: Stores, clock: Clock, worker: Worker, bots: Queue
) -> None:
    table = open_table(ada, [BOT] * 3, start="full")["id"]
    clock.tick()

    worker.work(burst=True, logging_level="ERROR")

    assert saved(stores, table).status == "finished"
    assert sent(bots) == []
    assert stores.due.alive("bots") == {"bots": True}


def test_a_time_out_comes_by_clock_queue_and_worker(
    ada: Person, ben: Person, stores: Stores, clock: Clock, worker: Worker
) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)
    clock.tick()

    worker.work(burst=True, logging_level="ERROR")

    assert [one.by for one in stores.tables.answers(table)][:2] == ["clock", "clock"]


def test_doubled_jobs_in_the_queue_do_their_work_once(
    ada: Person, stores: Stores, clock: Clock, worker: Worker, bots: Queue, redis: Redis
) -> None:
    table = started(ada, bots=2)
    for _ in range(3):
        clock.tick()
        leases_over(redis)
    assert len(sent(bots)) == 3

    worker.work(burst=True, logging_level="ERROR")

    assert sorted(one.name for one in stores.tables.answers(table)) == ["0-explore-1", "0-explore-2"]


def test_jobs_are_plain_json_and_leave_nothing_behind(ada: Person, clock: Clock, worker: Worker, bots: Queue) -> None:
    started(ada, bots=1)
    clock.tick()
    [job] = bots.jobs
    assert bots.connection.ttl(f"rq:job:{job.id}") <= 30 or job.ttl == 30

    worker.work(burst=True, logging_level="ERROR")

    assert bots.connection.keys("rq:job:*") == bots.connection.keys("rq:results:*") == []


@pytest.mark.parametrize("words", [[], ["nonsense"], ["bots", "timers"]])
def test_a_kind_of_process_that_is_not_there_is_explained(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["workers", *words])

    assert __main__.main() == 2
    assert "python -m workers bots" in capsys.readouterr().err


def test_ping_tells_which_processes_were_seen(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["workers", "ping"])
    monkeypatch.setattr(__main__, "guard", lambda: None)
    stores.due.seen("clock")

    assert __main__.main() == 1
    assert capsys.readouterr().out == "clock=alive bots=missing timers=missing agents=missing\n"
    for kind in ("bots", "timers", "agents"):
        stores.due.seen(kind)
    assert __main__.main() == 0


def test_finished_tables_are_moved_by_the_clock_and_a_worker(
    ada: Person, ben: Person, stores: Stores, clock: Clock, worker: Worker, redis: Redis, settings: Settings
) -> None:
    tables = [started(ada, ben) for _ in range(3)]
    for table in tables:
        for person in (ada, ben):
            assert person.post(f"/tables/{table}/votes", {"kind": "abort", "agree": True}).status_code == 200
        # An hour passes.
        changed(stores, table, an_hour_later)
        redis.zincrby(keys.keep(keys.shard(table)), -3_600_000, table)
    clock.tick()
    assert [(job.func_name, sorted(job.args[0])) for job in clock.keep.jobs] == [(jobs.ARCHIVE, sorted(tables))]

    again = Worker([clock.keep], connection=clock.keep.connection, serializer=JSONSerializer)
    again.kind, again.due = "bots", stores.due
    again.work(burst=True)

    for table in tables:
        assert not redis.exists(keys.table(table))
        assert ada.get(f"/tables/{table}").json["status"] == "aborted"
    assert stores.past.totals()[0] == 3
    clock._kept = 0.0
    clock.tick()
    assert clock.keep.jobs == []


def an_hour_later(table: Table) -> None:
    assert table.finished is not None
    table.finished -= 3_600_000


def test_no_more_tables_are_sent_to_the_archive_than_the_workers_can_move(stores: Stores, clock: Clock) -> None:
    for n in range(10):
        clock.keep.enqueue(jobs.ARCHIVE, [f"waits-{n}"])
    for shard in keys.SHARDS:
        stores.redis.zadd(keys.keep(shard), {"old": 1})

    clock.tick()

    assert len(clock.keep) == 10


def test_the_archive_is_swept_once_an_hour_whoever_ticks(settings: Settings, redis: Redis) -> None:
    wanted = msgspec.structs.replace(settings, retention=Retention(days=30))
    for _ in range(2):
        clock = Clock(wanted)
        clock.tick()

    assert [job.func_name for job in clock.keep.jobs] == [jobs.SWEEP]


def test_tidying_up_moves_what_is_due_by_the_settings_of_now(
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
