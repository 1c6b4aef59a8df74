"""All stores, built once when a process starts. Functions take the stores they use, not this class."""

from __future__ import annotations

import contextlib
import sys
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


class Stores:
    """The stores of one process, with the hooks between features."""

    def __init__(self, redis: Redis, database: Database, retention: Retention, words: WordList) -> None:
        records = GameRecords(database)
        self.redis = redis
        self.database = database
        self.archive = Archive(redis, records, retention)
        self.history = HistoryRecords(database)
        self.cards = CardRecords(database)
        self.tables = Tables(redis, self.archive, retention)
        self.log = EventLog(redis, self.archive)
        self.accounts = Accounts(redis, AccountRecords(database), records)
        self.agents = Agents(redis, AgentRecords(database))
        self.arenas = Arenas(redis, database)
        self.books = Books(redis, BookRecords(database))
        self.hidden_meanings = HiddenMeanings(database)
        self.transcripts = Transcripts(redis, self.archive)
        self.due = Due(redis)
        self.pending = PendingAnswers(redis)
        self.notifications = Notifications(redis)
        self.feeds = Feeds(self.log, self.notifications)
        self.quotas = QuotaStore(redis, LimitRecords(database))
        self.lobby = Lobby(self.tables, self.quotas, self.notifications)
        self.maintenance = Maintenance(redis)
        self.outages = Outages(redis)
        self.audit = AuditLog(database)
        self.moderation = Moderation(redis, database)
        self.words = words
        self.tables.check_words = words.check_message
        self.tables.prepare = lambda game, options: uploads.provide(self.books, game, options)
        self.tables.fell_back = self.agents.record_fallback


def build(
    redis: Redis, database: Database | None = None, retention: Retention | None = None, words: WordList | None = None
) -> Stores:
    """The stores on this Redis and database, by default an empty one in memory."""
    return Stores(redis, database or Database("sqlite://"), retention or Retention(), words or WordList(None))


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
        try:
            database.migrate()
        except WrongSchema as error:
            _end(error)
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


def must_have_format(redis: Redis) -> None:
    """If the data in Redis has another format, end the process with a message that says what to do."""
    try:
        check_format(redis)
    except WrongFormat as error:
        _end(error)


def _end(error: Exception) -> NoReturn:
    sys.stderr.write(f"farshore: {error}\n")
    sys.exit(3)
