"""The format of the data in Redis. A process does not start on data in another format."""

from __future__ import annotations

from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from service.storage import keys

FORMAT: Final = b"5"
"""Increased whenever keys or records change so that other versions cannot read them."""

NOT_DATA: Final = (b"heartbeats", b"clock-time", b"probe:", b"archive:", b"rq:", b"LIMITS:")
"""Keys of running processes, of RQ and of the rate limiter. They may exist in a Redis that was emptied."""

OUTAGES: Final = tuple(keys.outages(shard).encode() for shard in keys.SHARDS)
"""Written by the clock, even to a Redis that was emptied."""


class WrongFormat(RuntimeError):
    """The data in Redis has another format; the message says what to do."""


def check_format(redis: Redis) -> None:
    """Mark an empty Redis with the current format; refuse one whose data has another format or none."""
    if redis.get(keys.FORMAT) is None and _has_no_data(redis):
        try:
            redis.setnx(keys.FORMAT, FORMAT)
        except ResponseError as error:
            raise WrongFormat(f"Redis accepts no writes ({error}); is its disk full?") from error
    # Read again, because another process may have marked the same Redis and written to it since.
    found: Any = redis.get(keys.FORMAT)
    if found != FORMAT:
        name = "an unknown format" if found is None else f"format {found.decode()}"
        raise WrongFormat(
            f"The data in Redis has {name}, and this version of Farshore reads format {FORMAT.decode()} only: set "
            "FARSHORE_DATA to another folder (or REDIS_URL to another Redis), or run the version that wrote the data."
        )


def _has_no_data(redis: Redis) -> bool:
    return all(key.startswith(NOT_DATA) or key in OUTAGES for key in redis.scan_iter(count=1000))
