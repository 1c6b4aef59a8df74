"""One run: the stage is set, the crowd plays, the plan is carried out, everything heals, and all is checked."""

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
from service.stores import House
from tests.e2e.running import soon
from tests.faults import checks, contests
from tests.faults.crowd import GAMES, Crowd, Played
from tests.faults.hooks import Hook
from tests.faults.injuries import Missed, Undo, injure
from tests.faults.ledger import Ledger, read_diaries
from tests.faults.plan import SORTS, Fault, schedule
from tests.faults.stage import Stage

SILENCE_S: Final = 1.5
MERCY_S: Final = 300.0
HOME_S: Final = 480.0
"""So long after the last fault everything has come to its end, or it is stuck."""


@dataclass
class Wish:
    """What shall happen."""

    seed: int = 7
    faults: int = 1000
    minutes: float = 8.0
    tables: int = 12
    games: tuple[str, ...] = GAMES
    kinds: tuple[str, ...] = tuple(SORTS)
    small: bool = False
    last_call: float = 0.9
    """When so much of the plan is carried out, no more tables are opened."""
    leave_after: float = 90.0
    port: int = 0
    api: int = 0


@dataclass
class Report:
    """What has happened."""

    wish: Wish
    injected: list[Fault] = field(default_factory=list)
    missed: int = 0
    wrong: list[str] = field(default_factory=list)
    tables: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    told: dict[str, int] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    timers: int = 0
    arenas: Counter[str] = field(default_factory=Counter)
    outage: float = 0.0
    jumps: bool = True
    seconds: float = 0.0

    def kinds(self) -> Counter[str]:
        return Counter(f"{fault.kind} {fault.target}" for fault in self.injected)


Say = Callable[[str, Report], None]


def run(wish: Wish, folder: Path, show: Say = lambda line, report: None) -> Report:
    """Carry it out in a folder, which keeps the journal, what the service said and its data."""
    began = time.monotonic()

    def say(line: str, report: Report) -> None:
        with (folder / "journal.txt").open("a") as journal:
            journal.write(f"{time.monotonic() - began:>9.3f}  {line}\n")
        show(line, report)

    report = Report(wish)
    ledger, hook = Ledger(), Hook(wish.seed)
    stage = Stage(folder, wish.seed, wish.port, wish.api)
    report.jumps = stage.clock.works
    say("starting the service", report)
    try:
        stage.open()
        crowd = Crowd(stage.at, ledger, wish.seed, wish.tables, wish.games, wish.small, hook, stage.pullers)
        crowd.start()
        if not soon(lambda: len(crowd.played) >= min(3, wish.tables), MERCY_S):
            report.wrong.append("no table could be opened")
        inject(stage, crowd, ledger, report, say)
        say("healing", report)
        if not stage.heal():
            report.wrong.append("the service did not become healthy again")
        stuck = send_home(stage, crowd, report, say)
        say("checking", report)
        stage.pullers.close()
        read_diaries(stage.pullers.diaries(), ledger)
        check_all(stage, crowd, ledger, stuck, report, say)
        check_arenas(crowd, ledger, report, say)
    finally:
        hook.close()
        stage.close()
    report.wrong += [*ledger.wrong, *stage.pullers.wrong]
    report.told, report.outage = ledger.told(), ledger.outage
    report.counts += ledger.counts
    report.counts["calls of an agent"] = hook.calls
    report.counts["killed processes of an agent that pulls"] = stage.pullers.killed
    report.seconds = time.monotonic() - began
    return report


def inject(stage: Stage, crowd: Crowd, ledger: Ledger, report: Report, say: Say) -> None:
    """Carry out the plan until so many faults have hit somebody, and undo each when its time is over.

    Whoever is down is not hit again: where starting again takes long, as on a busy machine, the plan waits until
    somebody is answered, since faults of a service that is not there would try nothing.
    """
    wish = report.wish
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
        for fault in schedule(wish.seed, wish.faults / (wish.minutes * 60), wish.kinds):
            if len(report.injected) >= wish.faults:
                return
            undo_until(began + fault.at)
            while undoing and time.monotonic() - ledger.heard > SILENCE_S:
                undo_until(undoing[0][0])
            if not soon(lambda: time.monotonic() - ledger.heard < SILENCE_S, MERCY_S):
                report.wrong.append(f"nobody was answered for {MERCY_S:g} s before {fault}")
                return
            began += max(0.0, time.monotonic() - began - fault.at)
            try:
                undo = injure(stage, fault, crowd.running(), crowd.arenas())
            except Missed:
                report.missed += 1
                continue
            if undo is not None:
                heapq.heappush(undoing, (time.monotonic() + fault.lasts, next(order), undo))
            report.injected.append(fault)
            if len(report.injected) >= wish.faults * wish.last_call:
                crowd.closing.set()
            say(str(fault), report)
    finally:
        while undoing:
            undo_until(undoing[0][0])


