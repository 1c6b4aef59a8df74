"""What must hold after all faults: what was accepted is there, once and in order, and the service is of one mind.

Each check takes what was noted and what the service says, and yields what is wrong; test_checks.py shows of each that
it finds what it is there for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from service.tables.store import Table
from tests.faults.crowd import Played
from tests.faults.hooks import Call
from tests.faults.ledger import NEVER, Deed
from tests.faults.people import Client

Data = dict[str, Any]
Step = tuple[str, tuple[str, ...]]
PAGE: Final = 1000
LATE_MS: Final = 30_000
"""In a healthy house nothing is overdue by so much, however busy the machine is."""


class Truth:
    """What the service says of a table that is over."""

    def __init__(self, table: Played) -> None:
        self.client = table.people[0].client
        self.table = table
        self.replay: Data = self.get(self.client, "/replay")
        self.answers: list[Data] = self.replay["answers"]

    def get(self, client: Client | None, path: str) -> Data:
        """A page of the table, as one of its people or, with None, as a spectator gets it."""
        anonymous = {"headers": {"Authorization": None}} if client is None else {}
        reply = (client or self.client).call("GET", f"/tables/{self.table.id}{path}", longer=30.0, **anonymous)
        if reply.status_code != 200:
            raise AssertionError(f"{path}: {reply.status_code} {reply.text[:300]}")
        found: Data = reply.json()
        return found

    def events(self, client: Client | None) -> list[Data]:
        """Everything this viewer was ever told, read anew."""
        found: list[Data] = []
        while True:
            page = self.get(client, f"/events?after={len(found)}&limit={PAGE}")["items"]
            found += page
            if len(page) < PAGE:
                return found


def check(
    truth: Truth, deeds: Sequence[Deed], said: Mapping[Call, set[tuple[str, ...]]], state: bytes
) -> Iterator[str]:
    """All that is wrong with one table. `state` is what the store has of it."""
    table = truth.table
    people = {person.seat: person.client for person in table.people}
    pulled = {seat for seat, door in table.agents.items() if door == "poll"}
    hooked = {seat for seat, door in table.agents.items() if door == "webhook"}
    yield from accepted_once(truth.answers, [deed for deed in deeds if deed.verb != "say"], {*people, *pulled})
    yield from said_by_agents(table.id, truth.answers, hooked, said)
    yield from said_once(truth.answers, truth.replay["talk"], [deed for deed in deeds if deed.verb == "say"])
    yield from in_order(truth.answers, truth.replay["talk"], deeds)
    yield from rung_once(truth.answers)
    heard: dict[int | None, list[Data]] = {seat: truth.events(client) for seat, client in people.items()}
    for seat in people:
        yield from warned_once(seat, truth.answers, heard[seat], seat in truth.replay["forfeits"])
    yield from verified(truth, people)
    yield from saved(truth.answers, state)
    heard[None] = truth.events(None)
    for listener in table.listeners:
        yield from heard_all(listener.seat, listener.events, heard[listener.seat])


# -- answers ---------------------------------------------------------------------------------


def accepted_once(answers: Sequence[Data], deeds: Iterable[Deed], people: Container[int]) -> Iterator[str]:
    """Each question's answers in the replay are explained by what clients did, and leave out nothing accepted."""
    asked: dict[tuple[int, str], list[Deed]] = defaultdict(list)
    for deed in deeds:
        asked[deed.seat, deed.name].append(deed)
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
            # The clock or the house answered: then no client was told yes, or it took its answer back before.
            if any(deed.accepted and deed.verb == "answer" for deed in mine):
                yield f"{key}: accepted from its seat, but in the replay it was answered by others: {seen}"
        elif not explained(seen, mine):
            tries = [(d.verb, d.picks, [(a.sent, a.received, a.status) for a in d.attempts]) for d in mine]
            yield f"{key}: the replay has {seen}, which does not follow from {tries}"
    for key, steps in written.items():
        if key[0] in people and key not in asked and key not in others:
            yield f"{key}: the replay has {steps}, which nobody sent"


