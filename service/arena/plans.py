"""What an arena is about: written down once, before the first game, and the first line of every export."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from math import ceil, log2
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from service.games import SHELF
from service.games.kit.game import BadOptions, Contest, Game

FORMAT: Final = "farshore-arena/1"
THOUGHTS: Final = 60
"""What a built-in player that searches may try for one answer, unless told: a number, so that games can be repeated."""

MODEL: Final[Mapping[str, Any]] = {
    "model": "PlackettLuce",
    "mu": 25.0,
    "sigma": 25.0 / 3,
    "beta": 25.0 / 6,
    "kappa": 0.0001,
    # Entrants do not learn while they are measured, so nothing is added to their doubt between two games.
    "tau": 0.0,
}

System = Literal["round-robin", "swiss", "ladder"]
Kind = Literal["bot", "python", "exec", "agent"]


class Entrant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who takes part. `digest` is that of the file that plays, so that another file is another entrant."""

    name: str
    kind: Kind = "bot"
    level: str | None = None
    thoughts: int | None = None
    source: str | None = None
    digest: str | None = None

    def key(self, rules: int) -> str:
        """By what name the entrant is known beyond this arena."""
        match self.kind:
            case "bot":
                return f"bot:{self.level}@{self.thoughts}:{rules}"
            case "agent":
                return f"agent:{self.source}"
            case _:
                return f"{self.kind}:{self.name}:{self.digest or ''}"


class BadPlan(ValueError):
    """Such an arena cannot be played; `field` says what is wrong with the wish for it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """All that decides how an arena goes: the same plan and the same entrants, the same games."""

    format: str = FORMAT
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    system: System
    rounds: int
    deals: int
    """How many deals each meeting of a round has."""
    seed: str
    duplicate: bool = True
    """Whether all games of a deal have the same cards. Entrants that could remember them are dealt anew each time."""
    budget_s: float
    rating: dict[str, Any] = field(default_factory=lambda: {**MODEL, "openskill": version("openskill")})

    @property
    def rules_of(self) -> Game[Any, Any, Any]:
        """The game that is played."""
        return SHELF[self.game]

    @cached_property
    def contest(self) -> Contest:
        """Who plays against whom."""
        return self.rules_of.contest

    @cached_property
    def size(self) -> int:
        """How many entrants meet; also how many games a meeting has for each deal."""
        return size(self.contest, self.system, self.seats, len(self.entrants))

    @cached_property
    def games(self) -> int:
        """How many games there are in all."""
        each = self.size * self.deals
        return sum(meetings(self.system, len(self.entrants), self.size, n) * each for n in range(self.rounds))

    @cached_property
    def digest(self) -> str:
        """A short name for this plan and no other."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:12]


def size(contest: Contest, system: System, seats: int, entrants: int) -> int:
    """How many entrants meet at a time."""
    match contest:
        case "competitive":
            return min(seats, entrants)
        case "one-against-all":
            return 2
        case "cooperative":
            # A team of one mind against the others on the same deal, so all can be compared at once.
            return entrants if system == "round-robin" else min(2, entrants)


def meetings(system: System, entrants: int, size: int, round: int) -> int:
    """How many meetings a round has."""
    match system:
        case "round-robin":
            return _choose(entrants, size)
        case "swiss":
            return entrants // size
        case "ladder":
            return (entrants - first_rung(entrants, size, round)) // size


def first_rung(entrants: int, size: int, round: int) -> int:
    """Where the meetings of a round of the ladder begin: from the top, or in turn so that they end at the bottom."""
    if entrants == size or round % 2 == 0:
        return 0
    return entrants % size or size // 2


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def draw_up(
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
    """A plan with at least so many games, in whole rounds of whole deals; BadPlan says what cannot be."""
    rules = SHELF.get(game)
    if rules is None:
        raise BadPlan("game", f"unknown game {game}; available: {', '.join(SHELF)}")
    seats = rules.seats[0] if seats is None else seats
    if seats not in rules.seats:
        raise BadPlan("seats", f"{game} is for {rules.seats[0]} to {rules.seats[-1]} players, not {seats}")
    least = 1 if rules.contest == "cooperative" else 2
    if len(entrants) < least:
        raise BadPlan("entrants", f"{game} needs at least {least} entrants, not {len(entrants)}")
    if len({each.name for each in entrants}) < len(entrants):
        raise BadPlan("entrants", "every entrant needs a different name")
    for n, each in enumerate(entrants):
        if each.kind == "bot" and each.level not in rules.bots:
            raise BadPlan(f"entrants.{n}.level", f"unknown level; {game} has {', '.join(rules.bots)}")
    if games < 1:
        raise BadPlan("games", "at least one game must be played")
    try:
        # As JSON has it, so that the plan is equal to itself when it is read again.
        known = msgspec.json.decode(msgspec.json.encode(rules.options(options or {})))
        rules.new(seats, "trial", known)
    except BadOptions as wrong:
        raise BadPlan(f"options.{wrong.field}".rstrip("."), str(wrong)) from None
    except LookupError as missing:
        raise BadPlan("options.book", str(missing)) from None
    group = size(rules.contest, system, seats, len(entrants))
    turns = _rounds(system, rounds, games, group * meetings(system, len(entrants), group, 0), len(entrants))
    in_one = sum(group * meetings(system, len(entrants), group, n) for n in range(turns))
    return Plan(
        game=game,
        rules=rules.rules_version,
        seats=seats,
        options=known,
        entrants=entrants,
        system=system,
        rounds=turns,
        deals=1 if system == "round-robin" else max(1, ceil(games / in_one)),
        seed=seed,
        duplicate=duplicate,
        budget_s=budget_s,
    )


def _rounds(system: System, wished: int | None, games: int, in_a_round: int, entrants: int) -> int:
    """How many rounds: what the games need, or what the system needs to sort so many."""
    match system:
        case "round-robin":
            return ceil(games / in_a_round)
        case "swiss":
            return wished or ceil(log2(max(2, entrants))) + 2
        case "ladder":
            return wished or max(2, entrants)
