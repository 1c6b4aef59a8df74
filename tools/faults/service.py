"""The service as `make run` starts it, behind proxies that can fail and with a wall clock that can jump."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from service.launch.embedded import socket_folder
from tools.faults.polling_agents import PollingAgents
from tools.faults.proxy import Proxies
from tools.faults.wall_clock import WallClock
from tools.ports import free_port
from tools.service_process import SERVER, Service, living, soon, tree
from tools.small_disk import mount

SETTINGS = {
    "FARSHORE_RATE_LIMITS": "1000",
    "FARSHORE_QUOTA_TABLES": "off/off",
    "FARSHORE_QUOTA_ARENAS": "off/off",
    "FARSHORE_BOT_SECONDS": "0.05",
    "FARSHORE_AGENT_PRIVATE": "on",
    "FARSHORE_HEARTBEAT": "2",
    # Fewer stream threads let a killed web process restart sooner.
    "FARSHORE_MAX_STREAMS": "96",
}
WORKERS = ("bots", "timers", "clock", "agents", "arenas", "books")
DISK_MB = 2048
PARTS = {"redis": SERVER, **{kind: f"workers {kind}" for kind in WORKERS}}


class ServiceUnderTest:
    """One running service and its proxies. Clients use `at`, the address of the proxy."""

    def __init__(self, folder: Path, seed: int, port: int = 0, api: int = 0) -> None:
        self.folder = folder
        self.log = folder / "service.log"
        self.clock = WallClock(folder)
        self.service = Service(folder / "data", api or free_port())
        self.disk = mount(self.service.data, DISK_MB)
        """The disk of the data folder; None if none may be mounted."""
        self.proxies = Proxies(port or free_port(), self.service.port, socket_folder(self.service.data) / "redis.sock")
        self.at = f"http://127.0.0.1:{self.proxies.port}"
        self.polling_agents = PollingAgents(folder, self.at, seed)
        self.redis = Redis.from_url(f"unix://{self.proxies.real_socket}", socket_timeout=2, socket_connect_timeout=2)

    def open(self) -> None:
        """Start everything, and put the proxy between the service and its Redis."""
        self.service.start(self.log, **SETTINGS, **self.clock.env)
        self.proxies.intercept_redis()
        self.redis.client_kill_filter(_type="normal", skipme=True)

    def kill_supervisor(self) -> None:
        """Kill the supervisor alone; once all its parts have ended, which they must by themselves, start it again."""
        family = list(tree(self.service.process.pid))
        os.kill(self.service.process.pid, signal.SIGKILL)
        self.service.process.wait()
        if not soon(lambda: not living(family)):
            raise AssertionError(f"processes outlived their supervisor: {living(family)}")
        self.service.start(self.log, **SETTINGS, **self.clock.env)

    def find(self, part: str) -> list[int]:
        """The processes of a part: `api` is the parent of the `web` processes, `polling` are those of the agent."""
        if part == "polling":
            return self.polling_agents.pids()
        if part in PARTS:
            return self.service.find(PARTS[part])
        processes = self.service.find("wsgi")
        return processes[:1] if part == "api" else processes[1:]

    def healthy(self) -> bool:
        """Whether every part runs and reports itself ready."""
        return self.service.complete() and self.service.call("GET", "/readyz")[0] == 200

    def recover(self) -> bool:
        """Stop all faults. Return whether every part becomes healthy again."""
        self.proxies.clear()
        return soon(self.healthy, 300)

    def close(self) -> None:
        """Kill everything."""
        self.polling_agents.close()
        self.service.end()
        self.proxies.close()
        if self.disk is not None:
            self.disk.unmount()
        with contextlib.suppress(RedisError):
            self.redis.close()
