"""Disk space for the append-only file, reserved in advance, so that everything that is acknowledged can be written.

Redis replies even if an append has failed, unless it syncs after every write. Therefore the file always owns blocks
beyond its end (`fallocate` with KEEP_SIZE), which nothing else can take. When they can no longer be replenished, Redis
is told to refuse writes while most of them are still left. Reads continue, and writes as soon as there is space.
"""

import contextlib
import ctypes
import errno
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

KEEP_SIZE = 1
# More than is written between two checks, and more than the largest single write except uploads.
MOST_RESERVED = 32 * 1024 * 1024
WATCH_SECONDS = 0.05
# The interval while almost nothing is written and there is much more space than the reserve.
WATCH_IDLE_SECONDS = 0.5
IDLE_BYTES = 256 * 1024
TELL_SECONDS = 5.0
# The interval when the disk is nearly full.
WATCH_CLOSELY_SECONDS = 0.01
# The append-only file is rewritten when it has doubled since the last time and has at least this size.
REWRITE_FROM = 64 * 1024 * 1024


class Reserve:
    """The blocks beyond the end of the append-only file in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.full = False
        self.size = 0
        """The length of the file at the last check."""
        self.plenty = False
        """Whether there was much more space than the reserve at the last check."""

    def file(self) -> Path | None:
        """The file that Redis appends to; None before its first start."""
        found = [path for path in append_only_files(self.folder) if path.name.endswith(".incr.aof")]
        return max(found, key=lambda path: int(path.name.split(".")[-3]), default=None)

    def renew(self) -> bool | None:
        """Replenish the reserve. Return whether Redis can keep writing; None while there is no file."""
        disk, file = os.statvfs(self.folder), self.file()
        if file is None:
            return None
        wanted, status = _wanted(disk), file.stat()
        self.size, left = status.st_size, status.st_blocks * 512 - status.st_size
        if left < wanted * 7 // 8 or self.full:
            with contextlib.suppress(OSError):
                allocate(file, wanted)
                # Not what the file owns now: a large write at this moment does not mean that the disk is full.
                left = wanted
            disk = os.statvfs(self.folder)
        free = _free(disk)
        self.plenty = free >= 4 * wanted
        # Once it is full, more space is required, so that the state does not change with every write.
        least_left, least_free = (wanted, wanted) if self.full else (wanted * 3 // 4, wanted // 2)
        self.full = left < least_left or free < least_free
        return not self.full

    def rewrite_due(self) -> bool:
        """Whether to rewrite the append-only file: it has grown, and there is space for both versions."""
        sizes = {path: path.stat().st_size for path in append_only_files(self.folder)}
        written = sum(size for path, size in sizes.items() if ".incr." in path.name)
        total = sum(sizes.values())
        return written > max(REWRITE_FROM, total - written) and _free(os.statvfs(self.folder)) > total + MOST_RESERVED


def _wanted(disk: os.statvfs_result) -> int:
    """How many bytes to reserve: a fixed number, but at most a quarter of a small file system."""
    return min(MOST_RESERVED, disk.f_frsize * disk.f_blocks // 4)


def _free(disk: os.statvfs_result) -> int:
    """The free bytes on the disk."""
    return disk.f_frsize * disk.f_bavail


def append_only_files(folder: Path) -> list[Path]:
    """The append-only files in this folder. Called several times a second, so without `pathlib`, which is slower."""
    try:
        with os.scandir(folder / "appendonlydir") as entries:
            return [Path(entry.path) for entry in entries if entry.name.endswith(".aof")]
    except FileNotFoundError:
        return []


def allocate(file: Path, size: int) -> None:
    """Reserve this many bytes beyond the end of a file."""
    handle = os.open(file, os.O_WRONLY)
    try:
        end = ctypes.c_long(os.fstat(handle).st_size)
        libc = ctypes.CDLL(None, use_errno=True)
        while libc.fallocate(handle, KEEP_SIZE, end, ctypes.c_long(size)) != 0:
            number = ctypes.get_errno()
            # Interrupted by a signal, which does not mean that there is no space.
            if number != errno.EINTR:
                raise OSError(number, os.strerror(number))
    finally:
        os.close(handle)


def can_reserve(folder: Path) -> bool:
    """Whether this file system can reserve blocks."""
    if not sys.platform.startswith("linux"):
        return False
    probe = folder / "reserve-probe"
    try:
        probe.touch()
        allocate(probe, 4096)
    except OSError as error:
        return error.errno == errno.ENOSPC
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
    return True


def watch(
    reserve: Reserve, stopped: threading.Event, tell: Callable[[bool], bool], rewrite: Callable[[], None]
) -> None:
    """Keep renewing the reserve, and tell Redis whenever writes become allowed or forbidden.

    `tell` returns whether Redis was told successfully.
    """
    told: bool | None = None
    pause, size, tell_at, rewrite_at = 0.0, 0, 0.0, 0.0
    while not stopped.wait(pause):
        pause = WATCH_SECONDS
        with contextlib.suppress(OSError):
            may_write, now = reserve.renew(), time.monotonic()
            # Repeated from time to time, because Redis may have been restarted.
            if may_write is not None and (may_write is not told or now > tell_at):
                told, tell_at = may_write if tell(may_write) else None, now + TELL_SECONDS
            before, size = size, reserve.size
            if told is None or not reserve.plenty:
                pause = WATCH_CLOSELY_SECONDS
            elif told and 0 <= size - before < IDLE_BYTES:
                pause = WATCH_IDLE_SECONDS
            if now > rewrite_at:
                rewrite_at = now + 10
                if reserve.rewrite_due():
                    rewrite()
