"""`python -m tools.scale`: rolling restarts of a deployment on a Redis Cluster while it is played."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tools.scale.redis_cluster import running_cluster
from tools.scale.run import run


def main() -> int:
    """Run, and print what happened; 1 if there are errors."""
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="how often every process is restarted (10)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="farshore-scale-") as folder, running_cluster() as cluster:
        report = run(Path(folder), cluster, rounds, lambda line: print(line, flush=True))
    print(f"tables {dict(sorted(report.tables.items()))}, HTTP statuses {dict(sorted(report.statuses.items()))}")
    print("\n".join(report.errors) or "Nothing was lost.")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
