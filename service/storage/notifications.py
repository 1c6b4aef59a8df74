"""Notifications: Redis pub/sub wakes clients that wait in this process. A message may carry data, but it may also be
lost, so it is never the only source.

Channels are sharded (SPUBLISH): on a cluster a message goes to the master that has the slot of the channel, and only to
those who listen there. The few channels of `on`, which every process listens to, are published to all masters.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from functools import partial
from types import TracebackType
from typing import Any

from redis import Redis
from redis.client import PubSub
from redis.exceptions import ResponseError

from service.storage import keys
from service.storage.cluster import Cluster
from service.storage.connection import OUTAGES, without_retries

log = logging.getLogger(__name__)

LOOK_UP_S = 1.0
"""How often the listener checks whether another thread has found its connection broken."""

PAUSE_S = 0.05
LONGEST_PAUSE_S = 0.8
"""How long it waits before it reconnects, at first and after many attempts."""

CHECK_S = 5.0
"""On a cluster, a master that dies loses messages, and a channel may move to another one. So every waiting client is
woken at this interval as if a message had arrived."""


ANY = ""
"""In place of the name of a server: the only one, or any one of a cluster."""


class Subscription:
    """One client that waits for messages on some channels. Use it in a `with` block.

    `then` is called when there may be messages, for a client that also waits for other things.
    """

    def __init__(
        self, notifications: Notifications, channels: tuple[str, ...], then: Callable[[], None] | None = None
    ) -> None:
        self._notifications = notifications
        self._then = then
        self.channels = channels
        self._event = threading.Event()
        self._messages: deque[bytes | None] = deque(maxlen=1000)

    def notify(self, message: bytes | None) -> None:
        """Wake the client, now or as soon as it waits. None: messages may have been missed."""
        self._messages.append(message)
        self.wake()

    def wake(self) -> None:
        """Wake the client without a message."""
        self._event.set()
        if self._then is not None:
            self._then()

    def wait(self, seconds: float) -> bool:
        """Wait for a message. Return False after a time-out."""
        woken = self._event.wait(seconds)
        self._event.clear()
        return woken

    def messages(self) -> set[str] | None:
        """The messages since the last call; None if some may have been missed."""
        if len(self._messages) == self._messages.maxlen:
            self._messages.append(None)
        messages = {self._messages.popleft() for _ in range(len(self._messages))}
        return None if None in messages else {message.decode() for message in messages if message is not None}

    def __enter__(self) -> Subscription:
        self._notifications.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._notifications.remove(self)


class Listener:
    """The connection to one server: a thread that receives the messages of its channels."""

    def __init__(self, notifications: Notifications, node: str, broadcast: tuple[str, ...] = ()) -> None:
        """`broadcast` are channels that are published to all servers."""
        self._notifications = notifications
        self.node = node
        self.broadcast = broadcast
        self.channels: set[str] = set()
        self.broken = False
        self._attempts = 0
        self.pubsub = self._connected()
        threading.Thread(target=self._run, name="notifications", daemon=True).start()

    def _connected(self) -> PubSub:
        found: PubSub = self._notifications.client_of(self.node).pubsub()  # type: ignore[no-untyped-call]
        self._tell(lambda: found.subscribe(*self.broadcast) if self.broadcast else None)
        self._subscribe(found, self.channels)
        return found

    def add(self, channels: Iterable[str]) -> None:
        self.channels.update(channels)
        self._subscribe(self.pubsub, channels)

    def remove(self, channels: Iterable[str]) -> None:
        self.channels.difference_update(channels)
        for each in self._commands(channels):
            self._tell(partial(self.pubsub.sunsubscribe, *each))

    def _subscribe(self, pubsub: PubSub, channels: Iterable[str]) -> None:
        for each in self._commands(channels):
            self._tell(partial(pubsub.ssubscribe, *each))

    def _commands(self, channels: Iterable[str]) -> list[list[str]]:
        """The channels grouped by command: on a cluster, those of one command would have to be in the same slot."""
        if self._notifications.clustered:
            return [[channel] for channel in channels]
        return [[*channels]] if channels else []

    def _tell(self, send: Callable[[], object]) -> None:
        try:
            send()
        except OUTAGES:
            log.info("no connection for notifications; the listener will reconnect")
            self.broken = True

    def _run(self) -> None:
        """Listen until the process ends. After any error, reconnect and subscribe again."""
        while True:
            try:
                if self.broken:
                    self._reconnect()
                else:
                    self._read()
                self._notifications.check()
            except OUTAGES:
                self.broken = True
            except ResponseError as error:
                # A master refuses channels in a slot that it no longer has.
                log.info("subscriptions move to another master: %s", error)
                self.broken = True
            except Exception:
                log.exception("the listener for notifications failed")
                self.broken = True

    def _read(self) -> None:
        """Wait for the next message and pass it on."""
        message: dict[str, Any] | None = self.pubsub.get_message(timeout=LOOK_UP_S)
        self._attempts = 0
        if message is None:
            return
        channel = message["channel"].decode()
        match message["type"]:
            case "message" | "smessage":
                self._notifications.notify(channel, message["data"])
            case "subscribe" | "ssubscribe":
                # Something may have happened just before the (new) subscription.
                self._notifications.notify(channel, None)
            case "sunsubscribe" if channel in self.channels:
                # The slot has moved to another master.
                self.broken = True

    def _reconnect(self) -> None:
        """Reconnect and subscribe to all channels again. Each client is woken when Redis confirms its subscription."""
        time.sleep(min(PAUSE_S * 2**self._attempts, LONGEST_PAUSE_S))
        self._attempts = min(self._attempts + 1, 5)
        with self._notifications.lock:
            self.pubsub.close()
            self._notifications.move_channels(self)
            self.broken = False
            self.pubsub = self._connected()


class Notifications:
    """One listener per server for all clients of this process."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.clustered = isinstance(redis, Cluster)
        self.lock = threading.Lock()
        self._check_at = time.monotonic() + CHECK_S
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self._handlers: dict[str, Callable[[bytes | None], None]] = {}
        self._listeners: dict[str, Listener] = {}

    def on(self, channel: str, do: Callable[[bytes | None], None]) -> None:
        """Call `do` with each message of this channel, and with None if some may have been missed."""
        self._handlers[channel] = do

    def subscribe(self, *channels: str) -> Subscription:
        """A subscription to these channels, which begins with its `with` block."""
        return Subscription(self, channels)

    def add(self, subscription: Subscription) -> None:
        """Subscribe. No message is missed from now on: the client is woken when Redis confirms the subscription."""
        with self.lock:
            new = [channel for channel in subscription.channels if not self._subscriptions[channel]]
            for channel in subscription.channels:
                self._subscriptions[channel].add(subscription)
            self._listen()
            for node, channels in self._by_node(new).items():
                self._listener(node).add(channels)

    def remove(self, subscription: Subscription) -> None:
        """Unsubscribe."""
        with self.lock:
            gone = []
            for channel in subscription.channels:
                self._subscriptions[channel].discard(subscription)
                if not self._subscriptions[channel]:
                    del self._subscriptions[channel]
                    gone.append(channel)
            for listener in self._listeners.values():
                if mine := listener.channels.intersection(gone):
                    listener.remove(mine)

    def wake_all(self) -> None:
        """Wake all clients that wait in this process."""
        for subscription in self._everybody():
            subscription.wake()

    def start(self) -> None:
        """Start to listen, even before the first client waits."""
        with self.lock:
            self._listen()

    def _listen(self) -> None:
        if ANY not in self._listeners:
            self._listeners[ANY] = Listener(self, ANY, (*self._handlers, keys.TOKEN_CHANNEL))

    def _listener(self, node: str) -> Listener:
        if node not in self._listeners:
            self._listeners[node] = Listener(self, node)
        return self._listeners[node]

    def client_of(self, node: str) -> Redis:
        """A client of one server that does not retry."""
        if isinstance(self._redis, Cluster):
            return self._redis.listener(self._redis.any_master() if node == ANY else node, socket_timeout=LOOK_UP_S)
        return without_retries(self._redis, socket_timeout=LOOK_UP_S)

    @property
    def shards(self) -> tuple[str, ...]:
        """The shards whose channels notify players and agents: on a cluster, all of them."""
        return keys.SHARDS if self.clustered else keys.SHARDS[:1]

    def _by_node(self, channels: Iterable[str]) -> dict[str, list[str]]:
        """The channels by the server that has them."""
        found: dict[str, list[str]] = defaultdict(list)
        for channel in channels:
            found[self._redis.master_of(channel) if isinstance(self._redis, Cluster) else ANY].append(channel)
        return found

    def move_channels(self, listener: Listener) -> None:
        """After a listener has lost its server: move channels that are now on other servers to their listeners."""
        if isinstance(self._redis, Cluster):
            self._redis.refresh_slots()
            for node, channels in self._by_node(listener.channels).items():
                if node != listener.node:
                    listener.channels.difference_update(channels)
                    self._listener(node).add(channels)

    def notify(self, channel: str, message: bytes | None) -> None:
        """Pass a message on. None: messages may have been missed."""
        if channel in self._handlers:
            try:
                self._handlers[channel](message)
            except Exception:
                log.exception("a listener of %s failed", channel)
        with self.lock:
            subscriptions = list(self._subscriptions.get(channel, ()))
        for subscription in subscriptions:
            subscription.notify(message)

    def check(self) -> None:
        """On a cluster, wake all clients at intervals, because messages may have been lost."""
        if self.clustered and time.monotonic() > self._check_at:
            self._check_at = time.monotonic() + CHECK_S
            for subscription in self._everybody():
                subscription.notify(None)

    def _everybody(self) -> set[Subscription]:
        with self.lock:
            return {subscription for waiting in self._subscriptions.values() for subscription in waiting}
