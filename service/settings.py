"""All settings of the service, read once from the environment."""

import math
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import msgspec

REDIS_SCHEMES = ("redis", "rediss", "unix")
CLUSTER_SCHEMES = ("redis+cluster", "rediss+cluster")
WEB_SCHEMES = ("http", "https")
DAY_MS = 24 * 3600 * 1000
LOG_LEVELS = ("debug", "info", "warning", "error")


def web_processes() -> int:
    """One per available core, and one more, because only one thread of a process runs at a time and its core would be
    idle while it waits for Redis."""
    # Not every system has the affinity of a process.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(64, cores + 1)


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """How long a table stays in Redis after its end, waits for players or for an answer, and stays in the archive."""

    archive_after_s: float = 3600.0
    open_days: int = 7
    idle_days: int = 90
    days: int | None = None

    def check_after(self, status: str) -> int:
        """How many milliseconds after a table got this status it is checked whether its time is over."""
        days = {"open": self.open_days, "running": self.idle_days}.get(status)
        return round(self.archive_after_s * 1000) if days is None else days * DAY_MS


class Quota(msgspec.Struct, frozen=True):
    """How much one account and one address may have at the same time; None: no limit."""

    account: int | None
    address: int | None


class Quotas(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of accounts and addresses. An operator can set others for single accounts."""

    streams: Quota = Quota(64, 256)
    tables: Quota = Quota(100, 500)
    books: Quota = Quota(20, 100)
    book_mb: Quota = Quota(100, 500)
    arenas: Quota = Quota(3, 12)
    agents: Quota = Quota(50, 200)
    bodies: Quota = Quota(16, 16)


class BadSetting(ValueError):
    """An environment variable has an invalid value."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value!r} is invalid: it must be {wanted}.")
        self.name = name


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one instance; docs/operating.md explains them."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path(".data")
    redis_url: str | None = None
    queue_redis_url: str | None = None
    admin_token: str | None = None
    cors_origins: tuple[str, ...] = ()
    proxies: int = 0
    rate_limits: bool = True
    rate_factor: float = 1.0
    max_body: int = 1024 * 1024
    max_streams: int = 256
    quotas: Quotas = Quotas()
    heartbeat_s: float = 10.0
    stream_base_url: str | None = None
    api_workers: int = msgspec.field(default_factory=web_processes)
    bot_workers: int = 2
    bot_seconds: float = 1.0
    archive: Path | None = None
    retention: Retention = Retention()
    agent_workers: int = 1
    agent_calls: int = 64
    agent_private: bool = False
    redis_memory_mb: int | None = None
    embedded: bool = False
    log: str = "warning"

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Self:
        """Read all settings; the first invalid variable raises `BadSetting`."""
        read = Reader(env)
        redis_url, queue_redis_url = read.redis()
        rate_limits, rate_factor = read.rate("FARSHORE_RATE_LIMITS")
        return cls(
            host=read.text("FARSHORE_HOST") or cls().host,
            port=read.whole("PORT", 8000, 1, 65535),
            data=Path(read.text("FARSHORE_DATA") or ".data").expanduser(),
            redis_url=redis_url,
            queue_redis_url=queue_redis_url,
            admin_token=read.text("FARSHORE_ADMIN_TOKEN"),
            cors_origins=read.origins("FARSHORE_CORS"),
            proxies=read.whole("FARSHORE_PROXIES", 0, 0, 9),
            rate_limits=rate_limits,
            rate_factor=rate_factor,
            max_body=read.whole("FARSHORE_MAX_BODY", 1024 * 1024, 1024, 1024**3),
            max_streams=read.whole("FARSHORE_MAX_STREAMS", 256, 1, 4096),
            quotas=Quotas(
                **{
                    name: read.quota(f"FARSHORE_QUOTA_{name.upper()}", getattr(Quotas(), name))
                    for name in Quotas.__struct_fields__
                }
            ),
            heartbeat_s=read.seconds("FARSHORE_HEARTBEAT", 10.0, 0.1, 60.0),
            stream_base_url=read.url("STREAM_BASE_URL", WEB_SCHEMES),
            api_workers=read.whole("FARSHORE_API_WORKERS", web_processes(), 1, 64),
            bot_workers=read.whole("FARSHORE_BOT_WORKERS", 2, 1, 64),
            bot_seconds=read.seconds("FARSHORE_BOT_SECONDS", 1.0, 0.01, 60.0),
            archive=read.folder("FARSHORE_ARCHIVE"),
            retention=Retention(
                archive_after_s=read.seconds("FARSHORE_ARCHIVE_AFTER", 3600.0, 0.0, 366 * 86400.0),
                days=read.whole("FARSHORE_ARCHIVE_DAYS", 0, 1, 36500) or None,
                open_days=read.whole("FARSHORE_OPEN_DAYS", 7, 1, 3650),
                idle_days=read.whole("FARSHORE_IDLE_DAYS", 90, 1, 3650),
            ),
            agent_workers=read.whole("FARSHORE_AGENT_WORKERS", 1, 1, 64),
            agent_calls=read.whole("FARSHORE_AGENT_CALLS", 64, 1, 1024),
            agent_private=read.word("FARSHORE_AGENT_PRIVATE", "off", ("on", "off")) == "on",
            redis_memory_mb=read.whole("FARSHORE_REDIS_MEMORY", 0, 16, 1024**2) or None,
            embedded=read.word("FARSHORE_EMBEDDED", "off", ("on", "off")) == "on",
            log=read.word("FARSHORE_LOG", "warning", LOG_LEVELS),
        )

    @classmethod
    def load(cls) -> Self:
        """Read the settings of this process, or end it with one line that names the invalid variable."""
        try:
            return cls.from_env(os.environ)
        except BadSetting as error:
            sys.stderr.write(f"farshore: {error}\n")
            sys.exit(2)