def explained(seen: Sequence[Step], deeds: Sequence[Deed]) -> bool:
    """Whether there is an order of the attempts, true to their times, in which they write just this.

    An accepted attempt took effect between sending and response; one without a response, or with 503, took effect
    at any time after it was sent, or never; a refused one had none.
    """
    moves = [
        (deed.verb, deed.picks, attempt.sent, attempt.received if attempt.accepted else NEVER, attempt.accepted)
        for deed in deeds
        for attempt in deed.attempts
        if attempt.accepted or attempt.unknown
    ]

    failed: set[tuple[frozenset[int], int, tuple[str, ...] | None]] = set()

    def search(left: frozenset[int], done: int, lies: tuple[str, ...] | None) -> bool:
        must = [n for n in left if moves[n][4]]
        if not must and done == len(seen):
            return True
        if (left, done, lies) in failed:
            return False
        # Nothing may happen after an accepted attempt has ended that has not happened yet.
        latest = min((moves[n][3] for n in must), default=NEVER)
        for n in left:
            verb, picks, sent, _, accepted = moves[n]
            if sent > latest:
                continue
            writes: list[Step] = []
            if verb == "withdraw":
                writes = [] if lies is None else [("withdraw", ())]
            elif lies is None:
                writes = [("answer", picks)]
            elif lies != picks:
                writes = [("withdraw", ()), ("answer", picks)]
            # Whoever changes nothing and got no response might as well never have been.
            if list(seen[done : done + len(writes)]) != writes or not (writes or accepted):
                continue
            if search(left - {n}, done + len(writes), None if verb == "withdraw" else picks):
                return True
        failed.add((left, done, lies))
        return False

    return search(frozenset(range(len(moves))), 0, None)


def said_by_agents(
    table: str, answers: Sequence[Data], seats: Container[int], said: Mapping[Call, set[tuple[str, ...]]]
) -> Iterator[str]:
    """What stands in the replay as the own answer of an agent that is called was its answer to this question."""
    for answer in answers:
        call = (table, answer["seat"], answer["decision"])
        own = answer["seat"] in seats and answer["by"] == "seat"
        if own and tuple(answer["picks"]) not in said.get(call, ()):
            yield f"{call}: the replay has {answer['picks']} of an agent that has said {said.get(call)}"


def said_once(answers: Sequence[Data], talk: Sequence[Data], deeds: Iterable[Deed]) -> Iterator[str]:
    """What was said is heard once; what may have been said, at most once."""
    heard = Counter(spoken(answers, talk))
    for deed in deeds:
        times = heard[deed.seat, deed.picks[1]]
        if times > 1 or (times == 0 and deed.accepted):
            yield f"{deed.picks} of seat {deed.seat} was said {times} times"
        if times and not deed.accepted and not deed.maybe:
            yield f"{deed.picks} of seat {deed.seat} was refused and said"


def spoken(answers: Sequence[Data], talk: Sequence[Data]) -> list[tuple[int, str]]:
    """Who said what, in order; where speech counts it stands among the answers."""
    if any(answer["kind"] == "say" for answer in answers):
        return [(answer["seat"], answer["picks"][1]) for answer in answers if answer["kind"] == "say"]
    return [(note["seat"], note["text"]) for note in talk if "refused" not in note]


