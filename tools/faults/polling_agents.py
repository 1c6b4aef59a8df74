"""The processes of a polling agent. A killed one is replaced by another, with a new history file."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from typing import Final

from tools.service_process import ROOT

PROCESSES: Final = 2
LOOK_S: Final = 0.2


class PollingAgents:
    """All processes that work for one agent."""

    def __init__(self, folder: Path, at: str, seed: int) -> None:
        self.folder = folder
        self.at = at
        self.seed = seed
        self.killed = 0
        self.errors: list[str] = []
        self._job: dict[str, str] = {}
        self._count = count(1)
        self._running: list[subprocess.Popen[bytes]] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="polling agents", daemon=True)

    def begin(self, token: str, agent: str) -> None:
        """Start working for this agent."""
        self._job = {"at": self.at, "token": token, "agent": agent}
        self._running = [self._start() for _ in range(PROCESSES)]
        self._thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        n = next(self._count)
        job = {**self._job, "seed": f"{self.seed}-{n}", "history": str(self.folder / f"history-{n}.ndjson")}
        with (self.folder / "polling-agents.log").open("ab") as log:
            command = [sys.executable, "-m", "tools.faults.polling_agent", json.dumps(job)]
            return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    def _watch(self) -> None:
        while not self._closing.wait(LOOK_S):
            for place, process in enumerate(self._running):
                if (code := process.poll()) is not None:
                    self.killed += 1
                    if code != -signal.SIGKILL:
                        self.errors.append(f"a polling agent ended by itself with {code}; see polling-agents.log")
                    self._running[place] = self._start()

    def pids(self) -> list[int]:
        """The running processes."""
        return [process.pid for process in tuple(self._running) if process.poll() is None]

    def history_files(self) -> list[Path]:
        """The history files of all processes, killed ones included."""
        return sorted(self.folder.glob("history-*.ndjson"))

    def close(self) -> None:
        """Stop all processes."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        for process in self._running:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
