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


class Crowd:
    """Who waits for bodies in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Counter[str] = Counter()

    def read(self, address: str, read: Callable[[int], bytes], size: int) -> bytes:
        """The next piece of a body, if there is room to wait for it."""
        with self._lock:
            if self._waiting.total() >= MOST or self._waiting[address] >= MOST_OF_ONE:
                raise ServiceUnavailable()
            self._waiting[address] += 1
        try:
            return read(size)
        finally:
            with self._lock:
                self._waiting[address] -= 1
                if not self._waiting[address]:
                    del self._waiting[address]


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
