"""A Redis Cluster of real masters, each a server process with a folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import redis

from service.launch.embedded import EmbeddedRedis
from service.storage import keys
from tools.service_process import soon

SLOTS = 16384
BUS = 10_000
"""The cluster bus uses the port of a master plus this."""


class Master(EmbeddedRedis):
    """One master."""

    def flags(self) -> list[str]:
        return [
            *super().flags(),
            *("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf"),
            # The tables of the other masters stay available while one is down.
            *("--cluster-node-timeout", "2000", "--cluster-require-full-coverage", "no"),
        ]

    @property
    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)

    def kill(self) -> None:
        """SIGKILL."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Cluster:
    """All masters."""

    def __init__(self, data: Path, many: int = 3, durable: bool = True) -> None:
        self.all = [Master(data / f"master-{n}", port=port, durable=durable) for n, port in enumerate(ports(many))]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in self.all)

    def start(self) -> None:
        """Start the masters, assign the slots, and join them to a cluster."""
        for master in self.all:
            master.start()
        for n, master in enumerate(self.all):
            master.wait()
            mine = range(n * SLOTS // len(self.all), (n + 1) * SLOTS // len(self.all))
            master.client.execute_command("CLUSTER ADDSLOTS", *mine)
            master.client.execute_command("CLUSTER SET-CONFIG-EPOCH", n + 1)
            master.client.execute_command("CLUSTER MEET", "127.0.0.1", self.all[0].port)
        assert soon(self.whole), "the cluster does not form"

    def whole(self) -> bool:
        """Whether each master knows all slots and all others."""
        for master in self.all:
            about: dict[str, str] = master.client.execute_command("CLUSTER INFO")
            known = (about["cluster_state"], about["cluster_slots_ok"], about["cluster_size"])
            if known != ("ok", str(SLOTS), str(len(self.all))):
                return False
        return True

    def of(self, table: str) -> Master:
        """The master of a table."""
        slot = int(self.all[0].client.execute_command("CLUSTER KEYSLOT", keys.table(table)))
        return self.all[min(slot * len(self.all) // SLOTS, len(self.all) - 1)]

    def empty(self) -> None:
        for master in self.all:
            master.client.flushall()

    def stop(self) -> None:
        for master in self.all:
            master.stop()


@contextmanager
def running_cluster(durable: bool = True) -> Iterator[Cluster]:
    """A cluster in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="farshore-cluster-") as folder:
        cluster = Cluster(Path(folder), durable=durable)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def ports(many: int) -> list[int]:
    """Free ports whose bus ports are free too, below the range of ephemeral ports."""
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
