"""A small disk that becomes full on demand: a file system in memory, which only root may mount."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

MEGABYTE = 1024 * 1024


class SmallDisk:
    """A mounted file system of some megabytes."""

    def __init__(self, path: Path, megabytes: int) -> None:
        self.path = path
        self.megabytes = megabytes
        self.filler = path / "filler"

    @property
    def used(self) -> int:
        disk = os.statvfs(self.path)
        return disk.f_frsize * (disk.f_blocks - disk.f_bfree)

    def resize(self, megabytes: int) -> None:
        self._resize(megabytes * MEGABYTE)

    def squeeze(self) -> bool:
        """Use up all free space. Return whether that was possible."""
        return self._resize(self.used)

    def release(self) -> bool:
        """Free the space again."""
        return self._resize(self.megabytes * MEGABYTE)

    def _resize(self, size: int) -> bool:
        return run("mount", "-o", f"remount,size={size}", str(self.path))

    def fill(self) -> None:
        """Simulate another program that takes all the free space."""
        with self.filler.open("ab", buffering=0) as file:
            for size in (65536, 512):
                while True:
                    try:
                        file.write(b"x" * size)
                    except OSError:
                        break

    def unmount(self) -> None:
        run("umount", "-l", str(self.path))


def mount(path: Path, megabytes: int) -> SmallDisk | None:
    """Mount a file system on this folder; None where that is not permitted."""
    path.mkdir(parents=True, exist_ok=True)
    mounted = run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "farshore", str(path))
    return SmallDisk(path, megabytes) if mounted else None


def run(*command: str) -> bool:
    found = shutil.which(command[0])
    return found is not None and subprocess.run([found, *command[1:]], capture_output=True, check=False).returncode == 0
