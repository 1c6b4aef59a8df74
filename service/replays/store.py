"""Transcripts: notes of players about their decisions, stored with the table."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis import Redis

from service.archive.store import Archive
from service.games.kit.decision import DecisionId, Seat
from service.storage import keys
from service.storage.store import Store

MOST_BYTES: Final = 256 * 1024
"""The size limit of one transcript, after compression."""

PUT = """
if redis.call('EXISTS', KEYS[2]) == 0 then return -1 end
local field = ARGV[1] .. ':' .. ARGV[2]
local bytes = #ARGV[3] - redis.call('HSTRLEN', KEYS[1], field) + tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
if bytes > tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], field, ARGV[3], ARGV[1], bytes)
return 1
"""


class Line(Struct, frozen=True, omit_defaults=True):
    """One message: its role and text, and the picks if it is an answer."""

    role: str
    content: str
    picks: tuple[str, ...] | None = None


_lines = msgspec.msgpack.Decoder(tuple[Line, ...]).decode
_encode = msgspec.msgpack.Encoder().encode


class Transcripts(Store):
    """Lines by seat and decision."""

    def __init__(self, redis: Redis, archive: Archive | None = None) -> None:
        super().__init__(redis)
        self.archive = archive
        self._put = redis.register_script(PUT)

    def put(self, table: str, seat: Seat, decision: str, lines: tuple[Line, ...]) -> bool:
        """Store lines for a decision, replacing earlier ones. Return False if the transcript would be too large."""
        raw = zlib.compress(_encode(lines))
        places: list[str] = [keys.transcript(table), keys.table(table)]
        args: list[int | str | bytes] = [seat, decision, raw, MOST_BYTES]
        done = self._put(keys=places, args=args)
        if done == -1 and self.archive is not None and self.archive.recall(table):
            done = self._put(keys=places, args=args)
        return bool(done == 1)

    def of(self, table: str, seat: Seat) -> dict[str, tuple[Line, ...]]:
        """All lines of a seat by decision, in the order of the decisions."""
        held: Any = self.redis.hgetall(keys.transcript(table))
        if not held and self.archive is not None and (record := self.archive.read(table)) is not None:
            held = record.transcript
        found = {name.decode().partition(":"): raw for name, raw in held.items()}
        mine = {name: raw for (who, colon, name), raw in found.items() if colon and who == str(seat)}
        return {name: _lines(zlib.decompress(mine[name])) for name in sorted(mine, key=_order)}


def _order(decision: str) -> tuple[int, str]:
    parsed = DecisionId.parse(decision)
    return (0 if parsed is None else parsed.beat), decision
