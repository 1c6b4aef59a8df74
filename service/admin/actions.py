"""What operators can do with tables, books and accounts."""

from __future__ import annotations

from typing import Any, Final

from service.accounts import closing
from service.accounts.store import Player, player_data, token_data
from service.books import uploads
from service.games.kit.decision import Seat
from service.lobby import votes
from service.lobby.bot_names import bot_names
from service.lobby.listing import scan
from service.quotas.store import KINDS
from service.refusals import Finished, Invalid, NotFound
from service.stores import Stores
from service.tables import changes
from service.tables.parts import SeatRecord, Status
from service.tables.session import TableSession, transact
from service.tables.store import Table
from service.tables.views import seat_data, stamp

BY_OPERATOR: Final = "operator"
"""Why a table was ended by an operator, as its event says."""

LIMITS: Final = (*KINDS, "books-bytes", "talk")
"""What an operator can limit for one account; `talk: 0` means that it may not speak."""

SCANNED: Final = 10
"""How many pages of tables one request may read to fill its own page."""

Data = dict[str, Any]


# -- tables --------------------------------------------------------------------------------------


def find_tables(
    stores: Stores, player: str | None, game: str | None, status: Status | None, before: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """Tables of one player, whatever their visibility, or public ones, newest first; and where the next page starts."""

    def ids(before: str | None) -> list[str]:
        if player is not None:
            return stores.accounts.tables(player, before, limit)
        return stores.tables.listed(game, status, before, limit)

    def wanted(table: Table) -> bool:
        return game in (None, table.game) and status in (None, table.status)

    found, following = scan(stores.tables, ids, wanted, before, limit, SCANNED)
    return [table_data(table) for table in found], following


def get_table(stores: Stores, id: str) -> Data:
    found = stores.tables.load(id)
    if found is None:
        raise NotFound(what="table")
    return table_data(found[0])


def table_data(table: Table) -> Data:
    """A table as operators see it, without anything that is hidden from its players."""
    return {
        "id": table.id,
        "game": table.game,
        "rules_version": table.rules,
        "status": table.status,
        "visibility": table.visibility,
        "owner": table.owner,
        "version": table.version,
        "created_at": stamp(table.created),
        "started_at": stamp(table.started),
        "finished_at": stamp(table.finished),
        "paused": table.paused is not None,
        "seats": [seat_data(n, seat) for n, seat in enumerate(table.seats)],
        "waiting": sorted({opening.seat for opening in table.opened.values() if opening.seat >= 0}),
    }


def end_table(stores: Stores, id: str) -> Data:
    """End a table without a result."""

    def end(session: TableSession) -> bool:
        if session.table.over:
            raise Finished()
        changes.abort(session, BY_OPERATOR)
        return True

    return table_data(transact(stores.tables, id, end, settle=False).table)


def hand_to_bot(stores: Stores, id: str, seat: Seat, level: str | None) -> Data:
    """Let a bot play a seat from now on. Its previous player becomes a spectator."""
    left: set[str] = set()

    def hand_over(session: TableSession) -> bool:
        table = session.table
        if not 0 <= seat < len(table.seats):
            raise NotFound(what="seat")
        if table.over:
            raise Finished()
        chosen = level or session.game.substitute
        if chosen not in session.game.bots:
            raise Invalid(field="level", message=f"unknown level; {table.game} has {', '.join(session.game.bots)}")
        before = table.seats[seat]
        if before.kind == "bot" and before.level == chosen:
            return False
        if before.player is not None:
            left.add(before.player)
            session.players_to_notify.add(before.player)
        name = bot_names(id, len(table.seats), [one.name for one in table.seats])[seat]
        table.seats[seat] = SeatRecord("bot", name=name, level=chosen)
        table.passes.pop(seat, None)
        session.tell("seat", seat_data(seat, table.seats[seat]))
        if table.status == "running":
            votes.player_left(session, seat)
        return True

    session = transact(stores.tables, id, hand_over)
    for player in left:
        if player not in session.table.people:
            stores.accounts.remove_live_table(player, id)
    return table_data(session.table)


def remove_book(stores: Stores, id: str) -> None:
    """Delete an uploaded book. Tables that are played in it go on."""
    book = stores.books.get(id)
    if book is None:
        raise NotFound(what="book")
    uploads.delete(stores.tables, stores.books, book.owner, id)


# -- accounts ------------------------------------------------------------------------------------


def account(stores: Stores, id: str) -> Data:
    """An account: its tokens without secrets, its usage of quotas, and the limits set by operators."""
    player = _player(stores, id)
    now = stores.tables.now()
    return {
        **player_data(player),
        "tokens": [token_data(token) for token in stores.accounts.tokens(id) if token.alive(now)],
        "usage": stores.quotas.usage(id, now),
        "limits": stores.quotas.limits(id),
        "live_tables": stores.accounts.live_tables(id),
    }


def set_limits(stores: Stores, id: str, limits: dict[str, int | None]) -> Data:
    """Set limits for one account; None: the usual one applies again."""
    _player(stores, id)
    for kind, limit in limits.items():
        stores.quotas.set_limit(id, kind, limit)
    return account(stores, id)


def close_account(stores: Stores, id: str) -> None:
    """Close an account as its owner could."""
    closing.close_account(stores, _player(stores, id), None)


def revoke_tokens(stores: Stores, id: str, token: str | None) -> None:
    """Revoke one token of an account, or all."""
    _player(stores, id)
    tokens = [one for one in stores.accounts.tokens(id) if token in (None, one.id)]
    if token is not None and not tokens:
        raise NotFound(what="token")
    for one in tokens:
        stores.accounts.revoke_token(id, one.id)


def _player(stores: Stores, id: str) -> Player:
    player = stores.accounts.get(id)
    if player is None:
        raise NotFound(what="player")
    return player
