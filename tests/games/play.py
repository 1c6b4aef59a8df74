"""Every game, with every number of players and every option, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from service.games.kit.bots import Thinking, random_picks, rounds
from service.games.kit.decision import Answer
from service.games.kit.dice import Dice
from service.games.kit.game import Game
from tools.game_settings import LONGEST, OPTIONS, SETTINGS, AnyGame, AnyState, Setting, card_ids, combinations, records

__all__ = [
    "LONGEST",
    "OPTIONS",
    "SETTINGS",
    "AnyGame",
    "AnyState",
    "Setting",
    "card_ids",
    "combinations",
    "every_setting",
    "every_setting_of",
    "hides",
    "playthrough",
    "records",
    "secrets",
    "strings",
    "thought_through",
    "wrong_answers",
]


def _param(setting: Setting) -> Any:
    """`make quick` plays each combination of options with the fewest players only."""
    marks = () if setting.seats == setting.game.seats[0] else (pytest.mark.thorough,)
    return pytest.param(setting, id=str(setting), marks=marks)


every_setting = pytest.mark.parametrize("setting", [_param(setting) for setting in SETTINGS])


def every_setting_of(game: str) -> pytest.MarkDecorator:
    """The same for one game."""
    return pytest.mark.parametrize("setting", [_param(setting) for setting in SETTINGS if setting.game.name == game])


_ANSWERS: dict[tuple[str, int, str, int], list[Answer] | str] = {}
"""The random games played so far, or why one has no end: that is found out once, and not by every test anew."""


def playthrough(setting: Setting, seed: int = 0) -> Iterator[tuple[AnyState, Answer]]:
    """A random game: each state with the answer it is about to take, and the end with none to follow."""
    key = setting.game.name, setting.seats, repr(setting.options), seed
    if key not in _ANSWERS:
        _ANSWERS[key] = _random_game(setting, seed)
    known = _ANSWERS[key]
    assert not isinstance(known, str), known
    s = setting.new(f"seed-{seed}")
    for answer in known:
        yield s, answer
        setting.game.apply(s, answer)


def _random_game(setting: Setting, seed: int) -> list[Answer] | str:
    """The answers of a random game, or the reason why there are none."""
    game, random, s = setting.game, Random(seed), setting.new(f"seed-{seed}")
    answers: list[Answer] = []
    for _ in range(LONGEST):
        asked = game.decisions(s)
        if not asked:
            return answers
        question = random.choice(asked)
        answers.append(Answer(question.seat, question.kind, random_picks(game, s, question, random)))
        game.apply(s, answers[-1])
    return no_end(setting, s)


def no_end(setting: Setting, s: AnyState) -> str:
    """What to say of a game that goes on and on."""
    return f"{setting}: no end after {LONGEST} answers; the step that asks is {type(s.agenda[-1]).__name__}"


def play_defaults(setting: Setting, s: AnyState, random: Random) -> None:
    """Play on to the end with the answers that the clock would give, to one question after another."""
    for _ in range(LONGEST):
        questions = setting.game.decisions(s)
        if not questions:
            return
        q = random.choice(questions)
        setting.game.apply(s, Answer(q.seat, q.kind, q.on_timeout))
    raise AssertionError(no_end(setting, s))


def thought_through(game: AnyGame, level: str, s: AnyState, thoughts: int) -> None:
    """A game among players of one level, to its end; none of them touches the table it thinks about."""
    random = Random(1)
    for _ in range(LONGEST):
        questions = game.decisions(s)
        if not questions:
            break
        question = questions[-1]
        imagined = game.imagine(s, question.seat, random)
        before = game.save(imagined)
        picks = game.bots[level].choose(game, imagined, question, Thinking(random, rounds(thoughts)))
        assert game.save(imagined) == before
        game.apply(s, Answer(question.seat, question.kind, picks))
    assert game.result(s) is not None, f"{game.name}: no result after {LONGEST} answers or fewer"


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


def hides(game: AnyGame) -> bool:
    """Whether a game says that it hides something, apart from chance and answers given in secret."""
    return type(game).redeal is not Game.redeal


def secrets(setting: Setting) -> list[str]:
    """Tables that look the same to everybody and are not: what a game hides although it says that it hides nothing."""
    seen: dict[bytes, bytes] = {}
    found = []
    for seed in range(20):
        s = setting.new(f"secret-{seed}")
        looks = msgspec.json.encode([setting.game.view(s, viewer) for viewer in setting.viewers()])
        s.dice, s.agenda = Dice("any"), []
        if seen.setdefault(looks, setting.game.save(s)) != setting.game.save(s):
            found.append(f"the table of seed secret-{seed} looks like another one")
    return found


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
