"""DNS lookups with a time limit. `getaddrinfo` has none and cannot be cancelled, so each lookup has its own thread.

Callers of the same name share one lookup, and the number of unanswered lookups is limited.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

MAX_LOOKUPS: Final = 64
"""Lookups in progress per process, as many as it has calls. One that hangs ends when the system gives up."""

AddressInfo = list[tuple[Any, ...]]
Lookup = Callable[[str, int], AddressInfo]


class LookupTimeout(Exception):
    """The name was not resolved in time; the message says why."""


def system_lookup(host: str, port: int) -> AddressInfo:
    """The addresses of a name, from the resolver of the operating system."""
    return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))


class Resolver:
    """The lookups of one process."""

    def __init__(self, max_lookups: int = MAX_LOOKUPS) -> None:
        self._max_lookups = max_lookups
        self._lock = threading.Lock()
        self._pending: dict[tuple[Lookup, str, int], Future[AddressInfo]] = {}

    def find(self, host: str, port: int, seconds: float, lookup: Lookup = system_lookup) -> AddressInfo:
        """The addresses of this name, or LookupTimeout after `seconds`."""
        future = self._start((lookup, host, port))
        try:
            return future.result(max(0.0, seconds))
        except TimeoutError:
            if future.done():
                raise
            raise LookupTimeout("the DNS lookup timed out") from None

    def _start(self, key: tuple[Lookup, str, int]) -> Future[AddressInfo]:
        with self._lock:
            if key in self._pending:
                return self._pending[key]
            if len(self._pending) >= self._max_lookups:
                raise LookupTimeout("too many DNS lookups are waiting for a reply")
            future = self._pending[key] = Future()
        # A daemon thread, so that a lookup that hangs does not keep the process from exiting.
        threading.Thread(target=self._run, args=(key, future), name="dns-lookup", daemon=True).start()
        return future

    def _run(self, key: tuple[Lookup, str, int], future: Future[AddressInfo]) -> None:
        lookup, host, port = key
        finish: Callable[[], None]
        try:
            finish = partial(future.set_result, lookup(host, port))
        except BaseException as error:
            finish = partial(future.set_exception, error)
        # Forgotten before its result is set, so that later callers start a new one.
        with self._lock:
            del self._pending[key]
        finish()


RESOLVER: Final = Resolver()
