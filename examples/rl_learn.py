"""A tiny learner in pure numpy: it learns Faraway by playing against chance, and then beats it.

The policy has two numbers for each kind of question and each action: how much it is liked, and how that changes
from the first round to the last. After each game the actions of the winner become likelier (REINFORCE, with the
running average as the baseline). It needs the service package: `python examples/rl_learn.py [games]`.
"""

import sys

import numpy as np
from farshore.env import Turns, aec

RATE = 0.4
"""How fast likes change."""


class Learner:
    """Likes and dislikes, and the chance with which they become actions."""

    def __init__(self, env: Turns, seed: int) -> None:
        labels = env.playing.encoder.labels
        self.kinds = [n for n, label in enumerate(labels) if label.startswith("question:")]
        self.progress = labels.index("round")
        self.likes = np.zeros((len(self.kinds), 2, env.action_space("seat_0").n))
        self.random = np.random.default_rng(seed)
        self.baseline = 0.0
        self.trail: list[tuple[int, np.ndarray, np.ndarray, int, np.ndarray]] = []

    def choose(self, observation: dict[str, np.ndarray], learn: bool = True) -> int:
        """An action, the likelier the more it is liked."""
        cells = observation["observation"]
        kind = int(cells[self.kinds].argmax())
        when = np.array([1.0, 2.0 * cells[self.progress] - 1.0])
        legal = np.flatnonzero(observation["action_mask"])
        liked = when @ self.likes[kind][:, legal]
        chances = np.exp(liked - liked.max())
        chances /= chances.sum()
        pick = int(np.searchsorted(chances.cumsum(), self.random.random()).clip(max=len(legal) - 1))
        if learn:
            self.trail.append((kind, when, legal, pick, chances))
        return int(legal[pick])

    def learn(self, reward: float) -> None:
        """The game is over: like what was done more if it went better than usual, else less."""
        surprise = reward - self.baseline
        self.baseline += 0.01 * surprise
        for kind, when, legal, pick, chances in self.trail:
            change = -chances
            change[pick] += 1.0
            self.likes[kind][:, legal] += RATE * surprise * np.outer(when, change)
        self.trail.clear()


def play(env: Turns, learner: Learner, seed: int, learn: bool) -> float:
    """One game of the learner against chance; it sits down at either side. What it got is returned."""
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


def wins(env: Turns, learner: Learner, trials: int) -> float:
    """The share of games won against chance, on deals that are not learned from."""
    return sum(play(env, learner, 10**9 + seed, learn=False) > 0 for seed in range(trials)) / trials


def main(games: int = 4000, trials: int = 400) -> tuple[float, float]:
    """Learn from so many games; the share of wins in some trials before and after."""
    env = aec("faraway", seats=2)
    learner = Learner(env, seed=1)
    before = wins(env, learner, trials)
    print(f"before: {before:.0%} of {trials} games won against chance")
    for seed in range(games):
        play(env, learner, seed, learn=True)
    after = wins(env, learner, trials)
    print(f"after {games} games: {after:.0%}")
    explored = sorted(zip(learner.likes[1][0], env.playing.encoder.actions, strict=True), reverse=True)
    print("likes to explore:", ", ".join(action for _, action in explored[:5]))
    return before, after


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
