"""What a table consists of: seats, clock rules, open decisions, and the answers it has taken."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from service.games.kit.decision import Picks, Seat

Status = Literal["open", "running", "finished", "aborted"]
STATUSES: Final[tuple[Status, ...]] = ("open", "running", "finished", "aborted")
OVER: Final[tuple[Status, ...]] = ("finished", "aborted")
Millis = int
By = Literal["seat", "standing", "clock", "bot", "fallback"]

DEFAULT: Final = "default"
"""The fallback that needs no bot: what the clock would answer."""


class SeatRecord(Struct):
    """A place at a table and who sits there. `name` is the player's or agent's name when they sat down.

    Of an agent the table keeps what was agreed then: how long it may take, and what answers in its place. A bot of an
    arena has a number of thoughts instead of time.
    """

    kind: Literal["player", "open", "invite", "bot", "agent"]
    player: str | None = None
    name: str | None = None
    level: str | None = None
    agent: str | None = None
    budget: Millis | None = None
    fallback: str = DEFAULT
    thoughts: int | None = None


class ClockRules(Struct, frozen=True):
    """How long players may think, and what happens when they think longer."""

    mode: Literal["none", "realtime", "correspondence"] = "none"
    per_decision_s: int | None = None
    bank_s: int | None = None
    increment_s: int = 0
    on_timeout: Literal["default", "bot", "forfeit"] = "default"


class OpenDecision(Struct):
    """An open question: since when, until when, and when its player is warned. Of the sand also which sand it is."""

    seat: Seat
    opened: Millis
    deadline: Millis | None = None
    warn: Millis | None = None
    sand: str | None = None


class Passes(Struct, frozen=True):
    """Which windows a seat lets pass in advance: these kinds, or all; until it takes that back or has its turn."""

    kinds: tuple[str, ...]
    until: Literal["revoked", "my-turn"] = "revoked"

    def cover(self, kind: str) -> bool:
        """Whether windows of this kind pass."""
        return kind in self.kinds or "*" in self.kinds


class TakenAnswer(Struct, frozen=True):
    """One answer as it was taken: by the seat (also in advance), by the clock, by a bot, or in place of an agent."""

    name: str
    seat: Seat
    kind: str
    picks: Picks
    at: Millis
    by: By


class Fallback(Struct, frozen=True):
    """A decision that was answered in place of an agent, and why."""

    agent: str
    table: str
    decision: str
    reason: str


class Committed(Struct, frozen=True):
    """What a commit has brought about that matters outside the table."""

    at: Millis
    fallbacks: tuple[Fallback, ...]
