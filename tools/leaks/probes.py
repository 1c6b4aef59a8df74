"""All requests that a viewer can send about a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from service.events.log import viewer
from service.tables.session import TableSession
from tools.leaks.client import JSON, NDJSON, NO_HEADERS, SSE, Reply, ViewerClient
from tools.leaks.table import WatchedTable, strings_in
from tools.leaks.twins import LATER, TableSnapshot, Viewer

LATELY = 40
"""How many of the last events are read with every probe; the whole log is one of the other reads."""


class Probe(NamedTuple):
    """One request. After one that may change the table, the table is restored."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = NO_HEADERS
    changes: bool = False
    stream: int = 0

    @property
    def kind(self) -> str:
        """The kind of request, without the ids in its path."""
        _, _, path = self.path.partition("?")[0].removeprefix("/tables/").partition("/")
        words = ["…" if part[:1].isdigit() or n == 1 else part for n, part in enumerate(path.split("/"))]
        return " ".join([self.method, *words, *self.headers])

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body if self.body is not None else ''} {self.headers or ''}"


def send(client: ViewerClient, probe: Probe) -> Reply:
    """Send a probe."""
    return client.send(probe.method, probe.path, probe.body, probe.headers, probe.stream)


def reads(watched: WatchedTable, seat: Viewer) -> Iterator[Probe]:
    """Every resource of the table, once."""
    here, head = f"/tables/{watched.id}", watched.live.table.seqs[viewer(seat)]
    for path in ("", "/view", "/decisions", "/talk", "/passes", "/transcript"):
        yield Probe("GET", here + path)
    start = max(0, head - LATELY)
    yield Probe("GET", f"{here}/events?after={start}", headers={"Accept": JSON})
    yield Probe("GET", f"{here}/events?after={start}", headers={"Accept": NDJSON}, stream=1 + head - start)
    yield Probe("GET", f"/tables?game={watched.setting.game.name}&status=running")
    if seat is not None:
        yield Probe("GET", "/tables?mine=true")
        yield Probe("GET", "/events", headers={"Accept": NDJSON}, stream=1)


def other_reads(watched: WatchedTable, seat: Viewer) -> Iterator[Probe]:
    """The same resources in every other format and language, and the whole log."""
    here, head = f"/tables/{watched.id}", watched.live.table.seqs[viewer(seat)]
    french = {"Accept-Language": "fr"}
    yield Probe("HEAD", f"{here}/view")
    yield Probe("GET", f"{here}/view", headers=french)
    yield Probe("GET", f"{here}/view", headers={"Accept": "text/plain"})
    yield Probe("GET", f"{here}/view", headers={"Accept": "text/plain", **french})
    yield Probe("GET", f"{here}/view?after={max(0, head - 1)}&wait=1")
    yield Probe("GET", f"{here}/view?after=0", headers={"If-None-Match": "*"})
    yield Probe("GET", f"{here}/decisions", headers=french)
    yield from (Probe("GET", f"{here}/transcript?seat={other}") for other in (0, 1))
    for query in ("", "?after=0&limit=1000", f"?after={max(0, head - 3)}", f"?after={head}", f"?after={head + 9}"):
        yield Probe("GET", f"{here}/events{query}", headers={"Accept": JSON})
    yield Probe("GET", f"{here}/events?after=0", headers={"Accept": NDJSON}, stream=1 + head)
    yield Probe("GET", f"{here}/events?after=0", headers={"Accept": SSE}, stream=1 + head)
    both = f"/events?table={watched.id}:0&table=nowhere&views=true"
    yield Probe("GET", both, headers={"Accept": NDJSON}, stream=1 + head + (head > 0))
    yield Probe("GET", f"{here}/events", headers={"Accept": SSE, "Last-Event-ID": str(max(0, head - 5))}, stream=1)


