"""How fast the environments are: random play in process, counted in decisions per second of CPU time.

Run it with `python -m farshore.env.pace [seconds] [game ...]`. A decision is an action with everything a learner
needs for it: observation, mask, choice, step.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from farshore.env import LAYOUTS, aec
from farshore.env.turns import Turns


def played(env: Turns, random: Random, until: float) -> tuple[int, int]:
    """Decisions and games, played at random until so much CPU time has passed."""
    decisions = games = 0
    while process_time() < until:
        env.reset(seed=random.getrandbits(32))
        games += 1
        while True:
            observation, _, over, broken_off, _ = env.last()
            if over or broken_off:
                break
            assert observation is not None
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[random.randrange(len(legal))])
            decisions += 1
    return decisions, games


def pace(game: str, seats: int, seconds: float) -> str:
    """One line of the table."""
    env = aec(game, seats)
    played(env, Random(1), process_time() + seconds / 10)
    start = process_time()
    decisions, games = played(env, Random(2), start + seconds)
    took = process_time() - start
    cells, actions = env.playing.encoder.size, len(env.playing.encoder.actions)
    return f"| {game} | {seats} | {cells} | {actions} | {decisions / games:.0f} | {decisions / took:,.0f} |"


def main(seconds: float = 2.0, *games: str) -> list[str]:
    """The table of all games, each at its fewest and most seats."""
    lines = ["| game | seats | cells | actions | decisions a game | decisions per CPU-second |", "|---" * 6 + "|"]
    for game in games or LAYOUTS:
        seats = LAYOUTS[game].seats
        lines += [pace(game, count, seconds) for count in (seats[0], seats[-1])]
    return lines


if __name__ == "__main__":
    seconds, *games = sys.argv[1:] or ["2"]
    sys.stdout.write("\n".join(main(float(seconds), *games)) + "\n")
