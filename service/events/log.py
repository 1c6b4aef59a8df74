"""The log of a table: the same for all viewers, but numbered for each of them without gaps.

Each commit adds one entry under the version of the table. An entry has the number of each viewer's last event before
it. So a viewer can resume at any number, and events that are hidden from a viewer do not leave gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from service.games.kit.decision import SPECTATORS, Seat


class Logged(Struct, frozen=True, omit_defaults=True):
    """One event. `to` names the seats that receive it, or `SPECTATORS`; None: everybody."""

    type: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None = None


class Entry(Struct, frozen=True):
    """The events of one commit. `seqs` is each viewer's last number before it: spectators, seat 0, seat 1 …

    `request` is the id of the request that caused it; viewers do not see it.
    """

    version: int
    at: int
    seqs: list[int]
    events: list[Logged]
    request: str = ""

    def heard(self, seat: Seat | None) -> Iterator[tuple[int, Logged]]:
        """The events that `seat` (None: a spectator) receives, with their numbers."""
        number = self.seqs[viewer(seat)]
        for event in self.events:
            if event.to is None or (SPECTATORS if seat is None else seat) in event.to:
                number += 1
                yield number, event


def viewer(seat: Seat | None) -> int:
    """The index of a viewer in `seqs`."""
    return 0 if seat is None else seat + 1


def seqs_after(seqs: Sequence[int], events: Sequence[Logged]) -> list[int]:
    """The number of each viewer's last event after these."""
    after = list(seqs)
    for event in events:
        seats = event.to
        places = range(len(after)) if seats is None else [0 if seat == SPECTATORS else viewer(seat) for seat in seats]
        for place in places:
            after[place] += 1
    return after


decode_entry = msgspec.msgpack.Decoder(Entry).decode


def entry_of(message: bytes | None) -> Entry | None:
    """The entry in a notification of a table; None if there is none or it cannot be decoded."""
    try:
        return None if message is None else decode_entry(message)
    except msgspec.MsgspecError:
        return None
