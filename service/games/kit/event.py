"""What happened, told to those who may know it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from service.games.kit.decision import SPECTATORS, Seat


class Event(Struct, frozen=True, omit_defaults=True):
    """A fact worth telling. `to` is None for everybody, else the only seats that hear it (`SPECTATORS`: those who
    watch)."""

    kind: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether `seat` (None: a spectator) may know of it."""
        return self.to is None or (SPECTATORS if seat is None else seat) in self.to
