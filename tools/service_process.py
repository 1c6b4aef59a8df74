"""The whole service as `make run` starts it, in its own data folder, and its processes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from service.launch.embedded import socket_folder
from service.launch.health_check import healthy

ROOT = Path(__file__).resolve().parents[1]
SERVER = "valkey-server"
PARTS = {
    SERVER: 1,
    "workers bots": 2,
    "workers timers": 2,
    "workers agents": 1,
    "workers arenas": 1,
    "workers books": 1,
    "workers clock": 1,
    "wsgi": 3,
}

ANSWER_S = 60.0
"""How long to wait for a response: far longer than any takes on an idle machine."""


class Service:
    """One instance of the service."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.at = f"http://127.0.0.1:{port}"

    def launch(self, log: Path | None = None, **env: str) -> subprocess.Popen[str]:
        """Start it; its stderr is a pipe, or is appended to a `log`."""
        stderr = subprocess.PIPE if log is None else log.open("ab")
        return subprocess.Popen(
            # It ends with its parent, also when that is killed.
            [sys.executable, "-m", "service", "--with-parent"],
            cwd=ROOT,
            # Settings of the person who runs this must not change the service.
            env={name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
            | {"PORT": str(self.port), "FARSHORE_DATA": str(self.data), "FARSHORE_API_WORKERS": "2", **env},
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )

    def start(self, log: Path | None = None, **env: str) -> None:
        """Start it and wait for the welcome message, whose last line mentions Ctrl-C."""
        self.process = self.launch(log, **env)
        self.welcome = ""
        assert self.process.stdout is not None
        while "Ctrl-C" not in self.welcome:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.welcome += line

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(120)

    def call(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        request = urllib.request.Request(
            self.at + path, method=method, data=None if body is None else json.dumps(body).encode()
        )
        request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, None
        except OSError:
            return 0, None

    def healthy(self) -> bool:
        return healthy(self.port)

    def find(self, words: str) -> list[int]:
        """The running processes of this instance whose command line contains these words, oldest first."""
        return [pid for pid, command in tree(self.process.pid).items() if words in command]

    def complete(self) -> bool:
        return {words: len(self.find(words)) for words in PARTS} == PARTS

    def end(self) -> None:
        """Kill it, and wait until all its processes have ended."""
        family = list(tree(self.process.pid))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        assert soon(lambda: not living(family))
        # A killed instance leaves the folder of its socket behind.
        shutil.rmtree(socket_folder(self.data), ignore_errors=True)


def tree(root: int) -> dict[int, str]:
    """The command lines of the running descendants of a process."""
    parents, commands = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(entry.name)] = int(parent)
                commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return {pid: commands[pid] for pid in sorted(family - {root}) if pid in commands}


def living(pids: list[int]) -> list[int]:
    """Those that still run; a zombie has no command line."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def soon(true: Callable[[], bool], seconds: float = 90.0) -> bool:
    """Wait until a condition is true. Return whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
