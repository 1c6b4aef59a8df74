"""The single-seat environment: Gymnasium, one agent against bots."""

from __future__ import annotations

from typing import Any

import gymnasium

from farshore.env.aec_env import LIMIT
from farshore.env.simulation import Observation, Simulation


class FarshoreGym(gymnasium.Env[Any, Any]):
    """One seat of a table; bots have the others. The reward comes at the end, between -1 and 1."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, simulation: Simulation, seat: int = 0, limit: int = LIMIT, render_mode: str | None = None
    ) -> None:
        self.simulation = simulation
        self.seat = seat
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = simulation.action_space
        self.observation_space = simulation.observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new table and let the bots play until the agent has a decision."""
        super().reset(seed=seed)
        self.simulation.deal(seed, options)
        self.steps = 0
        return self.simulation.observe(self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play until the agent has a decision again."""
        simulation = self.simulation
        self.steps += 1
        simulation.act(self.seat, int(action))
        over = simulation.over
        reward = simulation.rewards()[self.seat] if over else 0.0
        info = {"illegal": simulation.illegal[self.seat]} if simulation.illegal[self.seat] else {}
        return simulation.observe(self.seat), reward, over, not over and self.steps >= self.limit, info

    def action_masks(self) -> Any:
        """The mask alone, under the name that sb3-contrib uses."""
        return self.simulation.observe(self.seat)["action_mask"].astype(bool)

    def view(self) -> Any:
        """The whole view of the agent, for what has no cells (texts)."""
        return self.simulation.backend.view(self.seat)

    def render(self) -> Any:
        """The agent's decision and view as text."""
        return self.simulation.text(f"seat_{self.seat}", self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Leave the table."""
        self.simulation.backend.close()
