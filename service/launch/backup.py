"""One file with everything: the files of the embedded Redis, then every row of the database.

In this order, because games are written to the database before they leave Redis. A game that is archived during the
backup is in both; if Redis has it as unfinished, a worker removes it there (`drop_older` in
`service/archive/retention.py`). Rows are the same on both kinds of database, so a backup of SQLite can be restored to
PostgreSQL and vice versa.
"""

from __future__ import annotations

import io
import os
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import msgspec

from service.admin.records import audit_local
from service.database.engine import Database, DatabaseUnavailable, database_url
from service.database.rows import dump, is_empty, load
from service.launch.embedded import FOLDER
from service.launch.instance_lock import StartRefused, lock_folder
from service.settings import Settings

ATTEMPTS: Final = 5
ROWS: Final = 2000
"""Rows per write while a backup is restored."""

TABLES: Final = "database/"


class BackupRefused(RuntimeError):
    """A backup cannot be made or restored; the message says why."""


def backup(settings: Settings, file: Path) -> dict[str, int]:
    """Write a backup while the service runs. Return the number of rows of each table."""
    if file.exists():
        raise BackupRefused(f"{file} already exists.")
    partial = file.with_name(f"{file.name}.partial")
    counts: dict[str, int] = {}
    database = Database(database_url(settings))
    audit_local(database, "backup", str(file))
    with tarfile.open(partial, "w") as tar:
        if settings.redis_url is None:
            _add_redis(tar, settings.data.resolve() / FOLDER)
        for table, rows in dump(database):
            with tempfile.TemporaryFile() as spool:
                counts[table] = _write(rows, spool)
                entry = tarfile.TarInfo(f"{TABLES}{table}")
                entry.size, entry.mode = spool.tell(), 0o600
                spool.seek(0)
                tar.addfile(entry, spool)
    partial.replace(file)
    return counts


def restore(settings: Settings, file: Path) -> dict[str, int]:
    """Restore a backup into an empty data folder and database, which no service uses. Return the rows of each table."""
    data, database = settings.data.resolve(), Database(database_url(settings))
    if settings.redis_url is None and (data / FOLDER).exists():
        raise BackupRefused(f"{data} already has data. Move it away, or set FARSHORE_DATA to a new folder.")
    if not is_empty(database):
        raise BackupRefused("The database is not empty. Use a new one.")
    counts: dict[str, int] = {}
    try:
        with tarfile.open(file) as tar:
            members = tar.getmembers()
            files = [one for one in members if one.name.startswith(f"{FOLDER}/") and (one.isfile() or one.isdir())]
            if settings.redis_url is None:
                tar.extractall(data, files, filter="data")
            for member in members:
                if member.name.startswith(TABLES) and (source := tar.extractfile(member)) is not None:
                    table = member.name.removeprefix(TABLES)
                    counts[table] = sum(load(database, table, rows) for rows in _read(source))
    except (tarfile.TarError, KeyError, msgspec.DecodeError) as error:
        raise BackupRefused(f"{file} is not a backup of this version of Farshore, or it is damaged: {error}") from error
    # Last, because the database must be empty before.
    audit_local(database, "restore", str(file))
    return counts


def copy_data(settings: Settings, command: str, file: Path) -> int:
    """`python -m service admin backup FILE` or `restore FILE`: 0 on success, 1 if it was refused."""
    try:
        if command == "backup":
            counts = backup(settings, file)
        else:
            lock = lock_folder(settings.data, "restoring a backup")
            counts = restore(settings, file)
            os.close(lock)
    except (BackupRefused, StartRefused, DatabaseUnavailable, OSError) as error:
        sys.stderr.write(f"farshore: {error}\n")
        return 1
    redis = "with" if settings.redis_url is None else "WITHOUT"
    sys.stdout.write(f"{command}: {sum(counts.values())} rows, {redis} the data of Redis\n")
    return 0


def _add_redis(tar: tarfile.TarFile, folder: Path) -> None:
    """The append-only files. An incomplete last command is dropped when they are read."""
    if not folder.exists():
        raise BackupRefused(f"There is no data in {folder.parent}.")
    for _ in range(ATTEMPTS):
        manifests = _manifests(folder)
        files = [(path, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()]
        # If Redis has rewritten its files in the meantime, those that were read may be inconsistent.
        if manifests and _manifests(folder) == manifests:
            for path, raw in files:
                entry = tarfile.TarInfo(f"{FOLDER}/{path.relative_to(folder)}")
                entry.size, entry.mode = len(raw), 0o600
                tar.addfile(entry, io.BytesIO(raw))
            return
    raise BackupRefused("Redis keeps rewriting its files; try again later.")


def _manifests(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*.manifest")}


def _write(rows: Iterator[dict[str, object]], to: IO[bytes]) -> int:
    """Write rows as msgpack, each preceded by its length."""
    written = 0
    for row in rows:
        raw = msgspec.msgpack.encode(row)
        to.write(len(raw).to_bytes(4, "big") + raw)
        written += 1
    return written


def _read(source: IO[bytes]) -> Iterator[list[dict[str, object]]]:
    batch: list[dict[str, object]] = []
    while header := source.read(4):
        batch.append(msgspec.msgpack.decode(source.read(int.from_bytes(header, "big"))))
        if len(batch) == ROWS:
            yield batch
            batch = []
    if batch:
        yield batch
