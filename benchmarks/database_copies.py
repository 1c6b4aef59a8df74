"""Many finished games for `benchmarks.database`: copies of a few, written as fast as each database can."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from sqlalchemy import Connection, Table, text

from benchmarks.database_queries import AGENTS, PEOPLE, VERSIONS
from service.archive import statistics
from service.archive.records import KEYS, GameRecords, GameRows, Row
from service.database.engine import Database, insert_all
from service.database.schema import CARD_STATISTICS, DECISIONS, GAMES, MEETINGS, OPTIONS, RECORDS, SEATS, STANDINGS
from service.games import REGISTRY
from service.storage.identifiers import new_id

BATCH = 1000
DAY_MS = 86_400_000


class Sums:
    """The statistics of all copies, added up here and written once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keys = KEYS[table]
        self.values = [column.name for column in table.columns if column.name not in self.keys]
        self.found: dict[tuple[Any, ...], list[Any]] = {}

    def add(self, rows: Iterable[Row], times: int = 1) -> None:
        for row in rows:
            key = tuple(row[name] for name in self.keys)
            known = self.found.get(key)
            if known is None:
                self.found[key] = [row[name] if name == "best" else times * row[name] for name in self.values]
                continue
            for n, name in enumerate(self.values):
                if name != "best":
                    known[n] += times * row[name]
                elif row[name] is not None:
                    known[n] = row[name] if known[n] is None else max(known[n], row[name])

    def write(self, database: Database) -> None:
        names = [*self.keys, *self.values]
        rows = [dict(zip(names, [*key, *values], strict=True)) for key, values in self.found.items()]
        with database.write() as connection:
            relax(connection)
            put(connection, self.table, rows)


def fill(database: Database, samples: list[GameRows], games: int) -> None:
    """Write copies with players, bots and agents of their own, over three years."""
    random, now, every = Random(3), time.time_ns() // 1_000_000, 1000 * DAY_MS / games
    standings, meetings, cards = (Sums(table) for table in (STANDINGS, MEETINGS, CARD_STATISTICS))
    with_decisions = [
        GameRows(one.game, one.record, one.seats, one.options, one.decisions, [], [], []) for one in samples
    ]
    GameRecords(database).put(with_decisions)
    used = [0] * len(samples)
    left = games - len(samples)
    for n in range(0, left, BATCH):
        copies: list[tuple[int, GameRows]] = []
        for k in range(n, min(n + BATCH, left)):
            one = random.randrange(len(samples))
            used[one] += 1
            copies.append((one, copy(samples[one], round(now - 1000 * DAY_MS + k * every), random)))
        made = [copied for _, copied in copies]
        for copied in made:
            standings.add(copied.standings)
            meetings.add(copied.meetings)
        with database.write() as connection:
            relax(connection)
            put(connection, GAMES, [copied.game for copied in made])
            put(connection, RECORDS, [{"game_id": copied.id, "record": copied.record} for copied in made])
            put(connection, SEATS, [row for copied in made for row in copied.seats])
            put(connection, OPTIONS, [row for copied in made for row in copied.options])
            copy_decisions(connection, [(samples[one].id, copied.id) for one, copied in copies])
        if n % 50_000 == 0 and n:
            print(f"  {n:,}", flush=True)
    for sample, times in zip(samples, used, strict=True):
        cards.add(sample.cards, times)
    for sums in (standings, meetings, cards):
        sums.write(database)


def relax(connection: Connection) -> None:
    """Let PostgreSQL neither check foreign keys, which are right, nor wait for the disk.

    Without statistics of the new rows it would read all decisions for every batch that it copies.
    """
    if connection.dialect.name != "sqlite":
        for name in ("synchronous_commit", "enable_hashjoin", "enable_mergejoin"):
            connection.execute(text(f"SET LOCAL {name} = off"))
        for setting in ("session_replication_role = replica", "statement_timeout = 0"):
            connection.execute(text(f"SET LOCAL {setting}"))


def put(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows; with COPY, where that exists."""
    if connection.dialect.name == "sqlite":
        insert_all(connection, table, rows)
        return
    names = [column.name for column in table.columns]
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({', '.join(names)}) FROM STDIN") as target:
        for row in rows:
            target.write_row([row[name] for name in names])


def copy_decisions(connection: Connection, pairs: list[tuple[str, str]]) -> None:
    """Copy the decision rows of games inside the database, which is faster than to send them."""
    connection.execute(text("CREATE TEMPORARY TABLE IF NOT EXISTS copies (old TEXT, new TEXT)"))
    connection.execute(text("DELETE FROM copies"))
    connection.execute(text("INSERT INTO copies VALUES (:old, :new)"), [{"old": a, "new": b} for a, b in pairs])
    rest = ", ".join(column.name for column in DECISIONS.columns if column.name != "game_id")
    query = f"INSERT INTO decisions (game_id, {rest}) SELECT new, {rest} FROM copies JOIN decisions ON game_id = old"
    connection.execute(text(query))


def copy(one: GameRows, at: int, random: Random) -> GameRows:
    id = new_id(at)
    game = {**one.game, "id": id, "opened": at, "started": at, "finished": at + 600_000, "archived": at + 4_200_000}
    game["owner"] = f"p_{random.randrange(PEOPLE):06d}"
    seats = [{**row, "game_id": id, **somebody(row["game"], random)} for row in one.seats]
    options = [{**row, "game_id": id} for row in one.options]
    if game["game"] == "faraway":
        options = [{"game_id": id, "name": "advanced", "value": random.choice(("true", "false")), "game": "faraway"}]
    _, standings, meetings = statistics.sums_of(game, seats, [], [])
    return GameRows(game, one.record, seats, options, [], [], standings, meetings)


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
