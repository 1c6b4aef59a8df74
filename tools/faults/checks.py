"""What must be true of a finished table: every accepted operation took effect, once and in order.

Each check compares the history with the replay and yields errors; test_checks.py shows that each finds its errors.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from tools.faults.clients import Client
from tools.faults.deadline_checks import answered_once, warned_once
from tools.faults.history import NEVER, Operation
from tools.faults.webhook_agent import Call
from tools.faults.workload import PlayedTable

Data = dict[str, Any]
Step = tuple[str, tuple[str, ...]]
PAGE: Final = 1000


class FinishedTable:
    """A finished table as the service reports it."""

    def __init__(self, table: PlayedTable) -> None:
        self.client = table.players[0].client
        self.table = table
        self.replay: Data = self.get(self.client, "/replay")
        self.answers: list[Data] = self.replay["answers"]

    def get(self, client: Client | None, path: str) -> Data:
        """A resource of the table, as one of its players or, with None, a spectator gets it."""
        anonymous: Data = {"headers": {"Authorization": None}} if client is None else {}
        reply = (client or self.client).call("GET", f"/tables/{self.table.id}{path}", longer=30.0, **anonymous)
        if reply.status_code != 200:
            raise AssertionError(f"{path}: {reply.status_code} {reply.text[:300]}")
        found: Data = reply.json()
        return found

    def events(self, client: Client | None) -> list[Data]:
        """All events of this viewer, read again from the start."""
        found: list[Data] = []
        while True:
            page = self.get(client, f"/events?after={len(found)}&limit={PAGE}")["items"]
            found += page
            if len(page) < PAGE:
                return found


def check(
    finished: FinishedTable,
    operations: Sequence[Operation],
    webhook_answers: Mapping[Call, set[tuple[str, ...]]],
    state: bytes,
) -> Iterator[str]:
    """All errors of one table. `state` is its state in Redis."""
    table = finished.table
    players = {player.seat: player.client for player in table.players}
    polling = {seat for seat, transport in table.agents.items() if transport == "poll"}
    webhooks = {seat for seat, transport in table.agents.items() if transport == "webhook"}
    yield from accepted_once(
        finished.answers, [operation for operation in operations if operation.verb != "say"], {*players, *polling}
    )
    yield from agent_answers(table.id, finished.answers, webhooks, webhook_answers)
    yield from talk_once(
        finished.answers, finished.replay["talk"], [operation for operation in operations if operation.verb == "say"]
    )
    yield from in_order(finished.answers, finished.replay["talk"], operations)
    yield from answered_once(finished.answers)
    heard: dict[int | None, list[Data]] = {seat: finished.events(client) for seat, client in players.items()}
    for seat in players:
        yield from warned_once(seat, finished.answers, heard[seat], seat in finished.replay["forfeits"])
    yield from verified(finished, players)
    yield from saved(finished.answers, state)
    heard[None] = finished.events(None)
    for reader in table.readers:
        yield from received_all(reader.seat, reader.events, heard[reader.seat])


# -- answers ---------------------------------------------------------------------------------


def accepted_once(answers: Sequence[Data], operations: Iterable[Operation], players: Container[int]) -> Iterator[str]:
    """The replay's answers to each decision follow from what clients sent, and no accepted one is missing."""
    asked: dict[tuple[int, str], list[Operation]] = defaultdict(list)
    for operation in operations:
        asked[operation.seat, operation.name].append(operation)
    written: dict[tuple[int, str], list[Step]] = defaultdict(list)
    others: set[tuple[int, str]] = set()
    for answer in answers:
        if answer["kind"] == "say":
            continue
        key = (answer["seat"], answer["decision"])
        written[key].append(("withdraw" if answer["kind"] == "withdraw" else "answer", tuple(answer["picks"])))
        if answer["by"] != "seat":
            others.add(key)
    for key, mine in asked.items():
        seen = written.get(key, [])
        if key in others:
            # A time-out or fallback answered: then no client's answer was accepted, or it was withdrawn before.
            if any(operation.accepted and operation.verb == "answer" for operation in mine):
                yield f"{key}: accepted from its seat, but in the replay it was answered by others: {seen}"
        elif not explained(seen, mine):
            tries = [(d.verb, d.picks, [(a.sent, a.received, a.status) for a in d.attempts]) for d in mine]
            yield f"{key}: the replay has {seen}, which does not follow from {tries}"
    for key, steps in written.items():
        if key[0] in players and key not in asked and key not in others:
            yield f"{key}: the replay has {steps}, which no client sent"


def explained(seen: Sequence[Step], operations: Sequence[Operation]) -> bool:
    """Whether some order of the attempts, consistent with their times, writes exactly this.

    An accepted attempt took effect between request and response; one without a response, or with 503, took effect at
    any time after it was sent, or never; a refused one had no effect.
    """
    moves = [
        (
            operation.verb,
            operation.picks,
            attempt.sent,
            attempt.received if attempt.accepted else NEVER,
            attempt.accepted,
        )
        for operation in operations
        for attempt in operation.attempts
        if attempt.accepted or attempt.unknown
    ]

    failed: set[tuple[frozenset[int], int, tuple[str, ...] | None]] = set()

    def search(left: frozenset[int], done: int, current: tuple[str, ...] | None) -> bool:
        must = [n for n in left if moves[n][4]]
        if not must and done == len(seen):
            return True
        if (left, done, current) in failed:
            return False
        # An accepted attempt takes effect before its response, so nothing sent later can come first.
        latest = min((moves[n][3] for n in must), default=NEVER)
        for n in left:
            verb, picks, sent, _, accepted = moves[n]
            if sent > latest:
                continue
            writes: list[Step] = []
            if verb == "withdraw":
                writes = [] if current is None else [("withdraw", ())]
            elif current is None:
                writes = [("answer", picks)]
            elif current != picks:
                writes = [("withdraw", ()), ("answer", picks)]
            # An attempt that changes nothing and got no response can be ignored.
            if list(seen[done : done + len(writes)]) != writes or not (writes or accepted):
                continue
            if search(left - {n}, done + len(writes), None if verb == "withdraw" else picks):
                return True
        failed.add((left, done, current))
        return False

    return search(frozenset(range(len(moves))), 0, None)


