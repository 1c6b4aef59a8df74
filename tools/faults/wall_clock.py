"""The wall clock of the service, which jumps when it is told to. Needs a C compiler, and no rights."""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("skewed.c")


class WallClock:
    """A clock for all processes that are started with `env`, off by `ahead` seconds."""

    def __init__(self, folder: Path) -> None:
        self.ahead = 0.0
        self.library = folder / "skewed.so"
        self.file = folder / "skew"
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
        """What a process needs to live by this clock."""
        return {"LD_PRELOAD": str(self.library), "FAULTS_CLOCK": str(self.file)} if self.works else {}

    def jump(self, seconds: float) -> None:
        """From now on it is so much later, or earlier."""
        self.ahead += seconds
        # Through the mapping and not by write(): eight aligned bytes change at once for those who look meanwhile.
        with self.file.open("r+b") as file, mmap.mmap(file.fileno(), 8) as page:
            page[:] = struct.pack("q", round(self.ahead * 1e9))