def send_home(stage: Stage, crowd: Crowd, report: Report, say: Say) -> list[Played]:
    """Let all tables end, and look whether time goes on meanwhile: what is due must happen by itself."""
    say("waiting for the last tables", report)
    house = House(stage.redis)
    overdue: dict[str, str] = {}

    def watch() -> None:
        try:
            for id in crowd.running():
                found = house.tables.load(id)
                if found is None:
                    continue
                for name, wrong in checks.overdue(*found):
                    overdue.setdefault(f"{id} {name}", f"{id}: {wrong}")
        except RedisError:
            return

    stuck = crowd.go_home(report.wish.leave_after + HOME_S, report.wish.leave_after, watch)
    report.wrong += overdue.values()
    for table in stuck:
        report.wrong.append(f"{table.id} ({table.setting}) is stuck: {state(house, stage, table.id)}")
    return stuck


def state(house: House, stage: Stage, id: str) -> str:
    """How a table stands that does not go on."""
    found = house.tables.load(id)
    if found is None:
        return "it is gone"
    table, now = found
    due = [(key, score - now) for key, score in _due(stage, id)]
    return f"{table.status} at version {table.version}, now {now}, opened {table.opened}, due in ms {due}"


def _due(stage: Stage, id: str) -> list[tuple[str, float]]:
    members = [f"{kind}:{id}" for kind in ("turn", "bell")]
    scores = [stage.redis.zscore(keys.due(keys.shard(id)), member) for member in members]
    return [(member, score) for member, score in zip(members, scores, strict=True) if score is not None]


def check_all(stage: Stage, crowd: Crowd, ledger: Ledger, stuck: list[Played], report: Report, say: Say) -> None:
    """Hold every table against the ledger."""
    house = House(stage.redis)
    for n, table in enumerate(crowd.played, 1):
        report.tables[table.setting.game] += 1
        if table in stuck:
            continue
        report.ended[table.people[0].status] += 1
        say(f"checking table {n} of {len(crowd.played)}", report)
        try:
            truth = checks.Truth(table)
            report.timers += sum(answer["by"] == "clock" for answer in truth.answers)
            report.counts["answers of agents"] += sum(
                answer["by"] == "seat" and answer["seat"] in table.agents for answer in truth.answers
            )
            report.counts["fallbacks of agents"] += sum(answer["by"] == "fallback" for answer in truth.answers)
            report.counts["lines that came without their words"] += sum(
                event["type"] == "story" and "told" in event["data"]
                for listener in table.listeners
                for event in listener.events
                if listener.seat is not None
            )
            found = house.tables.load(table.id)
            state = b"" if found is None else found[0].state
            report.wrong += [
                f"{table.id} ({table.setting.game}): {wrong}"
                for wrong in checks.check(truth, ledger.deeds[table.id], crowd.hook.said, state)
            ]
        except Exception as error:
            report.wrong.append(f"{table.id} could not be checked: {error!r}")


def check_arenas(crowd: Crowd, ledger: Ledger, report: Report, say: Say) -> None:
    """Play every arena again, and count them again; hold the tables of agents against what their processes wrote."""
    found: list[contests.Outcome] = []
    for contest in (contest for promoter in crowd.promoters for contest in promoter.contests):
        say(f"checking arena {contest.id}", report)
        try:
            outcome = contests.Outcome(contest)
            found.append(outcome)
            report.arenas["arenas of agents" if contest.outside else "arenas"] += 1
            report.arenas["games of arenas"] += outcome.shown["played"]
            report.wrong += [f"arena {contest.id}: {wrong}" for wrong in contests.check_arena(outcome)]
            for id, replay in outcome.tables.items():
                seats = {seat for seat, who in enumerate(replay["seats"]) if who["kind"] == "agent"}
                report.wrong += checks.accepted_once(replay["answers"], ledger.deeds[id], seats)
                report.wrong += checks.in_order(replay["answers"], [], ledger.deeds[id])
                report.wrong += checks.rung_once(replay["answers"])
        except Exception as error:
            report.wrong.append(f"arena {contest.id} could not be checked: {error!r}")
    if found:
        ladder = found[0].contest.client.call("GET", "/ratings?limit=500", longer=30.0).json()
        report.wrong += contests.counted_once([each.shown for each in found], [each.raw for each in found], ladder)
