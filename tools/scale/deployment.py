"""The service on several processes: a Redis Cluster for tables, a Redis for queues, three API servers, workers."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path

from service.__main__ import API_COMMAND, ROOT, worker_command
from service.database.engine import sqlite_url
from service.launch.embedded import EmbeddedRedis
from service.launch.health_check import healthy
from service.launch.parent_watch import SUPERVISED, tied_to_parent
from tools.ports import free_port
from tools.scale.redis_cluster import Cluster
from tools.service_process import soon

START_S = 120.0
WORKERS = ("bots-1", "bots-2", "timers-1", "clock-1")


class Process:
    """One process of the deployment."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], port: int = 0) -> None:
        self.name = name
        self.command = command
        self.env = env
        self.port = port
        self.output: list[str] = []

    def start(self) -> None:
        # No process outlives its parent, however that ends.
        self.process = subprocess.Popen(
            tied_to_parent(self.command, death_signal=signal.SIGKILL),
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.output += process.stdout

    def stop(self) -> int:
        """Stop it with SIGTERM, and wait until it has ended."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(START_S)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def healthy(self) -> bool:
        assert self.process.poll() is None, (self.name, self.output[-20:])
        return not self.port or healthy(self.port)

    def restart(self) -> None:
        """Restart it as an upgrade does: stop, start, wait until it answers."""
        code = self.stop()
        assert code in (0, -signal.SIGTERM), (self.name, code, self.output[-20:])
        self.start()
        assert soon(self.healthy, START_S), (self.name, self.output[-20:])


class Deployment:
    """All processes."""

    def __init__(self, data: Path, cluster: Cluster, apis: int = 3, **settings: str) -> None:
        self.cluster = cluster
        self.queue = EmbeddedRedis(data / "queue", port=free_port())
        env = {name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
        env |= {
            "REDIS_URL": cluster.url,
            "QUEUE_REDIS_URL": self.queue.url,
            "FARSHORE_DATABASE_URL": sqlite_url(data),
            "FARSHORE_RATE_LIMITS": "off",
            "FARSHORE_QUOTA_TABLES": "off/off",
            "FARSHORE_BOT_SECONDS": "0.01",
            "FARSHORE_HEARTBEAT": "0.5",
            "PYTHONUNBUFFERED": "1",
            # The processes of a killed web server end with it.
            SUPERVISED: "1",
            **settings,
        }
        self.env = env
        ports = [free_port() for _ in range(apis)]
        self.apis = [
            Process(f"api-{port}", API_COMMAND, env | {"PORT": str(port), "FARSHORE_API_WORKERS": "1"}, port)
            for port in ports
        ]
        self.workers = [Process(name, worker_command(name), env) for name in WORKERS]

    @property
    def url(self) -> str:
        """All addresses, separated by commas as the SDK takes them."""
        return ",".join(f"http://127.0.0.1:{api.port}" for api in self.apis)

    def start(self) -> None:
        self.queue.start()
        self.queue.wait()
        for process in (*self.apis, *self.workers):
            process.start()
        for api in self.apis:
            assert soon(api.healthy, START_S), (api.name, api.output[-20:])

    def end(self) -> None:
        for process in (*self.apis, *self.workers):
            process.end()
        self.queue.stop()

    def output(self) -> list[str]:
        """The output of all processes."""
        return [f"{process.name}: {line}" for process in (*self.apis, *self.workers) for line in process.output]
