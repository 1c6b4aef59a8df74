"""The parts of a table: seats, clock rules, open decisions, and the answers taken."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from service.games.kit.decision import Picks, Seat
from service.refusals import Refused

Status = Literal["open", "running", "finished", "aborted"]
STATUSES: Final[tuple[Status, ...]] = ("open", "running", "finished", "aborted")
OVER: Final[tuple[Status, ...]] = ("finished", "aborted")
Millis = int
By = Literal["seat", "standing", "clock", "bot", "fallback"]

DEFAULT: Final = "default"
"""The fallback without a bot: the default answer to the decision."""

FORMER: Final = "Former player · Ancien joueur"
"""Replaces the name of a player who has closed their account. Names are not translated, so it has both languages."""


class SeatRecord(Struct):
    """A place at a table and who sits there. `name` is that of the player or agent, or one given to a bot.

    `budget`, `fallback`, `talks`, `version` and `model` are those of an agent when it was seated: how long it may take
    to answer, what then answers in its place, whether it is told of talk between its decisions, its version and its
    language model. `thoughts` limits a bot in an arena by a number of rounds instead of time.
    """

    kind: Literal["player", "open", "invite", "bot", "agent"]
    player: str | None = None
    name: str | None = None
    level: str | None = None
    agent: str | None = None
    budget: Millis | None = None
    fallback: str = DEFAULT
    talks: bool = False
    thoughts: int | None = None
    version: str | None = None
    model: str | None = None


class ClockRules(Struct, frozen=True):
    """How long players may think, and what happens after that."""

    mode: Literal["none", "realtime", "correspondence"] = "none"
    per_decision_s: int | None = None
    bank_s: int | None = None
    increment_s: int = 0
    on_timeout: Literal["default", "bot", "forfeit"] = "default"


class OpenDecision(Struct):
    """The times of an open decision: opened, deadline, warning. `sand` is its kind if it is a timer of the game.

    `off_clock` marks a decision opened while a timer of the game is running, which is then the only clock.
    """

    seat: Seat
    opened: Millis
    deadline: Millis | None = None
    warn: Millis | None = None
    sand: str | None = None
    off_clock: bool = False


class Passes(Struct, frozen=True):
    """The kinds of windows that a seat passes in advance (`*`: all), until revoked or until its turn."""

    kinds: tuple[str, ...]
    until: Literal["revoked", "my-turn"] = "revoked"

    def cover(self, kind: str) -> bool:
        """Whether windows of this kind are passed."""
        return kind in self.kinds or "*" in self.kinds


class TakenAnswer(Struct, frozen=True):
    """An answer that was taken. `by` is who gave it; `standing` means the seat itself, in advance."""

    name: str
    seat: Seat
    kind: str
    picks: Picks
    at: Millis
    by: By


class Wording(Struct, frozen=True):
    """A message after the operator's word list was applied: with the words masked, and the refusal if there are any."""

    text: str
    masked: str
    refusal: Refused | None = None

    def allowed(self, mask: bool) -> str:
        """The message that may be sent: the masked one, or the original unless it is refused."""
        if mask:
            return self.masked
        if self.refusal is not None:
            raise self.refusal
        return self.text


class Fallback(Struct, frozen=True):
    """A decision that was answered in place of an agent, and why."""

    agent: str
    table: str
    decision: str
    reason: str
