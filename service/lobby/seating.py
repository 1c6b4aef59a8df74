"""Opening a table, taking and leaving seats, starting, deleting, and rematches."""

from __future__ import annotations

import secrets
from typing import Any, Literal

import msgspec
from msgspec import Struct

from service.accounts.store import Accounts, Player
from service.agents import registry
from service.agents.store import Agents
from service.books import uploads
from service.books.store import Books
from service.games import SHELF
from service.games.kit.game import BadOptions, Game
from service.refusals import (
    AlreadySeated,
    Invalid,
    NotFinished,
    NotFound,
    NotOpen,
    NotOwner,
    NotSeated,
    Refused,
    SeatsOpen,
    SeatTaken,
    TableFull,
    WrongCode,
)
from service.storage import keys
from service.tables import changes, clocks
from service.tables.session import TableSession, create, load, transact
from service.tables.store import ClockRules, SeatRecord, Table, Tables
from service.tables.views import seat_data


class SeatWish(Struct, frozen=True):
    """What the owner wants on a seat."""

    kind: Literal["me", "open", "invite", "bot", "agent"]
    level: str | None = None
    player: str | None = None
    agent: str | None = None
    thoughts: int | None = None


class TableWish(Struct, frozen=True, kw_only=True):
    """How a table shall be."""

    game: str
    seats: tuple[SeatWish, ...]
    options: dict[str, Any] = {}
    clock: ClockRules = ClockRules()
    visibility: Literal["public", "unlisted", "private"] = "public"
    start: Literal["owner", "full"] = "owner"
    deal: str | None = None


def open_table(
    tables: Tables,
    accounts: Accounts,
    agents: Agents,
    books: Books,
    owner: Player,
    wish: TableWish,
    plan: str | None = None,
) -> TableSession:
    """Open a table. The same `plan` opens the same table, however often it is asked for."""
    game = SHELF.get(wish.game)
    if game is None:
        raise Invalid(field="game", message=f"unknown game {wish.game}; available: {', '.join(SHELF)}")
    id = plan or keys.new_id(tables.now())
    now = tables.now(id)
    table = Table(
        id=id,
        game=game.name,
        rules=game.rules_version,
        owner=owner.id,
        visibility=wish.visibility,
        options=borrowed_options(books, game, owner, id, len(wish.seats), wish.options),
        seats=[_seat(tables, accounts, agents, game, owner, id, n, seat) for n, seat in enumerate(wish.seats)],
        clock=checked_clock(wish.clock),
        start=wish.start,
        practice=wish.deal is not None,
        seed=wish.deal or secrets.token_hex(16),
        code=secrets.token_urlsafe(9),
        created=now,
        heads=[0] * (1 + len(wish.seats)),
    )
    if sum(seat.player == owner.id for seat in table.seats) > 1:
        raise Invalid(field="seats", message="you can take only one seat")
    for player in {owner.id, *(seat.player for seat in table.seats if seat.player)}:
        accounts.note_table(player, table.id)
    session = TableSession(table, now)
    session.players_to_notify.update(seat.player for seat in table.seats if seat.kind == "invite" and seat.player)
    _begin_if_full(session)
    return create(tables, session)


