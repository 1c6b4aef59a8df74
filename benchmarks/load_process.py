"""Run the load generator in a process of its own, and measure the CPU time of the servers meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import msgspec

from benchmarks.load import Job, LoadResult
from benchmarks.processes import ROOT, cpu

Watched = dict[str, Callable[[], list[int]]]


class LoadFailed(RuntimeError):
    """The load generator did not finish."""


def run_load(job: Job, watch: Watched) -> tuple[LoadResult, dict[str, float]]:
    """The result of the load, and the CPU-seconds of each watched group of processes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.msgpack.encode(job))
        process.stdin.close()
        if process.stdout.readline() != b"ready\n":
            raise LoadFailed("the load did not start")
        pids = {name: group() for name, group in watch.items()}
        before = {name: cpu(group) for name, group in pids.items()}
        raw = process.stdout.read()
        spent = {name: cpu(group) - before[name] for name, group in pids.items()}
    finally:
        process.wait(120)
    seen = msgspec.msgpack.decode(raw, type=LoadResult)
    if seen.failed > len(seen.replies) // 100:
        raise LoadFailed(f"{seen.failed} answers failed beside {len(seen.replies)}: {seen.said}")
    return seen, spent
