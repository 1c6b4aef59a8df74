"""The archive as a folder of files: no memory at all. Several machines must share it.

    tables/2026-11-16/k/01jd…k        one record; the folder is the day the table was opened and the name's last letter
    lists/players/p_01…/2026-11       names of tables, one a line
    farshore-archive                  the name of this archive, which Redis knows too

A record is written beside its place, brought to the disk and then moved there, so a reader finds all of it or nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from redis import Redis

from service.archive.archives import DAY_S, Archive
from service.storage import keys
from service.storage.identifiers import created_at, is_id

MARK: Final = "farshore-archive"


class WrongArchive(RuntimeError):
    """This folder is not the one these tables were moved to."""


def must_have_none(redis: Redis) -> None:
    """Make sure that no folder belongs to this Redis: who looks into Redis alone would silently lack its tables."""
    if redis.get(keys.ARCHIVE) is not None:
        raise WrongArchive(
            "Finished tables of this Redis were moved to a folder, and FARSHORE_ARCHIVE does not name it. Let it name "
            "that folder again: what is archived in Redis is read from there too. To give the folder up with all "
            f"tables in it, DEL {keys.ARCHIVE} in Redis."
        )


class FolderArchive(Archive):
    """Files in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def claim(self, redis: Redis) -> None:
        """Make sure that this is the folder that belongs to this Redis: another would silently lack its tables."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        mark = self.root / MARK
        held: Any = redis.get(keys.ARCHIVE)
        if not mark.exists() and held is None:
            # Whoever comes first names it; the others read that name.
            name = secrets.token_hex(8)
            fresh = mark.with_suffix(f".{name}")
            write(fresh, name.encode())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, mark)
            fresh.unlink()
            sync(self.root)
        known = mark.read_bytes() if mark.exists() else b""
        if held is None and known:
            redis.setnx(keys.ARCHIVE, known)
            held = redis.get(keys.ARCHIVE)
        if held != known:
            raise WrongArchive(
                f"The archive {self.root} does not belong to this Redis: finished tables were moved to another one. "
                "Let FARSHORE_ARCHIVE name the folder that all machines share. If that folder is lost, "
                f"DEL {keys.ARCHIVE} in Redis begins a new one."
            )

    def put(self, records: Mapping[str, bytes]) -> None:
        touched = set()
        for id, raw in records.items():
            place = self.place(id)
            touched.update(self.prepare(place.parent))
            # Processes in containers on several machines may well have the same number.
            fresh = place.with_name(f".{id}.{secrets.token_hex(4)}")
            write(fresh, raw)
            fresh.replace(place)
            touched.add(place.parent)
        for folder in touched:
            sync(folder)

    def get(self, id: str) -> bytes | None:
        if not is_id(id):
            return None
        try:
            return self.place(id).read_bytes()
        except FileNotFoundError:
            return None

    def delete(self, id: str) -> None:
        if is_id(id):
            self.place(id).unlink(missing_ok=True)

    def append(self, place: str, page: str, ids: list[str]) -> None:
        path = self.root / "lists" / place / page
        fresh = self.prepare(path.parent)
        if not path.exists():
            fresh.add(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            # Appending is one step on a disk of one's own, but not on one shared over a network.
            fcntl.flock(handle, fcntl.LOCK_EX)
            os.write(handle, "".join(f"{id}\n" for id in ids).encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        for folder in fresh:
            sync(folder)

    def pages(self, place: str) -> Iterable[str]:
        try:
            return [entry.name for entry in os.scandir(self.root / "lists" / place)]
        except FileNotFoundError:
            return []

    def page(self, place: str, page: str) -> str:
        try:
            return (self.root / "lists" / place / page).read_text()
        except FileNotFoundError:
            return ""

    def sweep(self, days: int) -> int:
        """Let records go that were written so many days ago, and names from the lists that have none any more."""
        gone = 0
        oldest = f"{datetime.now(UTC) - timedelta(days=days):%Y-%m-%d}"
        ended = time.time() - days * DAY_S
        for day in sorted(entry.name for entry in scan(self.root / "tables")):
            if day > oldest:
                break
            for entry in scan(self.root / "tables" / day, deep=True):
                # A long game was opened long before it was moved here.
                if entry.stat().st_mtime < ended:
                    Path(entry).unlink(missing_ok=True)
                    gone += 1
            prune(self.root / "tables" / day)
        for page in (self.root / "lists").glob("*/**/*") if gone else ():
            if page.is_file() and page.name <= oldest:
                self.shorten(page)
        return gone

    def shorten(self, page: Path) -> None:
        """Write a page again without the names that have no record."""
        handle = os.open(page, os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            names = page.read_text().split()
            left = [name for name in names if is_id(name) and self.place(name).exists()]
            os.ftruncate(handle, 0)
            os.pwrite(handle, "".join(f"{name}\n" for name in left).encode(), 0)
        finally:
            os.close(handle)

    def place(self, id: str) -> Path:
        made = datetime.fromtimestamp(created_at(id) / 1000, UTC)
        return self.root / "tables" / f"{made:%Y-%m-%d}" / id[-1] / id

    def prepare(self, folder: Path) -> set[Path]:
        """Make a folder; which ones must be brought to the disk for it to stay."""
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for one in reversed(missing):
            one.mkdir(exist_ok=True, mode=0o700)
        return {one.parent for one in missing}


def write(path: Path, raw: bytes) -> None:
    """A file that is on the disk when this returns."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        view = memoryview(raw)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def sync(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def scan(folder: Path, deep: bool = False) -> Iterable[os.DirEntry[str]]:
    """What is in a folder, or in the folders in it."""
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if deep:
            yield from os.scandir(entry)
        else:
            yield entry


def prune(folder: Path) -> None:
    """Remove folders that are empty."""
    for entry in [*scan(folder)]:
        with contextlib.suppress(OSError):
            Path(entry).rmdir()
    with contextlib.suppress(OSError):
        folder.rmdir()
