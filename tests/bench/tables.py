"""Tables for the load: one game is played through once, and its table is copied as often as it is needed.

Rules are deterministic for a seed and its answers, so every copy takes the same answers. A load client can send
prepared bytes, needs no time to think, and leaves the cores to what is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.accounts.store import PREFIX, Player, Token
from service.games import SHELF
from service.games.kit.bots import random_picks
from service.games.kit.decision import Seat
from service.lobby import seating
from service.lobby.seating import SeatWish, TableWish
from service.storage import keys
from service.stores import House
from service.tables import play
from service.tables.session import Live
from service.tables.store import ClockRules, Table

SEED = "bench"


class Person(Struct, frozen=True):
    """Somebody with a token."""

    player: Player
    secret: str


class Said(Struct, frozen=True):
    """One answer of the game, and how far each viewer had been told before and after it."""

    seat: Seat
    name: str
    picks: tuple[str, ...]
    before: list[int]
    after: list[int]

    def request(self, table: str, secret: str) -> bytes:
        """The bytes that give this answer at a table."""
        body = msgspec.json.encode({"picks": self.picks})
        return request("PUT", f"/v1/tables/{table}/decisions/{self.name}/answer", secret, body)


class Original(Struct):
    """A running table as it lies in Redis, to be copied, and the answers that play it to its end."""

    table: Table
    log: bytes
    answers: bytes
    people: list[Person]
    game: list[Said]

    def requests(self, table: str) -> list[bytes]:
        """The bytes of the whole rest of the game at a copy."""
        return [said.request(table, self.people[said.seat].secret) for said in self.game]


def request(method: str, path: str, secret: str, body: bytes = b"", accept: str = "application/json") -> bytes:
    """A request as a client would send it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nAuthorization: Bearer {secret}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def person(house: House, name: str) -> Person:
    """A new player."""
    now = house.deadlines.now()
    player = house.people.add(Player("p_" + keys.new_id(now), name, now))
    secret = PREFIX + keys.new_id(now) * 2
    house.people.add_token(Token(keys.new_id(now), player.id, ("play", "read"), "bench", now), secret)
    return Person(player, secret)


def seated(
    house: House, people: list[Person], game: str, seed: str = SEED, options: dict[str, Any] | None = None, **more: Any
) -> Live:
    """A running table with these people."""
    seats = (SeatWish("me"), *(SeatWish("open") for _ in people[1:]))
    wish = TableWish(game=game, seats=seats, options=options or {}, deal=seed, **more)
    live = seating.open_table(house, people[0].player, wish)
    for seat, each in enumerate(people[1:], 1):
        live = seating.take_seat(house, live.table.id, each.player, seat, None)
    return seating.start(house, live.table.id, people[0].player)


def original(
    house: House, game: str = "faraway", seats: int = 2, skip: int = 0, clock: ClockRules | None = None
) -> Original:
    """Play a game through, from its start or from its answer number `skip` on."""
    people = [person(house, f"Bench {n}") for n in range(seats)]
    live = seated(house, people, game, clock=clock or ClockRules())
    id, random = live.table.id, Random(SEED)
    for _ in range(skip):
        live = step(house, live, people, random)[0]
    log, answers = house.redis.dump(keys.log(id)) or b"", house.redis.dump(keys.answers(id)) or b""
    begun = msgspec.msgpack.decode(msgspec.msgpack.encode(live.table), type=Table)
    said = []
    while not live.table.over:
        live, one = step(house, live, people, random)
        said.append(one)
    return Original(begun, log, answers, people, said)


def step(house: House, live: Live, people: list[Person], random: Random) -> tuple[Live, Said]:
    """Give the next answer of a random game."""
    name, question = next((n, q) for n, q in live.questions().items() if q.seat >= 0)
    picks = random_picks(live.game, live.s, question, random)
    before = list(live.table.heads)
    live = play.answer(house, live.table.id, people[question.seat].player.id, name, picks)
    return live, Said(question.seat, name, picks, before, list(live.table.heads))


def copies(redis: Redis, one: Original, count: int, like: Callable[[str], bool] = lambda id: True) -> list[str]:
    """Lay so many more tables that are just like this one."""
    ids: list[str] = []
    while len(ids) < count:
        id = keys.new_id(one.table.created)
        if like(id):
            ids.append(id)
    restore(redis, one, ids)
    return ids


def restore(redis: Redis, one: Original, ids: list[str]) -> None:
    """Put tables (back) to where the original was copied."""
    bell = min((o.deadline for o in one.table.opened.values() if o.deadline is not None), default=None)
    for start in range(0, len(ids), 500):
        with redis.pipeline(transaction=False) as pipe:
            for id in ids[start : start + 500]:
                table = msgspec.structs.replace(one.table, id=id)
                shard = keys.shard(id)
                fields = {"version": table.version, "nonce": b"", "table": msgspec.msgpack.encode(table)}
                pipe.hset(keys.table(id), mapping=fields)
                pipe.restore(keys.log(id), 0, one.log, replace=True)
                if one.answers:
                    pipe.restore(keys.answers(id), 0, one.answers, replace=True)
                else:
                    pipe.delete(keys.answers(id))
                pipe.zadd(keys.listing(shard, table.game, table.status), {id: 0})
                if bell is not None:
                    pipe.zadd(keys.due(shard), {f"bell:{id}": bell})
            pipe.execute()


def games() -> list[str]:
    """The games on the shelf."""
    return list(SHELF)
