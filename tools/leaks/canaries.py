"""Search every byte that a viewer receives for strings of the true state which this viewer cannot know."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from service.storage import keys
from service.tables.session import TableSession
from tools.game_settings import card_ids
from tools.leaks.client import ViewerClient
from tools.leaks.table import WatchedTable
from tools.leaks.twins import Viewer

LONG = 12
"""A string of at least this length is specific to the table: a line of a book, a seed."""


def strings_with_path(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every string of a state with its path."""
    match thing:
        case str():
            yield path, thing
        case dict():
            for key, value in thing.items():
                yield from strings_with_path(value, (*path, key))
        case list() | tuple():
            for n, value in enumerate(thing):
                yield from strings_with_path(value, (*path, n))


def strings_and_keys(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """The same including keys: a placed token is the key of its marker."""
    if isinstance(thing, str):
        yield path, thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from strings_with_path(key, (*path, key, "name"))
            yield from strings_and_keys(value, (*path, key))
    elif isinstance(thing, list | tuple):
        for n, value in enumerate(thing):
            yield from strings_and_keys(value, (*path, n))


def known_strings(live: TableSession, seat: Viewer, random: Random) -> set[str]:
    """What a viewer knows: strings that keep their place when everything hidden from the viewer is dealt again."""
    game = live.game
    here = dict(strings_and_keys(msgspec.msgpack.decode(game.save(live.state))))
    for _ in range(3):
        other = dict(strings_and_keys(msgspec.msgpack.decode(game.save(game.imagine(live.state, seat, random)))))
        here = {path: word for path, word in here.items() if other.get(path) == word}
    return set(here.values())


def strings_of(payload: Any) -> set[str]:
    """All values that are strings, without the names of fields."""
    return {word for _, word in strings_with_path(payload)}


class SecretScanner:
    """Searches what every viewer receives; the true state tells what each may know so far."""

    def __init__(self, watched: WatchedTable) -> None:
        self.watched = watched
        self.ids = card_ids(watched.setting.game)
        # Everyone sees the options of a table.
        self.known = {seat: strings_of(watched.live.table.options) for seat in watched.viewers}
        self.seen: set[str] = set()
        self.secrets = 0

    def update(self) -> None:
        """The table has a new state."""
        live = self.watched.live
        self.seen |= strings_of(msgspec.msgpack.decode(live.game.save(live.state)))
        for seat in self.watched.viewers:
            self.known[seat] |= known_strings(live, seat, Random(live.table.version)) | self.revealed(live)

    def revealed(self, live: TableSession) -> set[str]:
        """What the rules show everyone only in an event (the passages of New Lands)."""
        told = [
            event
            for entry in self.watched.stores.log.since(live.table.id, live.table.version - 1)
            for event in entry.events
        ]
        return strings_of(
            [e.data for e in told if e.type == "story" and e.data["kind"] == live.game.told_anew and e.to is None]
        )

    def secret(self, seat: Viewer) -> set[str]:
        """Cards and long strings of the states so far that the viewer never knew."""
        # A line told with a mark before it was told too: in New Lands ¶ stands before the first word of a paragraph.
        told = "\n".join(word for word in self.known[seat] if len(word) >= LONG)
        return {
            word
            for word in self.seen - self.known[seat]
            if word in self.ids or (len(word) >= LONG and word not in told)
        }

    def scan(self) -> None:
        """Search all that was received since the last scan."""
        for seat, client in self.watched.viewers.items():
            secret = self.secret(seat)
            self.secrets += len(secret)
            for body in client.received:
                told = strings_of(payload(body)) & secret
                assert not told, f"{self.watched.setting}: viewer {seat} received {sorted(told)}\n{body[:2000]!r}"
                long = [word for word in secret if len(word) >= LONG and quoted(word) in body]
                assert not long, f"{self.watched.setting}: viewer {seat} received {long}\n{body[:2000]!r}"
                found = [name for name, mark in service_secrets(self.watched, seat) if mark in body]
                assert not found, f"{self.watched.setting}: viewer {seat} received the {found}\n{body[:2000]!r}"
            client.received.clear()


def payload(body: bytes) -> Any:
    """What a response says, whichever way it is encodings."""
    lines = [line.removeprefix(b"data: ") for line in body.splitlines()]
    return [msgspec.json.decode(line) for line in lines if line.startswith((b"{", b"["))]


def quoted(word: str) -> bytes:
    """The string as JSON."""
    return msgspec.json.encode(word)[1:-1]


def service_secrets(watched: WatchedTable, seat: Viewer) -> Iterator[tuple[str, bytes]]:
    """Secrets of the service in every encoding: seed, state, invite code, tokens of others, keys."""
    table = watched.snapshot().table
    if not table.over:
        yield from encodings("seed", table.seed.encode())
        yield from encodings("state", table.state[-48:])
    if seat != 0:
        yield from encodings("invite code", table.code.encode())
    for other, client in watched.viewers.items():
        if other != seat and client.token:
            yield from encodings("token of another", client.token.encode())
    key: Any = watched.stores.redis.get(keys.SECRET)
    nonce: Any = watched.stores.redis.hget(keys.table(watched.id), "nonce")
    yield from encodings("signing key", key or b"no key yet")
    yield from encodings("nonce", nonce or b"no nonce yet")


def encodings(name: str, secret: bytes) -> Iterator[tuple[str, bytes]]:
    """Plain, hexadecimal and base 64."""
    yield name, secret
    yield f"{name} (hex)", secret.hex().encode()
    yield f"{name} (base 64)", b64encode(secret).rstrip(b"=")


def read_everything(client: ViewerClient, table: str) -> None:
    """Read every resource, into `client.received`."""
    for path in ("", "/view", "/decisions", "/talk", "/passes", "/replay", "/events?after=0&limit=1000"):
        client.get(f"/tables/{table}{path}", headers={"Accept": "application/json"})