def in_order(answers: Sequence[Data], talk: Sequence[Data], deeds: Iterable[Deed]) -> Iterator[str]:
    """The replay has answers, and talk, as they were taken: one accepted before another was sent comes first.

    That other one need not have been accepted: it is enough that the replay has it. Where the same was written
    twice, with something else in between, the reading is taken that fits.
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
    deeds = [deed for deed in deeds if deed.verb != "withdraw"]
    for places in (answered, said):
        written = [(deed, found) for deed in deeds if (found := places.get((deed.seat, deed.name, deed.picks)))]
        sure = sorted(((deed.accepted.received, min(at), deed) for deed, at in written if deed.accepted), key=_first)
        for later, at in written:
            for received, before, earlier in sure:
                if received >= later.began:
                    break
                if before > max(at):
                    yield f"{_said(earlier)} was accepted before {_said(later)} was sent, and comes after it"


def _first(entry: tuple[float, int, Deed]) -> float:
    return entry[0]


def _said(deed: Deed) -> str:
    return f"{deed.name or 'a word'} {deed.picks} of seat {deed.seat}"


# -- time ------------------------------------------------------------------------------------


def rung_once(answers: Sequence[Data]) -> Iterator[str]:
    """No question has two answers, whoever gave them: a timer that rings twice would show here."""
    standing: Counter[tuple[int, str]] = Counter()
    for answer in answers:
        if answer["kind"] != "say":
            standing[answer["seat"], answer["decision"]] += -1 if answer["kind"] == "withdraw" else 1
    for key, times in standing.items():
        if times > 1:
            yield f"{key} has {times} answers"


def warned_once(seat: int, answers: Sequence[Data], events: Iterable[Data], forfeited: bool) -> Iterator[str]:
    """Each deadline warns its player once at most and runs out once, not before its time; then the clock answers.

    For somebody who has lost on time in this very moment the clock need not answer any more.
    """
    told: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for event in events:
        if event["type"] != "clock" or not event["data"]["decision"]:
            continue
        told[event["data"]["warning"]][event["data"]["decision"]] += 1
        if not event["data"]["warning"] and _time(event["at"]) < _time(event["data"]["deadline"]):
            yield f"the time of seat {seat} for {event['data']['decision']} ran out before its end: {event}"
    for counts in told.values():
        for name, times in counts.items():
            if times > 1:
                yield f"seat {seat} was told {times} times that the time for {name} runs out"
    answered = {answer["decision"] for answer in answers if answer["by"] == "clock" and answer["seat"] == seat}
    if silent := answered - set(told[False]):
        yield f"the clock answered {silent} for seat {seat} and did not say so"
    if idle := set(told[False]) - answered - ({list(told[False])[-1]} if forfeited and told[False] else set()):
        yield f"the time of seat {seat} for {idle} ran out and the clock did not answer"


def overdue(table: Table, now: int) -> Iterator[tuple[str, str]]:
    """The questions of a table in a healthy house whose time was over long ago, and nobody did anything."""
    for name, opening in table.opened.items():
        if opening.deadline is not None and table.paused is None and opening.deadline < now - LATE_MS:
            yield name, f"{name} is overdue by {now - opening.deadline} ms"


def _time(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)


# -- the whole -------------------------------------------------------------------------------


def verified(truth: Truth, people: dict[int, Client]) -> Iterator[str]:
    """The replay verifies, and its last step looks to every viewer as the table does."""
    brought = people[0].call("POST", "/replays", truth.replay, key=f"import-{truth.table.id}", longer=60.0)
    if brought.status_code != 201:
        yield f"the replay does not verify: {brought.text[:300]}"
    for seat, client in (*people.items(), (None, None)):
        viewer = "spectator" if seat is None else seat
        last = truth.get(client, f"/replay/steps/{len(truth.answers)}?as={viewer}")
        now = truth.get(client, "/view")
        if last["view"] != now["view"]:
            yield f"the last step of the replay differs from the table for {viewer}"


def saved(answers: Sequence[Data], state: bytes) -> Iterator[str]:
    """The state in the store is, byte by byte, the one that the replay ends with: all that nobody may see included."""
    if answers and answers[-1]["digest"] != (found := sha256(state).hexdigest()[:16]):
        yield f"the state in the store is {found}, and that of the replay {answers[-1]['digest']}"


def heard_all(seat: int | None, events: Sequence[Data], anew: Sequence[Data]) -> Iterator[str]:
    """What came over a hundred broken streams is what one reads anew; what is told once may have lost its words."""
    if len(anew) != len(events):
        yield f"seat {seat} heard {len(events)} of {len(anew)} events"
    for n, (heard, event) in enumerate(zip(events, anew, strict=False), 1):
        if heard["seq"] != n:
            yield f"seat {seat} heard number {heard['seq']} as number {n}"
            return
        told = heard["type"] == "story" and heard["data"].get("told")
        if heard != event and not (told and heard["data"]["kind"] == event["data"]["kind"]):
            yield f"seat {seat} heard {heard} instead of {event}"
            return
