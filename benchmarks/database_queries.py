"""The named queries of `benchmarks.database`: how long each takes, and which indexes it uses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import mean, median, quantiles
from typing import Any

from sqlalchemy import event, text

from benchmarks.processes import cpu
from service.database.engine import Database
from service.explorer import explorer
from service.explorer.records import CardRecords
from service.games import REGISTRY
from service.history import history
from service.history.records import HistoryRecords, Search

PEOPLE, AGENTS, VERSIONS = 1000, 20, 5
RUNS, ROUNDS = 100, 7

Statement = tuple[str, Any]


def measure_queries(database: Database) -> None:
    """Ask each query with new parameters every time: the medians of several 95th percentiles.

    CPU time is that of this process, which SQLite is a part of; of PostgreSQL's server it is the mean per query.
    """
    backend = [] if database.is_sqlite else [_backend(database)]
    for name, ask in queries_on(database).items():
        with recorded(database) as statements:
            ask()
        plans = [plan_of(database, one) for one in statements]
        for _ in range(RUNS):
            ask()
        wall, used, server = [], [], []
        for _ in range(ROUNDS):
            times, spent, before = [], [], cpu(backend)
            for _ in range(RUNS):
                began, began_cpu = time.perf_counter(), time.process_time()
                ask()
                spent.append(1000 * (time.process_time() - began_cpu))
                times.append(1000 * (time.perf_counter() - began))
            server.append(1000 * (cpu(backend) - before) / RUNS)
            wall.append(quantiles(times, n=20)[-1])
            used.append(quantiles(spent, n=20)[-1])
        print(
            f"{name:36} p95 {median(wall):6.2f} ms   CPU p95 {median(used):6.2f} ms"
            f"{'' if database.is_sqlite else f' + {mean(server):5.2f} ms of the server'}   "
            f"{', '.join(dict.fromkeys(index for plan in plans for index in plan))}",
            flush=True,
        )


def queries_on(database: Database) -> dict[str, Callable[[], Any]]:
    """The queries behind a page of history, a profile and the explorer."""
    records, cards, random = HistoryRecords(database), CardRecords(database), Random(4)

    def person() -> str:
        return f"p_{int(PEOPLE * random.random() ** 2):06d}"

    def page(sort: str = "newest", **search: Any) -> None:
        history.page(records, Search(**search), sort, None, 20)  # type: ignore[arg-type]

    def profile(who: str, search: Search) -> None:
        records.standings(who, False)
        records.meetings(who, False)
        records.results(search, 500)

    return {
        "a player's newest games": lambda: page(player=person()),
        "a player against an opponent": lambda: page(player=person(), opponent=person()),
        "a game with an option and a level": lambda: page(
            game="faraway", options=(("advanced", random.choice(("true", "false"))),), level="greedy"
        ),
        "the best scores of a game": lambda: page("score", game=random.choice(("faraway", "golden_compass"))),
        "the best scores of a player": lambda: page("score", game="faraway", player=person()),
        "the best scores of a bot": lambda: page("score", game="faraway", level="greedy"),
        "the best scores of an agent": lambda: page("score", agent=f"a_{random.randrange(AGENTS):02d}"),
        "an agent's version": lambda: page(agent=f"a_{random.randrange(AGENTS):02d}", version="3"),
        "the newest games": lambda: page(),
        "a length that no game has": lambda: page(length_from=1_000_000),
        "a role that nobody has": lambda: page(role="none"),
        "a profile": lambda: profile(f"player:{(who := person())}", Search(player=who)),
        "the profile of a bot": lambda: profile("bot:faraway:greedy", Search(game="faraway", level="greedy")),
        "the explorer of a game": lambda: explorer.table(
            cards, REGISTRY[random.choice(list(REGISTRY))], "en", None, None, None
        ),
        "a card": lambda: explorer.card(cards, REGISTRY["faraway"], "en", f"r{random.randrange(1, 69)}"),
    }


@contextmanager
def recorded(database: Database) -> Iterator[list[Statement]]:
    """The statements that are executed meanwhile, with their parameters."""
    found: list[Statement] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def plan_of(database: Database, one: Statement) -> list[str]:
    """The indexes that a statement uses; `SCAN` before a table that is read as a whole."""
    statement, parameters = one
    explain = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
    with database.read() as connection:
        lines = [str(row[-1]) for row in connection.exec_driver_sql(explain + statement, parameters)]
    plan = "\n".join(lines)
    if database.is_sqlite:
        used = re.findall(r"USING (?:COVERING )?INDEX (\S+)", plan)
        whole = [f"SCAN {name}" for name in re.findall(r"SCAN (?!anon)(\w+)$", plan, re.MULTILINE)]
    else:
        used = re.findall(r"Index (?:Only )?Scan (?:Backward )?using (\S+)|Bitmap Index Scan on (\S+)", plan)
        used = [name for pair in used for name in pair if name]
        whole = [f"SCAN {name}" for name in re.findall(r"Seq Scan on (\w+)", plan)]
    return [name.replace("sqlite_autoindex_", "").replace("_1", "_pkey") for name in [*used, *whole]]


def _backend(database: Database) -> int:
    with database.read() as connection:
        return int(connection.scalar(text("SELECT pg_backend_pid()")) or 0)
