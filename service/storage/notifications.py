"""Bells: Redis pub/sub wakes whoever waits in this process. A bell may bring news along, but it may also be lost: the
truth is elsewhere."""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from types import TracebackType
from typing import Any

from redis import Redis
from redis.client import PubSub
from redis.exceptions import ConnectionError, TimeoutError

from service.storage import keys
from service.storage.cluster import Cluster
from service.storage.connection import OUTAGES, impatient

log = logging.getLogger(__name__)

LOOK_UP_S = 1.0
"""How often the listener looks whether its connection was found dead by somebody else."""

PAUSE_S = 0.05
"""How long it waits before it connects again."""

DOUBT_S = 5.0
"""On a cluster a bell travels from master to master, and one that dies takes some along unheard: so all look up now
and then as if a bell had rung."""


class Waiter:
    """One client that waits for some bells. Use it in a `with` block."""

    def __init__(self, bells: Bells, channels: tuple[str, ...]) -> None:
        self._bells = bells
        self.channels = channels
        self._rung = threading.Event()
        self._messages: deque[bytes | None] = deque(maxlen=1000)

    def ring(self, message: bytes | None) -> None:
        """Wake the client, now or as soon as it waits; None: something may have been missed."""
        self._messages.append(message)
        self._rung.set()

    def nudge(self) -> None:
        """Let the client look up without a bell."""
        self._rung.set()

    def wait(self, seconds: float) -> bool:
        """Wait for a bell; False when none rang in this time."""
        rung = self._rung.wait(seconds)
        self._rung.clear()
        return rung

    def said(self) -> set[str] | None:
        """What the bells since the last call were about; None when that is not known."""
        if len(self._messages) == self._messages.maxlen:
            self._messages.append(None)
        messages = {self._messages.popleft() for _ in range(len(self._messages))}
        return None if None in messages else {message.decode() for message in messages if message is not None}

    def __enter__(self) -> Waiter:
        self._bells.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bells.remove(self)


class Bells:
    """One listener per process for all its clients."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._doubtful = isinstance(redis, Cluster)
        self._doubt_at = time.monotonic() + DOUBT_S
        self._lock = threading.Lock()
        self._waiters: dict[str, set[Waiter]] = defaultdict(set)
        self._heard: dict[str, Callable[[bytes | None], None]] = {}
        self._pubsub: PubSub | None = None
        self._torn = False

    def on(self, channel: str, do: Callable[[bytes | None], None]) -> None:
        """Call `do` with each message of this channel, and with None when some may have been missed."""
        self._heard[channel] = do

    def waiter(self, *channels: str) -> Waiter:
        """Somebody who wants to hear these bells."""
        return Waiter(self, channels)

    def add(self, waiter: Waiter) -> None:
        """From now on no bell is missed: the subscription is known to Redis, or the waiter is rung when it is."""
        with self._lock:
            pubsub = self._listen()
            new = [channel for channel in waiter.channels if not self._waiters[channel]]
            for channel in waiter.channels:
                self._waiters[channel].add(waiter)
            if new:
                self._tell(pubsub.subscribe, new)

    def remove(self, waiter: Waiter) -> None:
        """This client is gone."""
        with self._lock:
            gone = []
            for channel in waiter.channels:
                self._waiters[channel].discard(waiter)
                if not self._waiters[channel]:
                    del self._waiters[channel]
                    gone.append(channel)
            if gone and self._pubsub is not None:
                self._tell(self._pubsub.unsubscribe, gone)

    def nudge(self) -> None:
        """Let everybody who waits in this process look up."""
        with self._lock:
            waiters = {waiter for waiters in self._waiters.values() for waiter in waiters}
        for waiter in waiters:
            waiter.nudge()

    def start(self) -> None:
        """Begin to listen, also before the first client waits."""
        with self._lock:
            self._listen()

    def _listen(self) -> PubSub:
        if self._pubsub is None:
            self._pubsub = impatient(self._redis, socket_timeout=LOOK_UP_S).pubsub()  # type: ignore[no-untyped-call]
            self._tell(self._pubsub.subscribe, [*self._heard, keys.TOKEN_BELL])
            threading.Thread(target=self._run, name="bells", daemon=True).start()
        return self._pubsub

    def _tell(self, verb: Callable[..., Any], channels: list[str]) -> None:
        try:
            verb(*channels)
        except OUTAGES:
            log.info("no connection for bells; the listener will mend it")
            self._torn = True

    def _run(self) -> None:
        """Listen for ever: whatever goes wrong, the next thing to do is to connect and subscribe again."""
        while True:
            try:
                if self._torn or self._pubsub is None:
                    self._mend()
                else:
                    self._hear(self._pubsub)
                if self._doubtful and time.monotonic() > self._doubt_at:
                    self._doubt_at = time.monotonic() + DOUBT_S
                    self._doubt()
            except OUTAGES:
                self._torn = True
            except Exception:
                log.exception("the listener for bells stumbled")
                self._torn = True

    def _hear(self, pubsub: PubSub) -> None:
        """Read the next message. Straight from its connection: asking before whether there is one costs as much."""
        connection: Any = pubsub.connection
        if connection is None:
            raise ConnectionError("not connected")
        try:
            said = connection.read_response(disconnect_on_error=False, push_request=True)
        except TimeoutError:
            return
        except ConnectionError as error:
            # So says redis-py where the kernel keeps the time.
            if isinstance(error.__context__, BlockingIOError):
                return
            raise
        if said[0] == b"message":
            self._ring(said[1].decode(), said[2])
            return
        pubsub.handle_message(said)  # type: ignore[no-untyped-call]
        if said[0] == b"subscribe":
            # A (new) subscription rings too: something may have happened just before it.
            self._ring(said[1].decode(), None)

    def _ring(self, channel: str, said: bytes | None) -> None:
        if channel in self._heard:
            try:
                self._heard[channel](said)
            except Exception:
                log.exception("a listener of %s failed", channel)
        with self._lock:
            waiters = list(self._waiters.get(channel, ()))
        for waiter in waiters:
            waiter.ring(said)

    def _doubt(self) -> None:
        """Some bell may not have been heard: whoever waits looks for itself."""
        with self._lock:
            waiters = {waiter for waiters in self._waiters.values() for waiter in waiters}
        for waiter in waiters:
            waiter.ring(None)

    def _mend(self) -> None:
        """A new connection that has all subscriptions, or none; each of them rings when Redis knows it."""
        time.sleep(PAUSE_S)
        with self._lock:
            if self._pubsub is not None:
                self._pubsub.close()
            self._pubsub = impatient(self._redis, socket_timeout=LOOK_UP_S).pubsub()  # type: ignore[no-untyped-call]
            self._torn = False
            self._tell(self._pubsub.subscribe, [*self._heard, keys.TOKEN_BELL, *self._waiters])
