"""Repairs the append-only file of the embedded Redis by truncating it after the last complete command.

The server itself truncates an incomplete last command. If the file contains anything else that is not a command, for
example after a disk failure, it refuses to start.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from service.launch.embedded import binary


def repair(folder: Path, yes: bool) -> int:
    """Check the files, and with `yes` truncate the damaged one after copying it. Return 0 if they are intact then."""
    files = files_in_order(folder)
    if not files:
        print(f"There is no append-only file in {folder}.")
        return 1
    for file in files[:-1]:
        good, size = complete_until(file), file.stat().st_size
        if good < size:
            # Everything after it would have to be removed, too.
            print(
                f"{file} is damaged at byte {good:,}, and later files depend on it. Restore a backup.", file=sys.stderr
            )
            return 1
    last = files[-1]
    good, size = complete_until(last), last.stat().st_size
    if good == size:
        print(f"{last} is complete: {size:,} bytes.")
        return 0
    print(f"{last} is damaged: {good:,} of {size:,} bytes are complete commands; {size - good:,} bytes would be lost.")
    if not yes:
        print("Nothing was changed. Add --yes to copy the file and remove the damaged end.")
        return 1
    copy = last.with_name(f"{last.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    shutil.copy2(last, copy)
    with last.open("r+b") as opened:
        opened.truncate(good)
    print(f"Done. The damaged file was saved as {copy}; delete it when you no longer need it.")
    return 0


def files_in_order(folder: Path) -> list[Path]:
    """The files with commands in the order in which the server reads them, according to its manifest."""
    manifests = list(folder.glob("appendonlydir/*.manifest"))
    if not manifests:
        single = folder / "appendonly.aof"
        return [single] if single.exists() else []
    found = []
    for line in manifests[0].read_text().splitlines():
        words = line.split()
        entry = dict(zip(words[::2], words[1::2], strict=False))
        # The base file may be a snapshot; history files are not read.
        if entry.get("type") in ("b", "i") and entry.get("file", "").endswith(".aof"):
            found.append(manifests[0].parent / entry["file"])
    return [file for file in found if file.exists()]


def complete_until(file: Path) -> int:
    """The number of bytes up to the end of the last complete command; a transaction counts as one command."""
    # The server is also this program, if it is started under its name.
    check = ["valkey-check-aof", str(file)]
    output = subprocess.run(check, executable=binary(), capture_output=True, check=False).stdout  # noqa: S603
    found = re.search(rb"ok_up_to=(\d+)", output)
    return int(found[1]) if found else 0
