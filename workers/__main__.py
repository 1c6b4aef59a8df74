"""Run one background process:

python -m workers bots     plays the turns of bots, and archives tables
python -m workers timers   fires timers: time-outs and warnings
python -m workers agents   delivers decisions to webhooks
python -m workers arenas   plays arenas at low priority
python -m workers books    reads uploaded books at low priority
python -m workers clock    enqueues jobs when they are due
python -m workers tidy     archives all tables that are due, once
python -m workers ping     exits with 0 if the clock and all workers are alive, anywhere
python -m workers ping bots   exits with 0 if a bot worker is alive on this host (for the health check of a container)
"""

from __future__ import annotations

import contextlib
import os
import sys

from redis.exceptions import RedisError

from service.settings import Settings
from service.storage.connection import OUTAGES, PROBE_S, connect
from service.storage.heartbeats import KINDS, Heartbeats

COMMANDS = (*KINDS, "tidy", "ping")


def main() -> int:
    """Run the process named by the first argument."""
    kind, of = [*sys.argv[1:], "", ""][:2]
    if kind not in COMMANDS or len(sys.argv) > 3 or (of and (kind != "ping" or of not in KINDS)):
        print(__doc__, file=sys.stderr)
        return 2
    if kind == "ping":
        return ping(Settings.load(), of)
    return run(kind)


def run(kind: str) -> int:
    """Run a worker or a clock until it is stopped, or archive tables once."""
    # Imported here, because the health check, which is a separate process, does not need it.
    from service import logs
    from service.archive import retention
    from service.launch.parent_watch import exit_with_parent
    from service.stores import connect_stores, must_have_format
    from workers import jobs, queues
    from workers.clock import Clock

    exit_with_parent()
    # Nobody else on this machine may read the archive.
    os.umask(0o077)
    settings = Settings.load()
    logs.set_up(settings, kind)
    if settings.redis_url is None:
        print("REDIS_URL is not set; `python -m service` starts a Redis and sets it", file=sys.stderr)
        return 2
    with contextlib.suppress(*OUTAGES):
        must_have_format(connect(settings.redis_url))
    match kind:
        case "tidy":
            print(f"{retention.tidy(connect_stores(settings))} tables moved to the archive")
        case "clock":
            Clock(settings).run()
        case _:
            queues.work(kind, settings)
            if kind == queues.AGENTS:
                jobs.dispatcher().close()
    return 0


def ping(settings: Settings, kind: str) -> int:
    """Print who is alive; 0 if nothing is missing."""
    heartbeats = Heartbeats(connect(settings.redis_url or "redis://127.0.0.1", PROBE_S))
    try:
        alive = {kind: int(heartbeats.alive_here(kind))} if kind else heartbeats.alive()
    except RedisError as error:
        print(f"Redis does not respond: {error}")
        return 1
    print(" ".join(f"{name}={count}" for name, count in alive.items()))
    return 0 if all(alive.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
