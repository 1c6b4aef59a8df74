"""The examination of a webhook: a mini-game against random players, played here and nowhere else, and some tricks.

The agent is shown real views of a real game, signed like every delivery. Then it is sent what it must refuse (a wrong
signature, an old letter) and what it has answered before, which must get the same answer.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.agents import signing
from service.agents.conformance import check
from service.agents.lookups import Resolve
from service.agents.posting import Failure, post
from service.agents.sender import parse_reply
from service.agents.store import AgentRecord, Agents, Trial
from service.games import SHELF
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.event import Event
from service.tables.views import decision_data, stamp, with_prompt

QUESTIONS: Final = 12
LONGEST_S: Final = 45.0
OLD_S: Final = 3600
SEAT: Final = 0
MOST_STEPS: Final = 500


class Sent(Struct, frozen=True):
    """A letter and the answer to it."""

    message: str
    body: bytes
    name: str
    picks: list[str] | None


class Examiner:
    """Examines one agent."""

    def __init__(self, agents: Agents, agent: AgentRecord, private: bool, resolve: Resolve | None = None) -> None:
        self.agents = agents
        self.agent = agent
        self.private = private
        self.resolve = resolve
        self.asked = 0
        self.illegal = 0
        self.news: list[dict[str, Any]] = []
        self.told = 0
        self.slowest = 0.0
        self.failures: list[Failure] = []
        self.sent: list[Sent] = []
        self.end = time.monotonic() + LONGEST_S

    def examine(self, trial: Trial) -> Trial:
        """Play and try; what was found, check by check."""
        self.play(trial)
        checks = [self._reached()]
        if self.sent:
            slowest, budget = round(self.slowest * 1000), round(self.agent.budget_s * 1000)
            failed = self.failures[0] if self.failures else None
            checks += [
                check(
                    "answers",
                    not self.failures,
                    answers=len(self.sent),
                    asked=self.asked,
                    outcome=failed.outcome if failed else None,
                    detail=failed.detail if failed else None,
                ),
                check("legal", self.illegal == 0, answers=len(self.sent), illegal=self.illegal),
                check("in-time", slowest < budget, slowest_ms=slowest, budget_ms=budget),
                self._forged(),
                self._old(),
                self._repeated(),
            ]
        return msgspec.structs.replace(trial, status="finished", checks=tuple(checks))

    def play(self, trial: Trial) -> None:
        """A mini-game: the agent on one seat, chance on the others."""
        game, random = SHELF[trial.game], Random(trial.id)
        s, told = game.begin(game.seats[0], trial.id, {})
        self._tell(told)
        for _ in range(MOST_STEPS):
            questions = game.questions(s)
            if not questions or self.asked >= QUESTIONS or len(self.failures) > 1 or time.monotonic() > self.end:
                return
            # Others first, the hourglass last: the agent shall see tables where something has happened.
            name = min(questions, key=lambda one: (questions[one].seat == CLOCK, questions[one].seat == SEAT, one))
            question = questions[name]
            picks = random_picks(game, s, question, random) if question.seat >= 0 else question.on_timeout
            if question.seat == SEAT:
                own = self._ask(trial, name, question, s)
                if own is not None:
                    try:
                        self._tell(game.apply(s, Answer(SEAT, question.kind, tuple(own))))
                        continue
                    except Illegal:
                        self.illegal += 1
            self._tell(game.apply(s, Answer(question.seat, question.kind, picks)))

    def _tell(self, events: list[Event]) -> None:
        """The agent's seat hears this; it is told with the next question."""
        self.news += [{"kind": event.kind, "data": event.data} for event in events if event.heard_by(SEAT)]

    def _ask(self, trial: Trial, name: str, question: Decision, s: Any) -> list[str] | None:
        game = SHELF[trial.game]
        now = self.agents.now(trial.id)
        budget = self.agent.budget_s
        shown = decision_data(name, question, None, agenda.sealing(s))
        body = msgspec.json.encode(
            {
                "type": "decision",
                "attempt": 1,
                "refusal": None,
                "agent": self.agent.id,
                "table": trial.id,
                "game": trial.game,
                "seat": SEAT,
                "budget": {"seconds": budget, "deadline": stamp(now + round(budget * 1000))},
                "decision": with_prompt(shown, game, self.agent.language),
                "events": [
                    {"seq": self.told + n, "at": stamp(now), "table": trial.id, "type": "story", "data": data}
                    for n, data in enumerate(self.news, 1)
                ],
                "view": game.view(s, SEAT),
            }
        )
        self.told, self.news = self.told + len(self.news), []
        self.asked += 1
        message = f"msg_{trial.id}.{name}"
        began = time.monotonic()
        try:
            said = parse_reply(self._post(message, body), name)
        except Failure as failed:
            self.failures.append(failed)
            return None
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.sent.append(Sent(message, body, name, said.picks))
        return said.picks

    def _post(self, message: str, body: bytes, secret: str | None = None, age_s: int = 0) -> bytes:
        now = self.agents.now(self.agent.id)
        good = (secret,) if secret else self.agents.secrets(self.agent.id).good(now)
        headers = signing.headers(good, message, now // 1000 - age_s, body)
        url, budget = self.agent.url or "", self.agent.budget_s
        return post(url, body, headers, budget, private=self.private, resolve=self.resolve).body

    def _reached(self) -> dict[str, Any]:
        if self.sent or not self.failures:
            return check("reachable", bool(self.sent))
        failed = self.failures[0]
        return check("reachable", False, outcome=failed.outcome, detail=failed.detail)

    def _refused(self, secret: str | None, age_s: int) -> bool:
        """Whether this letter is turned away, with a status that says so."""
        last = self.sent[-1]
        try:
            self._post(f"{last.message}.forged", last.body, secret, age_s)
        except Failure as failed:
            return failed.status is not None and 400 <= failed.status < 500
        return False

    def _forged(self) -> dict[str, Any]:
        return check("signature", self._refused(signing.new_secret(), 0))

    def _old(self) -> dict[str, Any]:
        return check("timestamp", self._refused(None, OLD_S), seconds=OLD_S)

    def _repeated(self) -> dict[str, Any]:
        last = self.sent[-1]
        try:
            again = parse_reply(self._post(last.message, last.body), last.name).picks
        except Failure as failed:
            return check("repeat", False, outcome=failed.outcome, detail=failed.detail)
        return check("repeat", again == last.picks, first=last.picks, again=again)
