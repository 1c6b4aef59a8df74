"""All that one viewer can ask of a table, and every byte of what they are told."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from service.events.log import viewer
from service.tables.session import Live
from tests.leaks.stage import Stage, strings_in
from tests.leaks.twins import LATER, Kept, Viewer
from tests.service.people import JSON, NDJSON, SSE, Person

NAMED = {"X-Request-ID": "twin"}
"""The only thing that would differ by itself is the request's name; so all get the same."""
HEARTBEATS = (b"\n", b": heartbeat\n\n")
PROBLEM = "application/problem+json"
LATELY = 40
"""So many events are read wherever somebody looks; the whole log is one of the things to try."""


class Ask(NamedTuple):
    """One request. After one that may change something the table is laid anew."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = MappingProxyType({})
    changes: bool = False
    stream: int = 0

    @property
    def kind(self) -> str:
        """What sort of request this is, whatever it names."""
        _, _, path = self.path.partition("?")[0].removeprefix("/tables/").partition("/")
        words = ["…" if part[:1].isdigit() or n == 1 else part for n, part in enumerate(path.split("/"))]
        return " ".join([self.method, *words, *self.headers])

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body if self.body is not None else ''} {self.headers or ''}"


class Told(NamedTuple):
    """The whole response: all headers, in their order, but the time of day, for the web server's clock goes on."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def tell(person: Person, ask: Ask) -> Told:
    """Ask, and keep every byte.

    The request goes straight to the application, as a web server hands it over: there are so many of them that the
    ceremony of a test client would cost more than all answers.
    """
    begun: list[Any] = []
    parts = person.app.wsgi_app(_environ(person.token, ask), lambda *start: begun.append(start))  # type: ignore[arg-type, misc, func-returns-value]
    try:
        body = b"".join(_as_far_as(ask.stream, iter(parts)) if ask.stream else parts)
    finally:
        getattr(parts, "close", lambda: None)()
    [(line, headers)] = begun
    status, kind = int(line[:3]), dict(headers).get("Content-Type", "")
    assert status != 500, body
    assert (kind == PROBLEM) == (status >= 400), (line, kind)
    return Told(status, [(name, value) for name, value in headers if name != "Date"], body)


def _environ(token: str, ask: Ask) -> dict[str, Any]:
    """The request as a web server spells it."""
    path, _, query = ask.path.partition("?")
    body = b"" if ask.body is None else msgspec.json.encode(ask.body)
    environ = {
        "REQUEST_METHOD": ask.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/v1{path}".encode().decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if ask.body is not None:
        environ |= {"CONTENT_TYPE": JSON, "CONTENT_LENGTH": str(len(body))}
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for name, value in (*NAMED.items(), *ask.headers.items()):
        environ["HTTP_" + name.upper().replace("-", "_")] = value
    return environ


def _as_far_as(n: int, parts: Iterator[bytes]) -> Iterator[bytes]:
    """What a stream sends until it has told so many events; with the first heartbeat it has told all it had to tell."""
    for part in parts:
        if part in HEARTBEATS:
            return
        yield part
        n -= sum(not line.startswith((b"id: ", b"event: ")) for line in part.splitlines() if line)
        if n <= 0:
            return


def looking(stage: Stage, seat: Viewer) -> Iterator[Ask]:
    """Everything there is to read, each once."""
    here, head = f"/tables/{stage.table}", stage.live.table.heads[viewer(seat)]
    for path in ("", "/view", "/decisions", "/talk", "/passes", "/transcript"):
        yield Ask("GET", here + path)
    start = max(0, head - LATELY)
    yield Ask("GET", f"{here}/events?after={start}", headers={"Accept": JSON})
    yield Ask("GET", f"{here}/events?after={start}", headers={"Accept": NDJSON}, stream=1 + head - start)
    yield Ask("GET", f"/tables?game={stage.setting.game.name}&status=running")
    if seat is not None:
        yield Ask("GET", "/tables?mine=true")
        yield Ask("GET", "/events", headers={"Accept": NDJSON}, stream=1)


def again(stage: Stage, seat: Viewer) -> Iterator[Ask]:
    """The same in every other way to ask for it, and the log from its beginning."""
    here, head = f"/tables/{stage.table}", stage.live.table.heads[viewer(seat)]
    french = {"Accept-Language": "fr"}
    yield Ask("HEAD", f"{here}/view")
    yield Ask("GET", f"{here}/view", headers=french)
    yield Ask("GET", f"{here}/view?after={max(0, head - 1)}&wait=1")
    yield Ask("GET", f"{here}/view?after=0", headers={"If-None-Match": "*"})
    yield Ask("GET", f"{here}/decisions", headers=french)
    yield from (Ask("GET", f"{here}/transcript?seat={other}") for other in (0, 1))
    for query in ("", "?after=0&limit=1000", f"?after={max(0, head - 3)}", f"?after={head}", f"?after={head + 9}"):
        yield Ask("GET", f"{here}/events{query}", headers={"Accept": JSON})
    yield Ask("GET", f"{here}/events?after=0", headers={"Accept": NDJSON}, stream=1 + head)
    yield Ask("GET", f"{here}/events?after=0", headers={"Accept": SSE}, stream=1 + head)
    yield Ask("GET", f"{here}/events", headers={"Accept": SSE, "Last-Event-ID": str(max(0, head - 5))}, stream=1)


def trying(stage: Stage, seat: Viewer, pair: tuple[Kept, Kept], random: Random) -> Iterator[Ask]:
    """Everything that is refused, or says what would be refused; nothing of it may change the table."""
    yield from straying(stage, seat)
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


def straying(stage: Stage, seat: Viewer) -> Iterator[Ask]:
    """Where there is nothing to read, or not yet."""
    here, other = f"/tables/{stage.table}", 0 if seat is None else (seat + 1) % stage.setting.seats
    yield from (Ask("GET", f"{here}/{path}") for path in ("nothing", "seats/0", "replay"))
    yield from (Ask("GET", f"{here}/replay/steps/{step}?as={other}") for step in (0, 1, 10**6))
    yield Ask("OPTIONS", f"{here}/view")


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
