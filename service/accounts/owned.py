"""Everything that belongs to a player. There may be thousands of entries, so they are read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final, TypeVar

from service.agents.store import AgentRecord
from service.arena.records import ArenaRecord
from service.books.records import BookRecord
from service.stores import Stores

T = TypeVar("T")
PAGE: Final = 100


def agents(stores: Stores, player: str) -> Iterator[AgentRecord]:
    for ids in _pages(lambda before: stores.agents.list_ids(player, False, before, PAGE)):
        yield from stores.agents.get_many(ids)


def arenas(stores: Stores, player: str) -> Iterator[ArenaRecord]:
    for ids in _pages(lambda before: stores.arenas.list_ids(player, True, before, PAGE)):
        yield from (arena for arena in stores.arenas.get_many(ids) if arena.owner == player)


def books(stores: Stores, player: str) -> Iterator[BookRecord]:
    for page in _pages(lambda before: stores.books.listed(player, before, PAGE), attrgetter("id")):
        yield from (book for book in page if book.owner == player)


def tables(stores: Stores, player: str) -> Iterator[list[str]]:
    """Pages of the ids of tables where the player sits, is invited, or is the owner."""
    return _pages(lambda before: stores.accounts.tables(player, before, PAGE))


def _pages(read: Callable[[str | None], list[T]], id_of: Callable[[T], Any] = str) -> Iterator[list[T]]:
    before = None
    while page := read(before):
        yield page
        before = id_of(page[-1])
