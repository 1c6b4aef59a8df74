"""Runs the conformance test of a webhook agent: part of a game against random players, then invalid deliveries.

The agent gets real views of a real game, signed like every delivery. Then it must refuse a wrong signature and an old
timestamp, and give the same answer to a repeated delivery.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.agents import signing
from service.agents.conformance import check
from service.agents.dns import Lookup
from service.agents.http_post import DeliveryError, post
from service.agents.sender import parse_reply
from service.agents.store import AgentRecord, Agents, ConformanceTest
from service.games import REGISTRY
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.event import Event
from service.tables.views import decision_data, stamp, with_prompt

MAX_DECISIONS: Final = 12
MAX_STEPS: Final = 500
TIME_LIMIT_S: Final = 45.0
OLD_S: Final = 3600
SEAT: Final = 0


class Exchange(Struct, frozen=True):
    """A delivery and the picks in its reply."""

    message: str
    body: bytes
    decision: str
    picks: list[str] | None


class ConformanceRunner:
    """Runs the test of one agent."""

    def __init__(self, agents: Agents, agent: AgentRecord, allow_private: bool, lookup: Lookup | None = None) -> None:
        self.agents = agents
        self.agent = agent
        self.allow_private = allow_private
        self.lookup = lookup
        self.sent = 0
        self.illegal = 0
        self.pending_events: list[dict[str, Any]] = []
        self.sent_events = 0
        self.slowest = 0.0
        self.errors: list[DeliveryError] = []
        self.exchanges: list[Exchange] = []
        self.end = time.monotonic() + TIME_LIMIT_S

    def run(self, test: ConformanceTest) -> ConformanceTest:
        """The finished test with all its checks."""
        self.play(test)
        checks = [self._check_reachable()]
        if self.exchanges:
            slowest, budget = round(self.slowest * 1000), round(self.agent.budget_s * 1000)
            answered, error = len(self.exchanges), self.errors[0] if self.errors else None
            checks += [
                check(
                    "answers",
                    error is None,
                    answers=answered,
                    asked=self.sent,
                    outcome=error.outcome if error else None,
                    detail=error.detail if error else None,
                ),
                check("legal", self.illegal == 0, answers=answered, illegal=self.illegal),
                check("in-time", slowest < budget, slowest_ms=slowest, budget_ms=budget),
                check("signature", self._refuses(signing.new_secret(), 0)),
                check("timestamp", self._refuses(None, OLD_S), seconds=OLD_S),
                self._check_repeat(),
            ]
        return msgspec.structs.replace(test, status="finished", checks=tuple(checks))

    def play(self, test: ConformanceTest) -> None:
        """Play part of a game: the agent on one seat, random picks on the others."""
        game, random = REGISTRY[test.game], Random(test.id)
        s, events = game.begin(game.seats[0], test.id, {})
        self._add_events(events)
        for _ in range(MAX_STEPS):
            questions = game.questions(s)
            if not questions or self.sent >= MAX_DECISIONS or len(self.errors) > 1 or time.monotonic() > self.end:
                return
            # The other seats first and the hourglass last, so that the agent sees a game in progress.
            name = min(questions, key=lambda each: (questions[each].seat == CLOCK, questions[each].seat == SEAT, each))
            question = questions[name]
            picks = random_picks(game, s, question, random) if question.seat >= 0 else question.on_timeout
            if question.seat == SEAT:
                own = self._send(test, name, question, s)
                if own is not None:
                    try:
                        self._add_events(game.apply(s, Answer(SEAT, question.kind, tuple(own))))
                        continue
                    except Illegal:
                        self.illegal += 1
            self._add_events(game.apply(s, Answer(question.seat, question.kind, picks)))

    def _add_events(self, events: list[Event]) -> None:
        """Keep the events that the agent's seat may see for the next delivery."""
        self.pending_events += [{"kind": event.kind, "data": event.data} for event in events if event.heard_by(SEAT)]

    def _send(self, test: ConformanceTest, name: str, question: Decision, s: Any) -> list[str] | None:
        game = REGISTRY[test.game]
        now = self.agents.now(test.id)
        budget = self.agent.budget_s
        decision = decision_data(name, question, None, agenda.sealing(s))
        body = msgspec.json.encode(
            {
                "type": "decision",
                "attempt": 1,
                "refusal": None,
                "agent": self.agent.id,
                "table": test.id,
                "game": test.game,
                "seat": SEAT,
                "budget": {"seconds": budget, "deadline": stamp(now + round(budget * 1000))},
                "decision": with_prompt(decision, game, self.agent.language),
                "events": [
                    {"seq": self.sent_events + n, "at": stamp(now), "table": test.id, "type": "story", "data": data}
                    for n, data in enumerate(self.pending_events, 1)
                ],
                "view": game.view(s, SEAT),
            }
        )
        self.sent_events, self.pending_events = self.sent_events + len(self.pending_events), []
        self.sent += 1
        message = f"msg_{test.id}.{name}"
        began = time.monotonic()
        try:
            reply = parse_reply(self._post(message, body), name)
        except DeliveryError as error:
            self.errors.append(error)
            return None
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.exchanges.append(Exchange(message, body, name, reply.picks))
        return reply.picks

    def _post(self, message: str, body: bytes, secret: str | None = None, age_s: int = 0) -> bytes:
        now = self.agents.now(self.agent.id)
        secrets = (secret,) if secret else self.agents.secrets(self.agent.id).valid(now)
        headers = signing.headers(secrets, message, now // 1000 - age_s, body)
        url, budget = self.agent.url or "", self.agent.budget_s
        return post(url, body, headers, budget, allow_private=self.allow_private, lookup=self.lookup).body

    def _check_reachable(self) -> dict[str, Any]:
        if self.exchanges or not self.errors:
            return check("reachable", bool(self.exchanges))
        return check("reachable", False, outcome=self.errors[0].outcome, detail=self.errors[0].detail)

    def _refuses(self, secret: str | None, age_s: int) -> bool:
        """Whether a delivery with this secret and age is refused with a status of 4xx."""
        last = self.exchanges[-1]
        try:
            self._post(f"{last.message}.forged", last.body, secret, age_s)
        except DeliveryError as error:
            return error.status is not None and 400 <= error.status < 500
        return False

    def _check_repeat(self) -> dict[str, Any]:
        last = self.exchanges[-1]
        try:
            again = parse_reply(self._post(last.message, last.body), last.decision).picks
        except DeliveryError as error:
            return check("repeat", False, outcome=error.outcome, detail=error.detail)
        return check("repeat", again == last.picks, first=last.picks, again=again)
