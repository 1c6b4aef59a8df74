"""One round of `make scale`: every process is restarted and a master killed while all games are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.games import REGISTRY
from tools.scale.redis_cluster import Cluster
from tools.scale.run import run

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="its processes end with the test on Linux")


@pytest.mark.timeout(900)
def test_no_answer_is_lost_and_no_game_dropped_by_a_rolling_restart_and_a_killed_master(
    cluster: Cluster, tmp_path: Path
) -> None:
    report = run(tmp_path, cluster)

    assert report.errors == []
    assert set(report.tables) == set(REGISTRY)
    assert all(report.tables.values())
