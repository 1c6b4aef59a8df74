"""Farshore for reinforcement learning: every game as a PettingZoo or Gymnasium environment.

env = farshore.env.aec("faraway", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Tables run in this process, which needs the service package, or at a service: `backend=client`.
"""

from farshore.client import Client
from farshore.env.environments import FarshoreAEC, FarshoreGym, FarshoreParallel
from farshore.env.layout import DONE, Encoder, Layout
from farshore.env.simulation import LOCAL, BackendChoice, Observation, Simulation, layout

__all__ = [
    "DONE",
    "Encoder",
    "FarshoreAEC",
    "FarshoreGym",
    "FarshoreParallel",
    "Layout",
    "Observation",
    "Simulation",
    "aec",
    "games",
    "gym",
    "layout",
    "parallel",
]

aec = FarshoreAEC
parallel = FarshoreParallel
gym = FarshoreGym


def games(backend: BackendChoice = LOCAL) -> tuple[str, ...]:
    """The games there are, in this process or at a service."""
    if isinstance(backend, Client):
        return tuple(game.name for game in backend.games.list())
    from farshore.local import GAMES

    return tuple(GAMES)
