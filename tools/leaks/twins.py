"""A table and its twin: equal for one viewer, and different in everything that this viewer may not know.

The twin has an imagined state. What is stored around it differs too: the events of others and their number, their
answers and standing passes, the invite code, and how often the table was saved.
"""

from __future__ import annotations

import zlib
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis
from redis.commands.core import Script

from service.events.log import Entry, Logged, seqs_after, viewer
from service.games.kit.decision import SPECTATORS, Seat
from service.replays.store import Line
from service.storage import keys
from service.tables import clocks
from service.tables.parts import STATUSES, OpenDecision, Passes, TakenAnswer
from service.tables.session import TableSession
from service.tables.store import Table

Viewer = Seat | None

LATER = 10**15
"""A time after every deadline, for code that only reads a table."""
NOISE = "".join(Random("noise").choices("abcdefghij", k=4000))
"""Source of the random strings in the events of others."""

LISTED = """
for member in string.gmatch(ARGV[1], '%S+') do redis.call('ZREM', KEYS[6], member) end
for member in string.gmatch(ARGV[2], '%S+') do redis.call('ZADD', KEYS[6], 0, member) end
"""

BUILD = f"""{LISTED}
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

COPY = f"""{LISTED}
for i = 1, 5 do
  if ARGV[i + 2] == '' then redis.call('DEL', KEYS[i])
  else redis.call('RESTORE', KEYS[i], 0, ARGV[i + 2], 'REPLACE') end
