"""Cause a fault in the running service, and undo it when its time is over."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Sequence
from random import Random

from redis.exceptions import RedisError

from service.storage import keys
from tools.faults import hostile_books
from tools.faults.schedule import Fault
from tools.faults.service import ServiceUnderTest
from workers import jobs, queues

Undo = Callable[[], bool]
"""Ends a fault. Returns False if it must be retried a moment later."""


class NoTarget(Exception):
    """There was nothing to hit, such as the only process of a part while it is starting."""


def inject(service: ServiceUnderTest, fault: Fault, tables: Sequence[str], arenas: Sequence[str] = ()) -> Undo | None:
    """Cause a fault. Return a function that undoes it when its time is up."""
    match fault.kind:
        case "kill" if fault.target == "supervisor":
            service.kill_supervisor()
        case "kill":
            _send(_process(service, fault), signal.SIGKILL)
        case "pause":
            process = _process(service, fault)
            _send(process, signal.SIGSTOP)
            return lambda: _send(process, signal.SIGCONT)
        case "reset":
            if not service.proxies.reset_connections(fault.target, fault.size, Random(fault.dice)):
                raise NoTarget
        case "swallow" | "truncate" | "refuse" | "delay":
            service.proxies.set(fault.target, fault.kind, fault.lasts, fault.size)
        case "double":
            _double(service, fault, arenas if fault.target == "arena" else tables)
        case "jump":
            if not service.clock.works:
                raise NoTarget
            service.clock.jump(fault.size if fault.target == "forward" else -fault.size)
        case "full":
            if not _limit_memory(service, 1):
                raise NoTarget
            return lambda: _limit_memory(service, 0)
        case "disk":
            if service.disk is None or not service.disk.squeeze():
                raise NoTarget
            return service.disk.release
        case "upload":
            if not hostile_books.send(service.at, fault.target):
                raise NoTarget
    return None


def _process(service: ServiceUnderTest, fault: Fault) -> int:
    found = service.find(fault.target)
    if not found:
        raise NoTarget
    return found[int(fault.dice * len(found))]


def _send(process: int, number: signal.Signals) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)
    return True


def _double(service: ServiceUnderTest, fault: Fault, ids: Sequence[str]) -> None:
    """Queue jobs that are already queued or not due, and make timers due now."""
    if not ids:
        raise NoTarget
    random = Random(fault.dice)
    try:
        queue = queues.queue(jobs.QUEUE_OF_KIND[fault.target], service.redis)
        for id in random.choices(ids, k=round(fault.size)):
            for _ in range(random.randint(1, 3)):
                queue.enqueue(jobs.SERVE, fault.target, result_ttl=0, ttl=30)
            service.redis.zadd(keys.due(keys.shard(id), fault.target), {id: 0}, xx=True)
    except RedisError:
        raise NoTarget from None


def _limit_memory(service: ServiceUnderTest, bytes: int) -> bool:
    try:
        service.redis.config_set("maxmemory", bytes)
    except RedisError:
        return False
    return True
