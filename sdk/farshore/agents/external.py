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
    """A turn that was delivered: its page came along if the agent is registered for it, and what it says is sent back
    with the answer."""

    text: str | None = None

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.said: list[dict[str, str]] = []

    def page(self, language: str | None = None) -> str:
        return self.text if self.text is not None else super().page(language)

    def say(self, text: str, room: str | None = None) -> str | None:
        self.said.append({"room": room or "table", "text": text})
        return None


def turn_for(question: Mapping[str, Any], agent: Agent, client: Client | None = None) -> DeliveredTurn:
    """The turn for a delivered decision, or for talk: view, decision, budget, and the reason of a refusal."""
    decisions = (Decision.read(question["decision"]),) if question.get("decision") else ()
    seat, id, game = question["seat"], question["table"], question["game"]
    facts = TableFacts(id=id, game=game, status="running", my_seat=seat)
    events = tuple(map(Event.read, question.get("events", ())))
    update = Update(
        table=id, game=game, status="running", seat=seat, view=question["view"], decisions=decisions, events=events
    )
    table = Table(cast(Client, _NoClient() if client is None else client), facts)
    budget = time_to_think(float(question["budget"]["seconds"]), agent.budget)
    turn = DeliveredTurn(table, update, decisions, budget, lambda: events)
    turn.text = question.get("page")
    refusal = question.get("refusal")
    turn.reason = refusal["detail"] if refusal else None
    return turn
