"""What an instance must have for itself before anything is started: its data folder and its port."""

import errno
import fcntl
import os
import socket
import sys
import time
from pathlib import Path

# A killed instance needs a moment until the kernel has ended all of its processes.
PATIENCE = 2.0


class Refused(RuntimeError):
    """This instance cannot start here; the message says what to do."""


def claim_folder(data: Path, address: str) -> int:
    """Take the data folder; the lock ends with this process, however it ends."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        (data / "run").mkdir(exist_ok=True)
        lock = os.open(data / "run" / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Refused(f"The data folder {data} cannot be used: {error.strerror}. Set FARSHORE_DATA.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(lock, 200, 0).decode(errors="replace").strip()
        os.close(lock)
        raise Refused(
            f"Another Farshore ({holder}) uses the data folder {data.resolve()}. "
            "Stop it, or set FARSHORE_DATA to another folder."
        ) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"process {os.getpid()}, {address}\n".encode(), 0)
    return lock


def claim_port(host: str, port: int) -> socket.socket:
    """Make sure that the port is free, and keep it ours while the web server restarts.

    The web server's processes share the port by SO_REUSEPORT, and so would those of a second instance: both would
    answer, in turns. Binding once without that option is what finds the other one.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return bound(host, port)
        except socket.gaierror as error:
            raise Refused(f"FARSHORE_HOST={host!r} is not an address of this machine: {error.strerror}.") from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Refused(f"Cannot listen on {host}, port {port}: {error.strerror}. Set PORT.") from error
            if time.monotonic() > deadline:
                raise Refused(f"Port {port} is taken by another program. Stop it, or set PORT.") from error
        time.sleep(0.05)


def bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    claim = socket.socket(family, kind, protocol)
    try:
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claim.bind(address)
    except OSError:
        claim.close()
        raise
    if sys.platform.startswith("linux"):
        # Bound but never listening, this socket gets no connections. It lets in our own web server, which shares,
        # and nobody who does not.
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    else:
        claim.close()
    return claim
