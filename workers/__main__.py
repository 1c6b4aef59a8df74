"""Run one background process:

python -m workers bots     answers for bots, and archives tables
python -m workers timers   fires timers: time-outs and warnings
python -m workers agents   delivers decisions to webhooks
python -m workers arenas   plays arenas at low priority
python -m workers books    reads uploaded books at low priority
python -m workers clock    enqueues jobs when they are due
python -m workers tidy     archives all tables that are due, once
python -m workers ping     exits with 0 if the clock and all workers are alive
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys

from service.archive import retention
from service.launch.parent_watch import exit_with_parent
from service.settings import Settings
from service.storage.connection import OUTAGES, connect
from service.storage.due import Due
from service.stores import connect_stores, must_have_format
from workers import jobs, queues
from workers.clock import Clock

KINDS = ("bots", "timers", "agents", "arenas", "books", "clock", "tidy", "ping")


def main() -> int:
    """Run the process named by the first argument."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in KINDS:
        print(__doc__, file=sys.stderr)
        return 2
    exit_with_parent()
    # Nobody else on this machine may read the archive.
    os.umask(0o077)
    settings = Settings.load()
    logging.basicConfig(level=settings.log.upper(), format=f"{kind} %(levelname)s %(message)s")
    if settings.redis_url is None:
        print("REDIS_URL is not set; `python -m service` starts a Redis and sets it", file=sys.stderr)
        return 2
    if kind != "ping":
        with contextlib.suppress(*OUTAGES):
            must_have_format(connect(settings.redis_url))
    match kind:
        case "ping":
            alive = Due(connect(settings.redis_url)).alive("clock", "bots", "timers", "agents")
            print(" ".join(f"{name}={'alive' if ok else 'missing'}" for name, ok in alive.items()))
            return 0 if all(alive.values()) else 1
        case "tidy":
            print(f"{retention.tidy(connect_stores(settings))} tables moved to the archive")
        case "clock":
            Clock(settings).run()
        case _:
            queues.work(kind, settings)
            if kind == queues.AGENTS:
                jobs.dispatcher().close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
