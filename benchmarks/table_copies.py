"""Tables for the load: one game is played once, and its table is copied as often as needed.

Rules are deterministic for a seed and its answers, so every copy takes the same answers. The load generator sends
prepared requests and leaves the cores to what is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.accounts.store import PREFIX, Player, Token
from service.games.kit.bots import random_picks
from service.games.kit.decision import Seat
from service.lobby import opening, seating
from service.lobby.opening import NewSeat, NewTable
from service.storage import keys
from service.storage.identifiers import new_id
from service.stores import Stores
from service.tables import play
from service.tables.parts import ClockRules
from service.tables.play import Actor
from service.tables.session import TableSession
from service.tables.store import Table

SEED = "bench"
_encode = msgspec.msgpack.encode


class Person(Struct, frozen=True):
    """A player with a token."""

    player: Player
    secret: str


class Said(Struct, frozen=True):
    """One answer of the game, and the number of the last event of each viewer before and after it."""

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
    """A running table as stored in Redis, and the answers that play it to its end."""

    table: Table
    log: bytes
    answers: bytes
    people: list[Person]
    game: list[Said]

    def requests(self, table: str) -> list[bytes]:
        """The requests that play the rest of the game at a copy."""
        return [said.request(table, self.people[said.seat].secret) for said in self.game]


def request(method: str, path: str, secret: str, body: bytes = b"", accept: str = "application/json") -> bytes:
    """A request as a client would send it."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nAuthorization: Bearer {secret}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def person(stores: Stores, name: str) -> Person:
    """A new player."""
    now = stores.tables.now()
    player = stores.accounts.add(Player("p_" + new_id(now), name, now))
    secret = PREFIX + new_id(now) * 2
    stores.accounts.add_token(Token(new_id(now), player.id, ("play", "read"), "bench", now), secret)
    return Person(player, secret)


def seated(
    stores: Stores,
    people: list[Person],
    game: str,
    seed: str = SEED,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> TableSession:
    """A running table with these people."""
    seats = (NewSeat("me"), *(NewSeat("open") for _ in people[1:]))
    wish = NewTable(game=game, seats=seats, options=options or {}, deal=seed, **more)
    live = opening.open_table(stores.tables, stores.accounts, stores.agents, stores.books, people[0].player, wish)
    for seat, each in enumerate(people[1:], 1):
        live = seating.take_seat(stores.tables, stores.accounts, live.table.id, each.player, seat, None)
    return seating.start(stores.tables, live.table.id, people[0].player)


def original(
    stores: Stores, game: str = "faraway", seats: int = 2, skip: int = 0, clock: ClockRules | None = None
) -> Original:
    """Play a game through, from its start or from its answer number `skip` on."""
    people = [person(stores, f"Bench {n}") for n in range(seats)]
    live = seated(stores, people, game, clock=clock or ClockRules())
    id, random = live.table.id, Random(SEED)
    for _ in range(skip):
        live = step(stores, live, people, random)[0]
    log, answers = stores.redis.dump(keys.log(id)) or b"", stores.redis.dump(keys.answers(id)) or b""
    begun = msgspec.msgpack.decode(msgspec.msgpack.encode(live.table), type=Table)
    said = []
    while not live.table.over:
        live, one = step(stores, live, people, random)
        said.append(one)
    return Original(begun, log, answers, people, said)


def step(stores: Stores, live: TableSession, people: list[Person], random: Random) -> tuple[TableSession, Said]:
    """Give the next answer of a random game."""
    name, question = next((n, q) for n, q in live.questions().items() if q.seat >= 0)
    picks = random_picks(live.game, live.state, question, random)
    before = list(live.table.seqs)
    live = play.answer(stores.tables, live.table.id, Actor("player", people[question.seat].player.id), name, picks)
    return live, Said(question.seat, name, picks, before, list(live.table.seqs))


def copies(redis: Redis, one: Original, count: int, like: Callable[[str], bool] = lambda id: True) -> list[str]:
    """Insert copies of this table."""
    ids: list[str] = []
    while len(ids) < count:
        id = new_id(one.table.created)
        if like(id):
            ids.append(id)
    restore(redis, one, ids)
    return ids


def restore(redis: Redis, one: Original, ids: list[str]) -> None:
    """Set tables (back) to the state in which the original was copied."""
    due = min((o.deadline for o in one.table.opened.values() if o.deadline is not None), default=None)
    for start in range(0, len(ids), 500):
        with redis.pipeline(transaction=False) as pipe:
            for id in ids[start : start + 500]:
                table = msgspec.structs.replace(one.table, id=id)
                shard = keys.shard(id)
                fields: dict[Any, Any] = {"version": table.version, "nonce": b"", "table": _encode(table)}
                pipe.hset(keys.table(id), mapping=fields)
                pipe.restore(keys.log(id), 0, one.log, replace=True)
                if one.answers:
                    pipe.restore(keys.answers(id), 0, one.answers, replace=True)
                else:
                    pipe.delete(keys.answers(id))
                pipe.zadd(keys.listing(shard), dict.fromkeys(keys.listed_as(id, table.game, table.status), 0))
                if due is not None:
                    pipe.zadd(keys.due(shard, "timer"), {id: due})
            pipe.execute()