def borrowed_options(
    books: Books, game: Game[Any, Any, Any], owner: Player, table: str, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """All options of the game, those not named at their defaults, with the book they name lent to the table."""
    if seats not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise Invalid(field="seats", message=f"{game.name} is for {allowed} players, not {seats}")
    try:
        known: dict[str, Any] = msgspec.to_builtins(game.options(options))
        if "book" in known:
            known["book"] = uploads.lend(books, owner.id, known["book"], table)
            if known["book"] is None:
                raise BadOptions("book", "unknown book, or it is still being read")
            uploads.provide(books, game.name, known)
        # Some options are only wrong together, which the game finds when it sets up the table.
        game.new(seats, "trial", known)
    except BadOptions as wrong:
        raise Invalid(field=f"options.{wrong.field}".rstrip("."), message=str(wrong)) from None
    return known


def checked_clock(rules: ClockRules) -> ClockRules:
    """The clock in full; a limit that no clock would measure is a mistake that must not pass in silence."""
    if rules.mode == "none" and (rules.per_decision_s is not None or rules.bank_s is not None):
        raise Invalid(field="clock.mode", message="a limit needs the mode realtime or correspondence")
    return clocks.completed(rules)


def _seat(
    tables: Tables,
    accounts: Accounts,
    agents: Agents,
    game: Game[Any, Any, Any],
    owner: Player,
    table: str,
    n: int,
    wish: SeatWish,
) -> SeatRecord:
    match wish.kind:
        case "agent":
            return registry.seat(tables, agents, game, owner.id, table, n, wish.agent)
        case "me":
            return SeatRecord("player", owner.id, owner.name)
        case "bot":
            level = wish.level or game.substitute
            if level not in game.bots:
                raise Invalid(
                    field=f"seats.{n}.level", message=f"unknown level; {game.name} has {', '.join(game.bots)}"
                )
            return SeatRecord("bot", level=level, thoughts=wish.thoughts)
        case "invite" if wish.player is not None:
            guest = accounts.get(wish.player)
            if guest is None:
                raise Invalid(field=f"seats.{n}.player", message="unknown player")
            return SeatRecord("invite", guest.id, guest.name)
    return SeatRecord(wish.kind)


def _filled(table: Table) -> bool:
    return all(seat.kind in ("player", "bot", "agent") for seat in table.seats)


def take_seat(tables: Tables, accounts: Accounts, id: str, player: Player, n: int, code: str | None) -> TableSession:
    """Sit down on an open seat; with the invite code, or as the one who is expected, on a reserved one."""

    def sit(session: TableSession) -> bool:
        table = session.table
        if not _has_code(table, code):
            session.must_see(player.id)
        now_at = table.seat_of(player.id)
        if n == now_at:
            return False
        if not 0 <= n < len(table.seats):
            raise NotFound(what="seat")
        if table.status != "open":
            raise NotOpen()
        if now_at is not None:
            raise AlreadySeated(seat=now_at)
        if _filled(table):
            raise TableFull()
        seat = table.seats[n]
        if seat.kind not in ("open", "invite") or (seat.player is not None and seat.player != player.id):
            raise SeatTaken(seat=n)
        expected = seat.player == player.id or (seat.kind == "open" and table.visibility != "private")
        if not expected and not _has_code(table, code):
            raise WrongCode(seat=n)
        table.seats[n] = SeatRecord("player", player.id, player.name)
        session.tell("seat", seat_data(n, table.seats[n]))
        _begin_if_full(session)
        return True

    # Noted before, so that a table is never missing from its player's list.
    accounts.note_table(player.id, id)
    try:
        return transact(tables, id, sit)
    except Refused as refused:
        if refused.session is None or player.id not in refused.session.table.people:
            accounts.forget_table(player.id, id)
        raise


def leave_seat(tables: Tables, id: str, player: Player, n: int) -> TableSession:
    """Get up before the table begins, or decline a seat that is reserved for you: it is open to others then."""

    def rise(session: TableSession) -> bool:
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

    return transact(tables, id, rise)


def start(tables: Tables, id: str, player: Player) -> TableSession:
    """The owner begins the game. A table that runs already is as it should be."""

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
        accounts.forget_table(one, id)


def rematch(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, id: str, player: Player, plan: str | None = None
) -> TableSession:
    """The same people once more, each one seat further. Whoever asks first opens the table for all."""

    def name(session: TableSession) -> bool:
        session.must_see(player.id)
        if session.table.seat_of(player.id) is None and session.table.owner != player.id:
            raise NotSeated()
        if not session.table.over:
            raise NotFinished()
        if session.table.rematch is not None:
            return False
        session.table.rematch = plan or keys.new_id(session.now)
        return True

    # The old table names the new one before it exists, so that all who ask open the same one, also after a crash.
    table = transact(tables, id, name).table
    new = str(table.rematch)
    if tables.load(new) is not None:
        return load(tables, new)
    wish = TableWish(
        game=table.game,
        seats=tuple(_wish_again(accounts, agents, seat, player) for seat in [*table.seats[-1:], *table.seats[:-1]]),
        options=table.options,
        clock=table.clock,
        visibility=table.visibility,
        start=table.start,
    )
    return open_table(tables, accounts, agents, books, player, wish, new)


def _wish_again(accounts: Accounts, agents: Agents, seat: SeatRecord, player: Player) -> SeatWish:
    if seat.kind == "bot":
        return SeatWish("bot", level=seat.level)
    if seat.kind == "agent":
        # Somebody else's agent that is not for everybody, or is gone by now, leaves its seat open.
        agent = agents.get(seat.agent or "")
        free = agent is not None and (agent.public or agent.owner == player.id)
        return SeatWish("agent", agent=seat.agent) if free else SeatWish("open")
    if seat.player == player.id:
        return SeatWish("me")
    known = seat.player is not None and accounts.get(seat.player) is not None
    return SeatWish("invite", player=seat.player) if known else SeatWish("open")


def _begin_if_full(session: TableSession) -> None:
    if session.table.start == "full" and _filled(session.table):
        changes.begin(session)


def _has_code(table: Table, code: str | None) -> bool:
    return code is not None and secrets.compare_digest(code.encode(), table.code.encode())
