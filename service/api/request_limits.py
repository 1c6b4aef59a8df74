"""Bodies that do not come. A web server waits for them for ever, and each wait takes one of our threads.

A body is there when its request is, so reading takes no time, and few read at once. Whoever sends requests whose bodies
do not follow gets some threads and no more; all other requests go on. There is no deadline: granian cannot be made to
give up a body that one of its threads waits for.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, Final

from werkzeug.exceptions import ServiceUnavailable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST: Final = 128
"""So many bodies a process waits for; the next request that has one is refused."""

MOST_OF_ONE: Final = 16
"""The same for one address."""

QUEUE: Final = 128
ROOM_S: Final = 1.0
"""So many requests wait so long for room: of a hundred people behind one address all may send at the same moment."""


class Crowd:
    """Who waits for bodies in this process."""

    def __init__(self) -> None:
        self._room = threading.Condition(threading.Lock())
        self._waiting: Counter[str] = Counter()
        self._all = 0
        self._queue = 0

    def read(self, address: str, read: Callable[[int], bytes], size: int) -> bytes:
        """The next piece of a body, if there is room to wait for it."""
        with self._room:
            if not self._fits(address):
                self._stand_in_line(address)
            self._waiting[address] += 1
            self._all += 1
        try:
            return read(size)
        finally:
            with self._room:
                self._all -= 1
                self._waiting[address] -= 1
                if not self._waiting[address]:
                    del self._waiting[address]
                if self._queue:
                    self._room.notify_all()

    def _fits(self, address: str) -> bool:
        return self._all < MOST and self._waiting[address] < MOST_OF_ONE

    def _stand_in_line(self, address: str) -> None:
        """Wait for room, which others who send what they have announced give free at once."""
        if self._queue >= QUEUE:
            raise ServiceUnavailable()
        self._queue += 1
        try:
            if not self._room.wait_for(lambda: self._fits(address), ROOM_S):
                raise ServiceUnavailable()
        finally:
            self._queue -= 1


class Body:
    """What a WSGI application reads, piece by piece."""

    def __init__(self, crowd: Crowd, address: str, body: IO[bytes]) -> None:
        self._crowd = crowd
        self._address = address
        self._body = body

    def read(self, size: int = -1) -> bytes:
        return self._crowd.read(self._address, self._body.read, size)

    def readline(self, size: int = -1) -> bytes:
        return self._crowd.read(self._address, self._body.readline, size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        return list(self)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line


class Patience:
    """The application, with only so many threads that wait for bodies."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._crowd = Crowd()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        body: Any = environ.get("wsgi.input")
        if body is not None:
            environ["wsgi.input"] = Body(self._crowd, environ.get("REMOTE_ADDR") or "", body)
        return self._app(environ, start_response)
