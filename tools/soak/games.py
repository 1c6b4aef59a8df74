"""Games for the soak test: a few are really played, the others are copies with their own ids and players."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from service.accounts.store import Player
from service.archive.store import Record
from service.games import REGISTRY
from service.lobby.opening import NewSeat, NewTable, open_table
from service.lobby.seating import take_seat
from service.refusals import Closed, IllegalAnswer
from service.storage import keys
from service.storage.identifiers import new_id
from service.stores import Stores
from service.tables import play as answering
from service.tables.play import Actor, fire_timers
from service.tables.session import load
from service.tables.store import Table

OPTIONS: dict[str, dict[str, Any]] = {"mountains_of_madness": {"mode": "relaxed"}}
_decode = msgspec.msgpack.Decoder(Table).decode
_encode = msgspec.msgpack.Encoder().encode


def accounts_of(stores: Stores, many: int) -> list[Player]:
    """This many accounts, the same every time."""
    return [stores.accounts.add(Player(f"p_soak{n:06d}", f"Player {n}", 0)) for n in range(many)]


def play_game(stores: Stores, game: str, players: list[Player], random: Random) -> str:
    """Play one random game to its end through the functions that the API calls."""
    seats = (NewSeat("me"), *[NewSeat("open")] * (len(players) - 1))
    wish = NewTable(game=game, seats=seats, options=OPTIONS.get(game, {}), start="full")
    table = open_table(stores.tables, stores.accounts, stores.agents, stores.books, players[0], wish).table
    for n, player in enumerate(players[1:], 1):
        take_seat(stores.tables, stores.accounts, table.id, player, n, None)
    while (live := load(stores.tables, table.id)).table.status == "running":
        asked = [(name, one) for name, one in live.questions().items() if one.seat >= 0]
        if not asked:
            for opening in live.table.opened.values():
                opening.deadline = 0
            live.commit(stores.tables)
            fire_timers(stores.tables, stores.due, table.id)
            continue
        name, question = random.choice(asked)
        picks = tuple(random.sample(list(question.options), question.least))
        for given in (picks, question.on_timeout):
            try:
                answering.answer(stores.tables, table.id, Actor("player", players[question.seat].id), name, given)
                break
            except (IllegalAnswer, Closed):
                continue
    return table.id


def play_sample(stores: Stores, accounts: list[Player], each: int, random: Random) -> list[Record]:
    """The stored tables of a few really played games, of every game with few and with many players."""
    found = []
    for game in REGISTRY.values():
        for n in range(each):
            seats = game.seats[0] if n % 2 == 0 else game.seats[-1]
            record = stores.archive.gather(play_game(stores, game.name, random.sample(accounts, seats), random))
            assert record is not None
            found.append(record)
    return found


def insert_copy(stores: Stores, record: Record, accounts: list[Player], random: Random) -> str:
    """Write a copy of a finished table to Redis as if it had just been played, with its entries in all lists."""
    now = stores.tables.now()
    table = _decode(record.table)
    table.id = new_id(now)
    assert table.finished is not None
    later = now - table.finished
    table.created, table.finished = table.created + later, now
    table.started = None if table.started is None else table.started + later
    names = iter(random.sample(accounts, len(table.seats)))
    for seat in table.seats:
        if seat.kind == "player":
            player = next(names)
            seat.player, seat.name = player.id, player.name
    table.owner = table.seats[0].player or table.owner
    with stores.redis.pipeline(transaction=False) as pipe:
        for id in table.people:
            pipe.zadd(keys.tables_of(id), {table.id: 0})
            pipe.sadd(keys.live_tables_of(id), table.id)
        members = keys.listed_as(table.id, table.game, table.status)
        pipe.zadd(keys.listing(keys.shard(table.id)), dict.fromkeys(members, 0))
        pipe.execute()
    stores.archive.restore(table.id, msgspec.structs.replace(record, table=_encode(table)))
    return table.id
