"""`python -m service.launch.wsgi`: the web server (granian), with the same settings for `make run` and for containers.

It builds the application once, before it forks its worker processes. They share its memory, and a killed process is
replaced immediately.
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
# Streams do not end on their own, so a worker process that still has open ones is killed after this time.
GRACE = 3
# Threads of a process for ordinary requests, besides one per stream.
SPARE_THREADS = 32
# An idle connection is closed after this many seconds. (If HTTP/2 were enabled, only after its first byte.)
IDLE = 15
# The maximum number of connections of a process, if the system allows it; idle ones cost little.
MOST_CONNECTIONS = 8192
# Open files of a process other than connections of clients: Redis, metrics, locks.
SPARE_FILES = 1500
# The lines of the web server itself are written like all others (`service.logs`), not by handlers of its own.
LOG_LIKE_ALL = {"handlers": {}, "loggers": {name: {"propagate": True} for name in ("_granian", "granian.access")}}


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
        # One process may get nearly all connections. Beyond its backpressure it accepts but does not serve them.
        backpressure=max(connections(), 4 * threads),
        # It would complain about more processes than cores (see `web_processes`) and so many threads.
        log_level=LogLevels.debug if settings.log == "debug" else LogLevels.error,
        log_dictconfig=LOG_LIKE_ALL,
    )
    loader = None
    if sys.platform.startswith("linux"):
        # No longer the default from Python 3.14 on.
        multiprocessing.set_start_method("fork")
        preload()
        if application == APPLICATION:
            loader = partial(app_with_parent, build(settings))
        if settings.stop_delay_s:
            server.on_startup(lambda: stop_later(settings.stop_delay_s))
        # Memory from before the fork stays shared until it is written to; the garbage collector would do that.
        gc.collect()
        gc.freeze()
    try:
        server.serve(target_loader=loader, wrap_loader=False)
    except FatalError:
        sys.exit(1)


def preload() -> None:
    """Load what every process of the server needs."""
    import service.app  # noqa: F401

    # Otherwise the rate limiter would load it when it connects.
    with contextlib.suppress(ImportError):
        import valkey  # noqa: F401


def build(settings: Settings) -> "Flask":
    """The application without open connections, which processes must not share."""
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
    """The application, in a process that ends when the server that forked it dies; built here unless it was before."""
    exit_with_parent()
    # Until the worker sets its own handlers, it has copies of its parent's, which ignore the signal.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Imported late: without a fork this takes a while, and the process must end if its parent dies during that time.
    from service import logs
    from service.api import metrics

    settings = Settings.load()
    logs.set_up(settings, "api")
    app = app or build(settings)
    metrics.processes.start()
    # The modules loaded so far are kept, so the garbage collector need not scan them, which takes 50 ms. Requests leave
    # little cyclic garbage, so it can run less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app


def stop_later(seconds: float) -> None:
    """After SIGTERM, fail health checks but keep serving requests for this many seconds, so that a proxy sends new ones
    elsewhere and none meets a closed connection. A second SIGTERM stops immediately."""
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
