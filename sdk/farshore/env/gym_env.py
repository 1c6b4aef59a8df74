"""The single-seat environment: Gymnasium, one agent against built-in players."""

from __future__ import annotations

from typing import Any

import gymnasium

from farshore.env.playing import Observation, Playing
from farshore.env.spaces import actions, observations
from farshore.env.turns import LIMIT, shown


class Alone(gymnasium.Env[Any, Any]):
    """One seat of a table; the built-in players have the others. The reward comes at the end, between -1 and 1."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, playing: Playing, seat: int = 0, limit: int = LIMIT, render_mode: str | None = None) -> None:
        self.playing = playing
        self.seat = seat
        self.limit = limit
        self.render_mode = render_mode
        self.action_space = actions(playing.encoder)
        self.observation_space = observations(playing.encoder)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new table and let the others play until the agent is asked."""
        super().reset(seed=seed)
        self.playing.deal(seed, options)
        self.steps = 0
        return self.playing.observe(self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until the agent is asked again."""
        playing = self.playing
        self.steps += 1
        playing.act(self.seat, int(action))
        over = playing.over
        reward = playing.rewards()[self.seat] if over else 0.0
        info = {"illegal": playing.illegal[self.seat]} if playing.illegal[self.seat] else {}
        return playing.observe(self.seat), reward, over, not over and self.steps >= self.limit, info

    def action_masks(self) -> Any:
        """The mask alone, by the name under which other libraries ask for it."""
        return self.playing.observe(self.seat)["action_mask"].astype(bool)

    def view(self) -> Any:
        """The whole view of the agent, for what has no cells (texts)."""
        return self.playing.dealer.view(self.seat)

    def render(self) -> Any:
        """The agent's question and view as text."""
        if self.render_mode != "ansi":
            return None
        return shown(f"seat_{self.seat}", self.playing.asked.get(self.seat), self.view())

    def close(self) -> None:
        """Leave the table."""
        self.playing.dealer.close()
