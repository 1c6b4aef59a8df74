"""Games for the soak: some are really played, the many are copies of those, each with a name and people of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from service.accounts.store import Player
from service.archive.past import Record
from service.games import SHELF
from service.games.kit.decision import Illegal
from service.lobby.seating import SeatWish, TableWish, open_table, take_seat
from service.refusals import Closed
from service.storage import keys
from service.stores import House, people_of
from service.tables import play as answering
from service.tables.store import Table
from service.tables.timeouts import ring

OPTIONS: dict[str, dict[str, Any]] = {"mountains_of_madness": {"mode": "relaxed"}}
_decode = msgspec.msgpack.Decoder(Table).decode
_encode = msgspec.msgpack.Encoder().encode


def people(house: House, many: int) -> list[Player]:
    """The same accounts every time."""
    return [house.people.add(Player(f"p_soak{n:06d}", f"Player {n}", 0)) for n in range(many)]


def play(house: House, game: str, players: list[Player], random: Random) -> str:
    """Play one game to its end through the layer that the API calls, everybody at random."""
    seats = (SeatWish("me"), *[SeatWish("open")] * (len(players) - 1))
    wish = TableWish(game=game, seats=seats, options=OPTIONS.get(game, {}), start="full")
    table = open_table(house, players[0], wish).table
    for n, player in enumerate(players[1:], 1):
        take_seat(house, table.id, player, n, None)
    while (live := house.load(table.id)).table.status == "running":
        asked = [(name, one) for name, one in live.questions().items() if one.seat >= 0]
        if not asked:
            for opening in live.table.opened.values():
                opening.deadline = 0
            live.commit(house.tables)
            ring(house, table.id)
            continue
        name, question = random.choice(asked)
        picks = tuple(random.sample(list(question.options), question.least))
        for given in (picks, question.on_timeout):
            try:
                answering.answer(house, table.id, players[question.seat].id, name, given)
                break
            except (Illegal, Closed):
                continue
    return table.id


def some(house: House, accounts: list[Player], each: int, random: Random) -> list[Record]:
    """All of the tables of a few really played games, of every kind and with few and many players."""
    found = []
    for game in SHELF.values():
        for n in range(each):
            seats = game.seats[0] if n % 2 == 0 else game.seats[-1]
            record = house.past.gather(play(house, game.name, random.sample(accounts, seats), random))
            assert record is not None
            found.append(record)
    return found


def lay(house: House, record: Record, accounts: list[Player], random: Random) -> str:
    """Lay a finished table in Redis as if it had just been played: its keys, its people's lists, the public list."""
    now = house.deadlines.now()
    table = _decode(record.table)
    table.id = keys.new_id(now)
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
    with house.redis.pipeline(transaction=False) as pipe:
        for id in people_of(table):
            pipe.zadd(keys.tables_of(id), {table.id: 0})
            pipe.sadd(keys.live_tables_of(id), table.id)
        pipe.zadd(keys.listing(keys.shard(table.id), table.game, table.status), {table.id: 0})
        pipe.execute()
    house.past.lay(table.id, msgspec.structs.replace(record, table=_encode(table)))
    return table.id
