"""A decision that was delivered to an agent (by webhook or polling), as a turn."""

from collections.abc import Mapping
from typing import Any, cast

from farshore.agents.agent import Agent, TimedTurn
from farshore.agents.thinking import time_to_think
from farshore.client import Client
from farshore.errors import FarshoreError
from farshore.models import Decision, Event, TableFacts, Update
from farshore.table import Table


class _NoClient:
    """Takes the place of a client in a webhook, which gets the decision and nothing else of the table."""

    def __getattr__(self, name: str) -> Any:
        raise FarshoreError("A webhook agent has no client: it sees only the decision it was sent.")


class DeliveredTurn(TimedTurn):
    """A turn that was delivered, or talk: what the agent says is collected in `said`, to be sent with the answer.

    Its page came along if the agent is registered for it.
    """

    def __init__(self, question: Mapping[str, Any], agent: Agent, client: Client | None = None) -> None:
        seat, id, game = question["seat"], question["table"], question["game"]
        decisions = (Decision.read(question["decision"]),) if question.get("decision") else ()
        events = tuple(map(Event.read, question.get("events", ())))
        facts = TableFacts(id=id, game=game, status="running", my_seat=seat)
        update = Update(
            table=id, game=game, status="running", seat=seat, view=question["view"], decisions=decisions, events=events
        )
        table = Table(client or cast(Client, _NoClient()), facts)
        budget = time_to_think(float(question["budget"]["seconds"]), agent.budget)
        super().__init__(table, update, decisions, budget, lambda: events)
        self.reason = (question.get("refusal") or {}).get("detail")
        self.said: list[dict[str, str]] = []
        self._page: str | None = question.get("page")

    def page(self, language: str | None = None) -> str:
        return super().page(language) if self._page is None else self._page

    def say(self, text: str, room: str | None = None) -> str | None:
        self.said.append({"room": room or "table", "text": text})
        return None
