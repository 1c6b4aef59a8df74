"""Delivery: a few threads send new events to all streams of a process, so that a stream needs no thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from service.api.streaming import OpenStream

THREADS: Final = 4
"""More than one, so that other streams continue while one waits for Redis."""

TICK_S: Final = 0.25
"""How often to check for streams whose heartbeat is due, or whose client has caught up."""

log = logging.getLogger(__name__)


class Connection(Protocol):
    """The transport to one client."""

    def send(self, piece: bytes) -> None:
        """Send this without blocking."""

    def full(self) -> bool:
        """Whether the client must read before it can be sent more. Raises ConnectionError if the client is gone."""
        ...

    def end(self) -> None:
        """Nothing more will be sent."""


class Delivery:
    """The streams of this process, and the threads that serve them."""

    def __init__(self) -> None:
        self._woken: SimpleQueue[DeliveredStream] = SimpleQueue()
        self._streams: set[DeliveredStream] = set()
        for target in (*(self._deliver for _ in range(THREADS)), self._wake_regularly):
            threading.Thread(target=target, name="delivery", daemon=True).start()

    def add(self, stream: OpenStream, connection: Connection) -> DeliveredStream:
        """Serve this stream until it is removed."""
        added = DeliveredStream(stream, connection, self._woken)
        self._streams.add(added)
        stream.wakeup.then = added.wake
        # Its snapshot must be sent, and it may have been woken already.
        added.wake()
        return added

    def remove(self, stream: DeliveredStream) -> None:
        """Its client has disconnected, or it has ended."""
        self._streams.discard(stream)
        stream.close()

    def _deliver(self) -> None:
        while True:
            self._woken.get().deliver()

    def _wake_regularly(self) -> None:
        while True:
            time.sleep(TICK_S)
            now = time.monotonic()
            for stream in tuple(self._streams):
                if stream.full or stream.stream.heartbeat_at <= now:
                    stream.wake()


class DeliveredStream:
    """One stream and its client."""

    def __init__(self, stream: OpenStream, connection: Connection, woken: SimpleQueue[DeliveredStream]) -> None:
        self.stream = stream
        self.full = False
        """Whether there is something to send that the client cannot take yet."""
        self._connection = connection
        self._woken = woken
        self._queued = False
        self._closed = False
        self._lock = threading.Lock()

    def wake(self) -> None:
        """There may be something to send."""
        if not self._queued:
            self._queued = True
            self._woken.put(self)

    def deliver(self) -> None:
        """Send everything there is, as far as the client can take it."""
        with self._lock:
            # Anything that arrives from here on queues the stream again.
            self._queued = False
            try:
                while not self._closed and not self._is_full():
                    piece = self.stream.piece()
                    if not piece:
                        if piece is None:
                            self._close()
                        return
                    self._connection.send(piece)
                    if self.stream.wakeup.all_read:
                        return
            except ConnectionError as gone:
                log.info("a stream ended: %s", gone)
                self._close()
            except Exception:
                log.exception("a stream failed")
                self._close()

    def _is_full(self) -> bool:
        self.full = self._connection.full()
        return self.full

    def close(self) -> None:
        """End the stream, once."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if not self._closed:
            self._closed = True
            try:
                self.stream.close()
            finally:
                self._connection.end()
