"""Send the same probes to a table and to its twin: every byte of the replies must be the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from service.agents.decisions import AgentDecision, payload
from service.agents.store import AgentRecord
from service.events.log import viewer
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import Answer, Decision
from service.tables.session import TableSession
from tools.leaks.client import JSON, Reply
from tools.leaks.probes import Probe, other_reads, reads, refused_requests, send, table_actions
from tools.leaks.table import WatchedTable
from tools.leaks.twins import LATER, TableSnapshot, Viewer, twin

AGENT = AgentRecord(
    id="a", owner="p", name="A", transport="poll", games=(), created=0, budget_s=1, fallback="default", most_tables=1
)


class Leak(AssertionError):
    """A viewer can tell the two apart."""


def compare_with_twin(
    watched: WatchedTable, snapshot: TableSnapshot, seat: Viewer, random: Random, tries: int = 0
) -> int:
    """Compare the replies to this viewer with those of a twin. Return how many requests were sent.

    Every resource is read. Of all other probes either all are sent, or a random choice of `tries`.
    """
    pair = snapshot, twin(snapshot, seat, random)
    if agent_messages(watched, snapshot, seat) != agent_messages(watched, pair[1], seat):
        raise Leak(f"{watched.setting}: an agent on seat {seat} is told what a player is not")
    snapshot.restore(watched.stores.redis)
    more = [*other_reads(watched, seat), *refused_requests(watched, seat, pair, random), *table_actions(watched, seat)]
    if tries:
        more = some(more, tries, random)
    return compare_replies(watched, seat, pair, [*reads(watched, seat), *more]) + compare_answers(
        watched, seat, pair, random, tries
    )


def some(probes: list[Probe], n: int, random: Random) -> list[Probe]:
    """A random choice in the same order; each kind of request is equally likely."""
    kinds: dict[str, list[int]] = {}
    for place, probe in enumerate(probes):
        kinds.setdefault(probe.kind, []).append(place)
    chosen: list[int] = []
    while kinds and len(chosen) < n:
        kind = random.choice(list(kinds))
        chosen.append(kinds[kind].pop(random.randrange(len(kinds[kind]))))
        if not kinds[kind]:
            del kinds[kind]
    return [probes[place] for place in sorted(chosen)]


def agent_messages(watched: WatchedTable, snapshot: TableSnapshot, seat: Viewer) -> list[bytes]:
    """What an agent on this seat would be sent: one message for each of its decisions."""
    mine = [(name, opening) for name, opening in snapshot.table.opened.items() if opening.seat == seat]
    if not mine:
        return []
    snapshot.restore(watched.stores.redis)
    live = TableSession(snapshot.table, LATER)
    asked = [AgentDecision(live.table.id, AGENT.id, name, opening) for name, opening in mine]
    return [msgspec.json.encode(payload(watched.stores.log, live, one, AGENT)) for one in asked]


def compare_replies(
    watched: WatchedTable, seat: Viewer, pair: tuple[TableSnapshot, TableSnapshot], probes: Iterable[Probe]
) -> int:
    """Send the same probes to both."""
    probes = list(probes)
    here, there = (list(replies(watched, seat, snapshot, probes)) for snapshot in pair)
    for probe, one, other in zip(probes, here, there, strict=True):
        if one != other:
            raise Leak(f"{watched.setting} viewer {seat}: {probe}\n{difference(one, other)}")
    return 2 * len(probes)


def replies(watched: WatchedTable, seat: Viewer, snapshot: TableSnapshot, probes: Iterable[Probe]) -> Iterator[Reply]:
    """The replies of one of the two. Refused requests must not change the table, so it is not restored after them."""
    snapshot.restore(watched.stores.redis)
    for probe in probes:
        yield send(watched.viewers[seat], probe)
        if probe.changes:
            snapshot.restore(watched.stores.redis)


def compare_answers(
    watched: WatchedTable, seat: Viewer, pair: tuple[TableSnapshot, TableSnapshot], random: Random, tries: int = 0
) -> int:
    """Give legal answers to both. If the rules then show the viewer the same, every byte must be the same.

    Otherwise the answer has revealed or drawn something, which a sealed answer must not.
    """
    asked = 0
    for name, question in TableSession(pair[0].table, LATER).questions().items():
        if question.seat != seat:
            continue
        live = TableSession(pair[0].table, LATER)
        picked = {question.on_timeout, random_picks(live.game, live.state, question, random)}
        for picks in [random.choice(sorted(picked))] if tries else sorted(picked):
            shown = [after_answer(snapshot, seat, question, picks) for snapshot in pair]
            if shown[0] != shown[1]:
                if all(sealed for sealed, _ in shown):
                    raise Leak(f"{watched.setting} seat {seat}: {name} {picks} shows what is sealed\n{shown}")
                continue
            here, head = f"/tables/{watched.id}", pair[0].table.seqs[viewer(seat)]
            news = Probe("GET", f"{here}/events?after={max(0, head - 1)}&limit=1000", headers={"Accept": JSON})
            asked += compare_replies(
                watched,
                seat,
                pair,
                [
                    Probe("PUT", f"{here}/decisions/{name}/answer", {"picks": picks}),
                    Probe("PUT", f"{here}/decisions/{name}/answer", {"picks": picks}),
                    Probe("GET", f"{here}/view"),
                    Probe("GET", here),
                    news,
                    Probe("DELETE", f"{here}/decisions/{name}/answer"),
                    news,
                ],
            )
    return asked


def after_answer(snapshot: TableSnapshot, seat: Viewer, question: Decision, picks: tuple[str, ...]) -> tuple[bool, Any]:
    """Whether the answer is sealed until others have answered, and what the rules show the viewer after it."""
    live = TableSession(snapshot.table, LATER)
    game, s = live.game, live.game.load(snapshot.table.state)
    told = game.apply(s, Answer(question.seat, question.kind, picks))
    asked = game.questions(s)
    seen = (
        game.view(s, seat),
        [event for event in told if event.heard_by(seat)],
        {name: q for name, q in asked.items() if q.seat == seat},
        sorted({q.seat for q in asked.values()}),
        [(q.kind, q.seconds) for q in asked.values() if q.seat < 0 and not q.about.get("unseen")],
        game.result(s),
    )
    return question.seat in agenda.sealed(s), msgspec.to_builtins(seen)


def difference(one: Reply, other: Reply) -> str:
    """Where two replies differ."""
    if one.status != other.status:
        return f"status {one.status} or {other.status}\n{one.body[:600]!r}\n{other.body[:600]!r}"
    if one.body != other.body:
        at = next((n for n, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), 0)
        start = max(0, at - 160)
        return f"at byte {at}:\n{one.body[start : at + 160]!r}\n{other.body[start : at + 160]!r}"
    return f"headers {set(one.headers) ^ set(other.headers)}"
