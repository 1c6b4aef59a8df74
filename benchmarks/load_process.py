"""Run the load in a process of its own, and read what it costs the others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import msgspec

from tests.bench.load import Job, Seen
from tests.bench.processes import ROOT, cpu

Watched = dict[str, Callable[[], list[int]]]


class LoadFailed(RuntimeError):
    """The load could not be brought to its end."""


def drive(job: Job, watch: Watched) -> tuple[Seen, dict[str, float]]:
    """What the clients saw, and the CPU-seconds that each of the watched groups spent meanwhile."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.load"],
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
    seen = msgspec.msgpack.decode(raw, type=Seen)
    if seen.failed > len(seen.replies) // 100:
        raise LoadFailed(f"{seen.failed} answers failed beside {len(seen.replies)}: {seen.said}")
    return seen, spent