def agent_answers(
    table: str, answers: Sequence[Data], seats: Container[int], said: Mapping[Call, set[tuple[str, ...]]]
) -> Iterator[str]:
    """What the replay has as the answer of a webhook agent was that agent's answer to this decision."""
    for answer in answers:
        call = (table, answer["seat"], answer["decision"])
        own = answer["seat"] in seats and answer["by"] == "seat"
        if own and tuple(answer["picks"]) not in said.get(call, ()):
            yield f"{call}: the replay has {answer['picks']} of an agent that answered {said.get(call)}"


def talk_once(answers: Sequence[Data], talk: Sequence[Data], operations: Iterable[Operation]) -> Iterator[str]:
    """Accepted talk appears once; talk that may have been accepted, at most once."""
    heard = Counter(spoken(answers, talk))
    for operation in operations:
        times = heard[operation.seat, operation.picks[1]]
        if times > 1 or (times == 0 and operation.accepted):
            yield f"{operation.picks} of seat {operation.seat} was said {times} times"
        if times and not operation.accepted and not operation.maybe:
            yield f"{operation.picks} of seat {operation.seat} was refused and said"


def spoken(answers: Sequence[Data], talk: Sequence[Data]) -> list[tuple[int, str]]:
    """Who said what, in order; where talk is part of the rules it is among the answers."""
    if any(answer["kind"] == "say" for answer in answers):
        return [(answer["seat"], answer["picks"][1]) for answer in answers if answer["kind"] == "say"]
    return [(note["seat"], note["text"]) for note in talk if "refused" not in note]


def in_order(answers: Sequence[Data], talk: Sequence[Data], operations: Iterable[Operation]) -> Iterator[str]:
    """The replay has answers and talk in order: one that was accepted before another was sent comes first.

    The other one need not have been accepted, it only has to be in the replay. Where the same entry appears twice, the
    position that fits is used.
    """
    answered: dict[Any, list[int]] = defaultdict(list)
    for n, answer in enumerate(answers):
        if answer["kind"] != "withdraw" and answer["by"] == "seat":
            name = "" if answer["kind"] == "say" else answer["decision"]
            answered[answer["seat"], name, tuple(answer["picks"])].append(n)
    said: dict[Any, list[int]] = defaultdict(list)
    if not any(answer["kind"] == "say" for answer in answers):
        for n, (seat, text) in enumerate(spoken(answers, talk)):
            said[seat, "", ("table", text)].append(n)
    operations = [operation for operation in operations if operation.verb != "withdraw"]
    for places in (answered, said):
        written = [
            (operation, found)
            for operation in operations
            if (found := places.get((operation.seat, operation.name, operation.picks)))
        ]
        sure = sorted(
            ((operation.accepted.received, min(at), operation) for operation, at in written if operation.accepted),
            key=_first,
        )
        for later, at in written:
            for received, before, earlier in sure:
                if received >= later.began:
                    break
                if before > max(at):
                    yield f"{_said(earlier)} was accepted before {_said(later)} was sent, and comes after it"


def _first(entry: tuple[float, int, Operation]) -> float:
    return entry[0]


def _said(operation: Operation) -> str:
    return f"{operation.name or 'talk'} {operation.picks} of seat {operation.seat}"


# -- state and events -------------------------------------------------------------------------------


def verified(finished: FinishedTable, players: dict[int, Client]) -> Iterator[str]:
    """The replay verifies, and its last step shows every viewer what the table shows."""
    imported = players[0].call("POST", "/replays", finished.replay, key=f"import-{finished.table.id}", longer=60.0)
    if imported.status_code != 201:
        yield f"the replay does not verify: {imported.text[:300]}"
    for seat, client in (*players.items(), (None, None)):
        viewer = "spectator" if seat is None else seat
        last = finished.get(client, f"/replay/steps/{len(finished.answers)}?as={viewer}")
        now = finished.get(client, "/view")
        if last["view"] != now["view"]:
            yield f"the last step of the replay differs from the table for {viewer}"


def saved(answers: Sequence[Data], state: bytes) -> Iterator[str]:
    """The state in Redis is byte for byte the last state of the replay, hidden parts included."""
    if answers and answers[-1]["digest"] != (found := sha256(state).hexdigest()[:16]):
        yield f"the state in the store is {found}, and that of the replay {answers[-1]['digest']}"


def received_all(seat: int | None, events: Sequence[Data], again: Sequence[Data]) -> Iterator[str]:
    """The events received over broken streams equal those read again; once-only texts may be missing."""
    if len(again) != len(events):
        yield f"seat {seat} received {len(events)} of {len(again)} events"
    for n, (heard, event) in enumerate(zip(events, again, strict=False), 1):
        if heard["seq"] != n:
            yield f"seat {seat} received number {heard['seq']} as number {n}"
            return
        told = heard["type"] == "story" and heard["data"].get("told")
        if heard != event and not (told and heard["data"]["kind"] == event["data"]["kind"]):
            yield f"seat {seat} received {heard} instead of {event}"
            return
