"""The parts of a replay that replaying it cannot verify: times and talk.

They are stored unchanged, so that an imported game is exported as the same document. They are validated like other
input: times must be in the past, text readable, and seats must exist.
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
"""How far the clock of another server may be ahead. A later time would delay archiving until then."""
LONGEST_WORD: Final = 64


class ReplayTalk(Struct, frozen=True, omit_defaults=True):
    """A message. Where speech counts, it may have been refused, with a reason."""

    at: str
    id: str
    seat: int
    name: str | None
    room: str
    text: str
    refused: str | None = None


def moment(field: str, text: str, now: int) -> int:
    """A time in milliseconds. It must have the format of our replays and must not be in the future."""
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
    """The talk of a replay, added to the log between the answers."""

    def __init__(self, talk: tuple[ReplayTalk, ...], seats: int, now: int) -> None:
        self._left = deque((moment(f"talk.{n}.at", one.at, now), one) for n, one in enumerate(talk))
        for n, one in enumerate(talk):
            if not 0 <= one.seat < seats:
                raise Invalid(field=f"talk.{n}.seat", message="unknown seat")
            must_be_readable(f"talk.{n}.text", one.text, MAX_LENGTH)
            for field in ("id", "name", "room", "refused"):
                must_be_readable(f"talk.{n}.{field}", getattr(one, field), LONGEST_WORD)

    def tell(self, session: TableSession, until: int | None) -> None:
        """Add the messages up to this time, or all remaining ones."""
        while self._left and (until is None or self._left[0][0] <= until):
            _, one = self._left.popleft()
            # Where speech counts, only the speaker gets the message; the game tells the others what they hear.
            session.tell("talk", msgspec.to_builtins(one), (one.seat,) if session.game.talk_counts else None)


def must_be_readable(field: str, text: str | None, longest: int) -> None:
    """Refuse text that is too long or not readable."""
    if text is not None and (why := f"longer than {longest} characters" if len(text) > longest else unreadable(text)):
        raise Invalid(field=field, message=why)
