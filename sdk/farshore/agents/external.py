"""A decision that was delivered to an agent (by webhook or polling), as a turn."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.log import log_event
from farshore.errors import FarshoreError
from farshore.models import Decision, Event, TableFacts, Update
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client


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
        """The page that was delivered."""
        return self.text if self.text is not None else super().page(language)

    def say(self, text: str, room: str | None = None) -> str | None:
        """Send a message with the answer."""
        self.said.append({"room": room or "table", "text": text})
        return None


def turn_for(question: Mapping[str, Any], client: Client | None = None) -> DeliveredTurn:
    """The turn for a delivered decision, or for talk: view, decision, budget, and the reason of a refusal."""
    decisions = (Decision.read(question["decision"]),) if question.get("decision") else ()
    seat, id, game = question["seat"], question["table"], question["game"]
    facts = TableFacts(id=id, game=game, status="running", my_seat=seat)
    events = tuple(map(Event.read, question.get("events", ())))
    update = Update(
        table=id, game=game, status="running", seat=seat, view=question["view"], decisions=decisions, events=events
    )
    table = Table(cast("Client", _NoClient() if client is None else client), facts)
    turn = DeliveredTurn(table, update, decisions, float(question["budget"]["seconds"]), lambda: events)
    turn.text = question.get("page")
    refusal = question.get("refusal")
    turn.reason = refusal["detail"] if refusal else None
    return turn


def decide(agent: Agent, turn: TimedTurn) -> tuple[str, ...] | None:
    """What an agent picks; None, and a line in the log, if it has no answer or fails."""
    table, decision = turn.table.id, turn.decision
    log_event("asked", table=table, decision=decision.id, budget=turn.budget)
    started = time.monotonic()
    try:
        picks = agent.picks(turn)
    except Fallback as why:
        log_event("fallback", table=table, decision=decision.id, picks="–", detail=why)
        return None
    except Exception as bug:
        log_event("crashed", trace=True, table=table, hook="decide", detail=f"{type(bug).__name__}: {bug}")
        return None
    seconds = time.monotonic() - started
    log_event("answered", table=table, decision=decision.id, picks=" ".join(picks) or "–", seconds=seconds)
    return picks
