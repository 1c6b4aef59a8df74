"""A player who looks at what each card promises, and no further."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from service.games.faraway.bots.outlook import explored, held, kept
from service.games.faraway.state import State
from service.games.kit.bots import Thinking
from service.games.kit.decision import Decision, Picks


class Greedy:
    """Takes what promises the most fame at the end of the journey."""

    def choose(self, game: Any, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """The same answer every time; no thinking needed."""
        return best(imagined, question)


def best(s: State, question: Decision) -> Picks:
    """The answer that promises most to the player who is asked."""
    me, options = s.players[question.seat], question.options
    match question.kind:
        case "explore":
            return (max(options, key=lambda region: explored(me, me.hand, region)),)
        case "take-region":
            return (max(options, key=lambda region: held(me, [*me.hand, region])),)
        case "keep-sanctuary":
            return (max(options, key=lambda sanctuary: kept(me, sanctuary)),)
        case _:
            return max(combinations(options, question.least), key=lambda hand: held(me, hand))
