"""Farshore for reinforcement learning: every game as a PettingZoo or Gymnasium environment.

env = farshore.env.aec("faraway", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Tables run in this process, which needs the service package, or at a service: `backend=client`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farshore.client import Client
from farshore.env.environments import LIMIT, FarshoreAEC, FarshoreGym, FarshoreParallel
from farshore.env.layout import DONE, Encoder, Layout
from farshore.env.simulation import LOCAL, BackendChoice, Observation, Simulation, layout, simulation

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

Options = Mapping[str, Any]


def games(backend: BackendChoice = LOCAL) -> tuple[str, ...]:
    """The games there are, in this process or at a service."""
    if isinstance(backend, Client):
        return tuple(game.name for game in backend.games.list())
    from farshore.local import GAMES

    return tuple(GAMES)


def aec(
    game: str,
    seats: int | None = None,
    backend: BackendChoice = LOCAL,
    options: Options | None = None,
    *,
    strict: bool = False,
    limit: int = LIMIT,
    render_mode: str | None = None,
) -> FarshoreAEC:
    """All seats of a game as agents that act one after the other; without `seats`, as few as possible.

    `strict`: an action outside the mask is an error · `limit`: a table is truncated after this many actions ·
    `render_mode`: `"ansi"` or None.
    """
    return FarshoreAEC(simulation(game, seats, backend, options, strict=strict), limit, render_mode)


def parallel(
    game: str,
    seats: int | None = None,
    backend: BackendChoice = LOCAL,
    options: Options | None = None,
    *,
    strict: bool = False,
    limit: int = LIMIT,
    render_mode: str | None = None,
) -> FarshoreParallel:
    """All seats of a game as agents that act at once: for games in which several seats decide at the same time."""
    return FarshoreParallel(simulation(game, seats, backend, options, strict=strict), limit, render_mode)


def gym(
    game: str,
    seats: int | None = None,
    backend: BackendChoice = LOCAL,
    options: Options | None = None,
    *,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    strict: bool = False,
    limit: int = LIMIT,
    render_mode: str | None = None,
) -> FarshoreGym:
    """One seat of a game against bots of a level, or of one level each, clockwise from the agent."""
    count = layout(game, backend).seats[0] if seats is None else seats
    if not 0 <= seat < count:
        raise ValueError(f"there is no seat {seat} at a table of {count}")
    levels = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
    if len(levels) != count - 1:
        raise ValueError(f"a table of {count} has {count - 1} opponents, not {len(levels)}")
    bots = {(seat + n) % count: level for n, level in enumerate(levels, start=1)}
    return FarshoreGym(simulation(game, count, backend, options, bots, strict), seat, limit, render_mode)
