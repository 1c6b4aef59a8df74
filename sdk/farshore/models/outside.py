"""Who thinks outside the service: agents, the questions they have in hand, and arenas where they meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from farshore.models.playing import Decision, Event
from farshore.models.record import Model


@dataclass(frozen=True, kw_only=True)
class RegisteredAgent(Model):
    """An agent that thinks outside the service; `secret` is only there when it has just been made."""

    id: str = ""
    name: str = ""
    owner: str = ""
    transport: str = ""
    games: tuple[str, ...] = ()
    budget_s: float = 0.0
    fallback: str = "default"
    public: bool = False
    most_tables: int = 0
    language: str = "en"
    created_at: str | None = None
    mine: bool = False
    url: str | None = None
    failures: int | None = None
    resting_until: str | None = None
    old_secret_until: str | None = None
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Delivery(Model):
    """One attempt to have a question answered; `outcome` is `answered`, or says what went wrong."""

    id: str = ""
    at: str = ""
    table: str = ""
    decision: str = ""
    message: str | None = None
    attempt: int = 0
    outcome: str = ""
    status: int | None = None
    latency_ms: int | None = None
    detail: str | None = None


@dataclass(frozen=True, kw_only=True)
class Work(Model):
    """A question in hand until `expires_at`: answer it, extend the lease, or give it back."""

    lease: str = ""
    expires_at: str = ""
    agent: str = ""
    table: str = ""
    game: str = ""
    seat: int = 0
    budget: dict[str, Any] = field(default_factory=dict)
    decision: Decision = field(default_factory=Decision)
    events: tuple[Event, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Rating(Model):
    """How good somebody is in a role: most likely `mu`, with 95 % between `low` and `high`."""

    entrant: str = ""
    role: str = "player"
    mu: float = 0.0
    sigma: float = 0.0
    low: float = 0.0
    high: float = 0.0
    ordinal: float = 0.0
    games: int = 0
    game: str = ""
    kind: str = "bot"
    level: str | None = None
    thoughts: int | None = None
    rules_version: int | None = None
    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class Arena(Model):
    """Players who meet in many games: what is played, how far it has come, and the ratings so far."""

    id: str = ""
    status: str = "running"
    owner: str = ""
    visibility: str = "public"
    game: str = ""
    rules_version: int = 0
    seats: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    system: str = "round-robin"
    rounds: int = 0
    deals: int = 0
    seed: str | None = None
    entrants: tuple[dict[str, Any], ...] = ()
    games: int = 0
    played: int = 0
    created_at: str | None = None
    finished_at: str | None = None
    reason: str | None = None
    counted: int | None = None
    ratings: tuple[Rating, ...] = ()
    standings: tuple[dict[str, Any], ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in ("finished", "cancelled", "aborted")


@dataclass(frozen=True, kw_only=True)
class AgentTest(Model):
    """A conformance test of an agent: each check has `check`, `ok` and `words`."""

    id: str = ""
    agent: str = ""
    game: str = ""
    status: str = "running"
    passed: bool | None = None
    created_at: str = ""
    checks: tuple[dict[str, Any], ...] = ()
    table: str | None = None
