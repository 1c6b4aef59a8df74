"""Every game, with every number of players and every option, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from service.games import SHELF
from service.games.kit.bots import Thinking, random_picks, rounds
from service.games.kit.decision import Answer
from tools.game_settings import LONGEST, OPTIONS, SETTINGS, AnyGame, AnyState, Setting, card_ids, combinations, records

__all__ = [
    "CONVERTED",
    "LONGEST",
    "OPTIONS",
    "SETTINGS",
    "AnyGame",
    "AnyState",
    "Setting",
    "card_ids",
    "combinations",
    "every_setting",
    "playthrough",
    "records",
    "strings",
    "thought_through",
    "wrong_answers",
]

# Games whose RULES.md is not a register yet and whose cards do not name their source: to be emptied, then deleted.
NOT_CONVERTED = ("faraway", "golden_compass", "mountains_of_madness", "new_lands", "not_alone")
CONVERTED = [game for game in SHELF.values() if game.name not in NOT_CONVERTED]


def _param(setting: Setting) -> Any:
    """`make quick` plays each combination of options with the fewest players only."""
    marks = () if setting.seats == setting.game.seats[0] else (pytest.mark.thorough,)
    return pytest.param(setting, id=str(setting), marks=marks)


every_setting = pytest.mark.parametrize("setting", [_param(setting) for setting in SETTINGS])


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
