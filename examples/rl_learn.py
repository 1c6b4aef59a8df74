"""A tiny learner in pure numpy: it learns Faraway by playing against random agents, and then beats them.

The policy has two weights for each kind of decision and each action: a preference, and how it changes from the first
round to the last. After each game the actions of the winner become likelier (REINFORCE, with a running average as the
baseline). It needs the service package: `python examples/rl_learn.py [games]`.
"""

import sys

import numpy as np
from farshore.env import FarshoreAEC, aec

RATE = 0.4
"""The learning rate."""


class Learner:
    """A softmax policy over the legal actions."""

    def __init__(self, env: FarshoreAEC, seed: int) -> None:
        labels = env.simulation.encoder.labels
        self.kinds = [n for n, label in enumerate(labels) if label.startswith("kind:")]
        self.explore = [labels[n] for n in self.kinds].index("kind:explore")
        self.round = labels.index("round")
        self.weights = np.zeros((len(self.kinds), 2, env.action_space("seat_0").n))
        self.random = np.random.default_rng(seed)
        self.baseline = 0.0
        self.steps: list[tuple[int, np.ndarray, np.ndarray, int, np.ndarray]] = []

    def choose(self, observation: dict[str, np.ndarray], learn: bool = True) -> int:
        """Sample an action."""
        cells = observation["observation"]
        kind = int(cells[self.kinds].argmax())
        # The cell of the round grows from 0.1 to 0.4.
        features = np.array([1.0, 6.0 * cells[self.round] - 1.6])
        legal = np.flatnonzero(observation["action_mask"])
        scores = features @ self.weights[kind][:, legal]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        pick = int(np.searchsorted(chances.cumsum(), self.random.random()).clip(max=len(legal) - 1))
        if learn:
            self.steps.append((kind, features, legal, pick, chances))
        return int(legal[pick])

    def learn(self, reward: float) -> None:
        """Make the actions of this game likelier if it went better than usual, else less likely."""
        advantage = reward - self.baseline
        self.baseline += 0.01 * advantage
        for kind, features, legal, pick, chances in self.steps:
            change = -chances
            change[pick] += 1.0
            self.weights[kind][:, legal] += RATE * advantage * np.outer(features, change)
        self.steps.clear()


def play(env: FarshoreAEC, learner: Learner, seed: int, learn: bool) -> float:
    """One game of the learner against a random agent, on alternating seats; its reward."""
    mine = f"seat_{seed % 2}"
    env.reset(seed=seed)
    while True:
        observation, _, over, _, _ = env.last()
        if over:
            break
        if env.agent_selection == mine:
            env.step(learner.choose(observation, learn))
        else:
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(learner.random.random() * len(legal))])
    reward = env.rewards[mine]
    if learn:
        learner.learn(reward)
    return reward


def wins(env: FarshoreAEC, learner: Learner, trials: int) -> float:
    """The share of games won against a random agent, on deals that are not used for learning."""
    return sum(play(env, learner, 10**9 + seed, learn=False) > 0 for seed in range(trials)) / trials


def main(games: int = 4000, trials: int = 400) -> tuple[float, float]:
    """Learn from this many games; the share of wins before and after."""
    env = aec("faraway", seats=2)
    learner = Learner(env, seed=1)
    before = wins(env, learner, trials)
    print(f"before: {before:.0%} of {trials} games won")
    for seed in range(games):
        play(env, learner, seed, learn=True)
    after = wins(env, learner, trials)
    print(f"after {games} games: {after:.0%}")
    best = learner.weights[learner.explore][0].argsort()[::-1][:5]
    print("prefers to explore:", ", ".join(env.simulation.encoder.actions[n] for n in best))
    return before, after


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
