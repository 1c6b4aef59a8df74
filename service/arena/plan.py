"""The plan of an arena: fixed before the first game, and the first line of every export."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from math import ceil, comb, log2
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from service.games import REGISTRY
from service.games.kit.game import BadOptions, Contest, Game

FORMAT: Final = "farshore-arena/1"
THOUGHTS: Final = 60
"""The default search effort of a bot per answer: a count, not a time, so that games are reproducible."""

MODEL: Final[Mapping[str, Any]] = {
    "model": "PlackettLuce",
    "mu": 25.0,
    "sigma": 25.0 / 3,
    "beta": 25.0 / 6,
    "kappa": 0.0001,
    # Entrants do not learn, so no uncertainty is added between games.
    "tau": 0.0,
}

System = Literal["round-robin", "swiss", "ladder"]
Kind = Literal["bot", "python", "exec", "agent"]


class Entrant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A participant. `digest` is that of its program file, so that a changed file is a different entrant."""

    name: str
    kind: Kind = "bot"
    level: str | None = None
    thoughts: int | None = None
    source: str | None = None
    digest: str | None = None

    def key(self, rules: int) -> str:
        """The key of this entrant on the ladder."""
        match self.kind:
            case "bot":
                return f"bot:{self.level}@{self.thoughts}:{rules}"
            case "agent":
                return f"agent:{self.source}"
            case _:
                return f"{self.kind}:{self.name}:{self.digest or ''}"


class InvalidPlan(ValueError):
    """The plan is invalid; `field` is the setting that is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that determines an arena: the same plan and entrants give the same games."""

    format: str = FORMAT
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    system: System
    rounds: int
    deals: int
    """Deals per meeting of a round."""
    seed: str
    duplicate: bool = True
    """Whether all games of a deal have the same cards. If entrants could remember them, each game has a new deal."""
    budget_s: float
    rating: dict[str, Any] = field(default_factory=lambda: {**MODEL, "openskill": version("openskill")})

    @property
    def rules_of(self) -> Game[Any, Any, Any]:
        return REGISTRY[self.game]

    @cached_property
    def contest(self) -> Contest:
        """Who plays against each other."""
        return self.rules_of.contest

    @cached_property
    def size(self) -> int:
        """How many entrants meet, and how many games a meeting has per deal."""
        return size(self.contest, self.system, self.seats, len(self.entrants))

    @cached_property
    def games(self) -> int:
        each = self.size * self.deals
        return sum(meetings(self.system, len(self.entrants), self.size, n) * each for n in range(self.rounds))

    @cached_property
    def digest(self) -> str:
        """A short digest that identifies this plan."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:12]


def size(contest: Contest, system: System, seats: int, entrants: int) -> int:
    """How many entrants meet in a group."""
    match contest:
        case "competitive":
            return min(seats, entrants)
        case "one-against-all":
            return 2
        case "cooperative":
            # Each entrant plays a whole team on the same deal, so all can be compared at once.
            return entrants if system == "round-robin" else min(2, entrants)


def meetings(system: System, entrants: int, size: int, round: int) -> int:
    match system:
        case "round-robin":
            return comb(entrants, size)
        case "swiss":
            return entrants // size
        case "ladder":
            return (entrants - first_rank(entrants, size, round)) // size


def first_rank(entrants: int, size: int, round: int) -> int:
    """Where the groups of a ladder round begin: at the top, or in every other round so that they end at the bottom."""
    if entrants == size or round % 2 == 0:
        return 0
    return entrants % size or size // 2


def make_plan(
    game: str,
    entrants: tuple[Entrant, ...],
    *,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    system: System = "round-robin",
    rounds: int | None = None,
    seed: str = "arena",
    duplicate: bool = True,
    budget_s: float = 10.0,
) -> Plan:
    """A plan with at least this many games, in complete rounds of complete deals; or raise InvalidPlan."""
    rules = REGISTRY.get(game)
    if rules is None:
        raise InvalidPlan("game", f"unknown game {game}; available: {', '.join(REGISTRY)}")
    seats = rules.seats[0] if seats is None else seats
    if seats not in rules.seats:
        raise InvalidPlan("seats", f"{game} is for {rules.seats[0]} to {rules.seats[-1]} players, not {seats}")
    least = 1 if rules.contest == "cooperative" else 2
    if len(entrants) < least:
        raise InvalidPlan("entrants", f"{game} needs at least {least} entrants, not {len(entrants)}")
    if len({each.name for each in entrants}) < len(entrants):
        raise InvalidPlan("entrants", "every entrant needs a different name")
    for n, each in enumerate(entrants):
        if each.kind == "bot" and each.level not in rules.bots:
            raise InvalidPlan(f"entrants.{n}.level", f"unknown level; {game} has {', '.join(rules.bots)}")
    if games < 1:
        raise InvalidPlan("games", "at least one game must be played")
    try:
        # Encoded and decoded, so that the plan is equal to itself when it is read back.
        known = msgspec.json.decode(msgspec.json.encode(rules.options(options or {})))
        rules.new(seats, "trial", known)
    except BadOptions as wrong:
        raise InvalidPlan(f"options.{wrong.field}".rstrip("."), str(wrong)) from None
    group = size(rules.contest, system, seats, len(entrants))
    rounds = _rounds(system, rounds, games, group * meetings(system, len(entrants), group, 0), len(entrants))
    per_deal = sum(group * meetings(system, len(entrants), group, n) for n in range(rounds))
    return Plan(
        game=game,
        rules=rules.rules_version,
        seats=seats,
        options=known,
        entrants=entrants,
        system=system,
        rounds=rounds,
        deals=1 if system == "round-robin" else max(1, ceil(games / per_deal)),
        seed=seed,
        duplicate=duplicate,
        budget_s=budget_s,
    )


def _rounds(system: System, requested: int | None, games: int, per_round: int, entrants: int) -> int:
    """The number of rounds: as requested, or as many as the system needs for these entrants."""
    match system:
        case "round-robin":
            return ceil(games / per_round)
        case "swiss":
            return requested or ceil(log2(max(2, entrants))) + 2
        case "ladder":
            return requested or max(2, entrants)
