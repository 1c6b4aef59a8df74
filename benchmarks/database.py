"""Finished games in the database: how fast they are written and found, and how much room they take.

python -m benchmarks.database                             10,000 games in SQLite and in PostgreSQL
python -m benchmarks.database --games 300000 --only sqlite

Some dozens of games of all kinds are really played. The others are copies of them with ids, times, players, bots and
agents of their own, written through the same function as by a worker.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import msgspec
from sqlalchemy import text

from benchmarks.processes import client, embedded
from service.archive import statistics
from service.archive.records import GameRecords, GameRows, Row
from service.archive.rows import rows_of
from service.archive.store import Record
from service.database.engine import Database, sqlite_url
from service.database.schema import METADATA
from service.explorer import explorer
from service.explorer.records import CardRecords
from service.games import REGISTRY
from service.history import history
from service.history.records import HistoryRecords, Search
from service.storage.identifiers import new_id
from service.stores import Stores, build
from service.tables.session import session_of
from service.tables.store import decode_table
from tools.postgres import postgres_bin, running_postgres
from tools.soak.games import accounts_of, play_sample

BATCH = 40
"""As many games as an archive job has."""

DAY_MS = 86_400_000
RUNS = 300
PEOPLE, AGENTS, VERSIONS = 1000, 20, 5


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.database", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--played", type=int, default=4, help="games of each kind that are really played")
    wanted = parser.parse_args()
    with embedded("database") as redis:
        stores = build(client(redis))
        print(f"playing {wanted.played * len(REGISTRY)} games ...", flush=True)
        records = play_sample(stores, accounts_of(stores, 12), wanted.played, Random(1))
        for name in [wanted.only] if wanted.only else ["sqlite", "postgresql"]:
            if name == "postgresql" and postgres_bin() is None:
                print("PostgreSQL is not installed")
                continue
            with database(name) as found:
                measure(name, found, stores, records, wanted.games)


@contextmanager
def database(name: str) -> Iterator[Database]:
    """An empty database that keeps what it has committed, like that of a deployment."""
    if name == "postgresql":
        with running_postgres(durable=True) as server:
            yield Database(server.url())
        return
    with tempfile.TemporaryDirectory(prefix="farshore-bench-") as folder:
        yield Database(sqlite_url(Path(folder)))


def measure(name: str, database: Database, stores: Stores, records: list[Record], games: int) -> None:
    print(f"\n== {name}, {games:,} games")
    written(database, stores, records)
    began = time.monotonic()
    fill(database, [sample(stores, record) for record in records], games)
    if not database.is_sqlite:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("SET statement_timeout = 0"))
            connection.execute(text("VACUUM ANALYZE"))
    print(f"filled in {time.monotonic() - began:.0f} s")
    room(database, games)
    found(database)


def sample(stores: Stores, record: Record) -> GameRows:
    table = decode_table(record.table)
    return rows_of(session_of(stores.tables, table, stores.tables.now()), record, stores.tables.now())


def written(database: Database, stores: Stores, records: list[Record]) -> None:
    """Archive games as a worker does, from the record to the disk; the games are then removed again."""
    random, batches = Random(2), []
    for _ in range(10):
        batch = []
        for record in random.choices(records, k=BATCH):
            table = decode_table(record.table)
            table.id = new_id(stores.tables.now())
            batch.append(msgspec.structs.replace(record, table=msgspec.msgpack.encode(table)))
        batches.append(batch)
    database.migrate()
    wall, cpu = time.perf_counter(), time.process_time()
    for batch in batches:
        GameRecords(database).put([sample(stores, record) for record in batch])
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    count = BATCH * len(batches)
    print(f"archived {count / wall:.0f} games per second ({count / cpu:.0f} per second of CPU of the worker)")
    with database.write() as connection:
        for one in reversed(METADATA.sorted_tables):
            connection.execute(one.delete())


def fill(database: Database, samples: list[GameRows], games: int) -> None:
    """Write copies with players, bots and agents of their own, over three years."""
    records, random, now = GameRecords(database), Random(3), time.time_ns() // 1_000_000
    every = 1000 * DAY_MS / games
    for n in range(0, games, BATCH):
        records.put(
            copy(random.choice(samples), round(now - 1000 * DAY_MS + (n + k) * every), random)
            for k in range(min(BATCH, games - n))
        )
        if n % 20_000 == 0 and n:
            print(f"  {n:,}", flush=True)


def copy(one: GameRows, at: int, random: Random) -> GameRows:
    id = new_id(at)
    game = {**one.game, "id": id, "opened": at, "started": at, "finished": at + 600_000, "archived": at + 4_200_000}
    game["owner"] = f"p_{random.randrange(PEOPLE):06d}"
    seats = [{**row, "game_id": id, **somebody(row["game"], random)} for row in one.seats]
    options = [{**row, "game_id": id} for row in one.options]
    if game["game"] == "faraway":
        options = [{"game_id": id, "name": "advanced", "value": random.choice(("true", "false")), "game": "faraway"}]
    decisions = [{**row, "game_id": id} for row in one.decisions]
    _, standings, meetings = statistics.sums_of(game, seats, decisions, [])
    return GameRows(game, one.record, seats, options, decisions, one.cards, standings, meetings)


def somebody(game: str, random: Random) -> Row:
    """Half of the seats have people, some of whom play much more than others; the others have bots and agents."""
    empty: Row = dict.fromkeys(("player", "level", "agent", "agent_version", "model"))
    kind = random.choices(("player", "bot", "agent"), (5, 4, 1))[0]
    if kind == "player":
        player = f"p_{int(PEOPLE * random.random() ** 2):06d}"
        return {**empty, "kind": kind, "player": player, "name": player}
    if kind == "bot":
        return {**empty, "kind": kind, "name": None, "level": random.choice(list(REGISTRY[game].bots))}
    agent = f"a_{random.randrange(AGENTS):02d}"
    version = f"{random.randrange(VERSIONS)}"
    return {**empty, "kind": kind, "name": agent, "agent": agent, "agent_version": version, "model": f"model-{version}"}


def room(database: Database, games: int) -> None:
    """The bytes of each table with its indexes."""
    if database.is_sqlite:
        query = "SELECT s.tbl_name, SUM(d.pgsize) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY 1"
    else:
        query = "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
    with database.read() as connection:
        sizes = {row[0]: int(row[1]) for row in connection.execute(text(query))}
    total = sum(sizes.values())
    decisions = sizes["decisions"]
    without = total - decisions
    print(f"disk per game {total / games / 1000:.1f} kB, without decision rows {without / games / 1000:.1f} kB")
    print(
        "  "
        + ", ".join(
            f"{name} {size / games / 1000:.1f}" for name, size in sorted(sizes.items(), key=lambda s: -s[1])[:6]
        )
    )


def found(database: Database) -> None:
    """The 95th percentile of each query, with new parameters every time."""
    records, cards, random = HistoryRecords(database), CardRecords(database), Random(4)

    def person() -> str:
        return f"p_{int(PEOPLE * random.random() ** 2):06d}"

    def page(sort: str = "newest", **search: Any) -> None:
        history.page(records, Search(**search), sort, None, 20)  # type: ignore[arg-type]

    queries: dict[str, Callable[[], Any]] = {
        "a player's newest games": lambda: page(player=person()),
        "a player against an opponent": lambda: page(player=person(), opponent=person()),
        "a game with an option and a level": lambda: page(
            game="faraway", options=(("advanced", random.choice(("true", "false"))),), level="greedy"
        ),
        "the best scores of a game": lambda: page("score", game=random.choice(("faraway", "golden_compass"))),
        "an agent's version": lambda: page(agent=f"a_{random.randrange(AGENTS):02d}", version="3"),
        "the newest games": lambda: page(),
        "a profile": lambda: (
            records.standings(who := f"player:{person()}", False),
            records.meetings(who, False),
            records.results(Search(player=who.partition(":")[2]), 500),
        ),
        "the profile of a bot": lambda: (
            records.standings("bot:faraway:greedy", False),
            records.meetings("bot:faraway:greedy", False),
            records.results(Search(game="faraway", level="greedy"), 500),
        ),
        "the explorer of a game": lambda: explorer.table(
            cards, REGISTRY[random.choice(list(REGISTRY))], "en", None, None, None
        ),
        "a card": lambda: explorer.card(cards, REGISTRY["faraway"], "en", f"r{random.randrange(1, 69)}"),
    }
    for name, ask in queries.items():
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            ask()
            times.append(1000 * (time.perf_counter() - began))
        print(f"{name:36} median {sorted(times)[RUNS // 2]:6.2f} ms   p95 {quantiles(times, n=20)[-1]:6.2f} ms")


if __name__ == "__main__":
    main()
