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
from service.refusals import ArenaOver, BookMissing, NotFound, NotOpen, NotSeated, RulesRetired
from service.stores import House
from service.tables.session import Live
from service.tables.store import Conflict, SeatRecord, Table
from service.tables.views import seat_data

PAGE: Final = 100
ROUNDS: Final = 5
"""A request that was under way may still have opened a table while the others were left."""


def leave(house: House, player: Player, by: Token | None) -> list[bytes]:
    """Close an account; the marks of all tokens that were taken back."""
    house.people.rename(player, FORMER)
    marks = _take_back(house, [one for one in house.people.tokens(player.id) if by is None or one.id != by.id])
    while ids := house.agents.listed(player.id, False, None, PAGE):
        for id in ids:
            registry.delete(house, player.id, id)
    _stop_arenas(house, player.id)
    _take_books(house, player.id)
    for _ in range(ROUNDS):
        left = [_leave_table(house, player, id) for id in house.people.live_tables(player.id)]
        if not any(left):
            break
    _conceal_all(house, player.id)
    house.people.remove(player)
    return marks + _take_back(house, house.people.tokens(player.id))


def _take_back(house: House, tokens: list[Token]) -> list[bytes]:
    dropped = (house.people.drop_token(token.player, token.id) for token in tokens)
    return [mark for mark in dropped if mark is not None]


def _stop_arenas(house: House, player: str) -> None:
    before = None
    while ids := house.arenas.listed(player, True, before, PAGE):
        for arena in house.arenas.many(ids):
            if arena.owner == player and not arena.over:
                try:
                    arenas.turned(house, player, arena.id, "cancelled")
                except ArenaOver:
                    continue
        before = ids[-1]


def _take_books(house: House, player: str) -> None:
    before = None
    while ids := house.books.listed(player, before, PAGE):
        for book in house.books.many(ids):
            if book.owner == player:
                uploads.delete(house, player, book.id)
        before = ids[-1]


# -- tables that are not over ----------------------------------------------------------------


def _leave_table(house: House, player: Player, id: str) -> bool:
    """Leave one table; whether there was anything to leave."""
    while True:
        found = house.tables.load(id)
        if found is None or found[0].over:
            house.people.forget_live(player.id, id)
            return False
        table, now = found
        try:
            if table.status == "running":
                left = _give_up(house, player.id, Live(table, now))
            elif table.owner == player.id:
                seating.delete(house, id, player)
                return True
            else:
                left = _get_up(house, player, table)
        except (Conflict, NotFound, NotOpen, NotSeated):
            # Others were faster: it has begun, or is gone.
            continue
        house.people.forget_live(player.id, id)
        return left


def _get_up(house: House, player: Player, table: Table) -> bool:
    held = [n for n, seat in enumerate(table.seats) if seat.player == player.id]
    for n in held:
        seating.leave_seat(house, table.id, player, n)
    return bool(held)


def _give_up(house: House, player: str, live: Live) -> bool:
    """Forfeit a seat at a table that runs; the house plays on for it. A table that cannot be played loses the name."""
    table, n = live.table, live.table.seat_of(player)
    if n is None or table.seats[n].name == FORMER:
        return False
    table.seats[n] = msgspec.structs.replace(table.seats[n], name=FORMER)
    live.tell("seat", seat_data(n, table.seats[n]))
    try:
        house.fetch(table.game, table.options)
        if n not in table.forfeits:
            live.forfeit(n)
            votes.without(live, n)
    except (BookMissing, RulesRetired):
        pass
    live.commit(house.tables)
    return True


# -- tables that are over --------------------------------------------------------------------


def _conceal_all(house: House, player: str) -> None:
    before = None
    while ids := house.people.tables(player, before, PAGE):
        for id in ids:
            _conceal(house, player, id)
        before = ids[-1]


def _conceal(house: House, player: str, id: str) -> None:
    """Take the name off a table that is over, and out of what was told there; it goes to the archive like that."""
    for _ in range(ROUNDS):
        found = house.tables.load(id)
        if found is None:
            return
        table, hot = found[0], house.tables.load_hot(id) is not None
        mine = [seat for seat in table.seats if seat.player == player]
        named = [seat for seat in mine if seat.name != FORMER]
        # Where the name has gone already, it is still in what was told until the table goes to the archive.
        if not table.over or not (named or (mine and hot)):
            return
        _off_the_wall(house, table, named)
        if table.started is None:
            retention.forget(house, table)
            return
        if not hot:
            house.past.recall(id)
        for seat in named:
            seat.name = FORMER
        if retention.store(house, {id: table}):
            return


def _off_the_wall(house: House, table: Table, named: list[SeatRecord]) -> None:
    meaning = house.meanings.of_table(table.id)
    names: set[Any] = {seat.name for seat in named}
    if meaning is not None and names.intersection(meaning.players):
        others = tuple(one for one in meaning.players if one not in names)
        house.meanings.hang(msgspec.structs.replace(meaning, players=others))
