"""Names are looked up beside the call, so that a slow name server takes no more of anybody's time than there is.

`getaddrinfo` cannot be told to hurry, and cannot be broken off: a name whose server never answers would hold the thread
of a call long after its budget. So a thread of its own asks, and the call waits for it as long as it may. Whoever wants
the same name meanwhile waits for the same reply; and more than so many unanswered names at once there are not.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

MOST: Final = 64
"""Names under way at once, as many as a process has calls. One that hangs leaves by itself when the system gives up."""

Found = list[tuple[Any, ...]]
Resolve = Callable[[str, int], Found]


class TooSlow(Exception):
    """The name was not found in time; the message says why."""


def ask_system(host: str, port: int) -> Found:
    """The addresses of a name, as the machine is told to find them; it may take its time."""
    return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))


class Lookups:
    """The names of one process that are being looked up."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._under_way: dict[tuple[Resolve, str, int], Future[Found]] = {}

    def find(self, host: str, port: int, seconds: float, resolve: Resolve = ask_system) -> Found:
        """What `resolve` says of this name; TooSlow if that takes longer than `seconds`."""
        future = self._asked((resolve, host, port))
        try:
            return future.result(max(0.0, seconds))
        except TimeoutError:
            if future.done():
                raise
            raise TooSlow("the name took too long to resolve") from None

    def _asked(self, wanted: tuple[Resolve, str, int]) -> Future[Found]:
        with self._lock:
            if wanted in self._under_way:
                return self._under_way[wanted]
            if len(self._under_way) >= self._most:
                raise TooSlow("too many names are being looked up; theirs do not answer")
            future = self._under_way[wanted] = Future()
        # A daemon: the process ends without waiting for a name server that never answers.
        threading.Thread(target=self._ask, args=(wanted, future), name="lookup", daemon=True).start()
        return future

    def _ask(self, wanted: tuple[Resolve, str, int], future: Future[Found]) -> None:
        resolve, host, port = wanted
        try:
            found = resolve(host, port)
        except BaseException as trouble:
            self._done(wanted)
            future.set_exception(trouble)
        else:
            self._done(wanted)
            future.set_result(found)

    def _done(self, wanted: tuple[Resolve, str, int]) -> None:
        """First off the list: whoever comes after the reply asks anew."""
        with self._lock:
            del self._under_way[wanted]


LOOKUPS: Final = Lookups()
