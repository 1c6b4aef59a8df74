"""`python -m service`: the whole of Farshore on one machine, from Redis to the clock, until Ctrl-C."""

import argparse
import contextlib
import http.client
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from service.launch.embedded import EmbeddedRedis, RedisUnavailable
from service.launch.instance_lock import Refused, claim_folder, claim_port
from service.launch.parent_watch import SUPERVISED
from service.launch.supervisor import Part, Stopping, Supervisor
from service.settings import Settings
from service.storage.connection import answers, connect
from service.storage.format import WrongFormat, check_format

STDOUT, STDERR = 1, 2
ROOT = Path(__file__).resolve().parent.parent
# Open streams never end by themselves; a web worker that still has some is killed after this time.
GRACE = 3
# Besides one thread per stream, so many ordinary requests may be under way in a web process.
SPARE_THREADS = 32
# A connection that asks nothing is closed after so many seconds; where HTTP/2 is served too, not before its first byte.
IDLE = 15
# A web process keeps so many connections, if the system lets it; they cost little while they ask nothing.
MOST_CONNECTIONS = 8192
# Besides connections a process has files open: Redis, metrics, what its threads wait on.
SPARE_FILES = 1500
START_ATTEMPTS = 3
REDIS_PATIENCE = 10.0


class RedisPart(Part):
    """The embedded Redis among the other parts; it keeps its own log in the data folder."""

    def __init__(self, server: EmbeddedRedis) -> None:
        super().__init__("redis", [], {}, patience=10)
        self.server = server

    def spawn(self) -> subprocess.Popen[bytes]:
        self.server.start()
        if self.server.process is None:
            raise RedisUnavailable("Redis did not start.")
        return self.server.process


def main() -> int:
    """Run until a signal; 0 after an ordered stop, 1 if the service cannot start, 2 for a wrong setting."""
    parser = argparse.ArgumentParser(
        prog="python -m service", description="Run the whole service; see docs/operating.md."
    )
    parser.add_argument("--with-parent", action="store_true", help="stop when the process that started this one ends")
    options = parser.parse_args()
    settings = Settings.load()
    supervisor = Supervisor(logger(settings), with_parent=options.with_parent)
    try:
        # Held in names until the end: the lock and the port are given back when they are closed.
        lock = claim_folder(settings.data, address(settings))
        port = claim_port(settings.host, settings.port)
        serve(settings, supervisor)
    except (Refused, RedisUnavailable, WrongFormat) as error:
        say(STDERR, f"farshore: {error}")
        return 1
    port.close()
    os.close(lock)
    return 0


def serve(settings: Settings, supervisor: Supervisor) -> None:
    """Start every part, say where it is, and stay until the end."""
    began = time.monotonic()
    supervisor.listen()
    more_files()
    server: EmbeddedRedis | None = None
    try:
        if settings.redis_url is None:
            server = EmbeddedRedis(settings.data)
            supervisor.start(RedisPart(server))
            supervisor.until(server.ready, 0.01)
        else:
            supervisor.until(deadline(settings.redis_url), 0.2)
        redis_url = settings.redis_url or (server.url if server else "")
        check_format(connect(redis_url))
        env = environment(settings, redis_url)
        api = Part("api", api_command(settings), env, patience=GRACE + 3)
        supervisor.start(api)
        # The workers come second: nobody needs them before somebody could open a table, and all at once they would
        # only keep each other waiting.
        supervisor.until(lambda: healthy(settings, api), 0.05)
        supervisor.start(
            *(Part(name, worker_command(name), env, settings.bot_seconds + 5) for name in workers(settings))
        )
        welcome(settings, time.monotonic() - began)
        supervisor.run()
    except Stopping:
        pass
    finally:
        supervisor.stop()
        if server is not None:
            server.stop()


def environment(settings: Settings, redis_url: str) -> dict[str, str]:
    """What the parts find in their environment besides what the user has set."""
    metrics = settings.data.resolve() / "run" / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir(parents=True)
    return os.environ | {
        "REDIS_URL": redis_url,
        "QUEUE_REDIS_URL": settings.queue_redis_url or redis_url,
        "FARSHORE_DATA": str(settings.data.resolve()),
        # A Redis of somebody else may be used from several machines, which then must share a folder: not by default.
        "FARSHORE_ARCHIVE": os.environ.get("FARSHORE_ARCHIVE") or archive(settings),
        "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONUNBUFFERED": "1",
        SUPERVISED: "1",
    }


