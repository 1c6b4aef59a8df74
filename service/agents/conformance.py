"""Conformance tests: does an agent behave as the protocol requires?

A polling agent plays at its own table. A webhook agent is tested by a worker (`ConformanceRunner`): part of a game
against random players, with real views, signed like every delivery. Then it must refuse a wrong signature and an old
timestamp, and give the same answer to a repeated delivery.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.accounts.store import Accounts, Player
from service.agents import registry, signing
from service.agents.dns import Lookup
from service.agents.http_post import DeliveryError, post
from service.agents.sender import parse_reply
from service.agents.store import AgentRecord, Agents, ConformanceTest
from service.books.store import Books
from service.games import REGISTRY
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.event import Event
from service.lobby.opening import NewSeat, NewTable, open_table
from service.refusals import Invalid, NotFound
from service.storage.identifiers import new_id
from service.tables.session import load
from service.tables.store import Tables
from service.tables.views import decision_data, stamp, with_prompt

MAX_DECISIONS: Final = 12
MAX_STEPS: Final = 500
TIME_LIMIT_S: Final = 45.0
OLD_S: Final = 3600
SEAT: Final = 0
Data = dict[str, Any]


def start(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, owner: Player, id: str, game: str | None
) -> ConformanceTest:
    """Start a test in one of the agent's games."""
    agent = registry.owned(agents, owner.id, id)
    if game is not None and game not in agent.games:
        raise Invalid(field="game", message=f"{agent.name} plays {', '.join(agent.games)}")
    game = game or agent.games[0]
    test_id = new_id(tables.now(id))
    table = _open_table(tables, accounts, agents, books, owner, agent, game) if agent.transport == "poll" else None
    test = ConformanceTest(id=test_id, agent=agent.id, game=game, created=tables.now(test_id), table=table)
    # Earlier failures must not keep the agent from being tested.
    agents.end_suspension(agent.id)
    agents.save_test(test, due=table is None)
    return test


def _open_table(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, owner: Player, agent: AgentRecord, game: str
) -> str:
    bots = [NewSeat("bot", level="random") for _ in range(REGISTRY[game].seats[0] - 1)]
    seats = (NewSeat("agent", agent=agent.id), *bots)
    new = NewTable(game=game, seats=seats, visibility="private", start="full")
    return open_table(tables, accounts, agents, books, owner, new).table.id


def get(tables: Tables, agents: Agents, owner: str, agent: str, id: str) -> ConformanceTest:
    """A test of the caller's agent and its results so far."""
    registry.owned(agents, owner, agent)
    test = agents.test(id)
    if test is None or test.agent != agent:
        raise NotFound(what="test")
    return test if test.table is None else _table_results(tables, test, test.table)


def _table_results(tables: Tables, test: ConformanceTest, table: str) -> ConformanceTest:
    """The results of a polling agent: how many of its decisions it answered itself."""
    session = load(tables, table)
    seat = next(n for n, record in enumerate(session.table.seats) if record.kind == "agent")
    answers = [answer for answer in tables.answers(table) if answer.seat == seat]
    own = sum(answer.by == "seat" for answer in answers)
    over = session.table.over
    checks = (
        check("answers", own == len(answers) and own > 0, answers=own, asked=len(answers)),
        check("whole-game", over, answers=own),
    )
    return msgspec.structs.replace(test, status="finished" if over else "running", checks=checks)


def check(name: str, ok: bool, **params: Any) -> Data:
    """The result of one check."""
    return {"check": name, "ok": ok, "params": params}


def test_data(test: ConformanceTest) -> Data:
    """A test as its owner gets it, without the messages of the checks."""
    finished = test.status == "finished"
    return {
        **{name: getattr(test, name) for name in ("id", "agent", "game", "status", "table")},
        "passed": all(one["ok"] for one in test.checks) if finished else None,
        "created_at": stamp(test.created),
        "checks": [dict(one) for one in test.checks],
    }


# -- webhooks ------------------------------------------------------------------------------


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
        self.pending_events: list[Data] = []
        self.sent_events = 0
        self.slowest = 0.0
        self.errors: list[DeliveryError] = []
        self.exchanges: list[Exchange] = []
        self.end = time.monotonic() + TIME_LIMIT_S

    def run(self, test: ConformanceTest) -> ConformanceTest:
        """The finished test with all its checks."""
        self.play(test)
        error = {} if self.exchanges or not self.errors else self._first_error()
        checks = [check("reachable", bool(self.exchanges), **error)]
        if self.exchanges:
            slowest, budget = round(self.slowest * 1000), round(self.agent.budget_s * 1000)
            answered = len(self.exchanges)
            checks += [
                check("answers", not self.errors, answers=answered, asked=self.sent, **self._first_error()),
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

    def _first_error(self) -> Data:
        error = self.errors[0] if self.errors else None
        return {"outcome": error and error.outcome, "detail": error and error.detail}

    def _refuses(self, secret: str | None, age_s: int) -> bool:
        """Whether a delivery with this secret and age is refused with a status of 4xx."""
        last = self.exchanges[-1]
        try:
            self._post(f"{last.message}.forged", last.body, secret, age_s)
        except DeliveryError as error:
            return error.status is not None and 400 <= error.status < 500
        return False

    def _check_repeat(self) -> Data:
        last = self.exchanges[-1]
        try:
            again = parse_reply(self._post(last.message, last.body), last.decision).picks
        except DeliveryError as error:
            return check("repeat", False, outcome=error.outcome, detail=error.detail)
        return check("repeat", again == last.picks, first=last.picks, again=again)
