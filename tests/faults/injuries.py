"""Injuries: what the plan says is done to the running service, and undone when its time is over."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from redis.exceptions import RedisError

from service.storage import keys
from tests.faults.plan import Fault
from tests.faults.stage import Stage
from workers import jobs, queues

Undo = Callable[[], bool]
"""Makes it good again; False when it must be tried again a moment later."""


class Missed(Exception):
    """There was nobody to hit, such as the only process of a part that is still starting."""


def injure(stage: Stage, fault: Fault, tables: Sequence[str], arenas: Sequence[str] = ()) -> Undo | None:
    """Do it; what must be done when its time is over."""
    match fault.kind:
        case "kill":
            _send(_victim(stage, fault), signal.SIGKILL)
        case "pause":
            victim = _victim(stage, fault)
            _send(victim, signal.SIGSTOP)
            return lambda: _send(victim, signal.SIGCONT)
        case "reset":
            if not stage.wires.cut(fault.target, fault.size, Random(fault.dice)):
                raise Missed
        case "swallow" | "truncate" | "refuse" | "delay":
            stage.wires.set(fault.target, fault.kind, fault.lasts, fault.size)
        case "double":
            _double(stage, fault, arenas if fault.target == "arena" else tables)
        case "jump":
            if not stage.clock.works:
                raise Missed
            stage.clock.jump(fault.size if fault.target == "forward" else -fault.size)
        case "full":
            if not _limit_memory(stage, 1):
                raise Missed
            return lambda: _limit_memory(stage, 0)
    return None


def _victim(stage: Stage, fault: Fault) -> int:
    found = stage.find(fault.target)
    if not found:
        raise Missed
    return found[int(fault.dice * len(found))]


def _send(victim: int, number: signal.Signals) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(victim, number)
    return True


JOBS: Final = {
    "turn": (queues.BOTS, jobs.TURN),
    "bell": (queues.BELLS, jobs.BELL),
    "agent": (queues.AGENTS, jobs.AGENT),
    "arena": (queues.ARENAS, jobs.ARENA),
}


def _double(stage: Stage, fault: Fault, whose: Sequence[str]) -> None:
    """Send jobs that somebody sent already, or nobody should send now; and ring some wake-ups at once."""
    if not whose:
        raise Missed
    random = Random(fault.dice)
    name, job = JOBS[fault.target]
    try:
        queue = queues.queue(name, stage.redis)
        for id in random.choices(whose, k=round(fault.size)):
            for _ in range(random.randint(1, 3)):
                queue.enqueue(job, id, result_ttl=0, ttl=30)
            stage.redis.zadd(keys.due(keys.shard(id)), {f"{fault.target}:{id}": 0}, xx=True)
    except RedisError:
        raise Missed from None


def _limit_memory(stage: Stage, bytes: int) -> bool:
    try:
        stage.redis.config_set("maxmemory", bytes)
    except RedisError:
        return False
    return True
