"""The service spread out: masters for the tables, a Redis for the queues, API processes on their own ports, workers."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import threading
from pathlib import Path

from service.__main__ import ROOT, api_command, worker_command
from service.launch.embedded import EmbeddedRedis
from service.launch.parent_watch import SUPERVISED, leashed
from service.settings import Settings
from tests.conftest import free_port
from tests.e2e.running import soon
from tests.scale.masters import Masters

START_S = 120.0
WORKERS = ("bots-1", "bots-2", "bells-1", "clock-1")


class Process:
    """One process of the fleet."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], port: int = 0) -> None:
        self.name = name
        self.command = command
        self.env = env
        self.port = port
        self.said: list[str] = []

    def start(self) -> None:
        # Nothing of the fleet outlives the test, however that ends.
        self.process = subprocess.Popen(
            leashed(self.command, on_death=signal.SIGKILL),
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.said += process.stdout

    def stop(self) -> int:
        """Ask it to go, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(START_S)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def healthy(self) -> bool:
        assert self.process.poll() is None, (self.name, self.said[-20:])
        if not self.port:
            return True
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def restart(self) -> None:
        """As an upgrade does: let it finish, start it again, wait until it answers."""
        code = self.stop()
        assert code in (0, -signal.SIGTERM), (self.name, code, self.said[-20:])
        self.start()
        assert soon(self.healthy, START_S), (self.name, self.said[-20:])


class Fleet:
    """All of it."""

    def __init__(self, data: Path, masters: Masters, apis: int = 3, **settings: str) -> None:
        self.masters = masters
        self.queue = EmbeddedRedis(data / "queue", port=free_port())
        env = {name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
        env |= {
            "REDIS_URL": masters.url,
            "QUEUE_REDIS_URL": self.queue.url,
            "FARSHORE_ARCHIVE": str(data / "archive"),
            "FARSHORE_RATE_LIMITS": "off",
            "FARSHORE_BOT_SECONDS": "0.01",
            "FARSHORE_HEARTBEAT": "0.5",
            "PYTHONUNBUFFERED": "1",
            # A web server that is killed takes its processes along.
            SUPERVISED: "1",
            **settings,
        }
        self.env = env
        ports = [free_port() for _ in range(apis)]
        self.apis = [
            Process(f"api-{port}", api_command(Settings(port=port, api_workers=1)), env, port) for port in ports
        ]
        self.workers = [Process(name, worker_command(name), env) for name in WORKERS]

    @property
    def url(self) -> str:
        """All addresses, as the SDK takes them."""
        return ",".join(f"http://127.0.0.1:{api.port}" for api in self.apis)

    def start(self) -> None:
        self.queue.start()
        self.queue.wait()
        for process in (*self.apis, *self.workers):
            process.start()
        for api in self.apis:
            assert soon(api.healthy, START_S), (api.name, api.said[-20:])

    def end(self) -> None:
        for process in (*self.apis, *self.workers):
            process.end()
        self.queue.stop()

    def said(self) -> list[str]:
        """What the processes complained of."""
        return [f"{process.name}: {line}" for process in (*self.apis, *self.workers) for line in process.said]