class Reader:
    """Reads single variables; an empty variable counts as not set."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env

    def text(self, name: str) -> str | None:
        return self.env.get(name, "").strip() or None

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        value = self.text(name)
        if value is None:
            return default
        # int() would also accept "1_000" and digits of other scripts.
        if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
            raise BadSetting(name, value, f"a whole number from {least} to {most}")
        return int(value)

    def quota(self, name: str, default: Quota) -> Quota:
        """The limit of an account and that of an address, such as `100/500`; `off` instead of a number for no limit."""
        value = self.text(name)
        if value is None:
            return default
        if re.fullmatch(r"([0-9]{1,9}|off)/([0-9]{1,9}|off)", value.lower()) is None:
            wanted = f"the limits of an account and an address, such as {default.account}/{default.address} or 10/off"
            raise BadSetting(name, value, wanted)
        return Quota(*(None if part == "off" else int(part) for part in value.lower().split("/")))

    def seconds(self, name: str, default: float, least: float, most: float) -> float:
        value = self.text(name)
        if value is None:
            return default
        number = as_number(value)
        if number is None or not least <= number <= most:
            raise BadSetting(name, value, f"a number of seconds from {least:g} to {most:g}")
        return number

    def folder(self, name: str) -> Path | None:
        """A folder; None if the value is `redis` or missing."""
        value = self.text(name)
        return None if value in (None, "redis") else Path(str(value)).expanduser().absolute()

    def word(self, name: str, default: str, words: tuple[str, ...]) -> str:
        value = (self.text(name) or default).lower()
        if value not in words:
            raise BadSetting(name, value, "one of " + ", ".join(words))
        return value

    def url(self, name: str, schemes: tuple[str, ...]) -> str | None:
        value = self.text(name)
        if value is None:
            return None
        scheme, _, rest = value.partition("://")
        # The value is not repeated in the error, since a Redis address may contain a password.
        if scheme not in schemes or not rest:
            raise BadSetting(name, "…", "an address starting with " + " or ".join(f"{s}://" for s in schemes))
        return value.rstrip("/") if schemes is WEB_SCHEMES else value

    def redis(self) -> tuple[str | None, str | None]:
        """The Redis for the tables and the one for the queues; a cluster needs a separate one for the queues."""
        state, queue = (
            self.url("REDIS_URL", REDIS_SCHEMES + CLUSTER_SCHEMES),
            self.url("QUEUE_REDIS_URL", REDIS_SCHEMES),
        )
        if state is not None and state.startswith(CLUSTER_SCHEMES) and queue is None:
            wanted = (
                "the address of a single Redis for the queues, such as redis://queue:6379/0, "
                "because REDIS_URL is a cluster and RQ does not run on one"
            )
            raise BadSetting("QUEUE_REDIS_URL", "", wanted)
        return state, queue or state

    def origins(self, name: str) -> tuple[str, ...]:
        """A comma-separated list of web origins, or `*` for all origins."""
        origins = tuple(o.strip().rstrip("/") for o in (self.text(name) or "").split(",") if o.strip())
        for origin in origins:
            parts = urlsplit(origin)
            if origin != "*" and (parts.scheme not in WEB_SCHEMES or not parts.netloc or parts.path):
                raise BadSetting(name, origin, "a comma-separated list of origins such as https://play.example, or *")
        return origins

    def rate(self, name: str) -> tuple[bool, float]:
        """`on`, `off`, or a factor for all limits."""
        value = (self.text(name) or "on").lower()
        if value in ("on", "off"):
            return value == "on", 1.0
        factor = as_number(value)
        if factor is None or factor <= 0:
            raise BadSetting(name, value, "on, off, or a positive number that multiplies the limits")
        return True, factor


def as_number(value: str) -> float | None:
    """The finite number in a text; None if it is not one."""
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
