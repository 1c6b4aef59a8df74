"""What the API returns, as small frozen records. Fields that a newer server adds are kept in `raw`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, ClassVar, Final, Self, dataclass_transform, get_args, get_origin, get_type_hints

PLAIN: Final = frozenset({"raw", "readers"})
"""The fields of a record that are not on the wire."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
@dataclass(frozen=True, kw_only=True)
class Model:
    """A record with the fields this version knows, also a frozen dataclass; `raw` is the whole JSON object."""

    readers: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    """How each field is read, derived from its type."""

    raw: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        cls.readers = {name: _reader(hint) for name, hint in get_type_hints(cls).items() if name not in PLAIN}

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Read a JSON object; unknown fields are ignored, missing ones get their defaults."""
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


class Player(Model):
    """A player."""

    id: str = ""
    name: str = ""
    created_at: str | None = None


class Registration(Model):
    """A player and their new token and recovery code, which are shown only this once."""

    player: Player = field(default_factory=Player)
    token: str = ""
    recovery_code: str = ""


class Caller(Model):
    """The player of the token, and what the token may do."""

    player: Player | None = None
    scopes: tuple[str, ...] = ()
    expires_at: str | None = None


class Token(Model):
    """A bearer token; `token` itself is only present right after it was created."""

    id: str = ""
    label: str | None = None
    scopes: tuple[str, ...] = ()
    created_at: str | None = None
    expires_at: str | None = None
    token: str | None = field(default=None, repr=False)


class Game(Model):
    """A game: number of players, options, bots, and the JSON Schemas of its view and events."""

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


class Seat(Model):
    """A place at a table. `kind` is `player`, `open`, `invite`, `bot` or `agent`."""

    seat: int = 0
    kind: str = "open"
    name: str | None = None
    player: Player | None = None
    level: str | None = None
    agent: Player | None = None


class Result(Model):
    """The result; `places` and `scores` have one entry per seat."""

    winners: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""
    forfeits: tuple[int, ...] = ()


class TableFacts(Model):
    """The details of a table, apart from the state of the game."""

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


OVER: Final = frozenset({"finished", "aborted"})
"""The statuses of a table that has ended."""


class Decision(Model):
    """An open decision: pick between `least` and `most` of `options`."""

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
    texts: dict[str, str] = field(default_factory=dict)
    table: str | None = None

    @property
    def on_timeout(self) -> tuple[str, ...]:
        """The answer that is given for a player who does not answer."""
        return self.options[: self.least] if self.default is None else self.default


class Event(Model):
    """Something that happened. The shape of `data` depends on `type`."""

    seq: int = 0
    at: str | None = None
    table: str | None = None
    type: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    text: str | None = None

    @property
    def once(self) -> bool:
        """Whether it is told only once and cannot be read again, like what is read aloud in New Lands."""
        return bool(self.data.get("once")) and not self.data.get("told")

    @property
    def last(self) -> bool:
        """Whether it ends the stream of its table."""
        return self.type in OVER or self.type == "deleted"


class Update(Model):
    """The current state for this viewer: the `view` of the game, and the open decisions of this seat."""

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
    now: str = ""
    events: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the table has ended."""
        return self.status in OVER


class Talk(Model):
    """The rooms to talk in; each says who hears it and whether this seat may speak."""

    rooms: tuple[dict[str, Any], ...] = ()
    max_length: int = 0
    policy: dict[str, Any] | None = None


class Passes(Model):
    """The windows that are passed automatically: kinds of decision, or `*` for all."""

    kinds: tuple[str, ...] = ()
    until: str = "revoked"


class ReplayStep(Model):
    """The table after `step` answers of `of`, as one seat or a spectator saw it."""

    step: int = 0
    of: int = 0
    answer: dict[str, Any] | None = None
    events: tuple[Event, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    waiting: tuple[int, ...] = ()
