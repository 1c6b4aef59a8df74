"""A player who dreams each period to its end, and guesses what the things gathered in it will still bring."""

from __future__ import annotations

from typing import Any, Final

from service.games.golden_compass.bots import worth
from service.games.golden_compass.cards import TOKENS, TRUTHS
from service.games.golden_compass.scoring import sheet
from service.games.golden_compass.state import State
from service.games.kit.decision import Answer, Seat
from service.games.kit.search import Search

PLACED: Final = (0.9, 0.8, 0.65, 0.5, 0.3, 0.15)
"""How likely a player's best token finds a slot, the second best, and so on."""
CARD: Final = 0.8
"""What a card carried into the next period is worth."""


class Dreams(Search):
    """Search that stops at the end of a period: what comes after is little more than noise."""

    def play_on(self, game: Any, table: State) -> None:
        """Play the period to its end; the red one ends the game."""
        period = table.period
        while table.period == period and (questions := game.decisions(table)):
            question = questions[0]
            game.apply(table, Answer(question.seat, question.kind, self.policy(table, question)))


def lead(s: State, seat: Seat) -> float:
    """By how much `seat` is ahead of the best of the others: counted at the end, guessed before it."""
    totals = [sheet(s, each).total if s.phase == "over" else outlook(s, each) for each in s.everyone()]
    return totals.pop(seat) - max(totals)


def outlook(s: State, seat: Seat) -> float:
    """What a player has between two periods, and what it promises."""
    player = s.players[seat]
    truths = sum([TRUTHS[tile] for tile in player.truths])
    tokens = sorted([_value(token, len(player.tokens)) for token in player.tokens], reverse=True)
    placed = sum([chance * value for chance, value in zip(PLACED, tokens, strict=False)])
    return (
        truths
        + placed
        + worth.DUST * player.dust
        + CARD * len(player.hand)
        + 0.15 * sum(worth.uses(player.hand).values())
    )


def _value(token: str, owned: int) -> float:
    value = TOKENS[token].value
    return owned + 0.5 if value is None else value
