"""`python -m service`: the whole service on one machine, from Redis to the clock, until Ctrl-C."""

import argparse
import contextlib
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from service import logs
from service.database.engine import Database, DatabaseUnavailable, WrongSchema, database_url
from service.launch import admin
from service.launch.embedded import EmbeddedRedis, RedisUnavailable, default_memory_mb
from service.launch.forked import LINUX, freeze
from service.launch.health_check import healthy
from service.launch.instance_lock import StartRefused, lock_folder, reserve_port
from service.launch.parent_watch import SUPERVISED
from service.launch.supervisor import Part, Stopping, Supervisor
from service.launch.wsgi import GRACE
from service.settings import Settings
from service.storage.connection import connect, responds
from service.storage.format import WrongFormat, check_format

STDOUT, STDERR = 1, 2
ROOT = Path(__file__).resolve().parent.parent
API_COMMAND = [sys.executable, "-m", "service.launch.wsgi"]
START_ATTEMPTS = 3
REDIS_TIMEOUT = DATABASE_TIMEOUT = 10.0


class RedisPart(Part):
    """The embedded Redis as a part; its log is a file in the data folder."""

    def __init__(self, server: EmbeddedRedis) -> None:
        super().__init__("redis", [], {}, stop_timeout=10)
        self.server = server

        self.saved = True
        """After the stop: whether everything that was acknowledged is on disk."""

    def spawn(self) -> subprocess.Popen[bytes]:
        self.server.start()
        if self.server.process is None:
            raise RedisUnavailable("Redis did not start.")
        return self.server.process

    def send(self, number: signal.Signals) -> None:
        if number == signal.SIGTERM:
            self.saved = self.server.has_written()
        super().send(number)


def main() -> int:
    """Run until a signal.

    The exit code is 0 after an orderly stop, 1 if the service cannot start or the last changes cannot be saved, and 2
    for an invalid setting.
    """
    parser = argparse.ArgumentParser(
        prog="python -m service", description="Run the whole service, or `admin` commands; see docs/operating.md."
    )
    parser.add_argument("--with-parent", action="store_true", help="stop when the process that started this one ends")
    # Nobody else on this machine may read the data, nor a backup of it; the parts inherit this.
    os.umask(0o077)
    if sys.argv[1:2] == ["admin"]:
        return admin.main(sys.argv[2:])
    options = parser.parse_args()
    settings = Settings.load()
    supervisor = Supervisor(logger(settings), with_parent=options.with_parent)
    try:
        # Kept in variables until the end: closing them releases the lock and the port.
        lock = lock_folder(settings.data, address(settings))
        port = reserve_port(settings.host, settings.port)
        saved = serve(settings, supervisor)
    except (StartRefused, RedisUnavailable, WrongFormat, WrongSchema) as error:
        write_line(STDERR, f"farshore: {error}")
        return 1
    port.close()
    os.close(lock)
    if not saved:
        write_line(
            STDERR, f"farshore: the last changes could not be written to {settings.data.resolve()} and are lost."
        )
    return 0 if saved else 1


def serve(settings: Settings, supervisor: Supervisor) -> bool:
    """Start all parts, print the address, and run until a stop is requested. Return whether everything was saved."""
    began = time.monotonic()
    supervisor.listen()
    redis: RedisPart | None = None
    try:
        if settings.redis_url is None:
            memory = (settings.redis_memory_mb or default_memory_mb()) * 1024 * 1024
            redis = RedisPart(
                EmbeddedRedis(settings.data, memory=memory, log=lambda line: supervisor.log("warning", line))
            )
            supervisor.start(redis)
            supervisor.until(redis.server.ready, 0.01)
        else:
            supervisor.until(redis_check(settings.redis_url), 0.2)
        redis_url = settings.redis_url or (redis.server.url if redis else "")
        check_format(connect(redis_url))
        supervisor.until(database_check(settings), 0.2)
        env = environment(settings, redis_url)
        run = preload()
        api = Part("api", API_COMMAND, env, GRACE + 3, run and partial(run, "api"))
        supervisor.start(api)
        # The workers start after the API: there is no work before a table can be opened, and starting everything
        # together would be slower.
        supervisor.until(lambda: api_started(settings, api), 0.05)
        supervisor.start(
            *(
                Part(name, worker_command(name), env, settings.bot_seconds + 5, run and partial(run, name))
                for name in worker_names(settings)
            )
        )
        print_welcome(settings, time.monotonic() - began)
        supervisor.run()
    except Stopping:
        pass
    finally:
        supervisor.stop()
        if redis is not None:
            redis.server.stop()
    return redis is None or redis.saved


