"""Tables at a service, over HTTP, with a seat and a token for each agent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from farshore.client import Client
from farshore.env.backend import Backend, Outcome
from farshore.env.picking import Question
from farshore.errors import FarshoreError, Illegal
from farshore.models import Decision, Update
from farshore.table import Table

WAIT_S: Final = 20.0
"""How long one request waits for the other seats."""


class RemoteBackend(Backend):
    """Deals tables at a service. The client has the first agent's seat; for the others guests are registered.

    Tables are unlisted practice tables, dealt with the seed, so a deal is the same as in process. Bots and clocks are
    those of the service: time is real.
    """

    tries = 120

    def __init__(self, client: Client, *settings: Any) -> None:
        super().__init__(*settings)
        self.client = client
        self.agents = [seat for seat in range(self.seats) if seat not in self.bots]
        if client.token is None:
            client.register("Agent")
        self.clients = {self.agents[0]: client}
        for seat in self.agents[1:]:
            guest = Client(client.base_url, timeout=client.timeout, retries=client.retries)
            guest.register(f"Agent {seat}")
            self.clients[seat] = guest
        self.tables: dict[int, Table] = {}
        self.seen: dict[int, Update] = {}

    def deal(self, seed: str) -> None:
        """Open a table, seat all agents, and start it."""
        self._leave()
        first = self.agents[0]
        wanted: list[Mapping[str, Any]] = [
            {"kind": "bot", "level": self.bots[seat]} if seat in self.bots else {"kind": "open"}
            for seat in range(self.seats)
        ]
        wanted[first] = {"kind": "me"}
        # Guests find the table by its id, so it is unlisted and not private.
        table = self.client.tables.open(
            self.layout.game, wanted, options=self.options, deal=seed, visibility="unlisted"
        )
        self.tables = {first: table}
        for seat in self.agents[1:]:
            self.tables[seat] = self.clients[seat].tables.get(table.id).take_seat(seat)
        table.start()
        self.answered = [0] * self.seats
        self.seen = {}

    def asked(self) -> Mapping[int, Question]:
        """The decision of each agent that has one now; waits while only others have."""
        first = self.agents[0]
        update = self._look(first)
        while True:
            if update.over:
                return {}
            seats = [seat for seat in self.agents if seat in update.waiting]
            asked = {seat: self._look(seat).decisions for seat in seats}
            if any(asked.values()):
                return {seat: self.next_question(mine) for seat, mine in asked.items() if mine}
            update = self.tables[first].view(update.seq, WAIT_S)
            self.seen = {first: update}

    def view(self, seat: int) -> Any:
        return json.loads(json.dumps(self._look(seat).view), object_hook=AttributeDict)

    def may_refuse(self, question: Question) -> bool:
        """The rules are not at hand: any decision with several picks may have combinations they refuse."""
        return question.most > 1

    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        try:
            self.tables[question.seat].check(_decision(question), picks)
        except Illegal as refused:
            return str(refused.params.get("reason", refused.code))
        return None

    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        """Send an agent's answer; if the rules refuse it, the answer of a seat that does not answer."""
        table, decision = self.tables[question.seat], _decision(question)
        try:
            update = table.answer(decision, picks)
        except Illegal:
            update = table.answer(decision, decision.on_timeout)
        self.answered[question.seat] += 1
        self.seen = {question.seat: update}

    def outcome(self) -> Outcome | None:
        return self._look(self.agents[0]).result

    def close(self) -> None:
        """Leave the table, and close the clients of the guests."""
        self._leave()
        for seat in self.agents[1:]:
            self.clients[seat].close()

    def _look(self, seat: int) -> Update:
        if seat not in self.seen:
            self.seen[seat] = self.tables[seat].view()
        return self.seen[seat]

    def _leave(self) -> None:
        """Leave a table that is not over, so that it does not wait for us."""
        for seat, table in self.tables.items():
            if table.status == "running":
                with suppress(FarshoreError):
                    table.leave_seat(seat)
        self.tables = {}


class AttributeDict(dict[str, Any]):
    """A JSON object whose fields are attributes; a field that is missing is None."""

    def __getattr__(self, name: str) -> Any:
        return self.get(name)


def _decision(question: Question) -> Decision:
    assert isinstance(question, Decision)
    return question
