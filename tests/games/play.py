"""Every game on the shelf, with every number of players and every option, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from enum import EnumMeta
from itertools import product
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from service.games import SHELF
from service.games.kit.agenda import GameState
from service.games.kit.bots import Thinking, random_picks, rounds
from service.games.kit.decision import Answer
from service.games.kit.game import Game

AnyGame = Game[Any, Any, Any]
AnyState = GameState[Any]

LONGEST = 5000
"""No game on the shelf takes more answers than this."""

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
        {"mode": "excursion", "peripeties": True, "characters": True, "reveal_passages": "after_game"},
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
"""The options to try for a game that has too many of them to try all."""


# Games whose RULES.md is not a register yet and whose cards do not name their source: to be emptied, then deleted.
NOT_CONVERTED = ("faraway", "golden_compass", "mountains_of_madness", "new_lands", "not_alone")
CONVERTED = [game for game in SHELF.values() if game.name not in NOT_CONVERTED]


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
    """Every way to fill the switches and choices of `options`; other fields keep their default."""
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
    for game in SHELF.values()
    for options in OPTIONS.get(game.name) or combinations(game.options_type)
    for seats in game.seats
]

every_setting = pytest.mark.parametrize("setting", [pytest.param(setting, id=str(setting)) for setting in SETTINGS])


def playthrough(setting: Setting, seed: int = 0) -> Iterator[tuple[AnyState, Answer]]:
    """A random game: each state with the answer it is about to take, and the end with none to follow."""
    game, random, s = setting.game, Random(seed), setting.new(f"seed-{seed}")
    for _ in range(LONGEST):
        asked = game.decisions(s)
        if not asked:
            return
        question = random.choice(asked)
        answer = Answer(question.seat, question.kind, random_picks(game, s, question, random))
        yield s, answer
        game.apply(s, answer)
    raise AssertionError(f"{setting} does not end")


def thought_through(game: AnyGame, level: str, s: AnyState, thoughts: int) -> None:
    """A game among players of one level, to its end; none of them touches the table it thinks about."""
    random = Random(1)
    while questions := game.decisions(s):
        question = questions[-1]
        imagined = game.imagine(s, question.seat, random)
        before = game.save(imagined)
        picks = game.bots[level].choose(game, imagined, question, Thinking(random, rounds(thoughts)))
        assert game.save(imagined) == before
        game.apply(s, Answer(question.seat, question.kind, picks))
    assert game.result(s) is not None


def wrong_answers(setting: Setting, s: AnyState) -> list[Answer]:
    """Answers that no rule allows now."""
    wrong = []
    for question in setting.game.decisions(s):
        seat, kind, first = question.seat, question.kind, question.options[:1]
        wrong += [
            Answer(seat, "nonsense", first),
            Answer(seat, kind, ("nonsense",)),
            Answer(seat, kind, first + first),
            Answer(seat, kind, (*question.options, "nonsense")),
            Answer(setting.seats + 1, kind, first),
        ]
    return wrong


def card_ids(game: AnyGame) -> frozenset[str]:
    """The ids of all cards in the box."""
    found = frozenset(record["id"] for record in records(msgspec.to_builtins(game.cards())))
    assert found, "a box without cards would make every secret look kept"
    return found


def records(facts: Any) -> Iterator[dict[str, Any]]:
    """Everything in a game's cards that has an id, however deep."""
    if isinstance(facts, dict):
        if isinstance(facts.get("id"), str):
            yield facts
        facts = list(facts.values())
    if isinstance(facts, list | tuple):
        for each in facts:
            yield from records(each)


def strings(thing: Any) -> set[str]:
    """Every string in a view or an event, however deep."""
    match thing:
        case str():
            return {thing}
        case dict():
            return strings(list(thing)) | strings(list(thing.values()))
        case list() | tuple():
            return {each for part in thing for each in strings(part)}
        case Struct():
            return strings(msgspec.to_builtins(thing))
    return set()
