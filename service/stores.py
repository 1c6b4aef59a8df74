"""The house: everything a verb needs, in one hand."""

from __future__ import annotations

import contextlib
from typing import Any

from redis import Redis
from redis.exceptions import ConnectionError, TimeoutError

from service.games import SHELF
from service.play.live import Live
from service.play.refusals import BookMissing, NotFound
from service.settings import Retention, Settings
from service.store.agents import Agents
from service.store.archive import Archive, Moved, RedisArchive
from service.store.arenas import Arenas
from service.store.bells import Bells
from service.store.books import Books
from service.store.chosen import Chosen
from service.store.cluster import Cluster
from service.store.connection import connect
from service.store.deadlines import Deadlines
from service.store.feeds import Feeds
from service.store.folder import FolderArchive, must_have_none
from service.store.leases import Leases
from service.store.log import Log
from service.store.meanings import Meanings
from service.store.once import Once
from service.store.past import Past
from service.store.people import People
from service.store.tables import Table, Tables
from service.store.transcripts import Transcripts


class House:
    """The stores, joined."""

    def __init__(self, redis: Redis, archive: Archive | None = None, retention: Retention | None = None) -> None:
        self.redis = redis
        self.retention = retention or Retention()
        self.past = Past(redis, archive or RedisArchive(redis, self.retention.days), self.retention)
        self.tables = Tables(redis, self.past, self.retention)
        self.log = Log(redis, self.past)
        self.people = People(redis, self.past.archive)
        self.agents = Agents(redis)
        self.leases = Leases(redis)
        self.arenas = Arenas(redis)
        self.books = Books(redis)
        self.meanings = Meanings(redis)
        self.once = Once(redis)
        self.transcripts = Transcripts(redis, self.past)
        self.deadlines = Deadlines(redis)
        self.chosen = Chosen(redis)
        self.bells = Bells(redis)
        self.feeds = Feeds(self.log, self.bells)

    def memory(self) -> dict[str, tuple[int, int]]:
        """How many bytes each Redis uses, and may use (0: as many as there are)."""
        nodes: dict[str, Any]
        if isinstance(self.redis, Cluster):
            nodes = self.redis.about_each("memory")
        else:
            nodes = {"redis": self.redis.info("memory")}
        return {name: (int(one["used_memory"]), int(one["maxmemory"])) for name, one in nodes.items()}

    def load(self, id: str) -> Live:
        """The table in hand, as it was saved."""
        found = self.tables.load(id)
        if found is None:
            raise NotFound(what="table")
        return self.live(*found)

    def live(self, table: Table, now: int) -> Live:
        """A table in hand, with everything it is played in: the game asks for a book, the house fetches it."""
        self.fetch(table.game, table.options)
        return Live(table, now)

    def fetch(self, name: str, options: dict[str, Any]) -> None:
        """Bring what a game needs for these options into the hand of this process."""
        game = SHELF.get(name)
        for book in () if game is None else game.needs(options):
            raw = self.books.pages(book)
            if raw is None:
                raise BookMissing(book=book)
            SHELF[name].provide(book, raw)


def furnished(settings: Settings) -> House:
    """The house as the settings want it."""
    if settings.redis_url is None:
        raise RuntimeError("REDIS_URL is not set; `python -m service` starts a Redis and sets it")
    redis, retention = connect(settings.redis_url), settings.retention
    if settings.archive is None:
        # A house may be furnished while Redis is away; it answers when Redis is back.
        with contextlib.suppress(ConnectionError, TimeoutError):
            must_have_none(redis)
        return House(redis, RedisArchive(redis, retention.days), retention)
    folder, before = FolderArchive(settings.archive), RedisArchive(redis, retention.days)
    folder.claim(redis)
    return House(redis, Moved(folder, before) if before.used() else folder, retention)


def people_of(table: Table) -> set[str]:
    """Whose table this is: who opened it, sits there or is invited."""
    return {table.owner, *(seat.player for seat in table.seats if seat.player)}


def may_see(table: Table, player: str | None) -> bool:
    """Private tables are there for their own people only."""
    return table.visibility != "private" or concerns(table, player)


def concerns(table: Table, player: str | None) -> bool:
    """Whether this is one of the player's own tables: they opened it, sit there or are invited."""
    return player is not None and player in people_of(table)
