"""Built-in players. They are given an imagined table, never the true one, so they cannot cheat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat


class Thinking:
    """What a bot may use while it thinks: chance of its own, and a word on whether there is time left."""

    def __init__(self, random: Random, more: Callable[[], bool]) -> None:
        self.random = random
        self.more = more


def rounds(n: int) -> Callable[[], bool]:
    """A budget of `n` thoughts instead of seconds: the same on every machine."""
    left = iter(range(n))
    return lambda: next(left, None) is not None


class Bot(Protocol):
    """Chooses for the seat that is asked."""

    def choose(self, game: Any, imagined: Any, question: Decision, thinking: Thinking) -> Picks:
        """Pick an answer. `imagined` looks to the seat exactly like the real table."""


def message(bot: Bot, game: Any, imagined: Any, seat: Seat, thinking: Thinking) -> tuple[str, str] | None:
    """The room and the text of what a bot says before it answers; most have no method `speak` and say nothing."""
    speak = getattr(bot, "speak", None)
    said: tuple[str, str] | None = None if speak is None else speak(game, imagined, seat, thinking)
    return said


def ponders(bot: Bot) -> bool:
    """Whether a bot thinks while it has time: how long it thinks says something about what it holds."""
    return bool(getattr(bot, "ponders", False))


class RandomBot:
    """Any legal answer, each size and each option equally likely."""

    def choose(self, game: Any, imagined: Any, question: Decision, thinking: Thinking) -> Picks:
        return random_picks(game, imagined, question, thinking.random)


def random_picks(game: Any, s: Any, question: Decision, random: Random) -> Picks:
    """Some legal picks; the question's default where chance finds none that go together."""
    for _ in range(20):
        size = random.randint(question.least, min(question.most, len(question.options)))
        picks = tuple(random.sample(question.options, size))
        try:
            game.check(s, Answer(question.seat, question.kind, picks))
        except Illegal:
            continue
        return picks
    return question.on_timeout
