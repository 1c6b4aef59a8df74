"""The settings that tests, benchmarks and tools try: each game with its options and numbers of players."""

from __future__ import annotations

from collections.abc import Iterator
from enum import EnumMeta
from itertools import product
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from service.games import REGISTRY
from service.games.kit.agenda import GameState
from service.games.kit.game import Game

AnyGame = Game[Any, Any, Any]
AnyState = GameState[Any]

LONGEST = 5000
"""The most answers that a registered game takes."""

_ALL_MODULES = {"peripeties": True, "characters": True, "domains": True, "ranks": True}
_MIXED_PLANET = ["nexus", "oasis", "river", "beach", "labyrinth", "swamp", "archipelago", "wreck", "fungi", "artefact"]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "golden_compass": [{}, {"first_player": 1, "stall_guard_rounds": 1}, {"stall_guard_rounds": None}],
    "mountains_of_madness": [
        {},
        {"mode": "relaxed"},
        {"mode": "relaxed", "expert": True, "gentle": True},
        {"expert": True, "strict_silence": True, "timer_s": 60},
    ],
    "new_lands": [
        {"mode": "excursion"},
        {"mode": "excursion", "peripeties": True, "characters": True},
        {"mode": "short", "difficulty": "easy", "domains": True, "book": "atlas-de-l-allumeuse"},
        {"mode": "short", "difficulty": "very_easy", "timed": True},
        {"mode": "classic", "difficulty": "difficult", **_ALL_MODULES},
        {"mode": "classic", "timed": True, "language": "fr", **_ALL_MODULES},
    ],
    "not_alone": [
        {},
        {"content": "exploration", "board_side": "1"},
        {"content": "exploration", "preset": "first_steps", "creature": 1, "expert_will": True},
        {"content": "exploration", "labyrinth_variant": True, "creature": 0},
        {"content": "exploration", "board_side": "2", "places": _MIXED_PLANET},
    ],
}
"""The options to try for a game with too many combinations to try all."""


class Setting(NamedTuple):
    """One way to open a table."""

    game: AnyGame
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = [key if value is True else f"{key}={value}" for key, value in self.options.items() if value]
        return "-".join([self.game.name, str(self.seats), *chosen])

    def new(self, seed: str) -> AnyState:
        """A fresh table."""
        state: AnyState = self.game.new(self.seats, seed, self.options)
        return state

    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.seats), None]


def combinations(options: type[Struct]) -> list[dict[str, Any]]:
    """Every combination of the Boolean and enumerated fields of `options`; other fields keep their defaults."""
    values = {name: _values(hint) for name, hint in get_type_hints(options).items()}
    names = [name for name, some in values.items() if some]
    return [dict(zip(names, some, strict=True)) for some in product(*(values[name] for name in names))]


def _values(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if isinstance(hint, EnumMeta):
        return tuple(member.value for member in hint)  # type: ignore[var-annotated]
    return ()


SETTINGS = [
    Setting(game, seats, options)
    for game in REGISTRY.values()
    for options in OPTIONS.get(game.name) or combinations(game.options_type)
    for seats in game.seats
]


def card_ids(game: AnyGame) -> frozenset[str]:
    """The ids of all cards of a game."""
    return frozenset(record["id"] for record in records(msgspec.to_builtins(game.cards())))


def records(facts: Any) -> Iterator[dict[str, Any]]:
    """Everything in a game's cards that has an id, however deep."""
    if isinstance(facts, dict):
        if isinstance(facts.get("id"), str):
            yield facts
        facts = list(facts.values())
    if isinstance(facts, list | tuple):
        for each in facts:
            yield from records(each)
