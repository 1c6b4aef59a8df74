"""Taking and leaving seats, starting a table, and deleting one that has not begun."""

from __future__ import annotations

import secrets

from service.accounts.store import Accounts, Player
from service.lobby import votes
from service.refusals import (
    AlreadySeated,
    NotFound,
    NotOpen,
    NotOwner,
    NotRunning,
    NotSeated,
    Refused,
    SeatsOpen,
    SeatTaken,
    TableFull,
    WrongCode,
)
from service.tables import changes
from service.tables.parts import SeatRecord
from service.tables.play import settled
from service.tables.session import TableSession, transact
from service.tables.store import Table, Tables
from service.tables.views import seat_data


def take_seat(tables: Tables, accounts: Accounts, id: str, player: Player, n: int, code: str | None) -> TableSession:
    """Take an open seat, or a reserved one as the invited player or with the invite code."""

    def take(session: TableSession) -> bool:
        table = session.table
        if not _has_code(table, code):
            session.must_see(player.id)
        current = table.seat_of(player.id)
        if n == current:
            return False
        if not 0 <= n < len(table.seats):
            raise NotFound(what="seat")
        if table.status != "open":
            raise NotOpen()
        if current is not None:
            raise AlreadySeated(seat=current)
        if _filled(table):
            raise TableFull()
        seat = table.seats[n]
        if seat.kind not in ("open", "invite") or (seat.player is not None and seat.player != player.id):
            raise SeatTaken(seat=n)
        invited = seat.player == player.id or (seat.kind == "open" and table.visibility != "private")
        if not invited and not _has_code(table, code):
            raise WrongCode(seat=n)
        table.seats[n] = SeatRecord("player", player.id, player.name)
        session.tell("seat", seat_data(n, table.seats[n]))
        begin_if_full(session)
        return True

    # Added first, so that the player's list never misses a table where they have a seat.
    accounts.add_table(player.id, id)
    try:
        return transact(tables, id, take)
    except Refused as refused:
        if refused.session is None or player.id not in refused.session.table.people:
            accounts.remove_table(player.id, id)
        raise


def invited(tables: Tables, code: str) -> TableSession:
    """The table with this invite code, or refuse."""
    id = tables.invited_to(code) if len(code) <= 64 else None
    if id is None:
        raise NotFound(what="invite")
    return settled(tables, id)


def free_seats(table: Table, player: str | None) -> list[int]:
    """The seats that this player can take with the invite code."""
    if table.status != "open" or table.seat_of(player) is not None:
        return []
    return [
        n for n, seat in enumerate(table.seats) if seat.kind in ("open", "invite") and seat.player in (None, player)
    ]


def leave_seat(tables: Tables, id: str, player: Player, n: int) -> TableSession:
    """Leave a seat before the game begins, or decline an invitation. The seat becomes open."""

    def leave(session: TableSession) -> bool:
        table = session.table
        session.must_see(player.id)
        if not 0 <= n < len(table.seats):
            raise NotFound(what="seat")
        if table.seats[n].player != player.id:
            raise NotSeated(seat=n)
        if table.status != "open":
            raise NotOpen()
        table.seats[n] = SeatRecord("open")
        session.tell("seat", seat_data(n, table.seats[n]))
        return True

    return transact(tables, id, leave)


def forfeit(tables: Tables, id: str, player: Player) -> TableSession:
    """Give up a seat of a running game. From now on the table answers for it, and its votes no longer count."""

    def give_up(session: TableSession) -> bool:
        n = session.must_seat(player.id)
        if session.table.status != "running":
            raise NotRunning()
        if n in session.table.forfeits:
            return False
        changes.forfeit(session, n)
        votes.player_left(session, n)
        return True

    return transact(tables, id, give_up)


def start(tables: Tables, id: str, player: Player) -> TableSession:
    """The owner starts the game. Starting a running table changes nothing."""

    def begin(session: TableSession) -> bool:
        session.must_see(player.id)
        if session.table.owner != player.id:
            raise NotOwner()
        if session.table.status == "running":
            return False
        if session.table.over:
            raise NotOpen()
        if not _filled(session.table):
            missing = [n for n, seat in enumerate(session.table.seats) if seat.kind in ("open", "invite")]
            raise SeatsOpen(seats=missing)
        changes.begin(session)
        return True

    return transact(tables, id, begin)


def delete(tables: Tables, accounts: Accounts, id: str, player: Player) -> None:
    """The owner deletes a table that has not begun."""

    def remove(session: TableSession) -> bool:
        session.must_see(player.id)
        if session.table.owner != player.id:
            raise NotOwner()
        if session.table.status != "open":
            raise NotOpen()
        session.delete = True
        return True

    for one in transact(tables, id, remove).table.people:
        accounts.remove_table(one, id)


def begin_if_full(session: TableSession) -> None:
    """Begin the game once all seats are taken, unless the table waits for its owner."""
    if session.table.start == "full" and _filled(session.table):
        changes.begin(session)


def _filled(table: Table) -> bool:
    return all(seat.kind in ("player", "bot", "agent") for seat in table.seats)


def _has_code(table: Table, code: str | None) -> bool:
    return code is not None and secrets.compare_digest(code.encode(), table.code.encode())
