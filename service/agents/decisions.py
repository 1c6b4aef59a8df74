"""Decisions sent to external agents: which are open for them, and what an agent is told with one."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from service.agents.store import AgentRecord
from service.events.log import Entry, viewer
from service.events.store import EventLog
from service.games.kit import agenda
from service.games.kit.decision import Illegal, Seat
from service.tables.parts import OpenDecision
from service.tables.session import TableSession
from service.tables.views import decision_data, events_for, stamp, with_prompt

NO_DEADLINE_S: Final = 60.0
"""The budget an agent is told for a decision without a deadline, which no decision of an agent is."""

MOST_EVENTS: Final = 100
"""How many events an agent is told at most; the view has the rest."""

WHOLE_LOG: Final = 100_000

Data = dict[str, Any]


class AgentDecision(Struct, frozen=True):
    """An open decision that waits for an agent."""

    table: str
    agent: str
    id: str
    opening: OpenDecision

    @property
    def deadline(self) -> int | None:
        """When it is answered in the agent's place."""
        return self.opening.deadline


def open_decisions(session: TableSession) -> list[AgentDecision]:
    """All decisions of this table that wait for agents, the oldest first."""
    if session.table.status != "running" or session.table.paused is not None:
        return []
    found = [
        AgentDecision(session.table.id, record.agent or "", id, opening)
        for id, opening in session.table.opened.items()
        if (record := session.table.agent_at(opening.seat)) is not None
    ]
    return sorted(found, key=lambda one: (one.opening.opened, one.id))


def message(log: EventLog, session: TableSession, one: AgentDecision, agent: AgentRecord) -> Data:
    """What an agent is told: what its own seat sees and has heard, the decision, and how long it has; nothing else."""
    game, seat = session.game, one.opening.seat
    question = session.questions()[one.id]
    left = NO_DEADLINE_S if one.deadline is None else max(0, one.deadline - session.now) / 1000
    shown = decision_data(one.id, question, one.opening, agenda.sealing(session.state))
    return {
        "agent": agent.id,
        "table": session.table.id,
        "game": session.table.game,
        "seat": seat,
        "budget": {"seconds": left, "deadline": stamp(one.deadline)},
        "decision": with_prompt(shown, game, agent.language),
        "events": recent_events(log, session, seat, agent.language),
        "view": game.view(session.state, seat),
    }


def recent_events(log: EventLog, session: TableSession, seat: Seat, language: str) -> list[Data]:
    """What the seat has heard since its last answer. Some things are only told, like the reading of New Lands.

    It depends on nothing but the log, so a delivery that is sent again says the same. It is counted in what this seat
    has heard, so that it does not tell how often others have done something in secret.
    """
    first = max(0, session.table.seqs[viewer(seat)] - MOST_EVENTS)
    entries = log.after(session.table.id, seat, first, limit=WHOLE_LOG)
    entries = [entry for entry in entries if entry.version <= session.table.version]
    answers = (n for n, entry in enumerate(entries) if _answered(entry, seat))
    since = entries[max(answers, default=0) :]
    told = (event for entry in since for event in events_for(session.table, entry, seat, session.game, language))
    return [event for event in told if event["seq"] > first]


def _answered(entry: Entry, seat: Seat) -> bool:
    """Whether a decision of this seat was answered here, by the agent or in its place."""
    return any(
        event.type == "decision-closed" and event.to == (seat,) and event.data["by"] != "rules"
        for event in entry.events
    )


def refusal_data(session: TableSession, wrong: Illegal, language: str) -> Data:
    """Why an answer was refused, in the language the agent's owner chose."""
    detail = session.game.words(language).refuse(wrong.code, wrong.params) or str(wrong)
    return {"code": "illegal", "reason": wrong.code, "params": wrong.params, "detail": detail}
