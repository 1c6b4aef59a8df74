"""What a replay tells and no step can verify: when things happened, and what was said meanwhile.

It is kept as the document has it: a game that was brought in and is exported again is the same document. It is
looked at only as closely as whatever else people send: times that were, words that can be read, seats that are there.
"""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from service.refusals import Invalid
from service.tables.session import TableSession
from service.tables.talk import MAX_LENGTH, unreadable
from service.tables.views import stamp

FAST_MS: Final = 60_000
"""So far the clock of another house may be ahead. A time further on would keep the table in hot memory until then."""
LONGEST_WORD: Final = 64


class ReplayTalk(Struct, frozen=True, omit_defaults=True):
    """Something that was said; where speech counts also what was refused, and why."""

    at: str
    id: str
    seat: int
    name: str | None
    room: str
    text: str
    refused: str | None = None


def moment(field: str, text: str, now: int) -> int:
    """A time in milliseconds, if it is written as the house writes times and is not still to come."""
    try:
        read = datetime.fromisoformat(text)
        millis = round(read.timestamp() * 1000) if read.tzinfo is UTC else -1
    except (ValueError, OverflowError):
        millis = -1
    if millis < 0 or stamp(millis) != text:
        raise Invalid(field=field, message="must be a time like 2026-11-16T05:35:23.123Z")
    if millis > now + FAST_MS:
        raise Invalid(field=field, message="must not be in the future")
    return millis


class Talk:
    """The talk of a replay, told again where it belongs: before what was answered later."""

    def __init__(self, talk: tuple[ReplayTalk, ...], seats: int, now: int) -> None:
        self._left = deque((moment(f"talk.{n}.at", one.at, now), one) for n, one in enumerate(talk))
        for n, one in enumerate(talk):
            if not 0 <= one.seat < seats:
                raise Invalid(field=f"talk.{n}.seat", message="unknown seat")
            must_be_readable(f"talk.{n}.text", one.text, MAX_LENGTH)
            for field in ("id", "name", "room", "refused"):
                if (word := getattr(one, field)) is not None:
                    must_be_readable(f"talk.{n}.{field}", word, LONGEST_WORD)

    def tell(self, session: TableSession, until: int | None) -> None:
        """Tell what was said up to a moment, or all that is left."""
        while self._left and (until is None or self._left[0][0] <= until):
            _, one = self._left.popleft()
            # Where speech counts the speaker alone has a note of it; what others heard, the game tells.
            session.tell("talk", msgspec.to_builtins(one), (one.seat,) if session.game.talk_counts else None)


def must_be_readable(field: str, text: str, longest: int) -> None:
    """What people will read is short and plain."""
    if len(text) > longest:
        raise Invalid(field=field, message=f"longer than {longest} characters")
    if why := unreadable(text):
        raise Invalid(field=field, message=why)
