"""Who plays, what, and where: players and their tokens, games, seats and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from farshore.models.record import Model


@dataclass(frozen=True, kw_only=True)
class Player(Model):
    """Somebody who plays."""

    id: str = ""
    name: str = ""
    created_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class Registration(Model):
    """A new player and the token that speaks for them. It is shown this once: keep it."""

    player: Player = field(default_factory=Player)
    token: str = ""


@dataclass(frozen=True, kw_only=True)
class Caller(Model):
    """Whose token this is and what it may do."""

    player: Player | None = None
    scopes: tuple[str, ...] = ()
    expires_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class Token(Model):
    """A bearer token; `token` itself is only there when it has just been made."""

    id: str = ""
    label: str | None = None
    scopes: tuple[str, ...] = ()
    created_at: str | None = None
    expires_at: str | None = None
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Game(Model):
    """A game of the shelf: who can play it, its options, bots and the shapes of its views and story."""

    name: str = ""
    title: str = ""
    about: str = ""
    players: dict[str, int] = field(default_factory=dict)
    modes: tuple[str, ...] = ()
    rules_version: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    story: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Seat(Model):
    """A place at a table. `kind` is `player`, `open`, `invite`, `bot` or `agent`."""

    seat: int = 0
    kind: str = "open"
    player: Player | None = None
    level: str | None = None
    agent: Player | None = None

    @property
    def name(self) -> str | None:
        """Who sits there: the name of a player or of an agent."""
        who = self.player or self.agent
        return who.name if who else None


@dataclass(frozen=True, kw_only=True)
class Result(Model):
    """How it ended; `places` and `scores` have one entry per seat."""

    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""
    forfeits: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableFacts(Model):
    """All that a table says of itself, apart from the game that is played on it."""

    id: str = ""
    game: str = ""
    rules_version: int = 0
    status: str = "open"
    visibility: str = "public"
    options: dict[str, Any] = field(default_factory=dict)
    owner: str | None = None
    created_at: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    seats: tuple[Seat, ...] = ()
    clock: dict[str, Any] = field(default_factory=dict)
    start: str = "owner"
    practice: bool = False
    paused: bool = False
    waiting: tuple[int, ...] = ()
    votes: dict[str, Any] = field(default_factory=dict)
    commitment: str | None = None
    seed: str | None = None
    result: Result | None = None
    rematch: str | None = None
    my_seat: int | None = None
    invite_code: str | None = None
    links: dict[str, str] = field(default_factory=dict)
