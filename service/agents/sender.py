"""Delivers one decision to an agent's address: two attempts within its budget, then the declared fallback."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.agents import decisions, signing
from service.agents.decisions import AgentDecision
from service.agents.dns import Resolve
from service.agents.http_post import Failure, post
from service.agents.store import AgentRecord, Agents, Delivery
from service.events.store import EventLog
from service.refusals import IllegalAnswer, Refused
from service.tables import play
from service.tables.play import Actor
from service.tables.session import TableSession, load
from service.tables.store import Tables

ATTEMPTS: Final = 2
PAUSE_S: Final = 0.2
"""Before the second attempt: what was restarting may be there again."""

MARGIN_MS: Final = 150
"""How long it takes to take an answer."""

LEAST_MS: Final = 100
"""With less time than this left there is no use in asking."""

MOST_PICKS: Final = 200
COARSE: Final = {"timeout": "late", "illegal": "wrong", "malformed": "wrong", "wrong-question": "wrong"}
"""What everybody may know of a failure; all the rest is `unreachable`."""

log = logging.getLogger(__name__)


class AgentReply(Struct):
    """An agent's reply: its picks, or null for none. Fields of a newer protocol are ignored."""

    picks: list[str] | None
    decision: str | None = None


class Sender:
    """Sends decisions to webhooks and takes their answers."""

    def __init__(
        self, tables: Tables, log: EventLog, agents: Agents, private: bool, resolve: Resolve | None = None
    ) -> None:
        self.tables = tables
        self.log = log
        self.agents = agents
        self.private = private
        self.resolve = resolve

    def deliver(self, one: AgentDecision) -> None:
        """Make sure that this decision is answered: by the agent, or in its place."""
        agent = self.agents.get(one.agent)
        if agent is None:
            reason: str | None = "gone"
        elif self.agents.health(agent.id).resting(self.agents.now(agent.id)):
            reason = "resting"
        else:
            reason = self._ask(agent, one) if agent.transport == "webhook" else None
        if reason is not None:
            play.fall_back(self.tables, one.table, one.id, reason)

    def _ask(self, agent: AgentRecord, one: AgentDecision) -> str | None:
        """Up to two attempts; None when the decision is settled, else why it must be answered in the agent's place."""
        reason, refusal, message = "late", None, f"msg_{one.table}.{one.id}"
        for attempt in range(1, ATTEMPTS + 1):
            session = load(self.tables, one.table)
            if one.id not in {each.id for each in decisions.open_decisions(session)}:
                return None
            left = self._left(session, one)
            if left < LEAST_MS:
                return reason
            try:
                reply = self._call(agent, session, one, message, attempt, refusal, left / 1000)
            except Failure as failed:
                reason = COARSE.get(failed.outcome, "unreachable")
                if attempt < ATTEMPTS:
                    time.sleep(min(PAUSE_S, max(0.0, left / 2000)))
                continue
            outcome, detail = "answered", None
            try:
                if reply.picks is None:
                    outcome = "declined"
                else:
                    play.answer(self.tables, one.table, Actor("agent", agent.id), one.id, tuple(reply.picks))
                    self.agents.worked(agent.id)
            except IllegalAnswer as wrong:
                refusal, reason = decisions.refusal_data(session, wrong.illegal, agent.language), "wrong"
                outcome, detail = "illegal", refusal["detail"]
            except Refused as late:
                outcome, detail = "stale", late.code
            self._log(agent, one, message, attempt, outcome, reply.latency_ms, 200, detail)
            if outcome != "illegal":
                return "declined" if outcome == "declined" else None
            # The second attempt is another message: it says what was wrong with the first answer.
            message = f"msg_{one.table}.{one.id}.2"
        return reason

    def _left(self, session: TableSession, one: AgentDecision) -> int:
        return round(decisions.NO_DEADLINE_S * 1000) if one.deadline is None else one.deadline - session.now - MARGIN_MS

    def _call(
        self,
        agent: AgentRecord,
        session: TableSession,
        one: AgentDecision,
        message: str,
        attempt: int,
        refusal: dict[str, Any] | None,
        seconds: float,
    ) -> TimedReply:
        """One call; what went wrong with it is in the log before it is raised."""
        shown = decisions.message(self.log, session, one, agent)
        shown["budget"]["seconds"] = round(seconds, 3)
        body = msgspec.json.encode({"type": "decision", "attempt": attempt, "refusal": refusal, **shown})
        good = self.agents.secrets(agent.id).good(session.now)
        headers = signing.headers(good, message, session.now // 1000, body)
        began = time.monotonic()
        try:
            reply = post(agent.url or "", body, headers, seconds, private=self.private, resolve=self.resolve)
            said = parse_reply(reply.body, one.id)
        except Failure as failed:
            took = round(1000 * (time.monotonic() - began))
            self._log(agent, one, message, attempt, failed.outcome, took, failed.status, failed.detail)
            raise
        return TimedReply(said.picks, round(1000 * (time.monotonic() - began)))

    def _log(
        self,
        agent: AgentRecord,
        one: AgentDecision,
        message: str,
        attempt: int,
        outcome: str,
        latency_ms: int,
        status: int | None,
        detail: str | None,
    ) -> None:
        delivery = Delivery(
            at=self.agents.now(),
            table=one.table,
            decision=one.id,
            message=message,
            attempt=attempt,
            outcome=outcome,
            status=status,
            latency_ms=latency_ms,
            detail=detail,
        )
        self.agents.log(agent.id, delivery)


class TimedReply(Struct, frozen=True):
    """Picks that came back, and how long they took."""

    picks: list[str] | None
    latency_ms: int


def parse_reply(body: bytes, name: str) -> AgentReply:
    """What a reply says, or Failure."""
    try:
        said = msgspec.json.decode(body, type=AgentReply)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        raise Failure("malformed", f'the reply is not {{"picks": […]}}: {wrong}', 200) from None
    if said.decision is not None and said.decision != name:
        raise Failure("wrong-question", f"the reply is to {said.decision[:80]}, not to {name}", 200)
    if said.picks is not None and (len(said.picks) > MOST_PICKS or any(len(pick) > MOST_PICKS for pick in said.picks)):
        raise Failure("malformed", "too many or too long picks", 200)
    return said
