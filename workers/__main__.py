"""Run one process beside the API:

python -m workers bots     plays bot turns
python -m workers bells    rings bells: time-outs and warnings
python -m workers agents   asks agents that think outside the house
python -m workers arenas   plays arenas, with what the machine has to spare
python -m workers clock    takes what is due and hands it to the others
python -m workers tidy     moves to the archive at once what should be there by the settings of now
python -m workers ping     ends with 0 if clock and workers have been seen lately
"""

from __future__ import annotations

import logging
import sys

from service.archive import retention
from service.launch.parent_watch import guard
from service.settings import Settings
from service.storage.connection import connect
from service.storage.due import Deadlines
from service.stores import furnished
from workers import jobs, queues
from workers.clock import Clock

KINDS = ("bots", "bells", "agents", "arenas", "clock", "tidy", "ping")


def main() -> int:
    """Do what the first argument says."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in KINDS:
        print(__doc__, file=sys.stderr)
        return 2
    guard()
    settings = Settings.load()
    logging.basicConfig(level=settings.log.upper(), format=f"{kind} %(levelname)s %(message)s")
    if settings.redis_url is None:
        print("REDIS_URL is not set; `python -m service` starts a Redis and sets it", file=sys.stderr)
        return 2
    match kind:
        case "ping":
            seen = Deadlines(connect(settings.redis_url)).alive("clock", "bots", "bells", "agents")
            print(" ".join(f"{name}={'alive' if there else 'missing'}" for name, there in seen.items()))
            return 0 if all(seen.values()) else 1
        case "tidy":
            print(f"{retention.tidy(furnished(settings))} tables moved to the archive")
        case "clock":
            Clock(settings).run()
        case _:
            queues.work(kind, settings)
            if kind == queues.AGENTS:
                jobs.desk().close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
