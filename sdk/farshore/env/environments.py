"""The three environments: PettingZoo's AEC and parallel ones with all seats, Gymnasium's with one seat against bots."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from farshore.env.simulation import LOCAL, BackendChoice, Observation, layout, same, simulation

LIMIT: Final = 20_000
"""The number of actions after which a table is truncated."""


class AllSeats:
    """What the environments with all seats share: agents `seat_0`, `seat_1`… with the same spaces."""

    suffix = ""
    """What is added to the name of the game in the name of the environment."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        backend: BackendChoice = LOCAL,
        options: Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """Without `seats` there are as few as possible.

        `strict`: an action outside the mask is an error · `limit`: a table is truncated after this many actions ·
        `render_mode`: `"ansi"` or None.
        """
        super().__init__()
        self.render_mode = render_mode
        self.simulation = simulation(game, seats, backend, options, strict=strict)
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(self.simulation.seats)]
        self.agents = list(self.possible_agents)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = dict.fromkeys(self.possible_agents, self.simulation.action_space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.simulation.observation_space)
        name = f"farshore_{game}{self.suffix}_v{self.simulation.layout.rules_version}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def view(self, agent: str) -> Any:
        """The whole view of this agent, for what has no cells (texts)."""
        return self.simulation.backend.view(self.seat_of[agent])

    def close(self) -> None:
        self.simulation.backend.close()

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self.simulation.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.steps = 0


class FarshoreAEC(AllSeats, AECEnv[str, Any, Any]):
    """All seats of a table, one after the other: of several with a decision the next one clockwise acts first.

    An agent that answers pick by pick stays selected until its answer is complete. Secret answers are in nobody's view
    before they are revealed, so acting later is no advantage.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self._deal(seed, options)
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
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, simulation = self.seat_of[agent], self.simulation
        self._cumulative_rewards[agent] = 0.0
        self.steps += 1
        answered = simulation.act(seat, int(action))
        self.infos[agent] = simulation.info(seat)
        if simulation.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, simulation.rewards(), strict=True))
            self._accumulate_rewards()
        elif self.steps >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        elif answered:
            self.agent_selection = self.possible_agents[simulation.next_after(seat)]

    def decision(self, agent: str) -> Any:
        """The decision of this agent, as the API shows it; None if it has none."""
        return self.simulation.asked.get(self.seat_of[agent])

    def render(self) -> str | None:
        """The selected agent's decision and view as text."""
        agent = self.agent_selection
        return self.simulation.text(agent, self.seat_of[agent]) if self.render_mode == "ansi" else None


class FarshoreParallel(AllSeats, ParallelEnv[str, Any, Any]):
    """All seats of a table at once. An agent without a decision has the one action `DONE`, which does nothing.

    Actions are taken in seat order. If an answer closes the decision of a later seat, that seat's action of this step
    is void; its next observation shows it.
    """

    suffix = "_parallel"

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a new table; `options={"deal": "monday-1"}` names the deal itself."""
        self._deal(seed, options)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        simulation = self.simulation
        self.steps += 1
        asked = dict(simulation.asked)
        for seat, agent in enumerate(self.possible_agents):
            # An action is for the decision that was observed.
            if agent in actions and seat in asked and same(simulation.asked.get(seat), asked[seat]):
                simulation.act(seat, int(actions[agent]))
        over, truncated = simulation.over, self.steps >= self.limit
        rewards = simulation.rewards() if over else (0.0,) * simulation.seats
        result = (
            self._observations(),
            dict(zip(self.possible_agents, rewards, strict=True)),
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, truncated and not over),
            {agent: simulation.info(seat) for seat, agent in enumerate(self.possible_agents)},
        )
        if over or truncated:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.simulation.observe(seat, idle=True) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """Every agent's decision and view as text."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(self.simulation.text(agent, seat) for seat, agent in enumerate(self.possible_agents))


class FarshoreGym(gymnasium.Env[Any, Any]):
    """One seat of a game against bots. The reward comes at the end, between -1 and 1."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        backend: BackendChoice = LOCAL,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        strict: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` are bots of a level, or of one level each, clockwise from the agent."""
        count = layout(game, backend).seats[0] if seats is None else seats
        if not 0 <= seat < count:
            raise ValueError(f"there is no seat {seat} at a table of {count}")
        levels = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
        if len(levels) != count - 1:
            raise ValueError(f"a table of {count} has {count - 1} opponents, not {len(levels)}")
        bots = {(seat + n) % count: level for n, level in enumerate(levels, start=1)}
        self.simulation = simulation(game, count, backend, options, bots, strict)
        self.seat = seat
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = self.simulation.action_space
        self.observation_space = self.simulation.observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
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
        truncated = not over and self.steps >= self.limit
        return simulation.observe(self.seat), reward, over, truncated, simulation.info(self.seat)

    def action_masks(self) -> Any:
        """The mask alone, under the name that sb3-contrib uses."""
        return self.simulation.encoder.mask(self.simulation.legal(self.seat)).astype(bool)

    def view(self) -> Any:
        """The whole view of the agent, for what has no cells (texts)."""
        return self.simulation.backend.view(self.seat)

    def render(self) -> Any:
        """The agent's decision and view as text."""
        return self.simulation.text(f"seat_{self.seat}", self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self.simulation.backend.close()
