"""Random masked play: every game of the shelf as a PettingZoo environment, and who won.

Run it beside the service package, which is where the rules are: `python examples/rl_random.py [games]`.
"""

import sys

import numpy as np
from farshore.env import LAYOUTS, aec


def play(game: str, seats: int, seed: int) -> dict[str, float]:
    """One table of random agents; what the ending was worth to each."""
    random = np.random.default_rng(seed)
    env = aec(game, seats)
    env.reset(seed=seed)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(random.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


def main(games: int = 2) -> None:
    """Some tables of each game, at as many seats as fit."""
    for game, layout in LAYOUTS.items():
        for seed in range(games):
            worth = ", ".join(f"{agent} {reward:+.1f}" for agent, reward in play(game, layout.seats[-1], seed).items())
            print(f"{game} {seed}: {worth}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
