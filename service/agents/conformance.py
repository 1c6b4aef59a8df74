"""Conformance tests: is an agent fit to sit at tables? Webhooks are called; a polling agent plays at a table."""

from __future__ import annotations

from typing import Any

from service.accounts.store import Accounts, Player
from service.agents import registry
from service.agents.store import AgentRecord, Agents, Trial
from service.books.store import Books
from service.games import REGISTRY
from service.lobby.opening import NewSeat, NewTable, open_table
from service.refusals import Invalid, NotFound
from service.storage import keys
from service.tables.session import load
from service.tables.store import Tables
from service.tables.views import stamp

Data = dict[str, Any]


def begin(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, owner: Player, id: str, game: str | None
) -> Trial:
    """Begin a test in one of the agent's games."""
    agent = registry.mine(agents, owner.id, id)
    if game is not None and game not in agent.games:
        raise Invalid(field="game", message=f"{agent.name} plays {', '.join(agent.games)}")
    chosen = game or agent.games[0]
    now = tables.now(id)
    name = keys.new_id(now)
    table = _seated(tables, accounts, agents, books, owner, agent, chosen) if agent.transport == "poll" else None
    trial = Trial(id=name, agent=agent.id, game=chosen, created=tables.now(name), table=table)
    # What went wrong before shall not keep it from being tried.
    agents.wake(agent.id)
    agents.begin_trial(trial, due=table is None)
    return trial


def _seated(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, owner: Player, agent: AgentRecord, game: str
) -> str:
    others = [NewSeat("bot", level="random") for _ in range(REGISTRY[game].seats[0] - 1)]
    seats = (NewSeat("agent", agent=agent.id), *others)
    wish = NewTable(game=game, seats=seats, visibility="private", start="full")
    return open_table(tables, accounts, agents, books, owner, wish).table.id


def get(tables: Tables, agents: Agents, owner: str, agent: str, id: str) -> Trial:
    """A test of the caller's agent, and what it has found so far."""
    registry.mine(agents, owner, agent)
    trial = agents.trial(id)
    if trial is None or trial.agent != agent:
        raise NotFound(what="test")
    return trial if trial.table is None else _at_the_table(tables, trial, trial.table)


def _at_the_table(tables: Tables, trial: Trial, table: str) -> Trial:
    """What a polling agent has done at its table so far."""
    session = load(tables, table)
    seat = next(n for n, record in enumerate(session.table.seats) if record.kind == "agent")
    given = [one for one in tables.answers(table) if one.seat == seat]
    own = sum(one.by == "seat" for one in given)
    checks = [check("answers", own == len(given) and own > 0, answers=own, asked=len(given))]
    over = session.table.over
    checks.append(check("whole-game", over, answers=own))
    return Trial(
        id=trial.id,
        agent=trial.agent,
        game=trial.game,
        created=trial.created,
        status="finished" if over else "running",
        checks=tuple(checks),
        table=table,
    )


def check(name: str, ok: bool, **params: Any) -> Data:
    """What was looked at, and what was found."""
    return {"check": name, "ok": ok, "params": params}


def trial_data(trial: Trial) -> Data:
    """A test as its owner sees it, still without the words for what was found."""
    done = trial.status == "finished"
    return {
        "id": trial.id,
        "agent": trial.agent,
        "game": trial.game,
        "status": trial.status,
        "passed": all(one["ok"] for one in trial.checks) if done else None,
        "created_at": stamp(trial.created),
        "checks": [dict(one) for one in trial.checks],
        "table": trial.table,
    }
