"""A bot that dreams games to their end: many imagined tables, and every answer tried on each of them.

It knows nothing of any one game: a quick `policy` plays on for everybody, `worth` says what an ending is to a
seat. All answers meet the same deals, so chance favours none; one that is clearly worse is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Any, Final

from service.games.kit.bots import Thinking, random_picks
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat

Policy = Callable[[Any, Decision], Picks]
"""Answers any question of the game, quickly."""

Worth = Callable[[Any, Seat], float]
"""What a finished table is worth to a seat."""

Candidates = Callable[[Any, Any, Decision, Random], list[Picks]]
"""The answers to a question that are worth trying."""

MOST: Final = 40
"""If there are more answers than this, so many are tried."""

ENOUGH: Final = 8
"""So many deals are played before an answer is dropped."""


class Search:
    """Tries every answer on imagined tables, plays them to the end, and takes the best on average.

    `doubt` is how many standard errors an answer must lie behind the leader to be dropped; `candidates` are the
    answers worth trying, for games that know better than to try all.
    """

    ponders: Final = True

    def __init__(self, policy: Policy, worth: Worth, doubt: float = 2.5, candidates: Candidates | None = None) -> None:
        self.policy = policy
        self.worth = worth
        self.doubt = doubt
        self.candidates = answers if candidates is None else candidates

    def choose(self, game: Any, imagined: Any, question: Decision, thinking: Thinking) -> Picks:
        """Think as long as there is time; one thought is one game played to its end."""
        racing = {picks: list[float]() for picks in self.candidates(game, imagined, question, thinking.random)}
        deals = 0
        while len(racing) > 1:
            seed = thinking.random.getrandbits(64)
            for picks, endings in racing.items():
                if deals and not thinking.more():
                    return max(racing, key=lambda picks: sum(racing[picks][:deals]))
                table = game.imagine(imagined, question.seat, Random(seed))
                game.apply(table, Answer(question.seat, question.kind, picks))
                self.play_on(game, table)
                endings.append(self.worth(table, question.seat))
            deals += 1
            if deals >= ENOUGH:
                racing = self.still_racing(racing)
        return next(iter(racing))

    def play_on(self, game: Any, table: Any) -> None:
        """Play the table to its end."""
        while questions := game.decisions(table):
            question = questions[0]
            game.apply(table, Answer(question.seat, question.kind, self.policy(table, question)))

    def still_racing(self, racing: dict[Picks, list[float]]) -> dict[Picks, list[float]]:
        """Drop the answers that lie behind the leader by more than chance explains."""
        leader = max(racing.values(), key=sum)
        return {picks: ends for picks, ends in racing.items() if ends is leader or not self.beaten(ends, leader)}

    def beaten(self, endings: list[float], leader: list[float]) -> bool:
        """Whether these endings are clearly worse than the leader's, deal by deal."""
        behind = [theirs - ours for ours, theirs in zip(endings, leader, strict=True)]
        mean = sum(behind) / len(behind)
        spread = sum((each - mean) ** 2 for each in behind) / (len(behind) - 1)
        return mean > self.doubt * sqrt(spread / len(behind))


def answers(game: Any, s: Any, question: Decision, random: Random) -> list[Picks]:
    """Every legal answer, or a sample of them when there are too many."""
    sizes = range(question.least, min(question.most, len(question.options)) + 1)
    if sum(comb(len(question.options), size) for size in sizes) > MOST:
        sample = {random_picks(game, s, question, random) for _ in range(MOST)}
        return sorted(sample | {question.on_timeout})
    every = [picks for size in sizes for picks in combinations(question.options, size)]
    return [picks for picks in every if legal(game, s, Answer(question.seat, question.kind, picks))]


def legal(game: Any, s: Any, answer: Answer) -> bool:
    """Whether the rules allow this answer now."""
    try:
        game.check(s, answer)
    except Illegal:
        return False
    return True
