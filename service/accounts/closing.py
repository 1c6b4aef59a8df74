"""Somebody goes for good: what is theirs goes with them, and where they played nobody is named any more.

The token that asked for it is taken back last. So whoever is cut off in the middle can ask again, and each part of this
finds what the time before has left to do.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.accounts.store import Player, Token
from service.agents import registry
from service.archive import retention
from service.archive.retention import FORMER
from service.arena import arenas
from service.books import uploads
from service.lobby import seating, votes
from service.refusals import ArenaOver, NotFound, NotOpen, NotSeated
from service.stores import Stores
from service.tables import changes
from service.tables.session import TableSession, transact
from service.tables.store import SeatRecord, Table, Tables
from service.tables.views import seat_data

PAGE: Final = 100
ROUNDS: Final = 5
"""A request that was under way may still have opened a table while the others were left."""


def leave(stores: Stores, player: Player, by: Token | None) -> list[bytes]:
    """Close an account; the marks of all tokens that were taken back."""
    stores.accounts.rename(player, FORMER)
    marks = _take_back(stores, [one for one in stores.accounts.tokens(player.id) if by is None or one.id != by.id])
    while ids := stores.agents.listed(player.id, False, None, PAGE):
        for id in ids:
            registry.delete(stores.agents, player.id, id)
    _stop_arenas(stores, player.id)
    _take_books(stores, player.id)
    for _ in range(ROUNDS):
        left = [_leave_table(stores, player, id) for id in stores.accounts.live_tables(player.id)]
        if not any(left):
            break
    _conceal_all(stores, player.id)
    stores.accounts.remove(player)
    return marks + _take_back(stores, stores.accounts.tokens(player.id))


def _take_back(stores: Stores, tokens: list[Token]) -> list[bytes]:
    dropped = (stores.accounts.drop_token(token.player, token.id) for token in tokens)
    return [mark for mark in dropped if mark is not None]


def _stop_arenas(stores: Stores, player: str) -> None:
    before = None
    while ids := stores.arenas.listed(player, True, before, PAGE):
        for arena in stores.arenas.many(ids):
            if arena.owner == player and not arena.over:
                try:
                    arenas.turned(stores.arenas, player, arena.id, "cancelled")
                except ArenaOver:
                    continue
        before = ids[-1]


def _take_books(stores: Stores, player: str) -> None:
    before = None
    while ids := stores.books.listed(player, before, PAGE):
        for book in stores.books.many(ids):
            if book.owner == player:
                uploads.delete(stores.tables, stores.books, player, book.id)
        before = ids[-1]


# -- tables that are not over ----------------------------------------------------------------


def _leave_table(stores: Stores, player: Player, id: str) -> bool:
    """Leave one table; whether there was anything to leave."""
    while True:
        found = stores.tables.load(id)
        if found is None or found[0].over:
            stores.accounts.forget_live(player.id, id)
            return False
        table = found[0]
        try:
            if table.status == "running":
                left = _forfeit(stores.tables, player.id, id)
            elif table.owner == player.id:
                seating.delete(stores.tables, stores.accounts, id, player)
                return True
            else:
                left = _leave_seats(stores.tables, player, table)
        except (NotFound, NotOpen, NotSeated):
            # The table has begun, or is gone, since it was loaded.
            continue
        stores.accounts.forget_live(player.id, id)
        return left


def _leave_seats(tables: Tables, player: Player, table: Table) -> bool:
    held = [n for n, seat in enumerate(table.seats) if seat.player == player.id]
    for n in held:
        seating.leave_seat(tables, table.id, player, n)
    return bool(held)


def _forfeit(tables: Tables, player: str, id: str) -> bool:
    """Forfeit a seat at a running table; a bot plays on for it. At a table that cannot be played only the name goes."""

    def change(session: TableSession) -> bool:
        table, n = session.table, session.table.seat_of(player)
        if n is None or table.over or table.seats[n].name == FORMER:
            return False
        table.seats[n] = msgspec.structs.replace(table.seats[n], name=FORMER)
        session.tell("seat", seat_data(n, table.seats[n]))
        if n not in table.forfeits and session.playable:
            changes.forfeit(session, n)
            votes.without(session, n)
        return True

    return transact(tables, id, change, settle=False).entry is not None


# -- tables that are over --------------------------------------------------------------------


def _conceal_all(stores: Stores, player: str) -> None:
    before = None
    while ids := stores.accounts.tables(player, before, PAGE):
        for id in ids:
            _conceal(stores, player, id)
        before = ids[-1]


def _conceal(stores: Stores, player: str, id: str) -> None:
    """Take the name off a table that is over, and out of what was told there; it goes to the archive like that."""
    for _ in range(ROUNDS):
        found = stores.tables.load(id)
        if found is None:
            return
        table, hot = found[0], stores.tables.load_hot(id) is not None
        mine = [seat for seat in table.seats if seat.player == player]
        named = [seat for seat in mine if seat.name != FORMER]
        # Where the name has gone already, it is still in what was told until the table goes to the archive.
        if not table.over or not (named or (mine and hot)):
            return
        _unname_hidden_meaning(stores, table, named)
        if table.started is None:
            retention.forget(stores, table)
            return
        if not hot:
            stores.past.recall(id)
        for seat in named:
            seat.name = FORMER
        if retention.store(stores, {id: table}):
            return


def _unname_hidden_meaning(stores: Stores, table: Table, named: list[SeatRecord]) -> None:
    published = stores.hidden_meanings.of_table(table.id)
    names: set[Any] = {seat.name for seat in named}
    if published is not None and names.intersection(published.players):
        others = tuple(one for one in published.players if one not in names)
        stores.hidden_meanings.put(msgspec.structs.replace(published, players=others))