def refused_requests(
    watched: WatchedTable, seat: Viewer, pair: tuple[TableSnapshot, TableSnapshot], random: Random
) -> Iterator[Probe]:
    """Every request that is refused, and dry runs; none of them may change the table."""
    yield from missing_pages(watched, seat)
    here = f"/tables/{watched.id}/decisions"
    real = TableSession(pair[0].table, LATER)
    mine = {name: question for name, question in real.questions().items() if question.seat == seat}
    cards = guesses(pair, random)
    for name in decision_ids(pair, seat, random):
        yield Probe("GET", f"{here}/{name}")
        if name not in mine:
            yield Probe("POST", f"{here}/{name}/check", {"picks": cards[:1]})
            yield Probe("PUT", f"{here}/{name}/answer", {"picks": cards[:1]}, changes=True)
            yield Probe("DELETE", f"{here}/{name}/answer", changes=True)
    for name, question in mine.items():
        picks = [list(question.on_timeout), list(question.options), [], ["nonsense"], list(question.options[:1]) * 2]
        picks += [[card] for card in cards] + [cards[:2]]
        picks += [random.sample(question.options, question.least) for _ in range(2)]
        for some in picks:
            yield Probe("POST", f"{here}/{name}/check", {"picks": some})
        yield Probe("PUT", f"{here}/{name}/answer", {"picks": ["nonsense", *cards[:1]]})
        yield Probe("PUT", f"{here}/{name}/answer", {"picks": 7}, headers={"Accept-Language": "fr"})
        yield Probe("DELETE", f"{here}/{name}/answer")


def missing_pages(watched: WatchedTable, seat: Viewer) -> Iterator[Probe]:
    """Resources that do not exist, or not yet."""
    here, other = f"/tables/{watched.id}", 0 if seat is None else (seat + 1) % watched.setting.seats
    yield from (Probe("GET", f"{here}/{path}") for path in ("nothing", "seats/0", "replay"))
    yield from (Probe("GET", f"{here}/replay/steps/{step}?as={other}") for step in (0, 1, 10**6))
    yield Probe("OPTIONS", f"{here}/view")


def table_actions(watched: WatchedTable, seat: Viewer) -> Iterator[Probe]:
    """Talk, votes and everything else a viewer can do besides answering."""
    here = f"/tables/{watched.id}"
    key = {"Idempotency-Key": f"{watched.id} {seat}"}
    for room in ("table", "nowhere", *(room.name for room in watched.setting.game.rooms(watched.live.state))):
        yield Probe("POST", f"{here}/talk", {"room": room, "text": "I go north"}, headers=key, changes=True)
        key = {"Idempotency-Key": f"{key['Idempotency-Key']}+"}
    for kind in ("pause", "abort", "resume", "extend"):
        yield Probe("POST", f"{here}/votes", {"kind": kind}, changes=True)
    yield Probe("PUT", f"{here}/passes", {"kinds": ["nothing-of-the-sort"]}, changes=True)
    yield Probe("POST", f"{here}/start", changes=True)
    yield Probe("POST", f"{here}/rematch")
    yield Probe("DELETE", here)
    yield Probe("PUT", f"{here}/seats/1", {"code": "guess"}, changes=True)
    yield Probe("DELETE", f"{here}/seats/0")


def decision_ids(pair: tuple[TableSnapshot, TableSnapshot], seat: Viewer, random: Random) -> list[str]:
    """Ids of decisions: open in either twin, closed, future, and invalid."""
    found = [name for snapshot in pair for name in TableSession(snapshot.table, LATER).questions()]
    stale = sorted({given.name for snapshot in pair for given in snapshot.answers})
    found += random.sample(stale, min(6, len(stale)))
    beat = TableSession(pair[0].table, LATER).state.beat
    n = 0 if seat is None else seat
    return sorted({*found, f"{beat}-nonsense-{n}", f"{beat + 1}-nonsense-{n}", f"{beat}-x-{n + 1}", "0-x-clock", "x"})


def guesses(pair: tuple[TableSnapshot, TableSnapshot], random: Random) -> list[str]:
    """Strings of either state, preferably those that are in only one of them."""
    one, other = (sorted(set(strings_in(msgspec.msgpack.decode(snapshot.table.state)))) for snapshot in pair)
    only = sorted(set(one) ^ set(other))
    words = [word for word in {*one, *other} if word]
    some = random.sample(only, min(3, len(only))) + random.sample(sorted(words), min(4, len(words)))
    return [word[:50] for word in some if word.isprintable()] or ["r1"]
