"""RULES D2: an EPUB is a zip archive. It is read in memory, within limits, and nothing of it is unpacked to disk."""

from __future__ import annotations

import stat
import struct
import zlib
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from service.games.new_lands.books.plain import check_size
from service.games.new_lands.books.refusals import BookRefused

MOST_UNPACKED: Final = 60_000_000
MOST_ENTRIES: Final = 3_000
_CHUNK: Final = 65_536
_ENTRY_MARK: Final = b"PK\x01\x02"
_ENCRYPTED: Final = 0x1

_BROKEN: Final = (
    BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    IndexError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    UnicodeError,
    ValueError,
)
"""All that a crafted archive makes the zip reader raise."""


class Archive:
    """The entries of an archive by name. What is read is counted, so that a bomb stops at the limit."""

    def __init__(self, raw: bytes) -> None:
        check_size(len(raw))
        # Counted before the directory is parsed: a long directory is an attack of its own.
        check_entries(raw.count(_ENTRY_MARK))
        try:
            self._zip = ZipFile(BytesIO(raw))
            entries = self._zip.infolist()
        except _BROKEN:
            raise broken() from None
        check_entries(len(entries))
        for entry in entries:
            check_entry(entry)
        check_unpacked(sum(entry.file_size for entry in entries))
        self._entries = {entry.filename: entry for entry in entries if not entry.is_dir()}
        if len(self._entries) < sum(not entry.is_dir() for entry in entries):
            raise BookRefused("unsafe-archive", "two entries of the archive have the same name")
        self._read = 0

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str) -> bytes:
        """The bytes of one entry."""
        entry = self._entries.get(name)
        if entry is None:
            raise BookRefused("broken-epub", f"the archive has no {name!r}", entry=name)
        chunks = []
        try:
            with self._zip.open(entry) as opened:
                while chunk := opened.read(_CHUNK):
                    self._read += len(chunk)
                    check_unpacked(self._read)
                    chunks.append(chunk)
        except BookRefused:
            raise
        except _BROKEN:
            raise broken() from None
        return b"".join(chunks)


def broken() -> BookRefused:
    """The archive cannot be read."""
    return BookRefused("broken-archive", "the file is not a readable zip archive")


def check_entries(count: int) -> None:
    """RULES D2: at most 3,000 entries."""
    if count > MOST_ENTRIES:
        raise BookRefused(
            "too-many-entries", f"the archive has more than {MOST_ENTRIES} entries", entries=count, most=MOST_ENTRIES
        )


def check_unpacked(size: int) -> None:
    """RULES D2: at most 60 MB unpacked, whatever the archive says of itself."""
    if size > MOST_UNPACKED:
        raise BookRefused(
            "too-large-unpacked", f"unpacked the book has more than {MOST_UNPACKED} bytes", most=MOST_UNPACKED
        )


def check_entry(entry: ZipInfo) -> None:
    """No way out of the archive, no links, no passwords, no rare compression."""
    name = entry.filename
    path = PurePosixPath(name)
    climbs = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name.split("/")[0] or "\0" in name
    # zipfile cuts a name at its first null character, so the original is looked at too.
    if climbs or "\0" in entry.orig_filename or stat.S_ISLNK(entry.external_attr >> 16):
        raise BookRefused("unsafe-archive", "an entry of the archive points outside of it")
    if entry.flag_bits & _ENCRYPTED:
        raise BookRefused("drm", "the archive is encrypted")
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BookRefused("broken-archive", "the archive is compressed in a way that EPUB does not know")


def resolve(base: str, href: str) -> str:
    """The entry that a reference in the file `base` means; references out of the archive are refused."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        raise BookRefused("unsafe-archive", "the book refers to something outside of the archive")
    found: list[str] = list(PurePosixPath(base).parent.parts)
    path = unquote(parts.path)
    if path.startswith("/") or "\\" in path or "\0" in path:
        raise BookRefused("unsafe-archive", "the book refers to something outside of the archive")
    for part in path.split("/"):
        if part == "..":
            if not found:
                raise BookRefused("unsafe-archive", "the book refers to something outside of the archive")
            found.pop()
        elif part not in ("", "."):
            found.append(part)
    return "/".join(found)