end
"""


class TableSnapshot(Struct):
    """All that Redis stores of one table. The first restore builds the keys; later ones copy them."""

    table: Table
    entries: list[Entry]
    answers: list[TakenAnswer]
    once: dict[str, int]
    transcript: dict[bytes, bytes] = {}
    copies: list[bytes] = []

    @classmethod
    def of(cls, redis: Redis, table: str) -> TableSnapshot:
        """The table as currently stored."""
        raw: Any = redis.hget(keys.table(table), "table")
        entries: Any = redis.xrange(keys.log(table))
        answers: Any = redis.lrange(keys.answers(table), 0, -1)
        once: Any = redis.hgetall(keys.once_only(table))
        transcript: Any = redis.hgetall(keys.transcript(table))
        return cls(
            table=msgspec.msgpack.decode(raw, type=Table),
            entries=[msgspec.msgpack.decode(fields[b"entry"], type=Entry) for _, fields in entries],
            answers=[msgspec.msgpack.decode(one, type=TakenAnswer) for one in answers],
            once={name.decode(): int(at) for name, at in once.items()},
            transcript=transcript,
        )

    def restore(self, redis: Redis) -> None:
        """Write it to Redis, replacing what is stored there."""
        id, encode = self.table.id, msgspec.msgpack.encode
        listing = keys.listing(keys.shard(id))
        places = [keys.table(id), keys.log(id), keys.answers(id), keys.once_only(id), keys.transcript(id), listing]
        before = [member for status in STATUSES for member in keys.listed_as(id, self.table.game, status)]
        listed = [" ".join(before), " ".join(keys.listed_as(id, self.table.game, self.table.status))]
        build, copy = _scripts(redis)
        if self.copies:
            copy(keys=places, args=[*listed, *self.copies])
            return
        table = {"version": self.table.version, "nonce": b"", "table": encode(self.table)}
        todo: list[tuple[Any, ...]] = [
            *(("HSET", 1, *field) for field in table.items()),
            *(
                ("XADD", 2, f"{entry.version}-0", "seqs", ",".join(map(str, entry.seqs)), "entry", encode(entry))
                for entry in self.entries
            ),
            *(("RPUSH", 3, encode(given)) for given in self.answers),
            *(("HSET", 4, *field) for field in self.once.items()),
            *(("HSET", 5, *field) for field in self.transcript.items()),
        ]
        args = [word for do, place, *words in todo for word in (do, place, len(words), *words)]
        self.copies.extend(dump or b"" for dump in build(keys=places, args=[*listed, *args]))


@cache
def _scripts(redis: Redis) -> tuple[Script, Script]:
    return redis.register_script(BUILD), redis.register_script(COPY)


def twin(snapshot: TableSnapshot, seat: Viewer, random: Random) -> TableSnapshot:
    """A table that must look the same to this viewer."""
    entries = _other_events(snapshot.entries, seat, random)
    table = msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot.table), type=Table)
    live = TableSession(table, LATER)
    imagined = live.game.imagine(live.state, seat, random)
    live.state, table.state = imagined, live.game.save(imagined)
    table.opened = _openings(live)
    table.seqs = seqs_after(entries[-1].seqs, entries[-1].events)
    table.version = entries[-1].version
    others = [other for other in range(len(table.seats)) if other != seat]
    table.passes = {n: passes for n, passes in table.passes.items() if n == seat}
    table.passes |= {n: Passes((_noise(random),)) for n in others if random.random() < 0.5}
    # The owner, on the first seat, sees the invite code.
    table.code = table.code if seat == 0 else _noise(random)
    once = {name: at for name, at in snapshot.once.items() if name.startswith(f"{seat}:")}
    once |= {
        f"{n}:{random.randrange(table.seqs[viewer(n)] + 1)}": snapshot.entries[-1].at - random.randrange(60_000)
        for n in others
        if random.random() < 0.5
    }
    answers = _other_answers(snapshot.answers, seat, random)
    return TableSnapshot(table, entries, answers, once, _other_transcripts(snapshot.transcript, seat, others, random))


def _noise(random: Random) -> str:
    """A random string."""
    start = random.randrange(len(NOISE) - 40)
    return NOISE[start : start + 1 + start % 40]


def _other_events(entries: list[Entry], seat: Viewer, random: Random) -> list[Entry]:
    """The same events for the viewer; other events for others, in more commits."""
    seqs, told = list(entries[0].seqs), []
    for entry in entries:
        if random.random() < 0.2:
            told.append((entry.at, [_event_for_others(seat, len(seqs) - 1, random)]))
        events = [event for event in entry.events if _hears(event, seat)]
        for _ in range(random.randint(0, 3)):
            events.insert(random.randint(0, len(events)), _event_for_others(seat, len(seqs) - 1, random))
        told.append((entry.at, events))
    changed = []
    for version, (at, events) in enumerate(told, 1):
        changed.append(Entry(version, at, seqs, events))
        seqs = seqs_after(seqs, events)
    return changed


def _hears(event: Logged, seat: Viewer) -> bool:
    return event.to is None or (SPECTATORS if seat is None else seat) in event.to


def _event_for_others(seat: Viewer, seats: int, random: Random) -> Logged:
    to = random.choice([n for n in range(seats) if n != seat])
    kind = random.choice(["story", "talk", "clock", "decision-opened", "decision-closed"])
    return Logged(kind, {"id": _noise(random), "kind": _noise(random), "data": {_noise(random): 1}}, (to,))


def _other_answers(answers: list[TakenAnswer], seat: Viewer, random: Random) -> list[TakenAnswer]:
    """Random answers of others."""
    found = []
    for n, given in enumerate(answers):
        if given.seat == seat:
            found.append(given)
            continue
        for repeat in range(random.randint(0, 2)):
            name = f"{n}-{_noise(random)}-{given.seat}-{repeat}"
            found.append(TakenAnswer(name, given.seat, _noise(random), (_noise(random),), given.at, given.by))
    return found


def _other_transcripts(
    held: dict[bytes, bytes], seat: Viewer, others: list[Seat], random: Random
) -> dict[bytes, bytes]:
    """Random transcripts of others."""
    mine = {field: raw for field, raw in held.items() if field.partition(b":")[0] == str(seat).encode()}
    for other in others:
        raw = zlib.compress(msgspec.msgpack.encode((Line("assistant", _noise(random)),)))
        mine |= {f"{other}:0-{_noise(random)}-{other}".encode(): raw, f"{other}".encode(): str(len(raw)).encode()}
    return mine


def _openings(live: TableSession) -> dict[str, OpenDecision]:
    """The open decisions of the twin, each opened when the real table opened one for that seat."""
    was, questions = live.table.opened, live.game.questions(live.state)
    found = {name: opening for name, opening in was.items() if name in questions}
    for name, question in questions.items():
        if name not in found:
            times = next((o for o in was.values() if o.seat == question.seat), None) or next(iter(was.values()))
            fresh = clocks.open(live.table, question, times.opened)
            found[name] = OpenDecision(question.seat, times.opened, times.deadline, times.warn, fresh.sand)
    return found
