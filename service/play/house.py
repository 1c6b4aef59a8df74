"""The house: everything a verb needs, in one hand."""

from __future__ import annotations

from redis import Redis

from service.play.live import Live
from service.play.refusals import NotFound
from service.store.bells import Bells
from service.store.deadlines import Deadlines
from service.store.feeds import Feeds
from service.store.log import Log
from service.store.people import People
from service.store.tables import Table, Tables


class House:
    """The stores, joined."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.tables = Tables(redis)
        self.log = Log(redis)
        self.people = People(redis)
        self.deadlines = Deadlines(redis)
        self.bells = Bells(redis)
        self.feeds = Feeds(self.log, self.bells)

    def load(self, id: str) -> Live:
        """The table in hand, as it was saved."""
        found = self.tables.load(id)
        if found is None:
            raise NotFound(what="table")
        return Live(*found)


def may_see(table: Table, player: str | None) -> bool:
    """Private tables are there for their own people only."""
    return table.visibility != "private" or concerns(table, player)


def concerns(table: Table, player: str | None) -> bool:
    """Whether this is one of the player's own tables: they opened it, sit there or are invited."""
    return player is not None and (player == table.owner or any(seat.player == player for seat in table.seats))
