"""Every store, built once when a process starts. Functions are handed the stores they use, not this class."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass

from redis import Redis

from service.accounts.store import Accounts
from service.agents import fallbacks
from service.agents.store import Agents
from service.archive.archives import Archive, Moved, RedisArchive
from service.archive.folder import FolderArchive, must_have_none
from service.archive.past import Past
from service.arena.store import Arenas
from service.books import uploads
from service.books.store import Books, HiddenMeanings
from service.bots.store import PendingAnswers
from service.events.feeds import Feeds
from service.events.store import EventLog
from service.quotas.store import QuotaStore
from service.replays.store import Transcripts
from service.settings import Retention, Settings
from service.storage.connection import OUTAGES, connect
from service.storage.due import Due
from service.storage.format import WrongFormat, check_format
from service.storage.maintenance import Maintenance
from service.storage.notifications import Notifications
from service.tables.store import Tables


@dataclass(frozen=True)
class Stores:
    """The stores of one process."""

    redis: Redis
    past: Past
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
    quotas: QuotaStore
    maintenance: Maintenance


def build(redis: Redis, archive: Archive | None = None, retention: Retention | None = None) -> Stores:
    """The stores on this Redis, with the hooks of the features above tables."""
    retention = retention or Retention()
    past = Past(redis, archive or RedisArchive(redis, retention.days), retention)
    tables, log = Tables(redis, past, retention), EventLog(redis, past)
    agents, books, notifications = Agents(redis), Books(redis), Notifications(redis)
    tables.prepare = lambda game, options: uploads.provide(books, game, options)
    tables.committed = lambda change: fallbacks.record(agents, change)
    return Stores(
        redis=redis,
        past=past,
        tables=tables,
        log=log,
        accounts=Accounts(redis, past.archive),
        agents=agents,
        arenas=Arenas(redis),
        books=books,
        hidden_meanings=HiddenMeanings(redis),
        transcripts=Transcripts(redis, past),
        due=Due(redis),
        pending=PendingAnswers(redis),
        notifications=notifications,
        feeds=Feeds(log, notifications),
        quotas=QuotaStore(redis),
        maintenance=Maintenance(redis),
    )


def connect_stores(settings: Settings) -> Stores:
    """The stores for these settings. Ends the process if the data in Redis has another format."""
    if settings.redis_url is None:
        raise RuntimeError("REDIS_URL is not set; `python -m service` starts a Redis and sets it")
    redis, retention = connect(settings.redis_url), settings.retention
    # A process may start while Redis is down.
    with contextlib.suppress(*OUTAGES):
        must_have_format(redis)
        if settings.archive is None:
            must_have_none(redis)
    if settings.archive is None:
        return build(redis, RedisArchive(redis, retention.days), retention)
    folder, before = FolderArchive(settings.archive), RedisArchive(redis, retention.days)
    folder.claim(redis)
    return build(redis, Moved(folder, before) if before.used() else folder, retention)


def must_have_format(redis: Redis) -> None:
    """End the process with one line that says what to do if the data in Redis has another format."""
    try:
        check_format(redis)
    except WrongFormat as error:
        sys.stderr.write(f"farshore: {error}\n")
        sys.exit(3)
