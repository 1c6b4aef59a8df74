"""Levels of bots against each other, in one process and without a server.

    python -m service.contest faraway greedy random --games 400

Every deal is played once for each way the levels can sit around the table, so that nobody wins by luck of the
deal or of the seat. Where seats are not alike (one against all), the levels may be told to stay where they are:

    python -m service.contest not_alone sensible random --seats 4 --option creature=0 --stay

Bots see what a player at their seat would see: an imagined table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from math import ceil, sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from msgspec import Struct, field

from service.games import SHELF
from service.games.kit.bots import Bot, Thinking, message, rounds
from service.games.kit.decision import CLOCK, SAY, Answer, Illegal, Seat
from service.games.kit.game import Game


class Bout(Struct, frozen=True):
    """What is played: which levels of which game, at how many seats, with how many thoughts a decision."""

    game: str
    levels: tuple[str, ...]
    seats: int
    thoughts: int
    options: dict[str, Any]
    seed: str
    stay: bool = False

    def sittings(self) -> list[list[int]]:
        """The level at each seat, once for each way to sit; those who stay fill up with the last level."""
        levels = len(self.levels)
        if self.stay:
            return [[min(seat, levels - 1) for seat in range(self.seats)]]
        return [[(seat + turn) % levels for seat in range(self.seats)] for turn in range(levels)]


class Tally(Struct):
    """What one level did in one deal, over all its seats."""

    wins: float = 0
    scores: list[int] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0


def play_deal(bout: Bout, deal: int) -> list[Tally]:
    """One deal, once for each way to sit; a tally for each level."""
    tallies = [Tally() for _ in bout.levels]
    for sitting in bout.sittings():
        play(bout, deal, sitting, tallies)
    return tallies


def play(bout: Bout, deal: int, sitting: list[int], tallies: list[Tally]) -> None:
    """One game; `sitting` has the level at each seat."""
    game = SHELF[bout.game]
    random = Random(f"{bout.seed}-{deal}-{sitting}")
    s = game.new(bout.seats, f"{bout.seed}-{deal}", bout.options)
    while questions := game.decisions(s):
        waiting = [q for q in questions if q.seat != CLOCK]
        if not waiting:
            # Nobody acts: the shortest sand runs out.
            sand = min(questions, key=lambda q: q.seconds or 0)
            game.apply(s, Answer(CLOCK, sand.kind, sand.on_timeout))
            continue
        question = waiting[0]
        level = sitting[question.seat]
        bot, thinking = game.bots[bout.levels[level]], Thinking(random, rounds(bout.thoughts))
        began = process_time()
        if game.talk_counts and say(bot, game, s, question.seat, thinking):
            tallies[level].seconds += process_time() - began
            continue
        picks = bot.choose(game, game.imagine(s, question.seat, random), question, thinking)
        tallies[level].seconds += process_time() - began
        tallies[level].decisions += 1
        game.apply(s, Answer(question.seat, question.kind, picks))
    result = game.result(s)
    assert result is not None
    for winner in result.winners:
        tallies[sitting[winner]].wins += 1 / len(result.winners)
    for seat, score in enumerate(result.scores):
        tallies[sitting[seat]].scores.append(score)


def say(bot: Bot, game: Game[Any, Any, Any], s: Any, seat: Seat, thinking: Thinking) -> bool:
    """Let a bot say one thing where speech counts; whether it said something that was accepted."""
    said = message(bot, game, game.imagine(s, seat, thinking.random), seat, thinking)
    if said is None:
        return False
    try:
        game.apply(s, Answer(seat, SAY, said))
    except Illegal:
        return False
    return True


def report(bout: Bout, deals: list[list[Tally]]) -> str:
    """The table of results: win rate with its 95 % interval over deals, mean score, pace."""
    sittings = len(bout.sittings())
    played = len(deals) * sittings
    lines = [
        f"{bout.game}, {bout.seats} seats, {played} games ({len(deals)} deals), {bout.thoughts} thoughts",
        f"{'level':<12}{'wins':>8}{'95 %':>18}{'score':>8}{'decisions/CPU-s':>17}{'ms/decision':>13}",
    ]
    for n, level in enumerate(bout.levels):
        tallies = [tallies[n] for tallies in deals]
        rates = [tally.wins / sittings for tally in tallies]
        spread = 1.96 * stdev(rates) / sqrt(len(rates)) if len(rates) > 1 else 1.0
        low, high = max(0.0, fmean(rates) - spread), min(1.0, fmean(rates) + spread)
        scores = [score for tally in tallies for score in tally.scores] or [0]
        decisions, seconds = sum(t.decisions for t in tallies), sum(t.seconds for t in tallies)
        lines.append(
            f"{level:<12}{fmean(rates):>8.1%}{f'{low:.1%} – {high:.1%}':>18}{fmean(scores):>8.1f}"
            f"{decisions / max(seconds, 1e-9):>17,.0f}{1000 * seconds / max(decisions, 1):>13.2f}"
        )
    return "\n".join(lines)


def with_progress(deals: Iterable[list[Tally]], total: int) -> Iterator[list[Tally]]:
    """Hand the deals on and draw a bar on the error stream; in a file, a line for every tenth."""
    bar = sys.stderr.isatty()
    for done, deal in enumerate(deals, start=1):
        if bar:
            filled = 40 * done // total
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{total} deals")
        elif 10 * done // total > 10 * (done - 1) // total:
            sys.stderr.write(f"{done}/{total} deals\n")
        sys.stderr.flush()
        yield deal
    if bar:
        sys.stderr.write("\n")


def contest(bout: Bout, games: int, processes: int) -> list[list[Tally]]:
    """Play so many games, rounded up to whole deals."""
    deals = ceil(games / len(bout.sittings()))
    one = partial(play_deal, bout)
    if processes == 1:
        return list(with_progress(map(one, range(deals)), deals))
    with Pool(processes) as pool:
        return list(with_progress(pool.imap(one, range(deals)), deals))


def chosen(option: str) -> tuple[str, Any]:
    """An option of the command line: its name and its value, which is true where none is given."""
    name, given, value = option.partition("=")
    return name, (int(value) if value.isdigit() else value) if given else True


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(prog="python -m service.contest", description="Bots against each other.")
    parser.add_argument("game", choices=sorted(SHELF))
    parser.add_argument("levels", nargs="+", help="levels of the game's bots, e.g. greedy random")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, help="the fewest the game allows, if not given")
    parser.add_argument("--thoughts", type=int, default=300, help="budget of a decision")
    parser.add_argument("--option", action="append", default=[], help="an option to turn on, or name=value")
    parser.add_argument("--stay", action="store_true", help="levels sit in this order, the last on all seats left")
    parser.add_argument("--seed", default="contest")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()

    game = SHELF[args.game]
    if unknown := set(args.levels) - game.bots.keys():
        parser.error(f"{args.game} has no level {', '.join(sorted(unknown))}, only {', '.join(game.bots)}")
    options = dict(map(chosen, args.option))
    seats = args.seats or game.seats[0]
    bout = Bout(args.game, tuple(args.levels), seats, args.thoughts, options, args.seed, args.stay)
    sys.stdout.write(report(bout, contest(bout, args.games, args.processes)) + "\n")


if __name__ == "__main__":
    main()
