"""Conformance tests: does an agent behave as the protocol requires? A polling agent plays at its own table.

The test of a webhook agent is run by a worker (`conformance_runner`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from service.accounts.store import Accounts, Player
from service.agents import registry
from service.agents.store import AgentRecord, Agents, ConformanceTest
from service.books.store import Books
from service.games import REGISTRY
from service.lobby.opening import NewSeat, NewTable, open_table
from service.refusals import Invalid, NotFound
from service.storage.identifiers import new_id
from service.tables.session import load
from service.tables.store import Tables
from service.tables.views import stamp

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
