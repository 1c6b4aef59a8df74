"""Free ports. Nothing else is needed here, so that `.ci/run` can look for PostgreSQL before anything is installed."""

import contextlib
import socket
from random import Random

PORTS = iter(Random().sample(range(11_000, 32_000), 21_000))
"""Ports to try, each once. They are below those that systems give to outgoing connections: one of these could take
the port before the server does, even the connection of a client to a server that restarts. Browsers refuse some ports
below 11000.
"""


def free_port() -> int:
    """A TCP port that is free at this moment."""
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")
