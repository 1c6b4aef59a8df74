"""The house: everything a verb needs, in one hand."""

from __future__ import annotations

import contextlib
from typing import Any

from redis import Redis
from redis.exceptions import ConnectionError, TimeoutError

from service.accounts.store import People
from service.agents.store import Agents
from service.archive.archives import Archive, Moved, RedisArchive
from service.archive.folder import FolderArchive, must_have_none
from service.archive.past import Past
from service.arena.store import Arenas
from service.books.meanings_store import Meanings
from service.books.store import Books
from service.bots.store import Chosen
from service.events.feeds import Feeds
from service.events.log import Log
from service.events.store import Once
from service.games import SHELF
from service.refusals import BookMissing, NotFound
from service.replays.store import Transcripts
from service.settings import Retention, Settings
from service.storage.cluster import Cluster
from service.storage.connection import connect
from service.storage.due import Deadlines
from service.storage.leases import Leases
from service.storage.notifications import Bells
from service.tables.session import Live
from service.tables.store import Table, Tables


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
