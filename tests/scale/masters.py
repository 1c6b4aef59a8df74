"""A Redis Cluster of real masters, each a server of its own with a folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from random import Random

import redis

from service.launch.embedded import EmbeddedRedis
from service.storage import keys
from tests.e2e.running import soon

SLOTS = 16384
BUS = 10_000
"""A master talks to the others on a port so much higher."""


class Master(EmbeddedRedis):
    """One of them."""

    def flags(self) -> list[str]:
        return [
            *super().flags(),
            *("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf"),
            # What the others hold is played on while one is away.
            *("--cluster-node-timeout", "2000", "--cluster-require-full-coverage", "no"),
        ]

    @property
    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)

    def kill(self) -> None:
        """Without a warning."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Masters:
    """The cluster."""

    def __init__(self, data: Path, many: int = 3, durable: bool = True) -> None:
        self.all = [Master(data / f"master-{n}", port=port, durable=durable) for n, port in enumerate(ports(many))]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in self.all)

    def start(self) -> None:
        """Start them, share out the slots, let them meet."""
        for master in self.all:
            master.start()
        for n, master in enumerate(self.all):
            master.wait()
            mine = range(n * SLOTS // len(self.all), (n + 1) * SLOTS // len(self.all))
            master.client.execute_command("CLUSTER ADDSLOTS", *mine)
            master.client.execute_command("CLUSTER SET-CONFIG-EPOCH", n + 1)
            master.client.execute_command("CLUSTER MEET", "127.0.0.1", self.all[0].port)
        assert soon(self.whole), "the cluster does not come together"

    def whole(self) -> bool:
        """Whether each master knows all slots and all others."""
        for master in self.all:
            about: dict[str, str] = master.client.execute_command("CLUSTER INFO")
            known = (about["cluster_state"], about["cluster_slots_ok"], about["cluster_size"])
            if known != ("ok", str(SLOTS), str(len(self.all))):
                return False
        return True

    def of(self, table: str) -> Master:
        """The master that holds a table."""
        slot = int(self.all[0].client.execute_command("CLUSTER KEYSLOT", keys.table(table)))
        return self.all[min(slot * len(self.all) // SLOTS, len(self.all) - 1)]

    def empty(self) -> None:
        for master in self.all:
            master.client.flushall()

    def stop(self) -> None:
        for master in self.all:
            master.stop()


def ports(many: int) -> list[int]:
    """Ports that are free now, as are those of the bus; below those that the system gives away by itself."""
    random, found = Random(os.getpid() ^ time.time_ns()), list[int]()
    while len(found) < many:
        port = random.randrange(12_000, 21_000)
        if port not in found and free(port) and free(port + BUS):
            found.append(port)
    return found


def free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
