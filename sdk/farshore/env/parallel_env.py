"""The parallel environment: all agents act in every step."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from farshore.env.aec_env import LIMIT
from farshore.env.simulation import Observation, Simulation, same


class FarshoreParallel(ParallelEnv[str, Any, Any]):
    """All seats of a table at once. An agent without a decision has the one action `DONE`, which does nothing.

    Actions are taken in seat order. If an answer closes the decision of a later seat, that seat's action of this step
    is void; its next observation shows it.
    """

    def __init__(self, simulation: Simulation, limit: int = LIMIT, render_mode: str | None = None) -> None:
        layout = simulation.layout
        self.metadata = {"name": f"farshore_{layout.game}_parallel_v{layout.rules_version}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.simulation = simulation
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(simulation.seats)]
        self.agents = list(self.possible_agents)
        self.action_spaces = dict.fromkeys(self.possible_agents, simulation.action_space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, simulation.observation_space)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self.simulation.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.steps = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take an action for every agent."""
        simulation = self.simulation
        self.steps += 1
        asked = dict(simulation.asked)
        for seat, agent in enumerate(self.possible_agents):
            # An action is for the decision that was observed.
            if agent in actions and seat in asked and same(simulation.asked.get(seat), asked[seat]):
                simulation.act(seat, int(actions[agent]))
        over, truncated = simulation.over, self.steps >= self.limit
        rewards = simulation.rewards() if over else (0.0,) * simulation.seats
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": count} if count else {}
            for agent, count in zip(self.possible_agents, simulation.illegal, strict=True)
        }
        result = (
            self._observations(),
            dict(zip(self.possible_agents, rewards, strict=True)),
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, truncated and not over),
            infos,
        )
        if over or truncated:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.simulation.observe(seat, idle=True) for seat, agent in enumerate(self.possible_agents)}

    def view(self, agent: str) -> Any:
        """The whole view of this agent, for what has no cells (texts)."""
        return self.simulation.backend.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Every agent's decision and view as text."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(self.simulation.text(agent, seat) for seat, agent in enumerate(self.possible_agents))

    def close(self) -> None:
        """Leave the table."""
        self.simulation.backend.close()
