"""Random masked play: every game as a PettingZoo environment, and who won.

It needs the service package: `python examples/rl_random.py [games]`.
"""

import sys

import numpy as np
from farshore.env import aec, games, layout


def play(game: str, seats: int, seed: int) -> dict[str, float]:
    """One table of random agents; the final rewards."""
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


def main(count: int = 2) -> None:
    """Some tables of each game, with the most seats."""
    for game in games():
        for seed in range(count):
            rewards = play(game, layout(game).seats[-1], seed)
            print(f"{game} {seed}:", ", ".join(f"{agent} {reward:+.1f}" for agent, reward in rewards.items()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
