"""A question that reached an agent through one of the service's two doors, as a turn like any other."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from farshore.agents import Agent, Fallback, TimedTurn
from farshore.errors import FarshoreError
from farshore.models import Decision, Event, TableFacts, Update
from farshore.table import Table
from farshore.telling import say

if TYPE_CHECKING:
    from farshore.client import Client


class _Nobody:
    """Stands in for a client where there is none: a webhook is shown its question, and no more of the table."""

    def __getattr__(self, name: str) -> Any:
        raise FarshoreError("An agent behind a webhook sees the question it is sent; it has no client to ask for more.")


def turn_for(question: Mapping[str, Any], client: Client | None = None) -> TimedTurn:
    """The turn that this question makes: view, decision, budget, and the reason of a refusal."""
    decision = Decision.read(question["decision"])
    seat, id, game = question["seat"], question["table"], question["game"]
    facts = TableFacts(id=id, game=game, status="running", my_seat=seat)
    events = tuple(map(Event.read, question.get("events", ())))
    update = Update(
        table=id, game=game, status="running", seat=seat, view=question["view"], decisions=(decision,), events=events
    )
    table = Table(cast("Client", _Nobody() if client is None else client), facts)
    turn = TimedTurn(table, update, (decision,), float(question["budget"]["seconds"]))
    refusal = question.get("refusal")
    turn.reason = refusal["detail"] if refusal else None
    return turn


def decided(agent: Agent, turn: TimedTurn) -> tuple[str, ...] | None:
    """What an agent picks; None, and a line in the log, if it has no answer or breaks down."""
    table, decision = turn.table.id, turn.decision
    say("asked", table=table, decision=decision.id, budget=turn.budget)
    started = time.monotonic()
    try:
        found = agent.choose(turn)
        picks = (found,) if isinstance(found, str) else tuple(map(str, found))
    except Fallback as why:
        say("fallback", table=table, decision=decision.id, picks="–", detail=why)
        return None
    except Exception as bug:
        say("broken", trace=True, table=table, hook="decide", detail=f"{type(bug).__name__}: {bug}")
        return None
    seconds = time.monotonic() - started
    say("answered", table=table, decision=decision.id, picks=" ".join(picks) or "–", seconds=seconds)
    return picks
