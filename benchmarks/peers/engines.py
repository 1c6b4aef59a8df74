"""Random play of other libraries' card games, in decisions per CPU-second. Runs in an environment of its own.

python engines.py SECONDS REPEATS, which prints one line of JSON per game.
"""

from __future__ import annotations

import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from typing import Any

OPEN_SPIEL = {
    "python_block_dominoes": "python",
    "python_team_dominoes": "python",
    "python_liars_poker": "python",
    "hearts": "C++",
}
RLCARD = ("uno", "gin-rummy", "mahjong", "limit-holdem")


def open_spiel(name: str) -> Callable[[int], int]:
    import pyspiel
    from open_spiel.python import games  # noqa: F401

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        chance, state, decisions = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rlcard(name: str) -> Callable[[int], int]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 0})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seed: int) -> int:
        trajectories, _ = env.run(is_training=False)
        return sum((len(one) - 1) // 2 for one in trajectories)

    return play


def pace(play: Callable[[int], int], seconds: float, repeats: int) -> dict[str, Any]:
    found, games, decisions = [], 0, 0
    play(0)
    for _ in range(repeats):
        began, n = time.process_time(), 0
        while (spent := time.process_time() - began) < seconds:
            games += 1
            n += play(games)
        decisions += n
        found.append(n / spent)
    return {"pace": median(found), "low": min(found), "high": max(found), "length": decisions / games}


def main(seconds: float, repeats: int) -> None:
    makers: list[tuple[str, str, str, Callable[[str], Callable[[int], int]]]] = [
        *(("open_spiel", name, language, open_spiel) for name, language in OPEN_SPIEL.items()),
        *(("rlcard", name, "python", rlcard) for name in RLCARD),
    ]
    for package, name, language, make in makers:
        try:
            found = pace(make(name), seconds, repeats)
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"[:200]}
        try:
            which = version(package)
        except Exception:
            which = "?"
        print(
            json.dumps({"package": package, "version": which, "game": name, "language": language, **found}), flush=True
        )


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    main(float(sys.argv[1]), int(sys.argv[2]))
