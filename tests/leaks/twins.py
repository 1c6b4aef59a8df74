"""A table and its twin: the same to one viewer, and different in everything that this viewer may not know.

The twin's state is an imagined one. What the house keeps around it is changed too: what others were told and how often,
what they answered, how they pass, the invite code, and how many times the table was saved meanwhile.
"""

from __future__ import annotations

import zlib
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from service.events.log import Entry, Logged, heads_after, viewer
from service.games.kit.decision import Seat
from service.replays.store import Line
from service.storage import keys
from service.storage.connection import Script
from service.tables import clocks
from service.tables.session import Live
from service.tables.store import STATUSES, Given, Opening, Passes, Table

Viewer = Seat | None

LATER = 10**15
"""A time at which nothing seems to be asked in the future, for those who only look at a table."""
NOISE = "".join(Random("noise").choices("abcdefghij", k=4000))
"""What others are told in a twin is cut from this: a twin has thousands of such words."""

LISTED = """
for i = 6, 9 do redis.call('ZREM', KEYS[i], ARGV[1]) end
redis.call('ZADD', KEYS[tonumber(ARGV[2])], 0, ARGV[1])
"""

LAY = f"""{LISTED}
for i = 1, 5 do redis.call('DEL', KEYS[i]) end
local at = 3
while ARGV[at] do
  redis.call(ARGV[at], KEYS[tonumber(ARGV[at + 1])], unpack(ARGV, at + 3, at + 2 + ARGV[at + 2]))
  at = at + 3 + ARGV[at + 2]
end
local copies = {{}}
for i = 1, 5 do copies[i] = redis.call('DUMP', KEYS[i]) end
return copies
"""

AGAIN = f"""{LISTED}
for i = 1, 5 do
  if ARGV[i + 2] == '' then redis.call('DEL', KEYS[i])
  else redis.call('RESTORE', KEYS[i], 0, ARGV[i + 2], 'REPLACE') end
end
"""


class Kept(Struct):
    """All that Redis keeps of one table. Laid for the first time it is put together; then there are copies of that."""

    table: Table
    entries: list[Entry]
    answers: list[Given]
    once: dict[str, int]
    transcript: dict[bytes, bytes] = {}
    copies: list[bytes] = []

    @classmethod
    def of(cls, redis: Redis, table: str) -> Kept:
        """The table as it lies there."""
        raw: Any = redis.hget(keys.table(table), "table")
        entries: Any = redis.xrange(keys.log(table))
        answers: Any = redis.lrange(keys.answers(table), 0, -1)
        once: Any = redis.hgetall(keys.once(table))
        return cls(
            table=msgspec.msgpack.decode(raw, type=Table),
            entries=[msgspec.msgpack.decode(fields[b"entry"], type=Entry) for _, fields in entries],
            answers=[msgspec.msgpack.decode(one, type=Given) for one in answers],
            once={name.decode(): int(at) for name, at in once.items()},
            transcript=redis.hgetall(keys.transcript(table)),
        )

    def lay(self, redis: Redis) -> None:
        """Put it back, whatever lies there now."""
        id, encode = self.table.id, msgspec.msgpack.encode
        statuses = [keys.listing(keys.shard(id), self.table.game, status) for status in STATUSES]
        places = [keys.table(id), keys.log(id), keys.answers(id), keys.once(id), keys.transcript(id), *statuses]
        listed = [id, 6 + STATUSES.index(self.table.status)]
        lay, again = _scripts(redis)
        if self.copies:
            again(keys=places, args=[*listed, *self.copies])
            return
        table = {"version": self.table.version, "nonce": b"", "table": encode(self.table)}
        todo: list[tuple[Any, ...]] = [
            *(("HSET", 1, *field) for field in table.items()),
            *(
                ("XADD", 2, f"{entry.version}-0", "heads", ",".join(map(str, entry.heads)), "entry", encode(entry))
                for entry in self.entries
            ),
            *(("RPUSH", 3, encode(given)) for given in self.answers),
            *(("HSET", 4, *field) for field in self.once.items()),
            *(("HSET", 5, *field) for field in self.transcript.items()),
        ]
        args = [word for do, place, *words in todo for word in (do, place, len(words), *words)]
        self.copies.extend(copy or b"" for copy in lay(keys=places, args=[*listed, *args]))


@cache
def _scripts(redis: Redis) -> tuple[Script, Script]:
    return Script(redis, LAY), Script(redis, AGAIN)


