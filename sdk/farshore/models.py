"""What the API gives, as small frozen records. Fields a newer server adds are kept in `raw` and harm nobody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

OVER: Final = frozenset({"finished", "aborted"})
"""The two ways in which a table, and its stream of events, ends."""

PLAIN: Final = frozenset({"raw", "readers"})
"""The fields of a record that are not on the wire."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A record with the fields this version knows; `raw` is the whole of what the server said."""

    readers: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    """How each field is read, by what its type says."""

    raw: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __init_subclass__(cls) -> None:
        cls.readers = {name: _reader(hint) for name, hint in get_type_hints(cls).items() if name not in PLAIN}

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Read a JSON object; unknown fields are left alone, missing ones get their defaults."""
        known = {name: read(raw[name]) for name, read in cls.readers.items() if raw.get(name) is not None}
        return cls(**known, raw=dict(raw))


def _reader(hint: Any) -> Callable[[Any], Any]:
    inner = [part for part in get_args(hint) if part not in (type(None), Ellipsis)]
    if get_origin(hint) is UnionType:
        return _reader(inner[0])
    if get_origin(hint) is tuple:
        each = _reader(inner[0])
        return lambda raw: tuple(map(each, raw))
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.read
    return lambda raw: raw


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


@dataclass(frozen=True, kw_only=True)
class RegisteredAgent(Model):
    """An agent that thinks outside the service; `secret` is only there when it has just been made."""

    id: str = ""
    name: str = ""
    owner: str = ""
    door: str = ""
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
