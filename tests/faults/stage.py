"""The stage: the whole service as `make run` starts it, with wires that can be cut and a clock that can jump."""

from __future__ import annotations

import contextlib
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from service.launch.embedded import socket_folder
from tests.conftest import free_port
from tests.e2e.running import Service, soon
from tests.faults.jumps import WallClock
from tests.faults.proxy import Proxies
from tests.faults.pullers import Pullers

SETTINGS = {
    "FARSHORE_RATE_LIMITS": "1000",
    "FARSHORE_BOT_SECONDS": "0.05",
    "FARSHORE_AGENT_PRIVATE": "on",
    "FARSHORE_HEARTBEAT": "2",
    # Threads that wait in a paused process are many; the fewer there are, the sooner a web process starts again.
    "FARSHORE_MAX_STREAMS": "96",
}
WORKERS = ("bots", "bells", "clock", "agents", "arenas")
PARTS = {"redis": "redis-server", **{kind: f"workers {kind}" for kind in WORKERS}}


class Stage:
    """One running service and everything that can be done to it. Clients are to use `at`, the way through the wire."""

    def __init__(self, folder: Path, seed: int, port: int = 0, api: int = 0) -> None:
        self.folder = folder
        self.log = folder / "service.log"
        self.clock = WallClock(folder)
        self.service = Service(folder / "data", api or free_port())
        self.wires = Proxies(port or free_port(), self.service.port, socket_folder(self.service.data) / "redis.sock")
        self.at = f"http://127.0.0.1:{self.wires.port}"
        self.pullers = Pullers(folder, self.at, seed)
        self.redis = Redis.from_url(f"unix://{self.wires.behind}", socket_timeout=2, socket_connect_timeout=2)

    def open(self) -> None:
        """Start everything, and let the service talk to its Redis through the wire."""
        self.service.start(self.log, **SETTINGS, **self.clock.env)
        self.wires.slip_in()
        self.redis.client_kill_filter(_type="normal", skipme=True)

    def find(self, part: str) -> list[int]:
        """The processes of a part: `api` is the parent of the `web` processes, `pull` those of an agent outside."""
        if part == "pull":
            return self.pullers.pids()
        if part in PARTS:
            return self.service.find(PARTS[part])
        family = self.service.find("service.launch.wsgi")
        return family[:1] if part == "api" else family[1:]

    def healthy(self) -> bool:
        """Whether every part is there and has been seen lately."""
        return self.service.complete() and self.service.call("GET", "/readyz")[0] == 200

    def heal(self) -> bool:
        """No more faults; whether all parts are there again soon."""
        self.wires.calm()
        return soon(self.healthy, 300)

    def close(self) -> None:
        """End it the hard way."""
        self.pullers.close()
        self.service.end()
        self.wires.close()
        with contextlib.suppress(RedisError):
            self.redis.close()
