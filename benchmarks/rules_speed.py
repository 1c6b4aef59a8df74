"""How fast the rules of every game are: random decisions per CPU-second, and the cost of save, load, view and imagine.

python -m benchmarks.rules_speed
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from service.games import REGISTRY
from service.games.kit.decision import Answer, Decision, Illegal
from tools.game_settings import AnyState, Setting, combinations

SECONDS = 1.0


def decisions_per_second(setting: Setting) -> float:
    """Random games, rules only."""
    game, random, answers, spent, n = setting.game, Random(0), 0, 0.0, 0
    while spent < SECONDS:
        s = setting.new(f"pace-{n}")
        n += 1
        began = process_time()
        while asked := game.decisions(s):
            answer(setting, s, asked[0], random)
            answers += 1
        spent += process_time() - began
    return answers / spent


def answer(setting: Setting, s: AnyState, question: Decision, random: Random) -> None:
    """A random answer, or the default where the random picks are not allowed together."""
    picks = tuple(random.sample(question.options, question.least))
    try:
        setting.game.apply(s, Answer(question.seat, question.kind, picks))
    except Illegal:
        setting.game.apply(s, Answer(question.seat, question.kind, question.on_timeout))


def middle(setting: Setting) -> AnyState:
    """A table in the middle of a game."""
    game, random, s = setting.game, Random(0), setting.new("middle")
    for _ in range(20 * setting.seats // 2):
        for question in game.decisions(s)[:1]:
            answer(setting, s, question, random)
    return s


def microseconds(do: Callable[[], Any]) -> float:
    """What one call costs."""
    began, calls = process_time(), 0
    while process_time() - began < SECONDS / 4:
        for _ in range(50):
            do()
        calls += 50
    return 1e6 * (process_time() - began) / calls


def line(setting: Setting) -> str:
    """The figures of one setting."""
    game, s = setting.game, middle(setting)
    saved, random = game.save(s), Random(0)
    figures = [
        microseconds(lambda: game.save(s)),
        microseconds(lambda: game.load(saved)),
        microseconds(lambda: game.view(s, 0)),
        microseconds(lambda: game.imagine(s, 0, random)),
    ]
    return (
        f"{setting!s:<28}{decisions_per_second(setting):>14,.0f}"
        + "".join(f"{us:>10.1f}" for us in figures[:3])
        + f"{figures[3]:>12.1f}"
    )


if __name__ == "__main__":
    print(f"{'':<28}{'decisions/s':>14}{'save µs':>10}{'load µs':>10}{'view µs':>10}{'imagine µs':>12}")
    for each in REGISTRY.values():
        for seats in (each.seats[0], each.seats[-1]):
            print(line(Setting(each, seats, combinations(each.options_type)[0])), flush=True)
