"""The turn-based environment: PettingZoo's AEC, one agent after the other."""

from __future__ import annotations

from typing import Any, Final

from gymnasium import spaces
from pettingzoo import AECEnv

from farshore.env.simulation import Observation, Simulation

LIMIT: Final = 20_000
"""The number of actions after which a table is truncated."""


class FarshoreAEC(AECEnv[str, Any, Any]):
    """All seats of a table as agents `seat_0`, `seat_1`… Of several with a decision the next one clockwise acts first.

    An agent that answers pick by pick stays selected until its answer is complete. Secret answers are in nobody's view
    before they are revealed, so acting later is no advantage.
    """

    def __init__(self, simulation: Simulation, limit: int = LIMIT, render_mode: str | None = None) -> None:
        super().__init__()
        layout = simulation.layout
        self.metadata = {
            "name": f"farshore_{layout.game}_v{layout.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.simulation = simulation
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(simulation.seats)]
        self.agents = list(self.possible_agents)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = dict.fromkeys(self.possible_agents, simulation.action_space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, simulation.observation_space)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self.simulation.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.simulation.next_after(-1)]

    def observe(self, agent: str) -> Observation:
        """What this agent sees, and what it may do if it has a decision."""
        return self.simulation.observe(self.seat_of[agent])

    def step(self, action: Any) -> None:
        """Take an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, simulation = self.seat_of[agent], self.simulation
        self._cumulative_rewards[agent] = 0.0
        self.steps += 1
        answered = simulation.act(seat, int(action))
        if simulation.illegal[seat]:
            self.infos[agent] = {"illegal": simulation.illegal[seat]}
        if simulation.over:
            self._end(simulation.rewards())
        elif self.steps >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        elif answered:
            self.agent_selection = self.possible_agents[simulation.next_after(seat)]

    def _end(self, rewards: tuple[float, ...]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: rewards[self.seat_of[agent]] for agent in self.agents}
        self._accumulate_rewards()

    def decision(self, agent: str) -> Any:
        """The decision of this agent, as the API shows it; None if it has none."""
        return self.simulation.asked.get(self.seat_of[agent])

    def view(self, agent: str) -> Any:
        """The whole view of this agent, for what has no cells (texts)."""
        return self.simulation.backend.view(self.seat_of[agent])

    def render(self) -> str | None:
        """The selected agent's decision and view as text."""
        if self.render_mode != "ansi":
            return None
        return self.simulation.text(self.agent_selection, self.seat_of[self.agent_selection])

    def close(self) -> None:
        """Leave the table."""
        self.simulation.backend.close()
