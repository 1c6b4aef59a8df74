"""AI players: an `Agent` class, programs, language models, MCP, webhooks and polling."""

from farshore.agents.agent import Agent, Fallback, TimedTurn

__all__ = ["Agent", "Fallback", "TimedTurn"]
