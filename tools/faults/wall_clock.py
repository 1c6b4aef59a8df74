"""A wall clock for the service that can jump. Needs a C compiler, but no privileges."""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("wall_clock.c")


class WallClock:
    """The wall clock of all processes started with `env`, ahead by `ahead` seconds."""

    def __init__(self, folder: Path) -> None:
        self.ahead = 0.0
        self.library = folder / "wall_clock.so"
        self.file = folder / "wall_clock.offset"
        self.file.write_bytes(bytes(8))
        self.works = self._compile()

    def _compile(self) -> bool:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            return False
        command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(self.library), str(SOURCE), "-ldl"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    @property
    def env(self) -> dict[str, str]:
        """The environment of a process that uses this clock."""
        return {"LD_PRELOAD": str(self.library), "FAULTS_CLOCK": str(self.file)} if self.works else {}

    def jump(self, seconds: float) -> None:
        """Move the clock forward, or back."""
        self.ahead += seconds
        # Eight aligned bytes of a mapping change atomically; write() gives no such guarantee.
        with self.file.open("r+b") as file, mmap.mmap(file.fileno(), 8) as page:
            page[:] = struct.pack("q", round(self.ahead * 1e9))
