"""All stores, built once when a process starts. Functions take the stores they use, not this class."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass
from typing import NoReturn

from redis import Redis

from service.accounts.records import AccountRecords
from service.accounts.store import Accounts
from service.admin.records import AuditLog
from service.agents.records import AgentRecords
from service.agents.store import Agents
from service.archive.records import GameRecords
from service.archive.store import Archive
from service.arena.store import Arenas
from service.books import uploads
from service.books.records import BookRecords, HiddenMeanings
from service.books.store import Books
from service.bots.store import PendingAnswers
from service.database.engine import Database, DatabaseUnavailable, WrongSchema, database_url
from service.events.feeds import Feeds
from service.events.store import EventLog
from service.explorer.records import CardRecords
from service.history.records import HistoryRecords
from service.lobby.live import Lobby
from service.moderation.store import Moderation
from service.moderation.words import WordList
from service.quotas.records import LimitRecords
from service.quotas.store import QuotaStore
from service.replays.store import Transcripts
from service.settings import Retention, Settings
from service.storage import keys
from service.storage.connection import OUTAGES, connect
from service.storage.due import Due
from service.storage.format import FORMAT, WrongFormat, check_format
from service.storage.maintenance import Maintenance
from service.storage.notifications import Notifications
from service.storage.outages import Outages
from service.tables.store import Tables


@dataclass(frozen=True)
class Stores:
    """The stores of one process."""

    redis: Redis
    database: Database
    archive: Archive
    history: HistoryRecords
    cards: CardRecords
    tables: Tables
    log: EventLog
    accounts: Accounts
    agents: Agents
    arenas: Arenas
    books: Books
    hidden_meanings: HiddenMeanings
    transcripts: Transcripts
    due: Due
    pending: PendingAnswers
    notifications: Notifications
    feeds: Feeds
    lobby: Lobby
    quotas: QuotaStore
    maintenance: Maintenance
    outages: Outages
    audit: AuditLog
    moderation: Moderation
    words: WordList


def build(
    redis: Redis, database: Database | None = None, retention: Retention | None = None, words: WordList | None = None
) -> Stores:
    """The stores on this Redis and database (by default an empty one in memory), with the hooks between features."""
    database, retention = database or Database("sqlite://"), retention or Retention()
    records = GameRecords(database)
    archive = Archive(redis, records, retention)
    tables, log = Tables(redis, archive, retention), EventLog(redis, archive)
    agents, books = Agents(redis, AgentRecords(database)), Books(redis, BookRecords(database))
    notifications, quotas = Notifications(redis), QuotaStore(redis, LimitRecords(database))
    words = words or WordList(None)
    tables.check_words = words.check_message
    tables.prepare = lambda game, options: uploads.provide(books, game, options)
    tables.committed = agents.record_fallbacks
    return Stores(
        redis=redis,
        database=database,
        archive=archive,
        history=HistoryRecords(database),
        cards=CardRecords(database),
        tables=tables,
        log=log,
        accounts=Accounts(redis, AccountRecords(database), records),
        agents=agents,
        arenas=Arenas(redis, database),
        books=books,
        hidden_meanings=HiddenMeanings(database),
        transcripts=Transcripts(redis, archive),
        due=Due(redis),
        pending=PendingAnswers(redis),
        notifications=notifications,
        feeds=Feeds(log, notifications),
        lobby=Lobby(tables, quotas, notifications),
        quotas=quotas,
        maintenance=Maintenance(redis),
        outages=Outages(redis),
        audit=AuditLog(database),
        moderation=Moderation(redis, database),
        words=words,
    )


def connect_stores(settings: Settings, seconds: float | None = None) -> Stores:
    """The stores for these settings; commands to Redis time out after `seconds`. Ends the process if the data has
    another format."""
    if settings.redis_url is None:
        raise RuntimeError("REDIS_URL is not set; `python -m service` starts a Redis and sets it")
    redis, database = connect(settings.redis_url, seconds), Database(database_url(settings))
    # A process can start while Redis or the database is down.
    with contextlib.suppress(*OUTAGES):
        must_have_format(redis)
    with contextlib.suppress(DatabaseUnavailable):
        must_have_schema(database)
    try:
        words = WordList(settings.word_list)
    except (OSError, UnicodeDecodeError) as error:
        _end(ValueError(f"FARSHORE_WORD_LIST cannot be read: {error}"))
    stores = build(redis, database, settings.retention, words)
    with contextlib.suppress(DatabaseUnavailable, *OUTAGES):
        if not redis.exists(keys.FILLED):
            fill(stores)
        elif not stores.due.is_filled():
            # Redis may have been restored from an older backup. A worker corrects the rest.
            stores.accounts.forget_revoked_tokens()
    return stores


def fill(stores: Stores) -> None:
    """Copy to Redis what it needs from the database: everything after Redis has lost its data, and changes after it was
    restored from an older backup."""
    run = stores.due.run_of_server()
    if not stores.due.is_filled():
        stores.accounts.correct()
    stores.agents.fill()
    stores.moderation.fill()
    stores.quotas.fill(
        [
            *(("agents", owner, id, 1) for id, owner in stores.agents.records.owners().items()),
            *(("books", owner, id, size) for owner, id, size in stores.books.records.owned()),
            *(("arenas", row.owner, row.id, 1) for row in stores.arenas.with_status("running", "paused")),
        ]
    )
    stores.arenas.schedule_all()
    stores.redis.setnx(keys.FORMAT, FORMAT)
    stores.due.set_filled(run)


def must_have_schema(database: Database) -> None:
    """Migrate the database, or end the process if a newer version wrote it."""
    try:
        database.migrate()
    except WrongSchema as error:
        _end(error)


def must_have_format(redis: Redis) -> None:
    """If the data in Redis has another format, end the process with a message that says what to do."""
    try:
        check_format(redis)
    except WrongFormat as error:
        _end(error)


def _end(error: Exception) -> NoReturn:
    sys.stderr.write(f"farshore: {error}\n")
    sys.exit(3)
