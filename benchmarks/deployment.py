"""The processes of docker-compose.yml, started by hand on this machine: two of each kind, and two Redis servers."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from benchmarks.processes import ROOT, START_S, accepts, cpu, family, wait_for
from service.__main__ import API_COMMAND, worker_command
from service.database.engine import sqlite_url
from service.launch.embedded import binary
from service.launch.health_check import healthy
from service.launch.parent_watch import SUPERVISED, tied_to_parent
from tools.ports import free_port

DURABLE = ("--appendonly", "yes", "--appendfsync", "always")
"""The Redis of the tables, as in docker-compose.yml."""
TRANSIENT = ("--appendonly", "no")
"""The Redis of the queues."""
WORKERS = ("bots", "timers", "clock")
KINDS = ("api", *WORKERS, "redis", "queue")


class Deployment:
    """Its processes by kind."""

    def __init__(self, redis_url: str, apis: list[int]) -> None:
        self.redis_url = redis_url
        self.apis = apis
        self.processes: dict[str, list[subprocess.Popen[bytes]]] = {}

    def cpu(self) -> dict[str, float]:
        """The CPU-seconds that each kind of process has used so far."""
        return {
            kind: sum(cpu(family(process.pid)) for process in processes) for kind, processes in self.processes.items()
        }

    def start(self, kind: str, command: list[str], env: dict[str, str]) -> None:
        process = subprocess.Popen(
            tied_to_parent(command, death_signal=signal.SIGKILL),
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("BENCH_OUTPUT") else subprocess.DEVNULL,
        )
        self.processes.setdefault(kind, []).append(process)

    def stop(self) -> None:
        for kind in reversed(self.processes):
            for process in self.processes[kind]:
                process.terminate()
            for process in self.processes[kind]:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(15)
                process.kill()
                process.wait()


@contextmanager
def deployed(data: Path, count: int = 2, shared: bool = False, **settings: str) -> Iterator[Deployment]:
    """So many processes of each kind; with `shared` one Redis serves tables and queues."""
    table_port, queue_port = free_port(), free_port()
    found = Deployment(f"redis://127.0.0.1:{table_port}/0", [free_port() for _ in range(count)])
    env = {name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
    env |= {
        "REDIS_URL": found.redis_url,
        "QUEUE_REDIS_URL": found.redis_url if shared else f"redis://127.0.0.1:{queue_port}/0",
        "FARSHORE_DATABASE_URL": sqlite_url(data),
        "FARSHORE_RATE_LIMITS": "off",
        "FARSHORE_QUOTA_TABLES": "off/off",
        "FARSHORE_QUOTA_STREAMS": "off/off",
        "FARSHORE_API_WORKERS": "1",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}",
        SUPERVISED: "1",
        **settings,
    }
    with ExitStack() as stack:
        stack.callback(found.stop)
        for kind, port, flags in (("redis", table_port, DURABLE), ("queue", queue_port, TRANSIENT)):
            folder = data / kind
            folder.mkdir()
            server = [str(binary()), "--port", str(port), "--dir", str(folder), "--save", "", *flags]
            found.start(kind, server, env)
            wait_for(lambda port=port: accepts(port))  # type: ignore[misc]
        for port in found.apis:
            found.start("api", API_COMMAND, env | {"PORT": str(port)})
        for kind in WORKERS:
            for _ in range(count):
                found.start(kind, worker_command(f"{kind}-1"), env)
        wait_for(lambda: all(map(healthy, found.apis)), START_S)
        # The workers import everything first.
        time.sleep(3.0)
        yield found
