"""A sensible player on either side."""

from __future__ import annotations

from random import Random
from typing import Any

from service.games.kit.bots import Thinking
from service.games.kit.decision import Decision, Picks
from service.games.not_alone.bots import creature, hunted
from service.games.not_alone.state import State


class Sensible:
    """Reckons with what everybody knows, and with chance where it pays not to be read."""

    def choose(self, game: Any, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """One thought is enough."""
        return respond(imagined, question, thinking.random)


def respond(s: State, question: Decision, random: Random) -> Picks:
    """A sensible answer to any question of the game."""
    if len(question.options) == 1:
        return question.options
    if question.seat == s.creature:
        return creature.answer(s, question, random)
    return hunted.answer(s, question, random)
