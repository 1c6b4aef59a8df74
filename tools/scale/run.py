"""One run: for some rounds, restart every process and kill a master while all games are played; then compare."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from service.database.engine import Database
from service.games import REGISTRY
from service.storage import keys
from service.storage.connection import connect
from service.stores import build
from tools.scale.clients import Group
from tools.scale.deployment import Deployment
from tools.scale.redis_cluster import Cluster
from tools.service_process import soon

FINISH_S: Final = 240.0
"""What has not ended this long after the last restart is stuck."""
DOWN_S: Final = 0.3
"""How long a killed master stays down."""


@dataclass
class Report:
    """What happened: finished tables by game, HTTP statuses, and errors."""

    tables: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


def run(folder: Path, cluster: Cluster, rounds: int = 1, log: Callable[[str], None] = lambda line: None) -> Report:
    """Start a deployment on the cluster, restart it while it is played, and check every finished table."""
    cluster.empty()
    # Tables are archived a second after their end, so that archiving happens during the run.
    deployment = Deployment(folder, cluster, FARSHORE_ARCHIVE_AFTER="1")
    try:
        deployment.start()
        stopping = threading.Event()
        groups = [Group(deployment.url, game, stopping) for game in REGISTRY]
        for group in groups:
            group.start()
        for n in range(rounds):
            restart_all(deployment, cluster, n, log)
        stopping.set()
        return check(deployment, groups)
    finally:
        deployment.end()


def restart_all(deployment: Deployment, cluster: Cluster, n: int, log: Callable[[str], None]) -> None:
    """Restart one process after another, then kill a master."""
    for process in (*deployment.apis, *deployment.workers):
        log(f"round {n + 1}: restarting {process.name}")
        process.restart()
    master = cluster.all[(n + 1) % len(cluster.all)]
    log(f"round {n + 1}: killing the master at port {master.port}")
    master.kill()
    time.sleep(DOWN_S)
    master.start()


def check(deployment: Deployment, groups: list[Group]) -> Report:
    """Wait until all games have ended and are archived, and compare every replay with what was played."""
    report = Report()
    for group in groups:
        group.join(FINISH_S)
        report.tables[group.game] += len(group.played)
        report.statuses += group.statuses()
        report.errors += group.errors
        if group.is_alive():
            report.errors.append(f"{group.game}: a table did not end")
    # A client retries a 503; any other 5xx is an error of the service.
    for status in {status for status in report.statuses if status >= 500} - {503}:
        report.errors.append(f"status {status} was received {report.statuses[status]} times")
    if not soon(deployment.cluster.whole):
        report.errors.append("the cluster is not complete again")
    played = {id: digest for group in groups for id, digest in group.played.items()}
    stores = build(connect(deployment.cluster.url), Database(deployment.env["FARSHORE_DATABASE_URL"]))
    if not soon(lambda: stores.archive.records.totals()[0] >= len(played), FINISH_S):
        report.errors.append(f"only {stores.archive.records.totals()[0]} of {len(played)} tables were archived")
    elif stores.redis.exists(keys.table(min(played))):
        report.errors.append(f"{min(played)} is archived and still in Redis")
    tables = groups[0].players[0].client.tables
    for id, digest in played.items():
        if tables.get(id).replay()["digest"] != digest:
            report.errors.append(f"{id}: the replay has changed")
    if report.errors:
        report.errors += deployment.output()
    return report
