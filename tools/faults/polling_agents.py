"""The processes of an agent that pulls: each that is killed is followed by another one, with a new diary."""

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

from tests.e2e.running import ROOT

PROCESSES: Final = 2
LOOK_S: Final = 0.2


class Pullers:
    """All processes that work for one agent, side by side."""

    def __init__(self, folder: Path, at: str, seed: int) -> None:
        self.folder = folder
        self.at = at
        self.seed = seed
        self.killed = 0
        self.wrong: list[str] = []
        self._wish: dict[str, str] = {}
        self._count = count(1)
        self._running: list[subprocess.Popen[bytes]] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="pullers", daemon=True)

    def begin(self, token: str, agent: str) -> None:
        """Work for this agent."""
        self._wish = {"at": self.at, "token": token, "agent": agent}
        self._running = [self._start() for _ in range(PROCESSES)]
        self._thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        n = next(self._count)
        wish = {**self._wish, "seed": f"{self.seed}-{n}", "diary": str(self.folder / f"diary-{n}.ndjson")}
        with (self.folder / "pullers.log").open("ab") as log:
            command = [sys.executable, "-m", "tests.faults.pull", json.dumps(wish)]
            return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    def _watch(self) -> None:
        while not self._closing.wait(LOOK_S):
            for place, process in enumerate(self._running):
                if (code := process.poll()) is not None:
                    self.killed += 1
                    if code != -signal.SIGKILL:
                        self.wrong.append(f"a pull agent ended by itself with {code}; see pullers.log")
                    self._running[place] = self._start()

    def pids(self) -> list[int]:
        """Those that live."""
        return [process.pid for process in tuple(self._running) if process.poll() is None]

    def diaries(self) -> list[Path]:
        """What all of them have written, the dead included."""
        return sorted(self.folder.glob("diary-*.ndjson"))

    def close(self) -> None:
        """No more work."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        for process in self._running:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
