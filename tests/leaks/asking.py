"""All that one viewer can ask of a table, and every byte of what they are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from werkzeug.test import TestResponse

from service.play.live import Live
from service.store.log import viewer
from tests.leaks.stage import Stage, strings_in
from tests.leaks.twins import LATER, Kept, Viewer
from tests.service.people import JSON, NDJSON, SSE, Person

NAMED = {"X-Request-ID": "twin"}
"""The only thing that would differ by itself is the request's name; so all get the same."""


class Ask(NamedTuple):
    """One request. After one that may change something the table is laid anew."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = MappingProxyType({})
    changes: bool = False
    stream: int = 0

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body if self.body is not None else ''} {self.headers or ''}"


class Told(NamedTuple):
    """The whole response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def tell(person: Person, ask: Ask) -> Told:
    """Ask, and keep every byte."""
    headers = {**NAMED, **ask.headers}
    if ask.stream:
        with person.follow(ask.path, ask.headers["Accept"], headers) as stream:
            heard = len(person.heard)
            stream.events(ask.stream)
            return Told(stream.status, _lasting(stream.response), b"".join(person.heard[heard:]))
    response = person.call(ask.method, ask.path, ask.body, headers)
    return Told(response.status_code, _lasting(response), response.get_data())


def _lasting(response: TestResponse) -> list[tuple[str, str]]:
    """All headers, in their order, but the time of day: the web server's clock goes on."""
    return [(name, value) for name, value in response.headers if name != "Date"]


def looking(stage: Stage, seat: Viewer) -> Iterator[Ask]:
    """Everything there is to read."""
    here, head = f"/tables/{stage.table}", stage.live.table.heads[viewer(seat)]
    for path in ("", "/view", "/decisions", "/talk", "/passes", "/replay", "/seats/0", "/nothing"):
        yield Ask("GET", here + path)
    yield from (Ask("GET", f"{here}/transcript{query}") for query in ("", "?seat=0", "?seat=1"))
    yield Ask("HEAD", f"{here}/view")
    yield Ask("OPTIONS", f"{here}/view")
    french = {"Accept-Language": "fr"}
    yield Ask("GET", f"{here}/view", headers=french)
    yield Ask("GET", f"{here}/view?after={max(0, head - 1)}&wait=1")
    yield Ask("GET", f"{here}/decisions", headers=french)
    for step in (0, 1, 10**6):
        yield Ask("GET", f"{here}/replay/steps/{step}?as={0 if seat is None else (seat + 1) % stage.setting.seats}")
    for query in ("", "?after=0&limit=1000", f"?after={max(0, head - 3)}", f"?after={head}", f"?after={head + 9}"):
        yield Ask("GET", f"{here}/events{query}", headers={"Accept": JSON})
    yield Ask("GET", f"{here}/events?after=0", headers={"Accept": NDJSON}, stream=1 + head)
    yield Ask("GET", f"{here}/events", headers={"Accept": SSE, "Last-Event-ID": str(max(0, head - 5))}, stream=1)
    yield Ask("GET", f"/tables?game={stage.setting.game.name}&status=running")
    if seat is not None:
        yield Ask("GET", "/tables?mine=true")
        yield Ask("GET", "/events", headers={"Accept": NDJSON}, stream=1)
        yield Ask("GET", f"{here}/view?after=0", headers={"If-None-Match": "*"})


def trying(stage: Stage, seat: Viewer, pair: tuple[Kept, Kept], random: Random) -> Iterator[Ask]:
    """Everything that is refused, or says what would be refused; nothing of it may change the table."""
    here = f"/tables/{stage.table}/decisions"
    real = Live(pair[0].table, LATER)
    mine = {name: question for name, question in real.questions().items() if question.seat == seat}
    cards = guesses(pair, random)
    for name in names(pair, seat, random):
        yield Ask("GET", f"{here}/{name}")
        if name not in mine:
            yield Ask("POST", f"{here}/{name}/check", {"picks": cards[:1]})
            yield Ask("PUT", f"{here}/{name}/answer", {"picks": cards[:1]}, changes=True)
            yield Ask("DELETE", f"{here}/{name}/answer", changes=True)
    for name, question in mine.items():
        picks = [list(question.on_timeout), list(question.options), [], ["nonsense"], list(question.options[:1]) * 2]
        picks += [[card] for card in cards] + [cards[:2]]
        picks += [random.sample(question.options, question.least) for _ in range(2)]
        for some in picks:
            yield Ask("POST", f"{here}/{name}/check", {"picks": some})
        yield Ask("PUT", f"{here}/{name}/answer", {"picks": ["nonsense", *cards[:1]]})
        yield Ask("PUT", f"{here}/{name}/answer", {"picks": 7}, headers={"Accept-Language": "fr"})
        yield Ask("DELETE", f"{here}/{name}/answer")


def meddling(stage: Stage, seat: Viewer) -> Iterator[Ask]:
    """What a viewer may do to the table around the game."""
    here = f"/tables/{stage.table}"
    key = {"Idempotency-Key": f"{stage.table} {seat}"}
    for room in ("table", "nowhere", *(room.name for room in stage.setting.game.rooms(stage.live.s))):
        yield Ask("POST", f"{here}/talk", {"room": room, "text": "I go north"}, headers=key, changes=True)
        key = {"Idempotency-Key": f"{key['Idempotency-Key']}+"}
    for kind in ("pause", "abort", "resume", "extend"):
        yield Ask("POST", f"{here}/votes", {"kind": kind}, changes=True)
    yield Ask("PUT", f"{here}/passes", {"kinds": ["nothing-of-the-sort"]}, changes=True)
    yield Ask("POST", f"{here}/start", changes=True)
    yield Ask("POST", f"{here}/rematch")
    yield Ask("DELETE", here)
    yield Ask("PUT", f"{here}/seats/1", {"code": "guess"}, changes=True)
    yield Ask("DELETE", f"{here}/seats/0")


def names(pair: tuple[Kept, Kept], seat: Viewer, random: Random) -> list[str]:
    """Names of questions: open ones of either twin, closed ones, ones to come, and nonsense."""
    found = [name for kept in pair for name in Live(kept.table, LATER).questions()]
    stale = sorted({given.name for kept in pair for given in kept.answers})
    found += random.sample(stale, min(6, len(stale)))
    beat = Live(pair[0].table, LATER).s.beat
    n = 0 if seat is None else seat
    return sorted({*found, f"{beat}-nonsense-{n}", f"{beat + 1}-nonsense-{n}", f"{beat}-x-{n + 1}", "0-x-clock", "x"})


def guesses(pair: tuple[Kept, Kept], random: Random) -> list[str]:
    """Words of either state, first of all such as are only in one of them."""
    one, other = (sorted(set(strings_in(msgspec.msgpack.decode(kept.table.state)))) for kept in pair)
    only = sorted(set(one) ^ set(other))
    words = [word for word in {*one, *other} if word]
    some = random.sample(only, min(3, len(only))) + random.sample(sorted(words), min(4, len(words)))
    return [word[:50] for word in some if word.isprintable()] or ["r1"]
