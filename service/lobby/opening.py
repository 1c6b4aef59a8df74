"""Opening a table, and a rematch of one that is over."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from service.accounts.store import Accounts, Player
from service.agents import registry
from service.agents.store import Agents
from service.books import uploads
from service.books.store import Books
from service.games import REGISTRY
from service.games.kit.game import BadOptions, Game
from service.lobby.bot_names import bot_names
from service.lobby.seating import begin_if_full
from service.refusals import Invalid, NotFinished, NotSeated
from service.storage.identifiers import new_id
from service.tables.parts import ClockRules, SeatRecord
from service.tables.session import TableSession, create, load, transact
from service.tables.store import Table, Tables

DEFAULT_LIMITS: Final = {"none": None, "realtime": 60, "correspondence": 3 * 24 * 3600}
"""The seconds per decision, unless the owner of the table sets a limit."""


class NewSeat(Struct, frozen=True):
    """One seat of a table to be opened."""

    kind: Literal["me", "open", "invite", "bot", "agent"]
    level: str | None = None
    player: str | None = None
    agent: str | None = None
    thoughts: int | None = None
    name: str | None = None
    """For bots: the name to keep from an earlier table."""


class NewTable(Struct, frozen=True, kw_only=True):
    """A table to be opened."""

    game: str
    seats: tuple[NewSeat, ...]
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
    new: NewTable,
    resource_id: str | None = None,
) -> TableSession:
    """Open a table. Repeating the call with the same `resource_id` returns the same table."""
    game = REGISTRY.get(new.game)
    if game is None:
        raise Invalid(field="game", message=f"unknown game {new.game}; available: {', '.join(REGISTRY)}")
    id = resource_id or new_id(tables.now())
    now = tables.now(id)
    table = Table(
        id=id,
        game=game.name,
        rules=game.rules_version,
        owner=owner.id,
        visibility=new.visibility,
        options=borrowed_options(books, game, owner, id, len(new.seats), new.options),
        seats=[_seat_record(tables, accounts, agents, game, owner, id, n, seat) for n, seat in enumerate(new.seats)],
        clock=checked_clock(new.clock),
        start=new.start,
        practice=new.deal is not None,
        seed=new.deal or secrets.token_hex(16),
        code=secrets.token_urlsafe(9),
        created=now,
        seqs=[0] * (1 + len(new.seats)),
    )
    # The seed of a table is secret unless it is a practice table, so names must not depend on it.
    names = bot_names(new.deal or id, len(table.seats), [seat.name for seat in table.seats])
    for seat, name in zip(table.seats, names, strict=True):
        if seat.kind == "bot" and seat.name is None:
            seat.name = name
    if sum(seat.player == owner.id for seat in table.seats) > 1:
        raise Invalid(field="seats", message="you can take only one seat")
    for player in {owner.id, *(seat.player for seat in table.seats if seat.player)}:
        accounts.add_table(player, table.id)
    if any(seat.kind in ("open", "invite") for seat in table.seats):
        tables.add_invite(table)
    session = TableSession(table, now)
    session.players_to_notify.update(seat.player for seat in table.seats if seat.kind == "invite" and seat.player)
    begin_if_full(session)
    return create(tables, session)


def borrowed_options(
    books: Books, game: Game[Any, Any, Any], owner: Player, table: str, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """The options with defaults filled in, and the books they name lent to the table."""
    if seats not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise Invalid(field="seats", message=f"{game.name} is for {allowed} players, not {seats}")
    try:
        known: dict[str, Any] = msgspec.to_builtins(game.options(options))
        known = uploads.lend(books, owner.id, game, known, table)
        # Options may be valid individually but not in combination; the game detects that when it sets up a table.
        game.new(seats, "check", known)
    except BadOptions as wrong:
        raise Invalid(field=f"options.{wrong.field}".rstrip("."), message=str(wrong)) from None
    return known


def checked_clock(rules: ClockRules) -> ClockRules:
    """The clock rules with a default limit where the mode needs one. A limit without a clock would have no effect."""
    limited = rules.per_decision_s is not None or rules.bank_s is not None
    if limited and rules.mode == "none":
        raise Invalid(field="clock.mode", message="a limit needs the mode realtime or correspondence")
    return rules if limited else msgspec.structs.replace(rules, per_decision_s=DEFAULT_LIMITS[rules.mode])


def _seat_record(
    tables: Tables,
    accounts: Accounts,
    agents: Agents,
    game: Game[Any, Any, Any],
    owner: Player,
    table: str,
    n: int,
    new: NewSeat,
) -> SeatRecord:
    match new.kind:
        case "agent":
            return registry.seat(tables, agents, game, owner.id, table, n, new.agent)
        case "me":
            return SeatRecord("player", owner.id, owner.name)
        case "bot":
            level = new.level or game.substitute
            if level not in game.bots:
                raise Invalid(
                    field=f"seats.{n}.level", message=f"unknown level; {game.name} has {', '.join(game.bots)}"
                )
            return SeatRecord("bot", name=new.name, level=level, thoughts=new.thoughts)
        case "invite" if new.player is not None:
            guest = accounts.get(new.player)
            if guest is None:
                raise Invalid(field=f"seats.{n}.player", message="unknown player")
            return SeatRecord("invite", guest.id, guest.name)
    return SeatRecord(new.kind)


def rematch(
    tables: Tables,
    accounts: Accounts,
    agents: Agents,
    books: Books,
    id: str,
    player: Player,
    resource_id: str | None = None,
) -> TableSession:
    """Open a table for the same players, each moved by one seat. The first request opens it; later ones return it."""

    def name_rematch(session: TableSession) -> bool:
        session.must_see(player.id)
        if session.table.seat_of(player.id) is None and session.table.owner != player.id:
            raise NotSeated()
        if not session.table.over:
            raise NotFinished()
        if session.table.rematch is not None:
            return False
        session.table.rematch = resource_id or new_id(session.now)
        return True

    # The old table names the new one before it exists, so that every request opens the same one, even after a crash.
    table = transact(tables, id, name_rematch).table
    rematch_id = str(table.rematch)
    if tables.load(rematch_id) is not None:
        return load(tables, rematch_id)
    new = NewTable(
        game=table.game,
        seats=tuple(_same_seat(accounts, agents, seat, player) for seat in [*table.seats[-1:], *table.seats[:-1]]),
        options=table.options,
        clock=table.clock,
        visibility=table.visibility,
        start=table.start,
    )
    return open_table(tables, accounts, agents, books, player, new, rematch_id)


def _same_seat(accounts: Accounts, agents: Agents, seat: SeatRecord, player: Player) -> NewSeat:
    if seat.kind == "bot":
        return NewSeat("bot", level=seat.level, name=seat.name)
    if seat.kind == "agent":
        # The seat of a deleted agent, or of another player's private one, is left open.
        agent = registry.find(agents, player.id, seat.agent or "")
        return NewSeat("open") if agent is None else NewSeat("agent", agent=agent.id)
    if seat.player == player.id:
        return NewSeat("me")
    known = seat.player is not None and accounts.get(seat.player) is not None
    return NewSeat("invite", player=seat.player) if known else NewSeat("open")
