"""What an agent's owner learns of decisions that were answered in its place."""

from __future__ import annotations

from service.agents.store import Agents
from service.tables.parts import Committed, Fallback


def note(agents: Agents, change: Committed) -> None:
    """Write each fallback into the agent's delivery log, and let an agent that fails again and again rest."""
    for one in change.fallbacks:
        agents.missed(one.agent, one.table, one.decision, one.reason, change.at, _was_asked(agents, one))


def _was_asked(agents: Agents, one: Fallback) -> bool:
    """Whether the agent could have answered: a webhook whose decision nobody had taken for delivery could not."""
    if one.reason != "late":
        return True
    agent = agents.get(one.agent)
    return agent is None or agent.transport == "poll" or agents.leases.holder(one.table, one.decision) is not None
