"""Quotas of a request: whom it counts for, and how to count what it creates or keeps open."""

from __future__ import annotations

import ipaddress
import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from flask import request
from redis.exceptions import RedisError

from service.api.auth import caller
from service.api.context import settings, stores
from service.quotas import quotas
from service.quotas.quotas import Existing
from service.quotas.store import LEASE_MS, Exceeded, Holder, Kind, QuotaStore
from service.refusals import Refused
from service.settings import Quota
from service.storage.connection import WRITE_REFUSED

RENEW_S: Final = LEASE_MS / 4000

log = logging.getLogger(__name__)


class TooManyStreams(Refused):
    """The account or address has reached its limit of open streams and long polls."""


@contextmanager
def counted(kind: Kind, id: str, existing: Existing, weight: int = 1) -> Iterator[Callable[[], None]]:
    """Count what this request creates for the caller and their address. The function undoes that, as a refusal does."""
    new = quotas.reserve(stores().quotas, kind, id, holders(kind), existing, weight)

    def cancel() -> None:
        if new:
            deleted(kind, id)

    try:
        yield cancel
    except Refused:
        cancel()
        raise


def deleted(kind: Kind, id: str) -> None:
    """Something of the caller was deleted and no longer counts."""
    stores().quotas.release(kind, [holder.id for holder in holders(kind)], id)


def holders(kind: Kind, player: str | None = None) -> list[Holder]:
    """Whom a request counts for: the account of the caller or `player`, and the address unless it is this machine."""
    limits = settings().quotas
    limit: Quota = getattr(limits, kind)
    size = limits.book_mb if kind == "books" else Quota(None, None)
    found = []
    if (player := player or caller().player) is not None:
        found.append(Holder("account", player, limit.account, _bytes(size.account)))
    if (address := network(request.remote_addr or "")) is not None:
        found.append(Holder("address", address, limit.address, _bytes(size.address)))
    return found


def _bytes(megabytes: int | None) -> int | None:
    return None if megabytes is None else megabytes * 1_000_000


@lru_cache(4096)
def network(address: str) -> str | None:
    """The address, or for IPv6 its /64 network, since a caller usually controls all of it; None for this machine.

    Behind a local proxy whose `X-Forwarded-For` is not trusted, all requests come from this machine.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address or None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return network(str(found.ipv4_mapped))
        return None if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))
    return None if found.is_loopback else str(found)


class StreamLeases:
    """Leases for the open streams of this process. A thread renews them, so that an idle stream counts too."""

    def __init__(self, store: QuotaStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._held: dict[str, list[Holder]] = {}
        self._renewing = False

    def take(self, holders: list[Holder]) -> str | None:
        """Count one more stream. TooManyStreams if a limit is reached; None if the caller has no limit."""
        if not holders:
            return None
        id = secrets.token_hex(8)
        try:
            found = self._store.reserve("streams", id, holders, lease_ms=LEASE_MS)
        except WRITE_REFUSED as error:
            # Reading works while Redis is full; the limit of each process still applies.
            log.warning("a stream is not counted: %s", error)
            return None
        if isinstance(found, Exceeded):
            raise TooManyStreams(limit=found.limit, per=found.holder.kind)
        with self._lock:
            self._held[id] = holders
            if not self._renewing:
                self._renewing = True
                threading.Thread(target=self._renew, name="stream leases", daemon=True).start()
        return id

    def release(self, id: str | None) -> None:
        """The stream has ended."""
        with self._lock:
            held = self._held.pop(id or "", None)
        if held is not None and id is not None:
            try:
                self._store.release("streams", [holder.id for holder in held], id)
            except RedisError as error:
                log.warning("a stream that has ended counts until its lease expires: %s", error)

    def _renew(self) -> None:
        pause = threading.Event()
        while not pause.wait(RENEW_S):
            with self._lock:
                if not self._held:
                    self._renewing = False
                    return
                try:
                    # Under the lock, so that no stream is renewed after its release.
                    pairs = [(holder.id, id) for id, held in self._held.items() for holder in held]
                    self._store.renew("streams", pairs, LEASE_MS)
                except RedisError as error:
                    log.warning("the leases of streams could not be renewed: %s", error)
