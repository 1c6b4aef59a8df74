"""The parallel environment: all agents act in every step, as in games where all choose at once."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from farshore.env.playing import Observation, Playing
from farshore.env.spaces import actions, observations
from farshore.env.turns import LIMIT, shown


class Together(ParallelEnv[str, Any, Any]):
    """All seats of a table at once. Whoever is not asked has the one action `DONE`, which then does nothing.

    Actions are taken in seat order. If an answer closes the question of a later seat, that seat's action of this
    step is void; it sees so in its next observation.
    """

    def __init__(self, playing: Playing, limit: int = LIMIT, render_mode: str | None = None) -> None:
        layout = playing.layout
        self.metadata = {"name": f"farshore_{layout.game}_parallel_v{layout.rules_version}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.playing = playing
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(playing.seats)]
        self.agents = list(self.possible_agents)
        self.action_spaces = {agent: actions(playing.encoder) for agent in self.possible_agents}
        self.observation_spaces = {agent: observations(playing.encoder) for agent in self.possible_agents}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self.playing.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.steps = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take an action for every agent."""
        playing = self.playing
        self.steps += 1
        asked = dict(playing.asked)
        for seat, agent in enumerate(self.possible_agents):
            # Only who saw the question meant to answer it.
            if agent in actions and seat in asked and _open(playing.asked.get(seat), asked[seat]):
                playing.act(seat, int(actions[agent]))
        over, tired = playing.over, self.steps >= self.limit
        rewards = playing.rewards() if over else (0.0,) * playing.seats
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": count} if count else {}
            for agent, count in zip(self.possible_agents, playing.illegal, strict=True)
        }
        result = (
            self._observations(),
            dict(zip(self.possible_agents, rewards, strict=True)),
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, tired and not over),
            infos,
        )
        if over or tired:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.playing.observe(seat, idle=True) for seat, agent in enumerate(self.possible_agents)}

    def view(self, agent: str) -> Any:
        """The whole view of this agent, for what has no cells (texts)."""
        return self.playing.dealer.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Every agent's question and view as text."""
        if self.render_mode != "ansi":
            return None
        asked = self.playing.asked
        return "\n".join(shown(agent, asked.get(n), self.view(agent)) for n, agent in enumerate(self.possible_agents))

    def close(self) -> None:
        """Leave the table."""
        self.playing.dealer.close()


def _open(question: Any, seen: Any) -> bool:
    return question is not None and question.kind == seen.kind and question.options == seen.options
