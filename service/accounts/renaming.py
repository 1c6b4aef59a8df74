"""A player changes their name: the account first, then the seats at tables that are not over."""

from __future__ import annotations

import msgspec

from service.accounts.store import Accounts, Player
from service.refusals import NotFound
from service.tables.session import TableSession, transact
from service.tables.store import Tables
from service.tables.views import seat_data


def rename(tables: Tables, accounts: Accounts, player: Player, name: str) -> None:
    """Change the name. If the request is repeated after an interruption, it completes what is left to do."""
    accounts.rename(player, name)

    def change(session: TableSession) -> bool:
        table = session.table
        held = [n for n, seat in enumerate(table.seats) if seat.player == player.id and seat.name != name]
        if table.over or not held:
            return False
        for n in held:
            table.seats[n] = msgspec.structs.replace(table.seats[n], name=name)
            session.tell("seat", seat_data(n, table.seats[n]))
        return True

    for id in accounts.live_tables(player.id):
        try:
            transact(tables, id, change, settle=False)
        except NotFound:
            # A table that was deleted may still be in the list.
            continue
