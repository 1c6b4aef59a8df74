"""What an answer costs: in the process that takes it, and as its share of archiving the game later.

python -m benchmarks.database_moves
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from flask import Flask

from benchmarks.processes import client, embedded
from benchmarks.table_copies import Original, copies, original
from service.api.context import EXTENSION
from service.app import create_app
from service.archive.records import GameRecords, GameRows
from service.archive.rows import rows_of
from service.archive.store import Record
from service.database.engine import Database, sqlite_url
from service.settings import Settings
from service.storage.identifiers import new_id
from service.stores import Stores
from service.tables.session import session_of
from service.tables.store import decode_table
from tools.soak.games import accounts_of, play_sample

ROUNDS = 7
TABLES = 8


def main() -> None:
    with embedded("moves") as redis, tempfile.TemporaryDirectory(prefix="farshore-bench-") as folder:
        settings = Settings(redis_url=redis.url, queue_redis_url=redis.url, data=Path(folder), rate_limits=False)
        app = create_app(settings)
        stores: Stores = app.extensions[EXTENSION]["stores"]
        one = original(stores)
        answer = median([answered(app, one, copies(client(redis), one, TABLES)) for _ in range(ROUNDS + 1)][1:])
        records = play_sample(stores, accounts_of(stores, 12), 2, Random(1))
        database = Database(sqlite_url(Path(folder) / "archive"))
        whole = median(archived(database, stores, records, True) for _ in range(ROUNDS))
        bare = median(archived(database, stores, records, False) for _ in range(ROUNDS))
    print(f"CPU of an answer in the API process       {answer:6.0f} µs")
    print(f"CPU of archiving, per answer of the game  {whole:6.0f} µs in a worker; {bare:.0f} µs without decision rows")


def answered(app: Flask, one: Original, tables: list[str]) -> float:
    """Play a game at each of these tables; CPU-microseconds per answer."""
    caller, began = app.test_client(use_cookies=False), time.process_time()
    for table in tables:
        for said in one.game:
            reply = caller.put(
                f"/v1/tables/{table}/decisions/{said.name}/answer",
                json={"picks": said.picks},
                headers={"Authorization": f"Bearer {one.people[said.seat].secret}"},
            )
            assert reply.status_code in (200, 202), reply.json
    return 1e6 * (time.process_time() - began) / (len(tables) * len(one.game))


def archived(database: Database, stores: Stores, records: list[Record], decisions: bool) -> float:
    """Archive these games under new ids; CPU-microseconds per answer."""
    renamed: list[Record] = []
    for record in records:
        table = decode_table(record.table)
        table.id = new_id(stores.tables.now())
        renamed.append(msgspec.structs.replace(record, table=msgspec.msgpack.encode(table)))
    began = time.process_time()
    GameRecords(database).put([_rows(stores, record, decisions) for record in renamed])
    return 1e6 * (time.process_time() - began) / sum(len(record.answers) for record in records)


def _rows(stores: Stores, record: Record, decisions: bool) -> GameRows:
    table, now = decode_table(record.table), stores.tables.now()
    rows = rows_of(session_of(stores.tables, table, now), record, now)
    return rows if decisions else msgspec.structs.replace(rows, decisions=[])


if __name__ == "__main__":
    main()
