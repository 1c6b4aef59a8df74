"""All settings of the service, read once from the environment.

A field of a struct here is an environment variable; msgspec converts and checks its value.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, field
from msgspec.inspect import BoolType, LiteralType, Metadata, StructType, Type, VarTupleType, type_info
from msgspec.structs import fields, replace

CLUSTER_SCHEMES = ("redis+cluster", "rediss+cluster")
DAY_MS = 24 * 3600 * 1000
S = TypeVar("S", bound=Struct)


def web_processes() -> int:
    """One per available core, and one more: only one thread of a process runs at a time, so a core would be idle while
    its process waits for Redis."""
    # Not every system supports processor affinity.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(64, cores + 1)


def whole(least: int, most: int) -> Meta:
    return Meta(ge=least, le=most, description=f"a whole number from {least} to {most}")


def seconds(least: float, most: float) -> Meta:
    return Meta(ge=least, le=most, description=f"a number of seconds from {least:g} to {most:g}")


def address(*schemes: str) -> Meta:
    pattern = f"^({'|'.join(map(re.escape, schemes))})://."
    return Meta(pattern=pattern, description="an address starting with " + " or ".join(f"{s}://" for s in schemes))


Few = Annotated[int, whole(1, 64)]
Days = Annotated[int, whole(1, 3650)]
RedisAddress = Annotated[str, address("redis", "rediss", "unix")]
AnyRedisAddress = Annotated[str, address("redis", "rediss", "unix", *CLUSTER_SCHEMES)]
DatabaseAddress = Annotated[str, address("postgresql+psycopg", "postgresql", "sqlite")]
WebAddress = Annotated[str, address("http", "https")]
Origin = Annotated[
    str,
    Meta(
        pattern=r"^(\*|https?://[^/?#]+)$",
        description="a comma-separated list of origins such as https://play.example, or *",
    ),
]
OnOff = Annotated[bool, Meta(description="one of on, off")]
Factor = Annotated[float, Meta(gt=0, le=1e9, description="on, off, or a positive number that multiplies the limits")]
Level = Annotated[Literal["debug", "info", "warning", "error"], Meta(description="one of debug, info, warning, error")]
LogFormat = Annotated[Literal["text", "json"], Meta(description="one of text, json")]


class Variables(Struct, frozen=True, kw_only=True, rename=lambda name: f"FARSHORE_{name.upper()}"):
    """Settings whose fields are named after their environment variables."""


WRITE_AFTER_MS = 5000
"""How long after its end a table is written to the database; later additions are written when it leaves Redis."""


class Retention(Variables, frozen=True, kw_only=True):
    """How long a table stays in Redis after its end, may wait for players or an answer, and stays in the archive."""

    archive_after_s: Annotated[float, seconds(0, 366 * 86400)] = field(default=3600.0, name="FARSHORE_ARCHIVE_AFTER")
    open_days: Days = 7
    idle_days: Days = 90
    days: Annotated[int, whole(1, 36500)] | None = field(default=None, name="FARSHORE_ARCHIVE_DAYS")

    def check_after(self, status: str) -> int:
        """How many milliseconds after it got this status a table is checked for expiry."""
        days = {"open": self.open_days, "running": self.idle_days}.get(status)
        return round(self.archive_after_s * 1000) if days is None else days * DAY_MS

    def first_check_after(self, status: str) -> int:
        """The same for the first check. A table that is over is written to the database long before it leaves Redis."""
        return (
            min(WRITE_AFTER_MS, self.check_after(status))
            if status in ("finished", "aborted")
            else self.check_after(status)
        )


class Quota(Struct, frozen=True, array_like=True):
    """How much one account and one address may have at the same time; None: no limit."""

    account: Annotated[int, whole(0, 10**9)] | None
    address: Annotated[int, whole(0, 10**9)] | None


Limits = Annotated[Quota, Meta(description="the limits of an account and an address, such as 100/500 or 10/off")]


class Quotas(Struct, frozen=True, kw_only=True, rename=lambda name: f"FARSHORE_QUOTA_{name.upper()}"):
    """The limits of accounts and addresses. An operator can set others for single accounts."""

    streams: Limits = Quota(64, 256)
    tables: Limits = Quota(100, 500)
    books: Limits = Quota(20, 100)
    book_mb: Limits = Quota(100, 500)
    arenas: Limits = Quota(3, 12)
    agents: Limits = Quota(50, 200)
    bodies: Limits = Quota(16, 16)


class BadSetting(ValueError):
    """An environment variable has an invalid value."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value!r} is invalid: it must be {wanted}.")
        self.name = name


