"""What `make run` takes while nobody plays: processes, memory and CPU time."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figures import Claim, Grid, Section
from benchmarks.processes import cpu, family, folder
from benchmarks.run import Run
from service.settings import web_processes
from tools.service_process import Service, soon

SETTLE_S = 10.0
"""The parts have started, and what they do once is done."""

CPU_PERCENT, MEMORY_MB = 0.5, 300.0


def shared_out(pids: Iterable[int]) -> float:
    """The memory of these processes in MB, each shared page divided among those who share it (PSS)."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def measure(run: Run) -> Section:
    """Start it, wait, and measure."""
    seconds = 20.0 if run.quick else 60.0
    with folder("idle") as data:
        service = Service(data, run.port())
        service.start(FARSHORE_API_WORKERS=str(web_processes()))
        try:
            soon(lambda: service.call("GET", "/readyz")[0] == 200)
            time.sleep(SETTLE_S)
            run.say("nobody plays")
            pids = family(service.process.pid)
            before, began = cpu(pids), time.monotonic()
            time.sleep(seconds)
            percent = 100 * (cpu(pids) - before) / (time.monotonic() - began)
            memory = shared_out(pids)
        finally:
            service.end()
    row = [str(len(pids)), f"{memory:.0f}", f"{percent:.2f}"]
    return Section(
        "idle",
        [
            Claim("idle make run: percent of a core", percent, CPU_PERCENT, unit="%"),
            Claim("idle make run: memory (PSS)", memory, MEMORY_MB, unit="MB"),
        ],
        [Grid("While nobody plays", ["processes", "MB (sum of PSS)", "percent of a core"], [row], [])],
        {},
    )
