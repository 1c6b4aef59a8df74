"""Authentication: a bearer token identifies a player, within its scopes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from secrets import compare_digest
from typing import Final, Generic, TypeVar, cast

from flask import current_app, request
from msgspec import Struct

from service.accounts.store import ADMIN, PREFIX, Accounts, Player, Token
from service.api.context import CALLER, EXTENSION, settings, stores
from service.refusals import Refused
from service.storage import keys
from service.storage.notifications import Notifications
from service.tables.store import WATCHES

T = TypeVar("T")
MOST_CACHED: Final = 20_000
KNOWN_FOR_S: Final = 30.0
"""How long a process caches a token. Revoked tokens are dropped from the cache immediately."""


class Unauthorized(Refused):
    """The token is missing or invalid."""


class WrongScope(Refused):
    """The token lacks the scope."""


class Caller(Struct, frozen=True):
    """Who sent a request; a spectator if there is no token."""

    player: str | None = None
    scopes: tuple[str, ...] = ()
    token: Token | None = None


class Cache(Generic[T]):
    """What this process has looked up recently. Notifications remove what has changed."""

    def __init__(self, look_up: Callable[[str], T | None], seconds: Callable[[T], float]) -> None:
        """`look_up` returns None for keys without a value, which are not cached; `seconds`: how long a value is."""
        self._look_up = look_up
        self._seconds = seconds
        self._known: dict[str, tuple[float, T]] = {}
        self._lock = threading.Lock()
        self.forgotten = 0
        """How often something was forgotten."""

    def get(self, key: str) -> T | None:
        """The value of this key, looked up if it is not known."""
        known = self._known.get(key)
        if known is not None and time.monotonic() < known[0]:
            return known[1]
        forgotten = self.forgotten
        found = self._look_up(key)
        if found is not None:
            with self._lock:
                if len(self._known) > MOST_CACHED:
                    self._known.clear()
                # A value that has changed during the look-up must not be cached.
                if forgotten == self.forgotten:
                    self._known[key] = (time.monotonic() + self._seconds(found), found)
        return found

    def forget(self, key: bytes | None) -> None:
        """The value of this key has changed; None: it could be any."""
        with self._lock:
            self.forgotten += 1
            if key is None:
                self._known.clear()
            else:
                self._known.pop(key.decode(), None)


class Keyring(Cache[Token]):
    """A cache of the tokens that this process has seen recently, so that an answer needs no look-up."""

    def __init__(self, people: Accounts, notifications: Notifications) -> None:
        super().__init__(self._read, _known_for)
        self._people = people
        self._notifications = notifications

    def _read(self, digest: str) -> Token | None:
        # A process that caches tokens must be notified of revoked ones before it looks up the first.
        self._notifications.start()
        token = self._people.token_with(digest)
        return token if token is not None and token.alive(_now()) else None

    def token(self, secret: str) -> Token | None:
        """The token with this secret, if it is valid."""
        return self.get(keys.digest(secret))

    def token_with(self, digest: str) -> Token | None:
        """The token with this digest, if it is valid."""
        return self.get(digest)

    def on_revoked(self, digest: bytes | None) -> None:
        """A token was revoked: open streams check whether their own is still valid."""
        self.forget(digest)
        self._notifications.wake_all()


def _known_for(token: Token) -> float:
    return KNOWN_FOR_S if token.expires is None else min(KNOWN_FOR_S, (token.expires - _now()) / 1000)


def _now() -> int:
    return time.time_ns() // 1_000_000


def keyring() -> Keyring:
    """The keyring of this process."""
    return cast(Keyring, current_app.extensions[EXTENSION]["keyring"])


def caller() -> Caller:
    """The caller of this request. An invalid token is refused, not ignored."""
    environ = request.environ
    found: Caller | None = environ.get(CALLER)
    if found is None:
        found = environ[CALLER] = _identify(environ.get("HTTP_AUTHORIZATION"))
    return found


def _identify(header: str | None) -> Caller:
    if not header:
        return Caller()
    kind, _, secret = header.partition(" ")
    secret = secret.strip()
    if kind.lower() != "bearer" or not secret or len(secret) > 200:
        raise Unauthorized(reason="malformed")
    token = keyring().token(secret) if secret.startswith(PREFIX) else None
    if token is not None:
        return Caller(token.player, token.scopes, token)
    admin = settings().admin_token
    if admin and compare_digest(secret.encode(), admin.encode()):
        return Caller(scopes=(ADMIN, "read"))
    raise Unauthorized(reason="unknown-or-expired")


def bearer() -> str:
    """The secret of the caller's token."""
    return str(request.headers.get("Authorization", "")).partition(" ")[2].strip()


def me(scope: str = "play") -> str:
    """The calling player's id, whose token must have this scope."""
    who = caller()
    if who.player is None:
        raise Unauthorized(reason="missing")
    if scope not in who.scopes and not (scope == "read" and "play" in who.scopes):
        raise WrongScope(needed=scope, scopes=who.scopes)
    return who.player


def operator() -> str:
    """The calling operator, as the audit log names them. The token must have the scope `admin`."""
    who = caller()
    if not who.scopes:
        raise Unauthorized(reason="missing")
    if ADMIN not in who.scopes:
        raise WrongScope(needed=ADMIN, scopes=who.scopes)
    return "FARSHORE_ADMIN_TOKEN" if who.token is None else f"{who.player} {who.token.id}"


def somebody() -> str | None:
    """The calling player's id where spectators are allowed too. With a watch code, stands for whoever has the code."""
    who = caller()
    if request.environ.get("QUERY_STRING") and (code := request.args.get("watch")):
        return f"{WATCHES}{code}"
    return None if who.player is None else me("read")


def myself(scope: str = "play") -> Player:
    """The calling player."""
    player = stores().accounts.get(me(scope))
    if player is None:
        raise Unauthorized(reason="unknown-or-expired")
    return player
