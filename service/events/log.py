"""What happened at a table: one log for all, numbered for each viewer without gaps.

Each commit adds one entry under the table's version. An entry knows how many events every viewer had been told
before it, so any viewer may go on from any number, and what is hidden from one leaves no gap in their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from service.games.kit.decision import Seat


class Logged(Struct, frozen=True, omit_defaults=True):
    """One event. `to` is None for everybody who watches, else the only seats that hear it."""

    type: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None = None


class Entry(Struct, frozen=True):
    """What one commit brought: `seqs` has each viewer's count of events before it (spectators, seat 0, seat 1 …)."""

    version: int
    at: int
    seqs: list[int]
    events: list[Logged]

    def heard(self, seat: Seat | None) -> Iterator[tuple[int, Logged]]:
        """The events that `seat` (None: a spectator) hears, with their numbers."""
        number = self.seqs[viewer(seat)]
        for event in self.events:
            if event.to is None or (seat is not None and seat in event.to):
                number += 1
                yield number, event


def viewer(seat: Seat | None) -> int:
    """The place of a viewer in `seqs`."""
    return 0 if seat is None else seat + 1


def seqs_after(seqs: Sequence[int], events: Sequence[Logged]) -> list[int]:
    """How many events each viewer has been told, these included."""
    after = list(seqs)
    for event in events:
        for place in range(len(after)) if event.to is None else [seat + 1 for seat in event.to]:
            after[place] += 1
    return after


decode_entry = msgspec.msgpack.Decoder(Entry).decode


def entry_of(message: bytes | None) -> Entry | None:
    """The entry that a notification of a table carries; None if it carries none that can be relied on."""
    try:
        return None if message is None else decode_entry(message)
    except msgspec.MsgspecError:
        return None
