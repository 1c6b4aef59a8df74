"""What is secret now, by the true state; and a watch that looks for it in every byte a viewer ever gets."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from service.storage import keys
from service.tables.session import Live
from tests.games.play import card_ids
from tests.leaks.stage import Stage
from tests.leaks.twins import Viewer
from tests.service.people import Person

LONG = 12
"""A string of the state that is as long as this is never a word of everyday: the line of a book, a seed."""


def places(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every string of a state and where it stands."""
    match thing:
        case str():
            yield path, thing
        case dict():
            for key, value in thing.items():
                yield from places(value, (*path, key))
        case list() | tuple():
            for n, value in enumerate(thing):
                yield from places(value, (*path, n))


def standing(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """The same, and what places are named after: a token that was placed is the name of its marker."""
    if isinstance(thing, str):
        yield path, thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from places(key, (*path, key, "name"))
            yield from standing(value, (*path, key))
    elif isinstance(thing, list | tuple):
        for n, value in enumerate(thing):
            yield from standing(value, (*path, n))


def known(live: Live, seat: Viewer, random: Random) -> set[str]:
    """What a viewer knows the place of: all that stands there as well when the table is dealt anew around them."""
    game = live.game
    here = dict(standing(msgspec.msgpack.decode(game.save(live.s))))
    for _ in range(3):
        other = dict(standing(msgspec.msgpack.decode(game.save(game.imagine(live.s, seat, random)))))
        here = {path: word for path, word in here.items() if other.get(path) == word}
    return set(here.values())


def words_in(payload: Any) -> set[str]:
    """All values that are strings; names of fields are the same for everybody."""
    return {word for _, word in places(payload)}


class Watch:
    """Looks over every viewer's shoulder and knows from the true state what they may have learnt so far."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ids = card_ids(stage.setting.game)
        # The options of a table are for everybody.
        self.learnt = {seat: words_in(stage.live.table.options) for seat in stage.viewers}
        self.met: set[str] = set()
        self.secrets = 0

    def learn(self) -> None:
        """A new state lies on the table."""
        live = self.stage.live
        self.met |= words_in(msgspec.msgpack.decode(live.game.save(live.s)))
        for seat in self.stage.viewers:
            self.learnt[seat] |= known(live, seat, Random(live.table.version)) | self.turned_over(live)

    def turned_over(self, live: Live) -> set[str]:
        """What the rules turn over for everybody and put away in the same breath (the passages of New Lands)."""
        told = [
            event
            for entry in self.stage.house.log.since(live.table.id, live.table.version - 1)
            for event in entry.events
        ]
        return words_in(
            [e.data for e in told if e.type == "story" and e.data["kind"] == live.game.told_anew and e.to is None]
        )

    def secret(self, seat: Viewer) -> set[str]:
        """Cards and long strings that were on the table and that the viewer has never known the place of."""
        return {word for word in self.met - self.learnt[seat] if word in self.ids or len(word) >= LONG}

    def look(self) -> None:
        """Search all that everybody was told since the last look."""
        for seat, person in self.stage.viewers.items():
            secret = self.secret(seat)
            self.secrets += len(secret)
            for body in person.heard:
                told = words_in(payload(body)) & secret
                assert not told, f"{self.stage.setting}: viewer {seat} was told {sorted(told)}\n{body[:2000]!r}"
                long = [word for word in secret if len(word) >= LONG and quoted(word) in body]
                assert not long, f"{self.stage.setting}: viewer {seat} was told {long}\n{body[:2000]!r}"
                found = [name for name, mark in marks(self.stage, seat) if mark in body]
                assert not found, f"{self.stage.setting}: viewer {seat} was told the {found}\n{body[:2000]!r}"
            person.heard.clear()


def payload(body: bytes) -> Any:
    """What a response says, whichever way it is spelled."""
    lines = [line.removeprefix(b"data: ") for line in body.splitlines()]
    return [msgspec.json.decode(line) for line in lines if line.startswith((b"{", b"["))]


def quoted(word: str) -> bytes:
    """The word as it stands in JSON."""
    return msgspec.json.encode(word)[1:-1]


def marks(stage: Stage, seat: Viewer) -> Iterator[tuple[str, bytes]]:
    """The house's own secrets in every spelling: the seed, the state, the code, the tokens of others."""
    table = stage.kept().table
    if not table.over:
        yield from spelled("seed", table.seed.encode())
        yield from spelled("state", table.state[-48:])
    if seat != 0:
        yield from spelled("invite code", table.code.encode())
    for other, person in stage.viewers.items():
        if other != seat and person.token:
            yield from spelled("token of another", person.token.encode())
    yield from spelled("house's key", stage.house.redis.get(keys.SECRET) or b"no key yet")
    yield from spelled("nonce", stage.house.redis.hget(keys.table(stage.table), "nonce") or b"no nonce yet")


def spelled(name: str, secret: bytes) -> Iterator[tuple[str, bytes]]:
    """As it is, in hexadecimal digits, in base 64."""
    yield name, secret
    yield f"{name} (hex)", secret.hex().encode()
    yield f"{name} (base 64)", b64encode(secret).rstrip(b"=")


def everything(person: Person, table: str) -> None:
    """All there is to see, heard into `person.heard`."""
    for path in ("", "/view", "/decisions", "/talk", "/passes", "/replay", "/events?after=0&limit=1000"):
        person.get(f"/tables/{table}{path}", headers={"Accept": "application/json"})
