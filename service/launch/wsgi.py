"""`python -m service.launch.wsgi`: the web server (granian), with the same settings for `make run` and for containers.

It builds the application before it forks its worker processes. That is done once instead of in every process, they
share its memory, and a killed process is replaced at once.
"""

import argparse
import contextlib
import gc
import multiprocessing
import os
import resource
import signal
import sys
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from service.launch.parent_watch import exit_with_parent
from service.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

APPLICATION = "service.launch.wsgi:app_with_parent"
# Streams do not end by themselves; a worker process that still has open ones is killed after this time.
GRACE = 3
# Threads of a process for ordinary requests, besides one per stream.
SPARE_THREADS = 32
# An idle connection is closed after so many seconds. If HTTP/2 were served too, that would need a first byte.
IDLE = 15
# The most connections of a process, if the system allows that many; idle ones cost little.
MOST_CONNECTIONS = 8192
# Open files of a process besides its connections: Redis, metrics, locks.
SPARE_FILES = 1500


def main() -> None:
    """Serve the application that is named, or the service."""
    parser = argparse.ArgumentParser(prog="python -m service.launch.wsgi", description="Serve the API.")
    parser.add_argument("application", nargs="?", default=APPLICATION, help="another WSGI application, to compare with")
    serve(parser.parse_args().application)


def serve(application: str, streams_only: bool = False) -> None:
    """Serve until SIGTERM or SIGINT. With `streams_only`, the application is that of `stream_server`."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.errors import FatalError
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    from service import logs

    settings = Settings.load()
    logs.set_up(settings, "api")
    # Nobody else on this machine may read the archive.
    os.umask(0o077)
    raise_file_limit()
    threads = settings.max_streams + SPARE_THREADS
    server = Granian(
        application,
        factory=True,
        interface=Interfaces.RSGI if streams_only else Interfaces.WSGI,
        address=settings.host,
        port=settings.port,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * IDLE),
        websockets=False,
        workers=settings.api_workers,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
        blocking_threads=1 if streams_only else threads,
        # One process may get nearly all connections. Above its backpressure it accepts them but does not serve them.
        backpressure=max(connections(), 4 * threads),
        # It would complain about more processes than cores (see `web_processes`) and so many threads.
        log_level=LogLevels.debug if settings.log == "debug" else LogLevels.error,
        # Its own lines look like all others.
        log_dictconfig={
            "handlers": {},
            "loggers": {name: {"propagate": True} for name in ("_granian", "granian.access")},
        },
    )
    loader = None
    if sys.platform.startswith("linux"):
        # From Python 3.14 on, this is no longer the default.
        multiprocessing.set_start_method("fork")
        preload()
        if application == APPLICATION:
            loader = partial(app_with_parent, build(settings))
        if settings.stop_delay_s:
            server.on_startup(lambda: stop_later(settings.stop_delay_s))
        # Memory from before the fork stays shared until it is written to, as the garbage collector would.
        gc.collect()
        gc.freeze()
    try:
        server.serve(target_loader=loader, wrap_loader=False)
    except FatalError:
        sys.exit(1)


def preload() -> None:
    """Load what every process of the server needs."""
    import service.app  # noqa: F401

    # The rate limiter loads it when it connects.
    with contextlib.suppress(ImportError):
        import valkey  # noqa: F401


def build(settings: Settings) -> "Flask":
    """The application without open connections, which two processes must not share."""
    from service.api.context import EXTENSION
    from service.app import create_app
    from service.storage.connection import disconnect

    app = create_app(settings)
    stores, probe = app.extensions[EXTENSION]["stores"], app.extensions[EXTENSION]["probe"]
    disconnect(stores.redis)
    disconnect(probe.redis)
    stores.database.close()
    return app


def app_with_parent(app: "Flask | None" = None) -> "Flask":
    """The application, in a process that ends when the server that forked it dies; built here if not before."""
    exit_with_parent()
    # Until the worker sets its own handlers it has copies of its parent's, which ignore the signal.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Imported late: without fork this takes a while, and the process must also end if its parent dies meanwhile.
    from service import logs
    from service.api import metrics

    settings = Settings.load()
    logs.set_up(settings, "api")
    app = app or build(settings)
    metrics.processes.start()
    # What is loaded now stays, so the garbage collector need not scan it, which takes 50 ms. Requests leave little
    # cyclic garbage, so it may run less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app


def stop_later(seconds: float) -> None:
    """After SIGTERM health checks fail, but requests are served for so many seconds, so that a proxy sends the next
    ones elsewhere and none meets a closed connection. A second SIGTERM stops at once."""
    from service.api.health import STOPPING

    stop_now: Any = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        if STOPPING[0]:
            stop_now(number, frame)
        STOPPING[0] = 1
        signal.setitimer(signal.ITIMER_REAL, seconds)

    signal.signal(signal.SIGALRM, stop_now)
    signal.signal(signal.SIGTERM, stop)


def connections() -> int:
    """How many connections a process may have, within its limit of open files."""
    return max(256, min(MOST_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES))


def raise_file_limit() -> None:
    """Raise the limit of open files, often 1,024 by default; worker processes inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


if __name__ == "__main__":
    main()