class Settings(Variables, frozen=True, kw_only=True):
    """The settings of one instance; docs/operating.md explains them."""

    host: str = "127.0.0.1"
    port: Annotated[int, whole(1, 65535)] = field(default=8000, name="PORT")
    data: Path = Path(".data")
    redis_url: AnyRedisAddress | None = field(default=None, name="REDIS_URL")
    queue_redis_url: RedisAddress | None = field(default=None, name="QUEUE_REDIS_URL")
    admin_token: str | None = None
    cors_origins: tuple[Origin, ...] = field(default=(), name="FARSHORE_CORS")
    proxies: Annotated[int, whole(0, 9)] = 0
    rate_limits: bool = field(default=True, name="rate_limits")
    rate_factor: Factor = field(default=1.0, name="FARSHORE_RATE_LIMITS")
    max_body: Annotated[int, whole(1024, 1024**3)] = 1024 * 1024
    max_streams: Annotated[int, whole(1, 4096)] = 256
    quotas: Quotas = field(default=Quotas(), name="quotas")
    word_list: Path | None = None
    heartbeat_s: Annotated[float, seconds(0.1, 60)] = field(default=10.0, name="FARSHORE_HEARTBEAT")
    stream_base_url: WebAddress | None = field(default=None, name="STREAM_BASE_URL")
    stop_delay_s: Annotated[float, seconds(0, 60)] = field(default=0.0, name="FARSHORE_STOP_DELAY")
    api_workers: Few = field(default_factory=web_processes)
    bot_workers: Few = 2
    bot_seconds: Annotated[float, seconds(0.01, 60)] = 1.0
    database_url: DatabaseAddress | None = None
    retention: Retention = field(default=Retention(), name="retention")
    agent_workers: Few = 1
    agent_calls: Annotated[int, whole(1, 1024)] = 64
    agent_private: OnOff = False
    redis_memory_mb: Annotated[int, whole(16, 1024**2)] | None = field(default=None, name="FARSHORE_REDIS_MEMORY")
    embedded: OnOff = False
    build: str = "unknown"
    log: Level = "warning"
    log_format: LogFormat = "text"

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Self:
        """Read all settings; the first invalid variable raises `BadSetting`. An empty variable counts as not set."""
        found = {name: value.strip() for name, value in env.items() if name.isupper() and value.strip()}
        rate = found.get("FARSHORE_RATE_LIMITS", "on").lower()
        if rate in ("on", "off"):
            found.pop("FARSHORE_RATE_LIMITS", None)
        if database := found.get("FARSHORE_DATABASE_URL"):
            # The same address with the driver that is installed.
            found["FARSHORE_DATABASE_URL"] = re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", database)
        if base := found.get("STREAM_BASE_URL"):
            found["STREAM_BASE_URL"] = base.rstrip("/")
        settings = replace(
            read(cls, found), retention=read(Retention, found), quotas=read(Quotas, found), rate_limits=rate != "off"
        )
        if settings.redis_url is None or settings.queue_redis_url is not None:
            return settings
        if settings.redis_url.startswith(CLUSTER_SCHEMES):
            wanted = (
                "the address of a single Redis for the queues, such as redis://queue:6379/0, "
                "because REDIS_URL is a cluster and RQ does not run on one"
            )
            raise BadSetting("QUEUE_REDIS_URL", "", wanted)
        return settings

    @property
    def queue_url(self) -> str:
        """The address of the Redis of the queues: by default that of the tables."""
        return self.queue_redis_url or self.redis_url or ""

    @classmethod
    def load(cls) -> Self:
        """Read the settings of this process, or end it with one line that names the invalid variable."""
        try:
            return cls.from_env(os.environ)
        except BadSetting as error:
            sys.stderr.write(f"farshore: {error}\n")
            sys.exit(2)


def read(kind: type[S], env: Mapping[str, str]) -> S:
    """Convert the variables of these settings; the others are ignored."""
    types = {each.encode_name: type_info(each.type) for each in fields(kind)}
    found = {name: parse(types[name], value) for name, value in env.items() if name in types}
    try:
        return convert(found, kind, strict=False, dec_hook=lambda _, value: Path(value).expanduser().absolute())
    except ValidationError as error:
        name = str(error).partition("$.")[2].split("`")[0].split("[")[0].split(".")[0]
        # The error does not repeat an address, because it may contain a password.
        raise BadSetting(name, "…" if name.endswith("_URL") else env[name], description(types[name])) from None


def parse(kind: Type, value: str) -> Any:
    """Convert values whose format in the environment differs from what msgspec reads."""
    match kind.type if isinstance(kind, Metadata) else kind:
        case BoolType():
            return {"on": True, "off": False}.get(value.lower(), value)
        case LiteralType():
            return value.lower()
        case VarTupleType():
            return [part.strip().rstrip("/") for part in value.split(",") if part.strip()]
        case StructType(cls=cls) if cls is Quota and value.count("/") == 1:
            return [None if part == "off" else part for part in value.lower().split("/")]
    return value


def description(kind: Type) -> str:
    """A description of valid values of this type."""
    for part in (kind, *getattr(kind, "types", ()), getattr(kind, "item_type", kind)):
        if isinstance(part, Metadata):
            return str((part.extra_json_schema or {})["description"])
    return "another value"
