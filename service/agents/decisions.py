"""Decisions for external agents: which are open, and the payload that is sent with one."""

from __future__ import annotations

import logging
from typing import Any, Final

from msgspec import Struct

from service.agents.store import AgentRecord
from service.events.past import recent_events
from service.events.store import EventLog
from service.games.kit import agenda
from service.games.kit.decision import DecisionId, Illegal
from service.refusals import Refused
from service.tables import talk
from service.tables.pages import page
from service.tables.parts import OpenDecision
from service.tables.play import Actor
from service.tables.sentences import event_text
from service.tables.session import TableSession
from service.tables.store import Tables
from service.tables.talk import MAX_LENGTH, unreadable
from service.tables.views import decision_data, stamp, with_prompt

NO_DEADLINE_S: Final = 60.0
"""The budget sent with a decision without a deadline. Decisions of agents always have one."""

TALK: Final = "talk"
MAX_SAID: Final = 3
"""How many messages an agent may send with one reply."""

Data = dict[str, Any]
log_ = logging.getLogger(__name__)


class Said(Struct, forbid_unknown_fields=False):
    """A chat message that an agent sends with its reply."""

    text: str
    room: str = "table"


class AgentDecision(Struct, frozen=True):
    """An open decision of an agent, or talk that it may reply to."""

    table: str
    agent: str
    id: str
    opening: OpenDecision

    @property
    def is_talk(self) -> bool:
        """Whether this is talk: the agent is told of it and has nothing to decide."""
        return is_talk(self.id)

    @property
    def deadline(self) -> int | None:
        """When the fallback answers."""
        return self.opening.deadline


def open_decisions(session: TableSession) -> list[AgentDecision]:
    """All open decisions of agents at this table, and the talk they are told of in between, oldest first."""
    if session.table.status != "running" or session.table.paused is not None:
        return []
    told = {id: one for id, one in session.table.listening.items() if (one.deadline or 0) > session.now}
    found = [
        AgentDecision(session.table.id, record.agent or "", id, opening)
        for id, opening in {**session.table.opened, **told}.items()
        if (record := session.table.agent_at(opening.seat)) is not None
    ]
    return sorted(found, key=lambda decision: (decision.opening.opened, decision.id))


def payload(log: EventLog, session: TableSession, decision: AgentDecision, agent: AgentRecord) -> Data:
    """What is sent to an agent: the decision, its budget, and only what its own seat may see."""
    game, seat = session.game, decision.opening.seat
    question = session.questions().get(decision.id)
    left = NO_DEADLINE_S if decision.deadline is None else max(0, decision.deadline - session.now) / 1000
    data = None
    if question is not None:
        shown = decision_data(decision.id, question, decision.opening, agenda.sealing(session.state))
        data = with_prompt(shown, game, agent.language)
    heard = recent_events(log, session, seat, agent.language, once=True)
    told = [{**event, "text": event_text(session.table, event, agent.language)} for event in heard]
    return {
        "type": "talk" if data is None else "decision",
        "agent": agent.id,
        "table": session.table.id,
        "game": session.table.game,
        "seat": seat,
        "budget": {"seconds": left, "deadline": stamp(decision.deadline)},
        "decision": data,
        "events": told,
        "view": game.view(session.state, seat),
        **({"page": page(session, seat, agent.language)} if agent.page else {}),
    }


def is_talk(id: str) -> bool:
    """Whether this id is that of talk, not of a decision."""
    parsed = DecisionId.parse(id)
    return parsed is not None and parsed.kind == TALK


def say(tables: Tables, log: EventLog, table: str, agent: str, decision: str, messages: list[Said]) -> None:
    """Send the messages of an agent in order, leaving out those that are not allowed."""
    for message in messages[:MAX_SAID]:
        if len(message.text) > MAX_LENGTH or unreadable(message.text):
            continue
        try:
            talk.say(tables, log, table, Actor("agent", agent), message.room, message.text, None, decision)
        except Refused as refused:
            log_.info("a message of %s at %s was refused: %s", agent, table, refused.code)


def refusal_data(session: TableSession, illegal: Illegal, language: str) -> Data:
    """Why an answer was refused, in the language of the agent."""
    detail = session.game.words(language).refuse(illegal.code, illegal.params) or str(illegal)
    return {"code": "illegal", "reason": illegal.code, "params": illegal.params, "detail": detail}
