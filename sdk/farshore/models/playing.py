"""What is asked, answered, told and said at a table, and where its game is set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from farshore.models.record import Model
from farshore.models.tables import Result

OVER: Final = frozenset({"finished", "aborted"})
"""The two ways in which a table, and its stream of events, ends."""


@dataclass(frozen=True, kw_only=True)
class Decision(Model):
    """An open question: pick between `least` and `most` of `options`."""

    id: str = ""
    kind: str = ""
    seat: int = 0
    options: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    sealed: bool = False
    optional: bool = False
    window: bool = False
    opened_at: str | None = None
    deadline: str | None = None
    default: tuple[str, ...] | None = None
    prompt: str = ""
    about: dict[str, Any] = field(default_factory=dict)
    table: str | None = None


@dataclass(frozen=True, kw_only=True)
class Event(Model):
    """Something that happened. `data` has the shape that belongs to `type`."""

    seq: int = 0
    at: str | None = None
    table: str | None = None
    type: str = ""
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def last(self) -> bool:
        """Whether nothing comes after it."""
        return self.type in OVER or self.type == "deleted"


@dataclass(frozen=True, kw_only=True)
class Update(Model):
    """How things stand for this viewer: the game's own `view`, and what this seat is asked."""

    table: str = ""
    game: str = ""
    status: str = "open"
    seq: int = 0
    seat: int | None = None
    view: dict[str, Any] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    waiting: tuple[int, ...] = ()
    clocks: tuple[dict[str, Any], ...] = ()
    sand: tuple[dict[str, Any], ...] = ()
    paused: bool = False
    result: Result | None = None
    events: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the table has ended."""
        return self.status in OVER


@dataclass(frozen=True, kw_only=True)
class Talk(Model):
    """Where one may talk now; a room says who hears and whether this seat may speak."""

    rooms: tuple[dict[str, Any], ...] = ()
    max_length: int = 0
    policy: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Passes(Model):
    """Which windows pass without being asked about: kinds of decision, or `*` for all."""

    kinds: tuple[str, ...] = ()
    until: str = "revoked"


@dataclass(frozen=True, kw_only=True)
class Book(Model):
    """A novel to play in, without its text. `id` is what the option `book` of a table wants."""

    id: str = ""
    kind: str = "own"
    status: str = "reading"
    percent: int = 0
    title: str = ""
    author: str = ""
    language: str | None = None
    pages: int = 0
    layout: str = ""
    fingerprint: str | None = None
    public_domain: bool = False
    problem: dict[str, Any] | None = None
    created_at: str | None = None


@dataclass(frozen=True, kw_only=True)
class HiddenMeaning(Model):
    """A sentence that was won in a book."""

    id: str = ""
    sentence: str = ""
    title: str = ""
    author: str = ""
    language: str = ""
    book: str = ""
    page: int = 0
    theme: str = ""
    players: tuple[str, ...] = ()
    at: str | None = None


@dataclass(frozen=True, kw_only=True)
class ReplayStep(Model):
    """The table after `step` answers of `of`, as one seat or a spectator saw it."""

    step: int = 0
    of: int = 0
    answer: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