def preload() -> Callable[[str], int] | None:
    """Load the modules of all parts, so that these are forked from this process; None where a fork is not safe."""
    if not LINUX:
        return None
    from service.launch import wsgi
    from workers import __main__ as workers
    from workers import clock, jobs  # noqa: F401

    wsgi.preload()

    def run(name: str) -> int:
        kind = name.partition("-")[0]
        if kind == "api":
            wsgi.serve(wsgi.APPLICATION)
            return 0
        return workers.run(kind)

    freeze()
    return run


def environment(settings: Settings, redis_url: str) -> dict[str, str]:
    """The environment of the parts."""
    return os.environ | {
        "REDIS_URL": redis_url,
        "QUEUE_REDIS_URL": settings.queue_redis_url or redis_url,
        "FARSHORE_DATA": str(settings.data.resolve()),
        "FARSHORE_DATABASE_URL": database_url(settings),
        "FARSHORE_EMBEDDED": "off" if settings.redis_url else "on",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONUNBUFFERED": "1",
        SUPERVISED: "1",
    }


def worker_names(settings: Settings) -> list[str]:
    # Two timer workers, so that timers fire while one of them does something slow. One clock is enough: it does nothing
    # slow, and the supervisor replaces it immediately.
    return [
        *(f"bots-{n + 1}" for n in range(settings.bot_workers)),
        *(f"agents-{n + 1}" for n in range(settings.agent_workers)),
        *("timers-1", "timers-2", "clock-1", "arenas-1", "books-1"),
    ]


def worker_command(name: str) -> list[str]:
    return [sys.executable, "-m", "workers", name.partition("-")[0]]


def redis_check(redis_url: str) -> Callable[[], bool]:
    """A check that the external Redis responds; it refuses to start after a time-out."""
    began = time.monotonic()

    def ready() -> bool:
        if responds(redis_url):
            return True
        if time.monotonic() - began > REDIS_TIMEOUT:
            parts = urlsplit(redis_url)
            raise StartRefused(f"No Redis responds at REDIS_URL ({parts.hostname or parts.path}).")
        return False

    return ready


def database_check(settings: Settings) -> Callable[[], bool]:
    """A check that migrates the database; it refuses to start if the database does not respond in time."""
    database, began = Database(database_url(settings)), time.monotonic()

    def ready() -> bool:
        try:
            database.migrate()
        except DatabaseUnavailable as error:
            if time.monotonic() - began > DATABASE_TIMEOUT:
                raise StartRefused(f"The database does not respond (FARSHORE_DATABASE_URL): {error}") from error
            return False
        database.close()
        return True

    return ready


def api_started(settings: Settings, api: Part) -> bool:
    """Whether the API responds; refuses the start if the API has exited several times."""
    if api.quick_exits >= START_ATTEMPTS:
        raise StartRefused("The API does not start; see its output above.")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return healthy(settings.port, host)


def address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def print_welcome(settings: Settings, seconds: float) -> None:
    at = address(settings)
    bold, dim, plain = ("\033[1m", "\033[2m", "\033[0m") if coloured(STDOUT) else ("", "", "")
    redis = "REDIS_URL" if settings.redis_url else str(settings.data.resolve())
    write_line(
        STDOUT,
        f"""
  {bold}Farshore{plain} is running at {bold}{at}{plain} {dim}(started in {seconds:.1f} s){plain}

  play   {at}/
  docs   {at}/docs
  data   {redis}
  first  curl -s -X POST {at}/v1/players -H 'content-type: application/json' -d '{{"name":"Ada"}}'

  {dim}Press Ctrl-C to stop; all data is kept.{plain}
""",
    )


def logger(settings: Settings) -> Callable[[str, str], None]:
    """Write lines of the parts to stderr, prefixed with their names; notes of the supervisor only at level info.

    For a log collector every line is JSON: those of the parts as they are, other output in one of ours.
    """
    dim, plain = ("\033[2m", "\033[0m") if coloured(STDERR) else ("", "")
    verbose, as_json = settings.log in ("debug", "info"), settings.log_format == "json"

    def log(who: str, line: str) -> None:
        level = "INFO" if who == "note" else "WARNING"
        if who in ("note", "warning"):
            if who == "note" and not verbose:
                return
            who = "run"
        if not as_json:
            line = f"{dim}{who:>7} |{plain} {line}"
        elif not line.startswith("{"):
            line = logs.JSONLines(who).format(
                logging.makeLogRecord({"name": "supervisor", "levelname": level, "msg": line})
            )
        write_line(STDERR, line)

    return log


def coloured(to: int) -> bool:
    return os.isatty(to) and not os.environ.get("NO_COLOR")


def write_line(to: int, line: str) -> None:
    # Unbuffered, and errors are ignored: if the reader is gone (`make run | head`), the service keeps running.
    with contextlib.suppress(OSError):
        os.write(to, f"{line}\n".encode())


if __name__ == "__main__":
    sys.exit(main())
