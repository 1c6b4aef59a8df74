"""The balance figures of The Golden Compass (chapter 14 of RULES.md) for any level of its bots.

python -m tools.golden_compass_balance greedy --seats 2 --games 2000
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import fmean, quantiles, stdev

from service.games.golden_compass import GoldenCompass
from service.games.golden_compass.cards import PERIODS
from service.games.golden_compass.scoring import sheet
from service.games.golden_compass.state import State
from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import Answer

game = GoldenCompass()


class Figures:
    """Counts over many games."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        self.turns: list[float] = []
        self.scores: list[int] = []
        self.gaps: list[int] = []
        self.wins = [0.0] * seats
        self.shared = 0
        self.happened: Counter[str] = Counter()
        self.points: Counter[str] = Counter()

    def play(self, level: str, thoughts: int, seed: str) -> None:
        """One game in which seat 0 begins."""
        random, bot = Random(seed), game.bots[level]
        s = game.new(self.seats, seed, {"first_player": 0})
        while questions := game.decisions(s):
            question = questions[0]
            imagined = game.imagine(s, question.seat, random) if level == "search" else s
            picks = bot.choose(game, imagined, question, Thinking(random, rounds(thoughts)))
            for event in game.apply(s, Answer(question.seat, question.kind, picks)):
                self.happened[event.kind] += 1
                if event.kind == "spun":
                    self.happened[s.period] += 1
        self.count(s)

    def count(self, s: State) -> None:
        """Add a finished game."""
        result = game.result(s)
        assert result is not None
        self.games += 1
        self.turns.append(s.turn / self.seats)
        self.scores += result.scores
        best = sorted(result.scores, reverse=True)
        self.gaps.append(best[0] - best[1])
        self.shared += len(result.winners) > 1
        for winner in result.winners:
            self.wins[winner] += 1 / len(result.winners)
        for seat in range(self.seats):
            found = sheet(s, seat)
            self.points["truth"] += found.truths
            self.points["tokens"] += found.points + found.alethiometers
            self.points["dust"] += found.dust

    def lines(self) -> list[str]:
        """The figures, one per line."""
        each = self.games * self.seats
        low, *_, high = quantiles(self.turns, n=20)
        periods = " / ".join(f"{self.happened[period] / each:.1f}" for period in PERIODS)
        wins = " / ".join(f"{100 * won / self.games:.1f}" for won in self.wins)
        spread = 100 * (1 / self.seats * (1 - 1 / self.seats) / self.games) ** 0.5
        points = " / ".join(f"{self.points[what] / each:.1f}" for what in ("truth", "tokens", "dust"))
        return [
            f"turns per player      {fmean(self.turns):.1f} ({low:.1f} – {high:.1f}), by period {periods}",
            f"score                 {fmean(self.scores):.1f} (sd {stdev(self.scores):.1f})",
            f"first minus second    {fmean(self.gaps):.1f}",
            f"win % by seat         {wins} (standard error {spread:.1f})",
            f"truth / tokens / dust {points}",
            f"tokens taken / placed {self.happened['took-token'] / self.games:.1f}"
            f" / {self.happened['placed-token'] / self.games:.1f} a game",
            f"guard                 {self.happened['grew-restless'] / self.games:.2f} a game",
            f"shared victories      {100 * self.shared / self.games:.1f} %",
        ]


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description="The balance of The Golden Compass.")
    parser.add_argument("level", choices=list(game.bots))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--thoughts", type=int, default=60)
    parser.add_argument("--seed", default="balance")
    args = parser.parse_args()
    figures = Figures(args.seats)
    for n in range(args.games):
        figures.play(args.level, args.thoughts, f"{args.seed}-{n}")
    print(f"{args.level}, {args.seats} seats, {args.games} games, {args.thoughts} thoughts")
    print("\n".join(figures.lines()))


if __name__ == "__main__":
    main()
