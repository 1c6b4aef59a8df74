"""Decisions for external agents: which are open, and the payload that is sent with one."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from service.agents.store import AgentRecord
from service.events.recent import recent_events
from service.events.store import EventLog
from service.games.kit import agenda
from service.games.kit.decision import Illegal
from service.tables.parts import OpenDecision
from service.tables.session import TableSession
from service.tables.views import decision_data, stamp, with_prompt

NO_DEADLINE_S: Final = 60.0
"""The budget sent with a decision without a deadline. Decisions of agents always have one."""

Data = dict[str, Any]


class AgentDecision(Struct, frozen=True):
    """An open decision of an agent."""

    table: str
    agent: str
    id: str
    opening: OpenDecision

    @property
    def deadline(self) -> int | None:
        """When the fallback answers."""
        return self.opening.deadline


def open_decisions(session: TableSession) -> list[AgentDecision]:
    """All open decisions of agents at this table, oldest first."""
    if session.table.status != "running" or session.table.paused is not None:
        return []
    found = [
        AgentDecision(session.table.id, record.agent or "", id, opening)
        for id, opening in session.table.opened.items()
        if (record := session.table.agent_at(opening.seat)) is not None
    ]
    return sorted(found, key=lambda decision: (decision.opening.opened, decision.id))


def payload(log: EventLog, session: TableSession, decision: AgentDecision, agent: AgentRecord) -> Data:
    """What is sent to an agent: the decision, its budget, and only what its own seat may see."""
    game, seat = session.game, decision.opening.seat
    question = session.questions()[decision.id]
    left = NO_DEADLINE_S if decision.deadline is None else max(0, decision.deadline - session.now) / 1000
    data = decision_data(decision.id, question, decision.opening, agenda.sealing(session.state))
    return {
        "agent": agent.id,
        "table": session.table.id,
        "game": session.table.game,
        "seat": seat,
        "budget": {"seconds": left, "deadline": stamp(decision.deadline)},
        "decision": with_prompt(data, game, agent.language),
        "events": recent_events(log, session, seat, agent.language),
        "view": game.view(session.state, seat),
    }


def refusal_data(session: TableSession, illegal: Illegal, language: str) -> Data:
    """Why an answer was refused, in the language of the agent."""
    detail = session.game.words(language).refuse(illegal.code, illegal.params) or str(illegal)
    return {"code": "illegal", "reason": illegal.code, "params": illegal.params, "detail": detail}
