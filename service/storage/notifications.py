"""Notifications: Redis pub/sub wakes whoever waits in this process. A message may carry news, but it may also be lost,
so it is never the only source."""

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

from service.storage import keys
from service.storage.cluster import Cluster
from service.storage.connection import OUTAGES, impatient

log = logging.getLogger(__name__)

LOOK_UP_S = 1.0
"""How often the listener checks whether another thread has found its connection dead."""

PAUSE_S = 0.05
"""How long it waits before it reconnects."""

CHECK_S = 5.0
"""On a cluster messages travel from master to master, and a master that dies loses some: so every waiting client is
woken at this interval as if a message had come."""


class Subscription:
    """One client that waits for messages on some channels. Use it in a `with` block."""

    def __init__(self, notifications: Notifications, channels: tuple[str, ...]) -> None:
        self._notifications = notifications
        self.channels = channels
        self._event = threading.Event()
        self._messages: deque[bytes | None] = deque(maxlen=1000)

    def notify(self, message: bytes | None) -> None:
        """Wake the client, now or as soon as it waits; None: something may have been missed."""
        self._messages.append(message)
        self._event.set()

    def wake(self) -> None:
        """Wake the client without a message."""
        self._event.set()

    def wait(self, seconds: float) -> bool:
        """Wait for a message; False when none came in this time."""
        woken = self._event.wait(seconds)
        self._event.clear()
        return woken

    def messages(self) -> set[str] | None:
        """The messages since the last call; None when some may have been missed."""
        if len(self._messages) == self._messages.maxlen:
            self._messages.append(None)
        messages = {self._messages.popleft() for _ in range(len(self._messages))}
        return None if None in messages else {message.decode() for message in messages if message is not None}

    def __enter__(self) -> Subscription:
        self._notifications.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._notifications.remove(self)


class Notifications:
    """One listener per process for all its clients."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._lossy = isinstance(redis, Cluster)
        self._check_at = time.monotonic() + CHECK_S
        self._lock = threading.Lock()
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self._handlers: dict[str, Callable[[bytes | None], None]] = {}
        self._pubsub: PubSub | None = None
        self._broken = False

    def on(self, channel: str, do: Callable[[bytes | None], None]) -> None:
        """Call `do` with each message of this channel, and with None when some may have been missed."""
        self._handlers[channel] = do

    def subscribe(self, *channels: str) -> Subscription:
        """A subscription to these channels, which begins with its `with` block."""
        return Subscription(self, channels)

    def add(self, subscription: Subscription) -> None:
        """From now on no message is missed: Redis knows the subscription, or the client is woken when it does."""
        with self._lock:
            pubsub = self._listen()
            new = [channel for channel in subscription.channels if not self._subscriptions[channel]]
            for channel in subscription.channels:
                self._subscriptions[channel].add(subscription)
            if new:
                self._tell(pubsub.subscribe, new)

    def remove(self, subscription: Subscription) -> None:
        """This client is gone."""
        with self._lock:
            gone = []
            for channel in subscription.channels:
                self._subscriptions[channel].discard(subscription)
                if not self._subscriptions[channel]:
                    del self._subscriptions[channel]
                    gone.append(channel)
            if gone and self._pubsub is not None:
                self._tell(self._pubsub.unsubscribe, gone)

    def wake_all(self) -> None:
        """Wake everybody who waits in this process."""
        with self._lock:
            subscriptions = {
                subscription for subscriptions in self._subscriptions.values() for subscription in subscriptions
            }
        for subscription in subscriptions:
            subscription.wake()

    def start(self) -> None:
        """Begin to listen, also before the first client waits."""
        with self._lock:
            self._listen()

    def _listen(self) -> PubSub:
        if self._pubsub is None:
            self._pubsub = impatient(self._redis, socket_timeout=LOOK_UP_S).pubsub()  # type: ignore[no-untyped-call]
            self._tell(self._pubsub.subscribe, [*self._handlers, keys.TOKEN_CHANNEL])
            threading.Thread(target=self._run, name="notifications", daemon=True).start()
        return self._pubsub

    def _tell(self, verb: Callable[..., Any], channels: list[str]) -> None:
        try:
            verb(*channels)
        except OUTAGES:
            log.info("no connection for notifications; the listener will reconnect")
            self._broken = True

    def _run(self) -> None:
        """Listen for ever: after any error, reconnect and subscribe again."""
        while True:
            try:
                if self._broken or self._pubsub is None:
                    self._reconnect()
                else:
                    self._read(self._pubsub)
                if self._lossy and time.monotonic() > self._check_at:
                    self._check_at = time.monotonic() + CHECK_S
                    self._wake_all_to_check()
            except OUTAGES:
                self._broken = True
            except Exception:
                log.exception("the listener for notifications failed")
                self._broken = True

    def _read(self, pubsub: PubSub) -> None:
        """Wait for the next message and pass it on."""
        message: dict[str, Any] | None = pubsub.get_message(timeout=LOOK_UP_S)
        if message is None:
            return
        if message["type"] == "message":
            self._notify(message["channel"].decode(), message["data"])
        elif message["type"] == "subscribe":
            # Something may have happened just before the (new) subscription.
            self._notify(message["channel"].decode(), None)

    def _notify(self, channel: str, message: bytes | None) -> None:
        if channel in self._handlers:
            try:
                self._handlers[channel](message)
            except Exception:
                log.exception("a listener of %s failed", channel)
        with self._lock:
            subscriptions = list(self._subscriptions.get(channel, ()))
        for subscription in subscriptions:
            subscription.notify(message)

    def _wake_all_to_check(self) -> None:
        """Some message may have been lost: everybody who waits checks for themselves."""
        with self._lock:
            subscriptions = {
                subscription for subscriptions in self._subscriptions.values() for subscription in subscriptions
            }
        for subscription in subscriptions:
            subscription.notify(None)

    def _reconnect(self) -> None:
        """A new connection with all subscriptions, or none; each client is woken when Redis confirms its own."""
        time.sleep(PAUSE_S)
        with self._lock:
            if self._pubsub is not None:
                self._pubsub.close()
            self._pubsub = impatient(self._redis, socket_timeout=LOOK_UP_S).pubsub()  # type: ignore[no-untyped-call]
            self._broken = False
            self._tell(self._pubsub.subscribe, [*self._handlers, keys.TOKEN_CHANNEL, *self._subscriptions])
