"""Sends one decision to a webhook: up to two attempts within the budget, then the fallback."""

from __future__ import annotations

import logging
import time
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from service.agents import decisions, signing
from service.agents.decisions import AgentDecision, Said
from service.agents.dns import Lookup
from service.agents.http_post import DeliveryError, post
from service.agents.store import AgentRecord, Agents, LoggedDelivery
from service.events.store import EventLog
from service.refusals import IllegalAnswer, Refused
from service.tables import play, talk
from service.tables.play import Actor
from service.tables.session import TableSession, load
from service.tables.store import Tables

ATTEMPTS: Final = 2
RETRY_DELAY_S: Final = 0.2
"""Before the second attempt, in case the agent is restarting."""

MARGIN_MS: Final = 150
"""Time reserved for committing the answer."""

MIN_MS: Final = 100
"""With less time than this left, no attempt is made."""

MAX_PICKS: Final = 200
PUBLIC_REASONS: Final = {"timeout": "late", "illegal": "wrong", "malformed": "wrong", "wrong-decision": "wrong"}
"""The reason that everybody at the table sees, by outcome; `unreachable` for all others."""

log = logging.getLogger(__name__)
R = TypeVar("R")


class TalkReply(Struct, kw_only=True):
    """The body of a reply to talk: what the agent says. Unknown fields are ignored."""

    say: list[Said] = []
    picks: list[str] | None = None


class AgentReply(TalkReply, kw_only=True):
    """The body of a reply to a decision. `picks` is null if the agent declines; `say` is said before."""

    picks: list[str] | None
    decision: str | None = None


class Sender:
    """Sends decisions to webhooks and applies the answers."""

    def __init__(
        self, tables: Tables, log: EventLog, agents: Agents, allow_private: bool, lookup: Lookup | None = None
    ) -> None:
        self.tables = tables
        self.log = log
        self.agents = agents
        self.allow_private = allow_private
        self.lookup = lookup

    def deliver(self, decision: AgentDecision) -> None:
        """Have a decision answered, by the agent or its fallback."""
        agent = self.agents.get(decision.agent)
        if agent is None:
            reason: str | None = "deleted"
        elif self.agents.health(agent.id).suspended(self.agents.now(agent.id)):
            reason = "suspended"
        else:
            reason = self._attempt(agent, decision) if agent.transport == "webhook" else None
        if decision.is_talk:
            talk.stop_listening(self.tables, decision.table, decision.id)
        elif reason is not None:
            play.fall_back(self.tables, decision.table, decision.id, reason)

    def _attempt(self, agent: AgentRecord, decision: AgentDecision) -> str | None:
        """Send the decision up to two times. Return the reason for a fallback, or None if none is needed."""
        reason, refusal, message = "late", None, f"msg_{decision.table}.{decision.id}"
        for attempt in range(1, ATTEMPTS + 1):
            session = load(self.tables, decision.table)
            if decision.id not in {each.id for each in decisions.open_decisions(session)}:
                return None
            left = self._left(session, decision)
            if left < MIN_MS:
                return reason
            entry = LoggedDelivery(
                at=session.now, table=decision.table, decision=decision.id, message=message, attempt=attempt, outcome=""
            )
            began = time.monotonic()
            try:
                reply = self._call(agent, session, decision, message, attempt, refusal, left / 1000)
            except DeliveryError as error:
                entry = _timed(entry, began)
                self._log(agent, entry, outcome=error.outcome, status=error.status, detail=error.detail)
                reason = PUBLIC_REASONS.get(error.outcome, "unreachable")
                if attempt < ATTEMPTS:
                    time.sleep(min(RETRY_DELAY_S, max(0.0, left / 2000)))
                continue
            except Refused as refused:
                # The rules or the book are missing since it was queued. The next job for the table deals with that.
                log.info("the decision %s is not sent: %s", decision.id, refused.code)
                return None
            entry = _timed(entry, began)
            decisions.say(self.tables, self.log, decision.table, agent.id, decision.id, reply.say)
            outcome, detail = "answered", None
            try:
                if reply.picks is None and not decision.is_talk:
                    outcome = "declined"
                elif reply.picks is not None and not decision.is_talk:
                    play.answer(self.tables, decision.table, Actor("agent", agent.id), decision.id, tuple(reply.picks))
                    self.agents.record_success(agent.id)
            except IllegalAnswer as refused:
                refusal, reason = decisions.refusal_data(session, refused.illegal, agent.language), "wrong"
                outcome, detail = "illegal", refusal["detail"]
            except Refused as late:
                outcome, detail = "stale", late.code
            self._log(agent, entry, outcome=outcome, status=200, detail=detail)
            if outcome != "illegal":
                return "declined" if outcome == "declined" else None
            # The second attempt is a new message: it contains the refusal of the first answer.
            message = f"msg_{decision.table}.{decision.id}.2"
        return reason

    def _log(self, agent: AgentRecord, entry: LoggedDelivery, **changes: Any) -> None:
        self.agents.log_delivery(agent.id, msgspec.structs.replace(entry, at=self.agents.now(), **changes))

    def _left(self, session: TableSession, decision: AgentDecision) -> int:
        if decision.deadline is None:
            return round(decisions.NO_DEADLINE_S * 1000)
        return decision.deadline - session.now - MARGIN_MS

    def _call(
        self,
        agent: AgentRecord,
        session: TableSession,
        decision: AgentDecision,
        message: str,
        attempt: int,
        refusal: dict[str, Any] | None,
        seconds: float,
    ) -> TalkReply:
        """Send the decision once and return the reply, or raise DeliveryError."""
        payload = decisions.payload(self.log, session, decision, agent)
        payload["budget"]["seconds"] = round(seconds, 3)
        body = msgspec.json.encode({"attempt": attempt, "refusal": refusal, **payload})
        secrets = self.agents.secrets(agent.id).valid(session.now)
        headers = signing.headers(secrets, message, session.now // 1000, body)
        reply = post(agent.url or "", body, headers, seconds, allow_private=self.allow_private, lookup=self.lookup)
        return parse(reply.body, TalkReply) if decision.is_talk else parse_reply(reply.body, decision.id)


def _timed(entry: LoggedDelivery, began: float) -> LoggedDelivery:
    return msgspec.structs.replace(entry, latency_ms=round(1000 * (time.monotonic() - began)))


def parse(body: bytes, kind: type[R]) -> R:
    """Parse the body of a reply, or raise DeliveryError."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        expected = '{"say": […]}' if kind is TalkReply else '{"picks": […]}'
        raise DeliveryError("malformed", f"the reply is not {expected}: {error}", 200) from None


def parse_reply(body: bytes, decision: str) -> AgentReply:
    """Parse a reply to this decision, or raise DeliveryError."""
    reply = parse(body, AgentReply)
    if reply.decision is not None and reply.decision != decision:
        raise DeliveryError("wrong-decision", f"the reply is to {reply.decision[:80]}, not to {decision}", 200)
    if reply.picks is not None and (len(reply.picks) > MAX_PICKS or any(len(pick) > MAX_PICKS for pick in reply.picks)):
        raise DeliveryError("malformed", "the picks are too many or too long", 200)
    return reply
