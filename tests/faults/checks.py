"""What must hold after all faults: what was accepted is there, once and in order, and the service is of one mind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests.faults.crowd import Played
from tests.faults.hooks import Call
from tests.faults.ledger import NEVER, Deed
from tests.faults.listeners import Listener
from tests.faults.people import Client

Data = dict[str, Any]
Step = tuple[str, tuple[str, ...]]
PAGE: Final = 1000


class Truth:
    """What the service says of a table that is over."""

    def __init__(self, table: Played) -> None:
        self.client = table.people[0].client
        self.table = table
        self.replay: Data = self.get(self.client, "/replay")
        self.answers: list[Data] = self.replay["answers"]

    def get(self, client: Client | None, path: str) -> Data:
        """A page of the table, as one of its people or, with None, as a spectator gets it."""
        if client is None:
            anonymous = {"headers": {"Authorization": None}}
            reply = self.client.session.get(
                f"{self.client.at}/v1/tables/{self.table.id}{path}", timeout=30, **anonymous
            )
        else:
            reply = client.call("GET", f"/tables/{self.table.id}{path}", longer=30.0)
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


def check(truth: Truth, deeds: Sequence[Deed], said: Mapping[Call, set[tuple[str, ...]]]) -> Iterator[str]:
    """All that is wrong with one table."""
    table = truth.table
    people = {person.seat: person.client for person in table.people}
    yield from accepted_once(truth.answers, [deed for deed in deeds if deed.verb != "say"], people)
    yield from said_by_agents(truth, said)
    yield from said_once(truth, [deed for deed in deeds if deed.verb == "say"])
    yield from in_order(truth.answers, deeds)
    yield from rung_once(truth.answers)
    yield from warned_once(people, truth)
    yield from verified(truth, people)
    for listener in table.listeners:
        yield from heard_all(truth, listener, None if listener.seat is None else people[listener.seat])


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

    def search(left: frozenset[int], done: int, lies: tuple[str, ...] | None) -> bool:
        must = [n for n in left if moves[n][4]]
        if not must and done == len(seen):
            return True
        # Nothing may happen after an accepted attempt has ended that has not happened yet.
        latest = min((moves[n][3] for n in must), default=NEVER)
        for n in left:
            verb, picks, sent, _, _ = moves[n]
            if sent > latest:
                continue
            writes: list[Step] = []
            if verb == "withdraw":
                writes = [] if lies is None else [("withdraw", ())]
            elif lies is None:
                writes = [("answer", picks)]
            elif lies != picks:
                writes = [("withdraw", ()), ("answer", picks)]
            if list(seen[done : done + len(writes)]) != writes:
                continue
            if search(left - {n}, done + len(writes), None if verb == "withdraw" else picks):
                return True
        return False

    return search(frozenset(range(len(moves))), 0, None)


def said_by_agents(truth: Truth, said: Mapping[Call, set[tuple[str, ...]]]) -> Iterator[str]:
    """What stands in the replay as an agent's own answer is something that it has answered to this question."""
    for answer in truth.answers:
        call = (truth.table.id, answer["seat"], answer["decision"])
        own = answer["seat"] in truth.table.agents and answer["by"] == "seat"
        if own and tuple(answer["picks"]) not in said.get(call, ()):
            yield f"{call}: the replay has {answer['picks']} of an agent that has said {said.get(call)}"


def said_once(truth: Truth, deeds: Iterable[Deed]) -> Iterator[str]:
    """What was said is heard once; what may have been said, at most once."""
    talk = [(note["seat"], note["text"]) for note in truth.replay["talk"] if "refused" not in note]
    if any(answer["kind"] == "say" for answer in truth.answers):
        talk = [(answer["seat"], answer["picks"][1]) for answer in truth.answers if answer["kind"] == "say"]
    heard = Counter(talk)
    for deed in deeds:
        times = heard[deed.seat, deed.picks[1]]
        if times > 1 or (times == 0 and deed.accepted):
            yield f"{deed.picks} of seat {deed.seat} was said {times} times"
        if times and not deed.accepted and not deed.maybe:
            yield f"{deed.picks} of seat {deed.seat} was refused and said"


def in_order(answers: Sequence[Data], deeds: Iterable[Deed]) -> Iterator[str]:
    """The replay has answers as they were taken: one that was accepted before another was sent comes first."""
    place: dict[Any, int] = {}
    for n, answer in enumerate(answers):
        key = tuple(answer["picks"]) if answer["kind"] == "say" else answer["decision"]
        if answer["kind"] != "withdraw":
            place.setdefault((answer["seat"], key), n)
    timed = []
    for deed in deeds:
        key = deed.picks if deed.verb == "say" else deed.name
        if deed.accepted and deed.verb != "withdraw" and (deed.seat, key) in place:
            timed.append((deed.began, deed.accepted.received, place[deed.seat, key], deed))
    timed.sort(key=lambda entry: entry[1])
    for began, _, at, deed in timed:
        for _, received, other, earlier in timed:
            if received >= began:
                break
            if other > at:
                yield f"{earlier.name} was accepted before {deed.name} was sent, and comes after it in the replay"


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


def warned_once(people: dict[int, Client], truth: Truth) -> Iterator[str]:
    """Each deadline warns once and runs out once, and only then the clock answers."""
    by_clock = {(a["seat"], a["decision"]) for a in truth.answers if a["by"] == "clock" and a["seat"] >= 0}
    for seat, client in people.items():
        warned: Counter[str] = Counter()
        ended: Counter[str] = Counter()
        for event in truth.events(client):
            if event["type"] == "clock" and event["data"]["decision"]:
                (warned if event["data"]["warning"] else ended)[event["data"]["decision"]] += 1
        for name, times in (warned | ended).items():
            if times > 1:
                yield f"seat {seat} was told {times} times that the time for {name} runs out"
        answered = {name for number, name in by_clock if number == seat}
        if answered - set(ended):
            yield f"the clock answered {answered - set(ended)} for seat {seat} and did not say so"


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


def heard_all(truth: Truth, listener: Listener, client: Client | None) -> Iterator[str]:
    """What came over a hundred broken streams is what one reads anew; what is told once may have lost its words."""
    anew = truth.events(client)
    if len(anew) != len(listener.events):
        yield f"seat {listener.seat} heard {len(listener.events)} of {len(anew)} events"
    for heard, event in zip(listener.events, anew, strict=False):
        told = heard["type"] == "story" and heard["data"].get("told")
        if heard != event and not (told and heard["data"]["kind"] == event["data"]["kind"]):
            yield f"seat {listener.seat} heard {heard} instead of {event}"
            return
