"""A small disk for tests."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.small_disk import SmallDisk, mount


@contextmanager
def mounted(megabytes: int) -> Iterator[SmallDisk]:
    """A file system for the duration of a test, which is skipped where mounting is not permitted."""
    folder = Path(tempfile.mkdtemp(prefix="farshore-disk-"))
    try:
        disk = mount(folder, megabytes)
        if disk is None:
            pytest.skip("a small disk can only be mounted as root on Linux")
        try:
            yield disk
        finally:
            disk.unmount()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
