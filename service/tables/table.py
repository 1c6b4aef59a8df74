"""A table as it is saved: who sits where, the clocks, and the open decisions around the state of the game."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, Literal

from msgspec import Struct, field

from service.games.kit.decision import Picks, Seat
from service.games.kit.game import Result

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


class Table(Struct):
    """The envelope around a game's state: who sits where, and when their time runs out.

    `recent` has each seat's newest answers, so that one sent twice is recognised without reading the history; `said`
    likewise the ids of the newest messages and the versions that brought them.
    """

    id: str
    game: str
    rules: int
    owner: str
    visibility: Literal["public", "unlisted", "private"]
    options: dict[str, Any]
    seats: list[SeatRecord]
    clock: ClockRules
    start: Literal["owner", "full"]
    practice: bool
    seed: str
    code: str
    created: Millis
    status: Status = "open"
    started: Millis | None = None
    finished: Millis | None = None
    state: bytes = b""
    version: int = 0
    seqs: list[int] = field(default_factory=list)
    opened: dict[str, OpenDecision] = field(default_factory=dict)
    banks: list[Millis] = field(default_factory=list)
    paused: Millis | None = None
    votes: dict[str, list[Seat]] = field(default_factory=dict)
    passes: dict[Seat, Passes] = field(default_factory=dict)
    forfeits: list[Seat] = field(default_factory=list)
    result: Result | None = None
    rematch: str | None = None
    last_fallback: dict[Seat, int] = field(default_factory=dict)
    recent: dict[Seat, list[TakenAnswer]] = field(default_factory=dict)
    said: list[tuple[str, int]] = field(default_factory=list)

    def seat_of(self, player: str | None) -> Seat | None:
        """Where this player sits, if anywhere."""
        if player is None:
            return None
        for n, seat in enumerate(self.seats):
            if seat.kind == "player" and seat.player == player:
                return n
        return None

    def agent_at(self, seat: Seat) -> SeatRecord | None:
        """The agent that answers for this seat, if one does."""
        record = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return record if record is not None and record.kind == "agent" and seat not in self.forfeits else None

    @property
    def over(self) -> bool:
        """Whether the table is finished or aborted."""
        return self.status in OVER

    @property
    def people(self) -> set[str]:
        """Whose table this is: who opened it, sits there or is invited."""
        return {self.owner, *(seat.player for seat in self.seats if seat.player)}

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may know of the table: private ones are for their own people only."""
        return self.visibility != "private" or (player is not None and player in self.people)

    @property
    def commitment(self) -> str:
        """The published hash of the secret seed."""
        return sha256(self.seed.encode()).hexdigest()


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
