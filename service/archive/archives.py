"""The archive: where finished tables go, one compressed record each, and lists of which of them belong where.

One small interface, so that another place (an object store, say) needs one more class and nothing else. A record is
written again when its table was called back and changed; a name may be noted twice. Both is harmless.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from redis import Redis

from service.storage import keys
from service.storage.identifiers import created_at, is_id

DAY_S: Final = 24 * 3600
LINE: Final = 26
"""The length of a table's name."""


class Archive(ABC):
    """Records by the name of their table; lists of names by place (`players/<id>`, `ended_place(…)`)."""

    @abstractmethod
    def put(self, records: Mapping[str, bytes]) -> None:
        """Keep these records. They are safe when this returns: whoever called deletes the originals."""

    @abstractmethod
    def get(self, id: str) -> bytes | None:
        """The record of this table."""

    @abstractmethod
    def delete(self, id: str) -> None:
        """Let a record go."""

    @abstractmethod
    def append(self, place: str, page: str, ids: list[str]) -> None:
        """Add names to one page of a list; safe when this returns."""

    @abstractmethod
    def pages(self, place: str) -> Iterable[str]:
        """The names of the pages of a list."""

    @abstractmethod
    def page(self, place: str, page: str) -> str:
        """One page: names, each on a line."""

    def sweep(self, days: int) -> int:
        """Let go what is older; how many records went. Nothing to do where things expire by themselves."""
        return 0

    def note(self, place: str, ids: Iterable[str]) -> None:
        """These tables belong on this list."""
        pages: dict[str, list[str]] = {}
        for id in ids:
            pages.setdefault(page_of(place, id), []).append(id)
        for page, names in pages.items():
            self.append(place, page, names)

    def noted(self, place: str, before: str | None, limit: int) -> list[str]:
        """Names on a list, newest first, that are older than `before`."""
        last = page_of(place, before) if before is not None and is_id(before) else None
        found: list[str] = []
        for page in sorted(self.pages(place), reverse=True):
            if last is not None and page > last:
                continue
            # What was cut off by a crash stands in front of the next name, which is whole again.
            names = {line[-LINE:] for line in self.page(place, page).split() if len(line) >= LINE}
            found += sorted((name for name in names if before is None or name < before), reverse=True)
            if len(found) >= limit:
                break
        return found[:limit]


def page_of(place: str, id: str) -> str:
    """The page a table stands on: the month or, where all players' tables are listed, the day it was opened."""
    made = datetime.fromtimestamp(created_at(id) / 1000, UTC)
    return f"{made:%Y-%m}" if place.startswith("players/") else f"{made:%Y-%m-%d}"


def ended_place(game: str | None, status: str | None) -> str:
    """The list of public tables of this game that ended so; None: of all games, or however they ended."""
    return f"games/{game or 'all'}/{status or 'all'}"


def merged(*lists: Iterable[str], limit: int) -> list[str]:
    """Names from several lists, newest first."""
    return sorted({id for names in lists for id in names}, reverse=True)[:limit]


class RedisArchive(Archive):
    """In Redis itself, compressed: nothing more to set up, and everything is on every machine."""

    def __init__(self, redis: Redis, days: int | None = None) -> None:
        self.redis = redis
        self.seconds = None if days is None else days * DAY_S

    def put(self, records: Mapping[str, bytes]) -> None:
        with self.redis.pipeline(transaction=False) as pipe:
            for id, raw in records.items():
                pipe.set(keys.archived(id), raw, ex=self.seconds)
            pipe.set(keys.ARCHIVE_IN_REDIS, 1)
            pipe.execute()

    def used(self) -> bool:
        """Whether there is, or was, anything in here."""
        return bool(self.redis.exists(keys.ARCHIVE_IN_REDIS))

    def get(self, id: str) -> bytes | None:
        raw: Any = self.redis.get(keys.archived(id))
        return raw if isinstance(raw, bytes) else None

    def delete(self, id: str) -> None:
        self.redis.delete(keys.archived(id))

    def append(self, place: str, page: str, ids: list[str]) -> None:
        with self.redis.pipeline(transaction=True) as pipe:
            pipe.sadd(keys.archive_pages(place), page)
            pipe.append(keys.archive_page(place, page), "".join(f"{id}\n" for id in ids))
            if self.seconds is not None:
                # Its tables may be noted for another month, and each of them stays as long as all.
                pipe.expire(keys.archive_page(place, page), self.seconds + 31 * DAY_S)
            pipe.execute()

    def pages(self, place: str) -> Iterable[str]:
        found: Any = self.redis.smembers(keys.archive_pages(place))
        return [page.decode() for page in found]

    def page(self, place: str, page: str) -> str:
        raw: Any = self.redis.get(keys.archive_page(place, page))
        return raw.decode() if isinstance(raw, bytes) else ""


class Moved(Archive):
    """A new archive before the one that was used until now: new records go to the first, both are read."""

    def __init__(self, new: Archive, old: Archive) -> None:
        self.new = new
        self.old = old

    def put(self, records: Mapping[str, bytes]) -> None:
        self.new.put(records)

    def get(self, id: str) -> bytes | None:
        found = self.new.get(id)
        return self.old.get(id) if found is None else found

    def delete(self, id: str) -> None:
        self.new.delete(id)
        self.old.delete(id)

    def append(self, place: str, page: str, ids: list[str]) -> None:
        self.new.append(place, page, ids)

    def pages(self, place: str) -> Iterable[str]:
        return {*self.new.pages(place), *self.old.pages(place)}

    def page(self, place: str, page: str) -> str:
        return f"{self.new.page(place, page)}\n{self.old.page(place, page)}"

    def sweep(self, days: int) -> int:
        return self.new.sweep(days) + self.old.sweep(days)
