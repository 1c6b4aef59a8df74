"""The house: everything a verb needs, in one hand."""

from __future__ import annotations

from typing import Any

from redis import Redis

from service.games import SHELF
from service.play.live import Live
from service.play.refusals import BookMissing, NotFound
from service.store.bells import Bells
from service.store.books import Books
from service.store.deadlines import Deadlines
from service.store.feeds import Feeds
from service.store.log import Log
from service.store.meanings import Meanings
from service.store.once import Once
from service.store.people import People
from service.store.tables import Table, Tables
from service.store.transcripts import Transcripts


class House:
    """The stores, joined."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.tables = Tables(redis)
        self.log = Log(redis)
        self.people = People(redis)
        self.books = Books(redis)
        self.meanings = Meanings(redis)
        self.once = Once(redis)
        self.transcripts = Transcripts(redis)
        self.deadlines = Deadlines(redis)
        self.bells = Bells(redis)
        self.feeds = Feeds(self.log, self.bells)

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


def may_see(table: Table, player: str | None) -> bool:
    """Private tables are there for their own people only."""
    return table.visibility != "private" or concerns(table, player)


def concerns(table: Table, player: str | None) -> bool:
    """Whether this is one of the player's own tables: they opened it, sit there or are invited."""
    return player is not None and (player == table.owner or any(seat.player == player for seat in table.seats))
