"""Run one process beside the API:

python -m workers bots     plays bot turns
python -m workers timers   fires timers: time-outs and warnings
python -m workers agents   asks external agents
python -m workers arenas   plays arenas, with what the machine has to spare
python -m workers clock    takes what is due and hands it to the others
python -m workers tidy     moves to the archive what the current settings want there
python -m workers ping     ends with 0 if clock and workers have been seen lately
"""

from __future__ import annotations

import contextlib
import logging
import sys

from service.archive import retention
from service.launch.parent_watch import exit_with_parent
from service.settings import Settings
from service.storage.connection import OUTAGES, connect
from service.storage.due import Due
from service.stores import connect_stores, must_have_format
from workers import jobs, queues
from workers.clock import Clock

KINDS = ("bots", "timers", "agents", "arenas", "clock", "tidy", "ping")


def main() -> int:
    """Do what the first argument says."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in KINDS:
        print(__doc__, file=sys.stderr)
        return 2
    exit_with_parent()
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
            seen = Due(connect(settings.redis_url)).alive("clock", "bots", "timers", "agents")
            print(" ".join(f"{name}={'alive' if there else 'missing'}" for name, there in seen.items()))
            return 0 if all(seen.values()) else 1
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
