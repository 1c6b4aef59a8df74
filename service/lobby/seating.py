"""Opening a table, sitting down, getting up, beginning, and playing again."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from service.accounts.store import Player
from service.agents import registry
from service.books import uploads
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
    SeatsOpen,
    SeatTaken,
    TableFull,
    WrongCode,
)
from service.storage import keys
from service.stores import House, may_see, people_of
from service.tables import clocks
from service.tables.session import Live
from service.tables.store import ClockRules, Conflict, SeatRecord, Table
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


def open_table(house: House, owner: Player, wish: TableWish, plan: str | None = None) -> Live:
    """Open a table. The same `plan` opens the same table, however often it is asked for."""
    game = SHELF.get(wish.game)
    if game is None:
        raise Invalid(field="game", message=f"there is no game {wish.game}; there are {', '.join(SHELF)}")
    id = plan or keys.new_id(house.deadlines.now())
    now = house.deadlines.now(id)
    table = Table(
        id=id,
        game=game.name,
        rules=game.rules_version,
        owner=owner.id,
        visibility=wish.visibility,
        options=checked_options(house, game, owner, id, len(wish.seats), wish.options),
        seats=[_seat(house, game, owner, id, n, seat) for n, seat in enumerate(wish.seats)],
        clock=checked_clock(wish.clock),
        start=wish.start,
        practice=wish.deal is not None,
        seed=wish.deal or secrets.token_hex(16),
        code=secrets.token_urlsafe(9),
        created=now,
        heads=[0] * (1 + len(wish.seats)),
    )
    if sum(seat.player == owner.id for seat in table.seats) > 1:
        raise Invalid(field="seats", message="you can sit on one seat only")
    for player in {owner.id, *(seat.player for seat in table.seats if seat.player)}:
        house.people.note_table(player, table.id)
    live = Live(table, now)
    live.concerned.update(seat.player for seat in table.seats if seat.kind == "invite" and seat.player)
    if table.start == "full" and _filled(table):
        live.begin()
    try:
        live.commit(house.tables)
    except Conflict:
        return house.load(table.id)
    return live


def checked_options(
    house: House, game: Game[Any, Any, Any], owner: Player, table: str, seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """All options of the game, the named ones as wished and the others as usual; a table can begin with them."""
    if seats not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise Invalid(field="seats", message=f"{game.name} is for {allowed} players, not {seats}")
    try:
        known: dict[str, Any] = msgspec.to_builtins(game.options(options))
        if "book" in known:
            known["book"] = uploads.lend(house, owner.id, known["book"], table)
            if known["book"] is None:
                raise BadOptions("book", "there is no such book, or it is still being read")
            house.fetch(game.name, known)
        # Some options are only wrong together, which the game finds when it lays out the table.
        game.new(seats, "trial", known)
    except BadOptions as wrong:
        raise Invalid(field=f"options.{wrong.field}".rstrip("."), message=str(wrong)) from None
    return known


def checked_clock(rules: ClockRules) -> ClockRules:
    """The clock in full; a limit that no clock would measure is a mistake that must not pass in silence."""
    if rules.mode == "none" and (rules.per_decision_s is not None or rules.bank_s is not None):
        raise Invalid(field="clock.mode", message="a limit needs the mode realtime or correspondence")
    return clocks.completed(rules)


def _seat(house: House, game: Game[Any, Any, Any], owner: Player, table: str, n: int, wish: SeatWish) -> SeatRecord:
    match wish.kind:
        case "agent":
            return registry.seat(house, game, owner.id, table, n, wish.agent)
        case "me":
            return SeatRecord("player", owner.id, owner.name)
        case "bot":
            level = wish.level or game.substitute
            if level not in game.bots:
                raise Invalid(field=f"seats.{n}.level", message=f"{game.name} has the bots {', '.join(game.bots)}")
            return SeatRecord("bot", level=level, thoughts=wish.thoughts)
        case "invite" if wish.player is not None:
            guest = house.people.get(wish.player)
            if guest is None:
                raise Invalid(field=f"seats.{n}.player", message="there is no such player")
            return SeatRecord("invite", guest.id, guest.name)
    return SeatRecord(wish.kind)


def _filled(table: Table) -> bool:
    return all(seat.kind in ("player", "bot", "agent") for seat in table.seats)


def take_seat(house: House, id: str, player: Player, n: int, code: str | None) -> Live:
    """Sit down on an open seat; with the invite code, or as the one who is expected, on a reserved one."""

    def sit(live: Live) -> bool:
        table = live.table
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
        if not expected and not (code and secrets.compare_digest(code.encode(), table.code.encode())):
            raise WrongCode(seat=n)
        house.people.note_table(player.id, id)
        table.seats[n] = SeatRecord("player", player.id, player.name)
        live.tell("seat", seat_data(n, table.seats[n]))
        if table.start == "full" and _filled(table):
            live.begin()
        return True

    return _change(house, id, player.id, sit, code)


def leave_seat(house: House, id: str, player: Player, n: int) -> Live:
    """Get up before the table begins, or decline a seat that is reserved for you: it is open to others then."""

    def rise(live: Live) -> bool:
        table = live.table
        if not 0 <= n < len(table.seats):
            raise NotFound(what="seat")
        if table.seats[n].player != player.id:
            raise NotSeated(seat=n)
        if table.status != "open":
            raise NotOpen()
        table.seats[n] = SeatRecord("open")
        live.tell("seat", seat_data(n, table.seats[n]))
        return True

    return _change(house, id, player.id, rise)


def start(house: House, id: str, player: Player) -> Live:
    """The owner begins the game. A table that runs already is as it should be."""

    def begin(live: Live) -> bool:
        if live.table.owner != player.id:
            raise NotOwner()
        if live.table.status == "running":
            return False
        if live.table.over:
            raise NotOpen()
        if not _filled(live.table):
            missing = [n for n, seat in enumerate(live.table.seats) if seat.kind in ("open", "invite")]
            raise SeatsOpen(seats=missing)
        live.begin()
        return True

    return _change(house, id, player.id, begin)


def delete(house: House, id: str, player: Player) -> None:
    """The owner gives a table up that never began."""
    while True:
        live = house.load(id)
        if not may_see(live.table, player.id):
            raise NotFound(what="table")
        if live.table.owner != player.id:
            raise NotOwner()
        if live.table.status != "open":
            raise NotOpen()
        try:
            house.tables.delete(live.table)
        except Conflict:
            continue
        for one in people_of(live.table):
            house.people.forget_table(one, id)
        return


def rematch(house: House, id: str, player: Player, plan: str | None = None) -> Live:
    """The same people once more, each one seat further. Whoever asks first opens the table for all."""
    old = house.load(id)
    if not may_see(old.table, player.id):
        raise NotFound(what="table")
    if old.table.seat_of(player.id) is None and old.table.owner != player.id:
        raise NotSeated()
    if not old.table.over:
        raise NotFinished()

    def name(live: Live) -> bool:
        if live.table.rematch is not None:
            return False
        live.table.rematch = plan or keys.new_id(live.now)
        return True

    # The old table names the new one before it is there: so all who ask, at once or after a crash, open the same.
    table = _change(house, id, player.id, name).table
    new = str(table.rematch)
    if house.tables.load(new) is not None:
        return house.load(new)
    wish = TableWish(
        game=table.game,
        seats=tuple(_wish_again(house, seat, player) for seat in [*table.seats[-1:], *table.seats[:-1]]),
        options=table.options,
        clock=table.clock,
        visibility=table.visibility,
        start=table.start,
    )
    return open_table(house, player, wish, new)


def _wish_again(house: House, seat: SeatRecord, player: Player) -> SeatWish:
    if seat.kind == "bot":
        return SeatWish("bot", level=seat.level)
    if seat.kind == "agent":
        # Somebody else's agent that is not for everybody, or is gone by now, leaves its seat open.
        agent = house.agents.get(seat.agent or "")
        free = agent is not None and (agent.public or agent.owner == player.id)
        return SeatWish("agent", agent=seat.agent) if free else SeatWish("open")
    if seat.player == player.id:
        return SeatWish("me")
    known = seat.player is not None and house.people.get(seat.player) is not None
    return SeatWish("invite", player=seat.player) if known else SeatWish("open")


def _change(house: House, id: str, player: str, do: Callable[[Live], bool], code: str | None = None) -> Live:
    """Let somebody change the table around the game, as often as others are faster."""
    while True:
        live = house.load(id)
        invited = code is not None and secrets.compare_digest(code.encode(), live.table.code.encode())
        if not invited and not may_see(live.table, player):
            raise NotFound(what="table")
        if not do(live):
            return live
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live
