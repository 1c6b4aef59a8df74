"""One question, delivered to an agent's address: two attempts within its budget, then the declared fallback."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.agents import decisions, signing
from service.agents.decisions import Asked
from service.agents.lookups import Resolve
from service.agents.posting import Failure, post
from service.agents.store import AgentRecord, Delivery
from service.games.kit.decision import Illegal
from service.refusals import Refused
from service.stores import House
from service.tables.session import Live

ATTEMPTS: Final = 2
PAUSE_S: Final = 0.2
"""Before the second attempt: what was restarting may be there again."""

MARGIN_MS: Final = 150
"""What the house needs to take an answer."""

LEAST_MS: Final = 100
"""With less time than this left there is no use in asking."""

MOST_PICKS: Final = 200
COARSE: Final = {"timeout": "late", "illegal": "wrong", "malformed": "wrong", "wrong-question": "wrong"}
"""What everybody may know of a failure; all the rest is `unreachable`."""

log = logging.getLogger(__name__)


class Said(Struct):
    """An agent's reply: its picks, or null for none. Fields of a newer protocol are ignored."""

    picks: list[str] | None
    decision: str | None = None


class Postman:
    """Carries questions out and answers in."""

    def __init__(self, house: House, private: bool, resolve: Resolve | None = None) -> None:
        self.house = house
        self.private = private
        self.resolve = resolve

    def deliver(self, one: Asked) -> None:
        """See to it that this question is answered: by the agent, or in its place."""
        agent = self.house.agents.get(one.agent)
        if agent is None:
            reason: str | None = "gone"
        elif self.house.agents.health(agent.id).resting(self.house.deadlines.now(agent.id)):
            reason = "resting"
        else:
            reason = self._ask(agent, one) if agent.transport == "webhook" else None
        if reason is not None:
            decisions.fall_back(self.house, one.table, one.name, reason)

    def _ask(self, agent: AgentRecord, one: Asked) -> str | None:
        """Up to two attempts; None when the question is settled, else why the house must answer."""
        reason, refusal, message = "late", None, f"msg_{one.table}.{one.name}"
        for attempt in range(1, ATTEMPTS + 1):
            live = self.house.load(one.table)
            if one.name not in {each.name for each in decisions.open_questions(live)}:
                return None
            left = self._left(live, one)
            if left < LEAST_MS:
                return reason
            try:
                said = self._call(agent, live, one, message, attempt, refusal, left / 1000)
                if said.picks is None:
                    self._log(agent, one, message, attempt, "declined", said.latency_ms, 200, None)
                    return "declined"
                decisions.answer(self.house, one.table, agent.id, one.name, tuple(said.picks))
            except Failure as failed:
                reason = COARSE.get(failed.outcome, "unreachable")
            except Illegal as wrong:
                refusal, reason = decisions.refusal_of(live, wrong, agent.language), "wrong"
                # What is asked now is another question than before: it says what was wrong with the first answer.
                self._log(agent, one, message, attempt, "illegal", said.latency_ms, 200, refusal["detail"])
                message = f"msg_{one.table}.{one.name}.2"
            except Refused as late:
                self._log(agent, one, message, attempt, "stale", said.latency_ms, 200, late.code)
                return None
            else:
                self._log(agent, one, message, attempt, "answered", said.latency_ms, 200, None)
                self.house.agents.worked(agent.id)
                return None
            time.sleep(min(PAUSE_S, max(0.0, left / 2000)) if attempt < ATTEMPTS and refusal is None else 0)
        return reason

    def _left(self, live: Live, one: Asked) -> int:
        return round(decisions.OPEN_END_S * 1000) if one.deadline is None else one.deadline - live.now - MARGIN_MS

    def _call(
        self,
        agent: AgentRecord,
        live: Live,
        one: Asked,
        message: str,
        attempt: int,
        refusal: dict[str, Any] | None,
        seconds: float,
    ) -> Heard:
        """One call; what went wrong with it is in the log before it is raised."""
        shown = decisions.message(self.house, live, one, agent)
        shown["budget"]["seconds"] = round(seconds, 3)
        body = msgspec.json.encode({"type": "decision", "attempt": attempt, "refusal": refusal, **shown})
        good = self.house.agents.secrets(agent.id).good(live.now)
        headers = signing.headers(good, message, live.now // 1000, body)
        began = time.monotonic()
        try:
            reply = post(agent.url or "", body, headers, seconds, private=self.private, resolve=self.resolve)
            said = understood(reply.body, one.name)
        except Failure as failed:
            took = round(1000 * (time.monotonic() - began))
            self._log(agent, one, message, attempt, failed.outcome, took, failed.status, failed.detail)
            raise
        return Heard(said.picks, round(1000 * (time.monotonic() - began)))

    def _log(
        self,
        agent: AgentRecord,
        one: Asked,
        message: str,
        attempt: int,
        outcome: str,
        latency_ms: int,
        status: int | None,
        detail: str | None,
    ) -> None:
        delivery = Delivery(
            at=self.house.deadlines.now(),
            table=one.table,
            decision=one.name,
            message=message,
            attempt=attempt,
            outcome=outcome,
            status=status,
            latency_ms=latency_ms,
            detail=detail,
        )
        self.house.agents.log(agent.id, delivery)


class Heard(Struct, frozen=True):
    """Picks that came back, and how long they took."""

    picks: list[str] | None
    latency_ms: int


def understood(body: bytes, name: str) -> Said:
    """What a reply says, or Failure."""
    try:
        said = msgspec.json.decode(body, type=Said)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        raise Failure("malformed", f'the reply is not {{"picks": […]}}: {wrong}', 200) from None
    if said.decision is not None and said.decision != name:
        raise Failure("wrong-question", f"the reply is to {said.decision[:80]}, not to {name}", 200)
    if said.picks is not None and (len(said.picks) > MOST_PICKS or any(len(pick) > MOST_PICKS for pick in said.picks)):
        raise Failure("malformed", "so many or so long picks no question has", 200)
    return said
