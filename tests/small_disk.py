"""A small disk for tests: a file system in memory, which only root may mount."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A mounted file system of some megabytes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.filler = path / "filler"

    def resize(self, megabytes: int) -> None:
        run("mount", "-o", f"remount,size={megabytes}m", str(self.path))

    def fill(self) -> None:
        """Another program takes all that is left."""
        with self.filler.open("ab", buffering=0) as file:
            for size in (65536, 512):
                while True:
                    try:
                        file.write(b"x" * size)
                    except OSError:
                        break

    def clear(self) -> None:
        self.filler.unlink(missing_ok=True)


@contextmanager
def mounted(megabytes: int) -> Iterator[SmallDisk]:
    """A file system for the duration of a test, which is skipped where mounting is not permitted."""
    folder = Path(tempfile.mkdtemp(prefix="farshore-disk-"))
    try:
        if not run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "farshore-test", str(folder)):
            pytest.skip("a small disk can only be mounted as root on Linux")
        try:
            yield SmallDisk(folder)
        finally:
            run("umount", "-l", str(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(*command: str) -> bool:
    found = shutil.which(command[0])
    return found is not None and subprocess.run([found, *command[1:]], capture_output=True, check=False).returncode == 0
