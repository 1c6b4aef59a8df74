"""The instance lock: before it starts anything, an instance needs exclusive use of its data folder and its port."""

import contextlib
import errno
import fcntl
import os
import socket
import sys
import time
from pathlib import Path

# After an instance is killed, it takes a moment until all of its processes have ended.
PORT_TIMEOUT = 2.0


class StartRefused(RuntimeError):
    """This instance cannot start here; the message says what to do."""


def lock_folder(data: Path, address: str) -> int:
    """Lock the data folder. The lock is released when this process ends, for whatever reason."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        data.chmod(0o700)
        (data / "run").mkdir(exist_ok=True)
        lock = os.open(data / "run" / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StartRefused(f"The data folder {data} cannot be used: {error.strerror}. Set FARSHORE_DATA.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(lock, 200, 0).decode(errors="replace").strip()
        os.close(lock)
        raise StartRefused(
            f"Another Farshore ({holder}) uses the data folder {data.resolve()}. "
            "Stop it, or set FARSHORE_DATA to another folder."
        ) from error
    # The name of the holder is informational; if the disk is full, it is missing.
    with contextlib.suppress(OSError):
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"process {os.getpid()}, {address}\n".encode(), 0)
    return lock


def reserve_port(host: str, port: int) -> socket.socket:
    """Make sure that the port is free, and keep it reserved while the web server restarts.

    The processes of the web server share the port with SO_REUSEPORT, and so would those of a second instance. Binding
    it once without that option detects the other instance.
    """
    deadline = time.monotonic() + PORT_TIMEOUT
    while True:
        try:
            return bound(host, port)
        except socket.gaierror as error:
            raise StartRefused(
                f"FARSHORE_HOST={host!r} is not an address of this machine: {error.strerror}."
            ) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise StartRefused(f"Cannot listen on {host}, port {port}: {error.strerror}. Set PORT.") from error
            if time.monotonic() > deadline:
                raise StartRefused(f"Port {port} is in use by another program. Stop it, or set PORT.") from error
        time.sleep(0.05)


def bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    reserved = socket.socket(family, kind, protocol)
    try:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(address)
    except OSError:
        reserved.close()
        raise
    if sys.platform.startswith("linux"):
        # This socket never listens, so it gets no connections. Our web server can still bind the port, because it also
        # sets SO_REUSEPORT; other programs cannot.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    else:
        reserved.close()
    return reserved
