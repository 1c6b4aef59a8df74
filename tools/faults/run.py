"""One run: start the service and the workload, inject the faults, let everything recover, and check all tables."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from redis.exceptions import RedisError

from service.storage import keys
from service.stores import Stores, build
from service.tables.session import session_of
from tools.faults import arena_checks, checks, deadline_checks
from tools.faults.history import History, read_history_files
from tools.faults.injection import NoTarget, Undo, inject
from tools.faults.schedule import KINDS, Fault, schedule
from tools.faults.service import ServiceUnderTest
from tools.faults.webhook_agent import WebhookAgent
from tools.faults.workload import GAMES, PlayedTable, Workload
from tools.service_process import soon

SILENCE_S: Final = 1.5
RECOVERY_S: Final = 300.0
FINISH_S: Final = 480.0
"""What has not ended this long after the last fault is stuck."""


@dataclass
class RunOptions:
    """What to run."""

    seed: int = 7
    faults: int = 1000
    minutes: float = 8.0
    tables: int = 12
    games: tuple[str, ...] = GAMES
    kinds: tuple[str, ...] = tuple(KINDS)
    small: bool = False
    open_until: float = 0.9
    """After this share of the faults no more tables are opened."""
    leave_after: float = 90.0
    port: int = 0
    api: int = 0


@dataclass
class Report:
    """What happened."""

    options: RunOptions
    injected: list[Fault] = field(default_factory=list)
    missed: int = 0
    errors: list[str] = field(default_factory=list)
    tables: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    operations: dict[str, int] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    timers: int = 0
    arenas: Counter[str] = field(default_factory=Counter)
    outage: float = 0.0
    jumps: bool = True
    seconds: float = 0.0

    def kinds(self) -> Counter[str]:
        return Counter(f"{fault.kind} {fault.target}" for fault in self.injected)


Log = Callable[[str, Report], None]


def run(options: RunOptions, folder: Path, show: Log = lambda line, report: None) -> Report:
    """Run in a folder that keeps the journal, the log of the service and its data."""
    began = time.monotonic()

    def log(line: str, report: Report) -> None:
        with (folder / "journal.txt").open("a") as journal:
            journal.write(f"{time.monotonic() - began:>9.3f}  {line}\n")
        show(line, report)

    report = Report(options)
    history, webhook_agent = History(), WebhookAgent(options.seed)
    service = ServiceUnderTest(folder, options.seed, options.port, options.api)
    report.jumps = service.clock.works
    log("starting the service", report)
    try:
        service.open()
        workload = Workload(
            service.at,
            history,
            options.seed,
            options.tables,
            options.games,
            options.small,
            webhook_agent,
            service.polling_agents,
        )
        workload.start()
        if not soon(lambda: len(workload.played) >= min(3, options.tables), RECOVERY_S):
            report.errors.append("no table could be opened")
        inject_all(service, workload, history, report, log)
        log("recovering", report)
        if not service.recover():
            report.errors.append("the service did not become healthy again")
        stuck = finish_tables(service, workload, report, log)
        log("checking", report)
        service.polling_agents.close()
        read_history_files(service.polling_agents.history_files(), history)
        check_all(service, workload, history, stuck, report, log)
        check_arenas(workload, history, report, log)
    finally:
        webhook_agent.close()
        service.close()
    report.errors += [*history.errors, *service.polling_agents.errors]
    report.operations, report.outage = history.totals(), history.outage
    report.counts += history.counts
    report.counts["webhook calls"] = webhook_agent.calls
    report.counts["killed processes of the polling agent"] = service.polling_agents.killed
    report.seconds = time.monotonic() - began
    return report


def inject_all(service: ServiceUnderTest, workload: Workload, history: History, report: Report, log: Log) -> None:
    """Inject faults until enough have hit a target, and undo each when its time is over.

    Where a restart takes long, as on a busy machine, the next fault waits until a client is answered again, since
    faults in a service that is down would test nothing.
    """
    options = report.options
    began = time.monotonic()
    undoing: list[tuple[float, int, Undo]] = []
    order = count()

    def undo_until(moment: float) -> None:
        while undoing and undoing[0][0] <= moment:
            at, _, undo = heapq.heappop(undoing)
            time.sleep(max(0.0, at - time.monotonic()))
            if not undo():
                heapq.heappush(undoing, (time.monotonic() + 0.1, next(order), undo))
        time.sleep(max(0.0, moment - time.monotonic()))

    try:
        for fault in schedule(options.seed, options.faults / (options.minutes * 60), options.kinds):
            if len(report.injected) >= options.faults:
                return
            undo_until(began + fault.at)
            while undoing and time.monotonic() - history.last_reply > SILENCE_S:
                undo_until(undoing[0][0])
            if not soon(lambda: time.monotonic() - history.last_reply < SILENCE_S, RECOVERY_S):
                report.errors.append(f"no client was answered for {RECOVERY_S:g} s before {fault}")
                return
            began += max(0.0, time.monotonic() - began - fault.at)
            try:
                undo = inject(service, fault, workload.running(), workload.arenas())
            except NoTarget:
                report.missed += 1
                continue
            if undo is not None:
                heapq.heappush(undoing, (time.monotonic() + fault.lasts, next(order), undo))
            report.injected.append(fault)
            if len(report.injected) >= options.faults * options.open_until:
                workload.closing.set()
            log(str(fault), report)
    finally:
        while undoing:
            undo_until(undoing[0][0])


def finish_tables(service: ServiceUnderTest, workload: Workload, report: Report, log: Log) -> list[PlayedTable]:
    """Let all tables end, and check that no deadline becomes overdue in the meantime."""
    log("waiting for the last tables", report)
    stores = build(service.redis)
    overdue: dict[str, str] = {}

    def watch() -> None:
        try:
            for id in workload.running():
                found = stores.tables.load(id)
                if found is None:
                    continue
                session = session_of(stores.tables, *found)
                for name, error in deadline_checks.overdue(session.table, session.now):
                    overdue.setdefault(f"{id} {name}", f"{id}: {error}")
        except RedisError:
            return

    stuck = workload.finish(report.options.leave_after + FINISH_S, report.options.leave_after, watch)
    report.errors += overdue.values()
    for table in stuck:
        report.errors.append(f"{table.id} ({table.setup}) is stuck: {state(stores, service, table.id)}")
    return stuck


def state(stores: Stores, service: ServiceUnderTest, id: str) -> str:
    """The state of a stuck table."""
    found = stores.tables.load(id)
    if found is None:
        return "it is gone"
    table, now, _ = found
    due = [(key, score - now) for key, score in _due(service, id)]
    return f"{table.status} at version {table.version}, now {now}, opened {table.opened}, due in ms {due}"


def _due(service: ServiceUnderTest, id: str) -> list[tuple[str, float]]:
    scores = {kind: service.redis.zscore(keys.due(keys.shard(id), kind), id) for kind in ("bots", "timer")}
    return [(kind, score) for kind, score in scores.items() if score is not None]


def check_all(
    service: ServiceUnderTest,
    workload: Workload,
    history: History,
    stuck: list[PlayedTable],
    report: Report,
    log: Log,
) -> None:
    """Compare every table with the history."""
    stores = build(service.redis)
    for n, table in enumerate(workload.played, 1):
        report.tables[table.setup.game] += 1
        if table in stuck:
            continue
        report.ended[table.players[0].status] += 1
        log(f"checking table {n} of {len(workload.played)}", report)
        try:
            finished = checks.FinishedTable(table)
            report.timers += sum(answer["by"] == "clock" for answer in finished.answers)
            report.counts["answers of agents"] += sum(
                answer["by"] == "seat" and answer["seat"] in table.agents for answer in finished.answers
            )
            report.counts["fallbacks of agents"] += sum(answer["by"] == "fallback" for answer in finished.answers)
            report.counts["once-only events without text"] += sum(
                event["type"] == "story" and "told" in event["data"]
                for reader in table.readers
                for event in reader.events
                if reader.seat is not None
            )
            found = stores.tables.load(table.id)
            state = b"" if found is None else found[0].state
            report.errors += [
                f"{table.id} ({table.setup.game}): {error}"
                for error in checks.check(finished, history.operations[table.id], workload.webhook_agent.answers, state)
            ]
        except Exception as error:
            report.errors.append(f"{table.id} could not be checked: {error!r}")


def check_arenas(workload: Workload, history: History, report: Report, log: Log) -> None:
    """Recompute every arena and the ladder; compare the tables of agents with the history."""
    found: list[arena_checks.Outcome] = []
    for run in (run for client in workload.arena_clients for run in client.runs):
        log(f"checking arena {run.id}", report)
        try:
            outcome = arena_checks.Outcome(run)
            found.append(outcome)
            report.arenas["arenas of agents" if run.with_agent else "arenas"] += 1
            report.arenas["games of arenas"] += outcome.shown["played"]
            report.errors += [f"arena {run.id}: {error}" for error in arena_checks.check_arena(outcome)]
            for id, replay in outcome.tables.items():
                seats = {seat for seat, who in enumerate(replay["seats"]) if who["kind"] == "agent"}
                report.errors += checks.accepted_once(replay["answers"], history.operations[id], seats)
                report.errors += checks.in_order(replay["answers"], [], history.operations[id])
                report.errors += deadline_checks.answered_once(replay["answers"])
        except Exception as error:
            report.errors.append(f"arena {run.id} could not be checked: {error!r}")
    if found:
        ladder = found[0].run.client.call("GET", "/ratings?limit=500", longer=30.0).json()
        report.errors += arena_checks.counted_once([each.shown for each in found], [each.raw for each in found], ladder)
