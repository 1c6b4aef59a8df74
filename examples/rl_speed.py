"""The speed of the environments: random play in process, in decisions per second of CPU time.

Run it with `python examples/rl_speed.py [seconds] [game ...]`; it needs the service package. A decision is an action
with everything a learner needs for it: observation, mask, choice, step.
"""

import sys
from random import Random
from time import process_time

from farshore.env import FarshoreAEC, aec, games, layout


def played(env: FarshoreAEC, random: Random, until: float) -> tuple[int, int]:
    """Decisions and games, played at random until this CPU time."""
    decisions = count = 0
    while process_time() < until:
        env.reset(seed=random.getrandbits(32))
        count += 1
        while True:
            observation, _, over, truncated, _ = env.last()
            if over or truncated:
                break
            assert observation is not None
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[random.randrange(len(legal))])
            decisions += 1
    return decisions, count


def measure(game: str, seats: int, seconds: float) -> str:
    """One line of the table."""
    env = aec(game, seats)
    played(env, Random(1), process_time() + seconds / 10)
    start = process_time()
    decisions, count = played(env, Random(2), start + seconds)
    took = process_time() - start
    cells, actions = env.simulation.encoder.size, len(env.simulation.encoder.actions)
    return f"| {game} | {seats} | {cells} | {actions} | {decisions / count:.0f} | {decisions / took:,.0f} |"


def main(seconds: float = 2.0, *names: str) -> list[str]:
    """The table of all games, each with the fewest and the most seats."""
    lines = ["| game | seats | cells | actions | decisions a game | decisions per CPU-second |", "|---" * 6 + "|"]
    for game in names or games():
        seats = layout(game).seats
        lines += [measure(game, count, seconds) for count in (seats[0], seats[-1])]
    return lines


if __name__ == "__main__":
    seconds, *names = sys.argv[1:] or ["2"]
    print("\n".join(main(float(seconds), *names)))
