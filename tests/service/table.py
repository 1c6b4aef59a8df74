"""Tables for tests: open, start, move in time, play to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from redis import Redis
from werkzeug.test import TestResponse

from service.bots import turns
from service.games.kit.bots import rounds
from service.storage import keys
from service.storage.due import KINDS
from service.stores import Stores
from service.tables import play
from service.tables.session import TableSession, load
from service.tables.store import Table
from tests.service.people import JSON, Data, Person

Choose = Callable[[Data], list[str]]
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def open_table(owner: Person, seats: Sequence[Data] = (ME, OPEN), **more: Any) -> Data:
    """A table of Faraway that waits for its people."""
    response = owner.post("/tables", {"game": "faraway", "seats": list(seats), **more})
    assert response.status_code == 201, response.json
    found: Data = response.json
    return found


def started(owner: Person, *guests: Person, bots: int = 0, **more: Any) -> str:
    """A running table: the owner on seat 0, the guests on the seats after it, then bots."""
    seats = [ME, *([OPEN] * len(guests)), *([BOT] * bots)]
    table = open_table(owner, seats, **more)
    for seat, guest in enumerate(guests, 1):
        response = guest.put(f"/tables/{table['id']}/seats/{seat}", {"code": table["invite_code"]})
        assert response.status_code == 200, response.json
    begun = owner.post(f"/tables/{table['id']}/start")
    assert begun.json["status"] == "running", begun.json
    return str(table["id"])


def open_decisions(person: Person, table: str) -> list[Data]:
    """What this person has to decide now."""
    found: list[Data] = person.get(f"/tables/{table}/decisions").json["items"]
    return found


def answer(person: Person, table: str, decision: str | None = None, picks: list[str] | None = None) -> TestResponse:
    """Answer; where nothing is said, the first open decision with the first options it allows."""
    if decision is None or picks is None:
        one = next(one for one in open_decisions(person, table) if decision in (None, one["id"]))
        decision, picks = one["id"], one["options"][: one["least"]] if picks is None else picks
    return put(person, table, decision, *picks)


def put(person: Person, table: str, decision: str, *picks: str) -> TestResponse:
    """Answer this decision with just these picks."""
    return person.put(f"/tables/{table}/decisions/{decision}/answer", {"picks": list(picks)})


def all_answer(table: str, *people: Person) -> None:
    """Everybody answers once, in this order."""
    for person in people:
        assert answer(person, table).status_code in (200, 202)


def take_due(stores: Stores) -> list[str]:
    """Lease everything that is due, as `<kind>:<id>`."""
    return [f"{kind}:{id}" for kind in KINDS for id in stores.due.take(kind)]


def play_bots(stores: Stores) -> int:
    """Carry out inline all that is due, as the clock and the workers would; how much that was."""
    done = 0
    while due := take_due(stores):
        for kind, _, table in (member.partition(":") for member in due):
            if kind == "bots":
                done += turns.play_turns(stores.tables, stores.due, stores.pending, table, lambda part: rounds(2))
            elif kind == "timer":
                play.fire_timers(stores.tables, stores.due, table)
                done += 1
    return done


def first(decision: Data) -> list[str]:
    """The first options there are."""
    options: list[str] = decision["options"]
    return options[: decision["least"]]


def by_chance(random: Random) -> Choose:
    """Any options."""
    return lambda decision: random.sample(decision["options"], decision["least"])


def play_out(stores: Stores, table: str, people: Iterable[Person], choose: Choose = first) -> Data:
    """Play a table to its end by HTTP; bots play whenever it is their turn."""
    people = list(people)
    while True:
        moved = play_bots(stores)
        for person in people:
            for decision in open_decisions(person, table):
                reply = answer(person, table, decision["id"], choose(decision))
                assert reply.status_code in (200, 202), reply.json
                moved += 1
        if not moved:
            break
    ended: Data = people[0].get(f"/tables/{table}").json
    assert ended["status"] == "finished", ended
    return ended


# -- behind the curtain ------------------------------------------------------------------


def saved(stores: Stores, table: str) -> Table:
    """The table as it lies in Redis."""
    return load(stores.tables, table).table


def live(stores: Stores, table: str) -> TableSession:
    """The table with its game."""
    return load(stores.tables, table)


def changed(stores: Stores, table: str, do: Callable[[Table], None]) -> Table:
    """Change what is saved, as if it had always been so."""
    found = load(stores.tables, table)
    do(found.table)
    found.commit(stores.tables)
    return found.table


def later(stores: Stores, table: str, seconds: float) -> None:
    """Let time pass at one table: everything that was opened was opened so much earlier."""
    by = round(seconds * 1000)

    def shift(found: Table) -> None:
        if found.paused is not None:
            found.paused -= by
        for opening in found.opened.values():
            opening.opened -= by
            opening.deadline = None if opening.deadline is None else opening.deadline - by
            opening.warn = None if opening.warn is None else opening.warn - by

    changed(stores, table, shift)


def everything(redis: Redis, *without: bytes) -> dict[bytes, bytes | None]:
    """All that Redis holds, key by key."""
    return {key: redis.dump(key) for key in sorted(redis.keys("*")) if not key.startswith(without)}


def table_hash(redis: Redis, table: str) -> dict[bytes, bytes]:
    """The raw hash of one table."""
    found: dict[bytes, bytes] = redis.hgetall(keys.table(table))
    assert found
    return found


def fire_timers(stores: Stores, table: str) -> None:
    """Do what is due at this table, as a timer worker would."""
    play.fire_timers(stores.tables, stores.due, table)


def events(person: Person, table: str, type: str) -> list[Data]:
    page = person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]
    return [event["data"] for event in page if event["type"] == type]


def seconds_left(stores: Stores, table: str, name: str) -> float:
    """How long a decision is still open."""
    now = live(stores, table)
    deadline = now.table.opened[name].deadline
    assert deadline is not None
    return (deadline - now.now) / 1000


def timer_due_at(redis: Redis, table: str) -> float | None:
    """When the next timer of the table is due, in milliseconds."""
    due: float | None = redis.zscore(keys.due(keys.shard(table), "timer"), table)
    return due
