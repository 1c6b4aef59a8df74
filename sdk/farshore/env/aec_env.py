"""The turn-by-turn environment: PettingZoo's AEC, one agent after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gymnasium import spaces
from pettingzoo import AECEnv

from farshore.env.playing import Observation, Playing
from farshore.env.spaces import actions, observations

LIMIT: Final = 20_000
"""So many actions and a table is broken off: agents that vote for ever do not keep a learner waiting."""


class Turns(AECEnv[str, Any, Any]):
    """All seats of a table as agents `seat_0`, `seat_1`… Of those asked at once the next one clockwise acts first.

    An agent that answers pick by pick stays selected until its answer is complete. What others answer in secret is
    not in anybody's view before it is revealed, so nobody gains by acting later.
    """

    def __init__(self, playing: Playing, limit: int = LIMIT, render_mode: str | None = None) -> None:
        super().__init__()
        layout = playing.layout
        self.metadata = {
            "name": f"farshore_{layout.game}_v{layout.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.playing = playing
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(playing.seats)]
        self.agents = list(self.possible_agents)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: actions(playing.encoder) for agent in self.possible_agents}
        self.observation_spaces = {agent: observations(playing.encoder) for agent in self.possible_agents}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self.playing.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.playing.next_after(-1)]

    def observe(self, agent: str) -> Observation:
        """What this agent sees, and what it may do if it is asked."""
        return self.playing.observe(self.seat_of[agent])

    def step(self, action: Any) -> None:
        """Take an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, playing = self.seat_of[agent], self.playing
        self._cumulative_rewards[agent] = 0.0
        self.steps += 1
        answered = playing.act(seat, int(action))
        if playing.illegal[seat]:
            self.infos[agent] = {"illegal": playing.illegal[seat]}
        if playing.over:
            self._end(playing.rewards())
        elif self.steps >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        elif answered:
            self.agent_selection = self.possible_agents[playing.next_after(seat)]

    def _end(self, rewards: tuple[float, ...]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: rewards[self.seat_of[agent]] for agent in self.agents}
        self._accumulate_rewards()

    def question(self, agent: str) -> Any:
        """What this agent is asked, in the words of the API; None if nothing."""
        return self.playing.asked.get(self.seat_of[agent])

    def view(self, agent: str) -> Any:
        """The whole view of this agent, for what has no cells (texts)."""
        return self.playing.dealer.view(self.seat_of[agent])

    def render(self) -> str | None:
        """The selected agent's question and view as text."""
        if self.render_mode != "ansi":
            return None
        return shown(self.agent_selection, self.question(self.agent_selection), self.view(self.agent_selection))

    def close(self) -> None:
        """Leave the table."""
        self.playing.dealer.close()


def shown(agent: str, question: Any, view: Any) -> str:
    """A question and a view as text."""
    names: Mapping[str, Any] = view if isinstance(view, dict) else dict.fromkeys(getattr(view, "__struct_fields__", ()))
    asked = "" if question is None else f": {question.kind} {', '.join(question.options)}"
    return "\n".join([f"{agent}{asked}", *(f"  {name} = {getattr(view, name)}" for name in names)])
