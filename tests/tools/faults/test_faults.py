"""A short run of faults. `make faults` is the long one; FAULT_SEED and FAULTS change this one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.faults.run import RunOptions, run

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process tree from /proc")

SEED = int(os.environ.get("FAULT_SEED", "7"))
FAULTS = int(os.environ.get("FAULTS", "60"))


@pytest.mark.timeout(900)
def test_nothing_accepted_is_lost_and_no_table_is_stuck_after_faults(tmp_path: Path) -> None:
    pace = {"minutes": FAULTS / 150, "small": True, "open_until": 0.3, "leave_after": 2.0}
    options = RunOptions(seed=SEED, faults=FAULTS, tables=6, **pace)

    report = run(options, tmp_path)

    assert report.errors == [], [str(fault) for fault in report.injected]
    assert len(report.injected) == FAULTS
    assert report.operations["accepted"] > 100
    assert report.counts["questions polled"] > 0
    assert report.arenas["games of arenas"] > 0
