"""The packages we compare with, installed on first use into `.bench/`, one environment for Python and one for Node.

A package that cannot be installed is listed with the reason; the rest is measured.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.processes import ROOT

AT = ROOT / ".bench"
NODE_PACKAGES = ("boardgame.io@0.50",)
PATIENCE_S = 300


class Missing(Exception):
    """A package is not available on this machine."""


def python(package: str) -> str:
    """The interpreter of an environment that has this package."""
    found = AT / "venv" / "bin" / "python"
    if not found.exists():
        AT.mkdir(exist_ok=True)
        _do([sys.executable, "-m", "venv", str(AT / "venv")])
    known = subprocess.run([found, "-m", "pip", "show", "-q", package], capture_output=True, check=False)
    if known.returncode:
        _do([str(found), "-m", "pip", "install", "-q", "--disable-pip-version-check", package])
    return str(found)


def node() -> Path:
    """A folder in which scripts can require boardgame.io."""
    npm, at = shutil.which("npm"), AT / "npm"
    if npm is None or shutil.which("node") is None:
        raise Missing("there is no node with npm on this machine")
    if not (at / "node_modules" / "boardgame.io").exists():
        at.mkdir(parents=True, exist_ok=True)
        (at / "package.json").write_text('{"name": "peers", "private": true}\n')
        _do([npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", *NODE_PACKAGES], at)
    return at


def _do(command: list[str], at: Path = ROOT) -> None:
    try:
        done = subprocess.run(command, cwd=at, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{Path(command[0]).name} could not be run: {type(error).__name__}") from error
    if done.returncode:
        # The whole output may name a private index; the kind of failure is enough.
        last = next((line for line in reversed(done.stderr.splitlines()) if line.startswith("ERROR:")), "")
        raise Missing(f"{command[-1]} could not be installed{': ' + last[7:120] if '://' not in last else ''}")