def twin(kept: Kept, seat: Viewer, random: Random) -> Kept:
    """Another table that must look the same to this viewer."""
    entries = _other_story(kept.entries, seat, random)
    table = msgspec.msgpack.decode(msgspec.msgpack.encode(kept.table), type=Table)
    live = Live(table, LATER)
    imagined = live.game.imagine(live.s, seat, random)
    live.s, table.state = imagined, live.game.save(imagined)
    table.opened = _openings(live)
    table.heads = heads_after(entries[-1].heads, entries[-1].events)
    table.version = entries[-1].version
    others = [other for other in range(len(table.seats)) if other != seat]
    table.passes = {n: passes for n, passes in table.passes.items() if n == seat}
    table.passes |= {n: Passes((_noise(random),)) for n in others if random.random() < 0.5}
    # The owner is told the invite code, and sits on the first seat.
    table.code = table.code if seat == 0 else _noise(random)
    once = {name: at for name, at in kept.once.items() if name.startswith(f"{seat}:")}
    once |= {
        f"{n}:{random.randrange(table.heads[viewer(n)] + 1)}": kept.entries[-1].at - random.randrange(60_000)
        for n in others
        if random.random() < 0.5
    }
    answers = _other_answers(kept.answers, seat, random)
    return Kept(table, entries, answers, once, _other_thoughts(kept.transcript, seat, others, random))


def _noise(random: Random) -> str:
    """Some word of some length."""
    start = random.randrange(len(NOISE) - 40)
    return NOISE[start : start + 1 + start % 40]


def _other_story(entries: list[Entry], seat: Viewer, random: Random) -> list[Entry]:
    """The same to the viewer; others were told other things, more or less often, in more saves of the table."""
    heads, told = list(entries[0].heads), []
    for entry in entries:
        if random.random() < 0.2:
            told.append((entry.at, [_whisper(seat, len(heads) - 1, random)]))
        events = [event for event in entry.events if _hears(event, seat)]
        for _ in range(random.randint(0, 3)):
            events.insert(random.randint(0, len(events)), _whisper(seat, len(heads) - 1, random))
        told.append((entry.at, events))
    changed = []
    for version, (at, events) in enumerate(told, 1):
        changed.append(Entry(version, at, heads, events))
        heads = heads_after(heads, events)
    return changed


def _hears(event: Logged, seat: Viewer) -> bool:
    return event.to is None or (seat is not None and seat in event.to)


def _whisper(seat: Viewer, seats: int, random: Random) -> Logged:
    to = random.choice([n for n in range(seats) if n != seat])
    kind = random.choice(["story", "talk", "clock", "decision-opened", "decision-closed"])
    return Logged(kind, {"id": _noise(random), "kind": _noise(random), "data": {_noise(random): 1}}, (to,))


def _other_answers(answers: list[Given], seat: Viewer, random: Random) -> list[Given]:
    """Others may have answered anything."""
    found = []
    for n, given in enumerate(answers):
        if given.seat == seat:
            found.append(given)
            continue
        for again in range(random.randint(0, 2)):
            name = f"{n}-{_noise(random)}-{given.seat}-{again}"
            found.append(Given(name, given.seat, _noise(random), (_noise(random),), given.at, given.by))
    return found


def _other_thoughts(held: dict[bytes, bytes], seat: Viewer, others: list[Seat], random: Random) -> dict[bytes, bytes]:
    """Others may have thought anything over their decisions, and kept it."""
    mine = {field: raw for field, raw in held.items() if field.partition(b":")[0] == str(seat).encode()}
    for other in others:
        raw = zlib.compress(msgspec.msgpack.encode((Line("assistant", _noise(random)),)))
        mine |= {f"{other}:0-{_noise(random)}-{other}".encode(): raw, f"{other}".encode(): str(len(raw)).encode()}
    return mine


def _openings(live: Live) -> dict[str, Opening]:
    """The open questions of the twin, each asked when the real table asked that seat."""
    was, questions = live.table.opened, live.game.questions(live.s)
    found = {name: opening for name, opening in was.items() if name in questions}
    for name, question in questions.items():
        if name not in found:
            times = next((o for o in was.values() if o.seat == question.seat), None) or next(iter(was.values()))
            fresh = clocks.open(live.table, question, times.opened)
            found[name] = Opening(question.seat, times.opened, times.deadline, times.warn, fresh.sand)
    return found