def archive(settings: Settings) -> str:
    """Where finished tables go if nobody says."""
    return "redis" if settings.redis_url else str(settings.data.resolve() / "archive")


def api_command(settings: Settings) -> list[str]:
    # Below `error` the server only warns that it has more threads than cores; streams need them.
    level = "error" if settings.log == "warning" else settings.log
    threads = settings.max_streams + SPARE_THREADS
    # One process may take nearly all connections. Above its backpressure it still accepts them, but serves none.
    return [
        *(sys.executable, "-m", "service.launch.wsgi", "--interface", "wsgi", "--factory", "--no-ws", "--http", "1"),
        *("--host", settings.host, "--port", str(settings.port)),
        *("--workers", str(settings.api_workers), "--respawn-failed-workers"),
        *("--blocking-threads", str(threads), "--backpressure", str(max(connections(), 4 * threads))),
        *("--http1-header-read-timeout", str(1000 * IDLE)),
        *("--workers-kill-timeout", str(GRACE), "--log-level", level),
        "service.launch.wsgi:guarded_app",
    ]


def connections() -> int:
    """How many connections a web process may hold: what it cannot open it must not accept."""
    return max(256, min(MOST_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES))


def more_files() -> None:
    """Many systems give a process 1,024 files unless it asks for more; the parts inherit what is asked for here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def workers(settings: Settings) -> list[str]:
    # Two of those that keep the time: while one that was killed starts again, the other rings.
    return [
        *(f"bots-{n + 1}" for n in range(settings.bot_workers)),
        *(f"agents-{n + 1}" for n in range(settings.agent_workers)),
        *("timers-1", "timers-2", "clock-1", "clock-2"),
        "arenas-1",
    ]


def worker_command(name: str) -> list[str]:
    return [sys.executable, "-m", "workers", name.partition("-")[0]]


def deadline(redis_url: str) -> Callable[[], bool]:
    """Whether the given Redis answers; after a while without an answer the start is refused."""
    began = time.monotonic()

    def ready() -> bool:
        if answers(redis_url):
            return True
        if time.monotonic() - began > REDIS_PATIENCE:
            parts = urlsplit(redis_url)
            raise Refused(f"No Redis answers at REDIS_URL ({parts.hostname or parts.path}).")
        return False

    return ready


def healthy(settings: Settings, api: Part) -> bool:
    """Whether the API answers; if it dies again and again before it ever did, there is no use in waiting."""
    if api.short_lives >= START_ATTEMPTS:
        raise Refused("The API does not start; what it said is above.")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, settings.port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def welcome(settings: Settings, seconds: float) -> None:
    at = address(settings)
    bold, dim, plain = ("\033[1m", "\033[2m", "\033[0m") if coloured(STDOUT) else ("", "", "")
    redis = "REDIS_URL" if settings.redis_url else str(settings.data.resolve())
    say(
        STDOUT,
        f"""
  {bold}Farshore{plain} is open at {bold}{at}{plain} {dim}(after {seconds:.1f} s){plain}

  docs   {at}/docs
  data   {redis}
  first  curl -s -X POST {at}/v1/players -H 'content-type: application/json' -d '{{"name":"Ada"}}'

  {dim}Ctrl-C stops it; nothing is lost.{plain}
""",
    )


def logger(settings: Settings) -> Callable[[str, str], None]:
    """Lines of the parts go to stderr with their name in front; the supervisor's small notes only on request."""
    dim, plain = ("\033[2m", "\033[0m") if coloured(STDERR) else ("", "")
    chatty = settings.log in ("debug", "info")

    def log(who: str, line: str) -> None:
        if who in ("note", "warning"):
            if who == "note" and not chatty:
                return
            who = "run"
        say(STDERR, f"{dim}{who:>7} |{plain} {line}")

    return log


def coloured(to: int) -> bool:
    return os.isatty(to) and not os.environ.get("NO_COLOR")


def say(to: int, line: str) -> None:
    # Written without a buffer, since whoever read our words may have gone (`make run | head`) and the service stays.
    with contextlib.suppress(OSError):
        os.write(to, f"{line}\n".encode())


if __name__ == "__main__":
    sys.exit(main())
