"""Records fallbacks in the delivery log of the agent, where its owner can see them."""

from __future__ import annotations

from service.agents.store import Agents
from service.tables.parts import Fallback


def record(agents: Agents, fallback: Fallback, at: int) -> None:
    """Log a fallback. An agent that fails several times in a row is suspended."""
    sent = _was_sent(agents, fallback)
    agents.record_fallback(fallback.agent, fallback.table, fallback.decision, fallback.reason, at, sent)


def _was_sent(agents: Agents, fallback: Fallback) -> bool:
    """Whether the agent could have answered: not if its webhook decision was never taken for delivery."""
    if fallback.reason != "late":
        return True
    agent = agents.get(fallback.agent)
    if agent is None or agent.transport == "poll":
        return True
    return agents.leases.holder(fallback.table, fallback.decision) is not None
