"""Closing an account: everything that belongs to the player is deleted, and their name is removed from all tables.

The token that sent the request is revoked last, so that an interrupted request can be sent again. Each step does what
is left to do.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import msgspec

from service.accounts import owned, renaming
from service.accounts.store import Player, Token
from service.agents import registry
from service.archive import retention
from service.arena import arenas
from service.books import uploads
from service.lobby import seating
from service.refusals import ArenaOver, BookMissing, NotFound, NotOpen, NotRunning, NotSeated, RulesNewer, RulesRetired
from service.stores import Stores
from service.tables.parts import FORMER, SeatRecord
from service.tables.store import Table

ROUNDS: Final = 5
"""The maximum number of passes: a request in progress may have opened a table in the meantime."""


def close_account(stores: Stores, player: Player, by: Token | None) -> None:
    """Close an account, with the token `by` of its owner or as an operator."""
    stores.accounts.rename(player, FORMER)
    for token in stores.accounts.tokens(player.id):
        if by is None or token.id != by.id:
            stores.accounts.revoke_token(player.id, token.id)
    for agent in owned.agents(stores, player.id):
        registry.delete(stores.agents, player.id, agent.id)
    for arena in owned.arenas(stores, player.id):
        if not arena.over:
            with suppress(ArenaOver):
                arenas.set_status(stores.arenas, player.id, arena.id, "cancelled")
    for book in owned.books(stores, player.id):
        uploads.delete(stores.tables, stores.books, player.id, book.id)
    for _ in range(ROUNDS):
        renaming.rename(stores.tables, stores.accounts, player, FORMER)
        left = [_leave_table(stores, player, id) for id in stores.accounts.live_tables(player.id)]
        if not any(left):
            break
    for ids in owned.tables(stores, player.id):
        for id in ids:
            _anonymize(stores, player.id, id)
    stores.history.set_consent(player.id, False)
    stores.archive.records.forget_player(f"player:{player.id}")
    stores.quotas.forget(player.id, "books-bytes", "talk")
    stores.moderation.forget(player.id)
    stores.accounts.remove(player)
    for token in stores.accounts.tokens(player.id):
        stores.accounts.revoke_token(player.id, token.id)


# -- tables that are not over ----------------------------------------------------------------


def _leave_table(stores: Stores, player: Player, id: str) -> bool:
    """Leave one table. Return whether the player was still there."""
    while True:
        found = stores.tables.load(id)
        if found is None or found[0].over:
            stores.accounts.remove_live_table(player.id, id)
            return False
        table, left = found[0], False
        try:
            if table.status == "running":
                if table.seat_of(player.id) not in (None, *table.forfeits):
                    seating.forfeit(stores.tables, id, player)
                    left = True
            elif table.owner == player.id:
                seating.delete(stores.tables, stores.accounts, id, player)
                return True
            else:
                for n in [n for n, seat in enumerate(table.seats) if seat.player == player.id]:
                    seating.leave_seat(stores.tables, id, player, n)
                    left = True
        except (NotFound, NotOpen, NotRunning, NotSeated):
            # The table has begun or ended, or was deleted, since it was loaded.
            continue
        except (BookMissing, RulesNewer, RulesRetired):
            # It can no longer be played; the name is gone already.
            left = False
        stores.accounts.remove_live_table(player.id, id)
        return left


# -- tables that are over --------------------------------------------------------------------


def _anonymize(stores: Stores, player: str, id: str) -> None:
    """Remove the name from a table that is over and from its events, and archive it."""
    for _ in range(ROUNDS):
        found = stores.tables.load(id)
        if found is None:
            return
        table, archived = found[0], stores.tables.load_unarchived(id) is None
        mine = [seat for seat in table.seats if seat.player == player]
        named = [seat for seat in mine if seat.name != FORMER]
        # After the name is removed from the seats, the events still contain it until the table is archived.
        if not table.over or not (named or (mine and not archived)):
            return
        _unname_hidden_meaning(stores, table, named)
        if table.started is None:
            retention.forget(stores, table)
            return
        if archived:
            stores.archive.recall(id)
        retention.unname(table, {player})
        if retention.store(stores, {id: table}):
            return


def _unname_hidden_meaning(stores: Stores, table: Table, named: list[SeatRecord]) -> None:
    published = stores.hidden_meanings.of_table(table.id)
    names: set[Any] = {seat.name for seat in named}
    if published is not None and names.intersection(published.players):
        others = tuple(one for one in published.players if one not in names)
        stores.hidden_meanings.put(msgspec.structs.replace(published, players=others))
