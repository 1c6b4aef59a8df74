"""Spectators of a kind get the same bytes, built once. Nobody else gets them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.service.people import JSON, NDJSON, SSE, Data, Person, pieces, spelled_out
from tests.service.table import all_answer, open_table, started


def test_only_spectators_of_the_same_kind_share_what_is_built_and_everybody_gets_their_own_events(
    ada: Person, ben: Person, cleo: Person, nobody: Person
) -> None:
    table = started(ada, ben)
    path = f"/tables/{table}/events"
    alike = [Parts(nobody, path), Parts(nobody, path), Parts(cleo, path)]
    kinds = [
        *(alike[0], Parts(ada, path), Parts(ben, path), Parts(nobody, path, SSE), Parts(nobody, f"{path}?views=true")),
        *(Parts(ada, f"{path}?views=true"), Parts(nobody, path, language="fr"), Parts(nobody, f"{path}?words=true")),
    ]
    all_answer(table, ada, ben)

    told = {parts: parts.until(parts.person.get(f"/tables/{table}/view").json["seq"]) for parts in {*alike, *kinds}}

    assert told[alike[0]] == told[alike[1]] == told[alike[2]]
    for mine, others in zip(told[alike[0]], zip(told[alike[1]], told[alike[2]], strict=True), strict=True):
        assert all(other is mine for other in others)
    for one, other in combinations(kinds, 2):
        assert not {*map(id, told[one])} & {*map(id, told[other])}
    for parts in kinds:
        heard = [event for event in parts.events if event["type"] != "view"]
        page = parts.person.get(f"{path}?after={parts.first}", headers={"Accept": JSON}).json["items"]
        assert [{**event, "text": None} for event in heard] == [{**event, "text": None} for event in page]
        assert {event["data"]["seat"] for event in parts.events if event["type"] == "view"} <= {parts.seat}


def test_a_spectator_who_sits_down_no_longer_gets_what_spectators_share(
    ada: Person, ben: Person, nobody: Person
) -> None:
    table = open_table(ada)["id"]
    watching, sitting = Parts(nobody, f"/tables/{table}/events"), Parts(ben, f"/tables/{table}/events")

    ben.put(f"/tables/{table}/seats/1")
    ada.post(f"/tables/{table}/start")

    seq = ben.get(f"/tables/{table}/view").json["seq"]
    mine, theirs = sitting.until(seq), watching.until(nobody.get(f"/tables/{table}/view").json["seq"])
    assert not {*map(id, mine)} & {*map(id, theirs)}
    assert any(event["type"] == "decision-opened" for event in sitting.events)
    assert not any(event["type"] == "decision-opened" for event in watching.events)


class Parts:
    """A stream as the very objects that the web server is given."""

    def __init__(self, person: Person, path: str, accept: str = NDJSON, language: str = "en") -> None:
        self.person = person
        headers = {"Accept-Language": language}
        stream = person.follow(path, accept, headers)
        self._parts: Iterator[bytes] = stream._parts  # type: ignore[assignment]
        snapshot = spelled_out(pieces(next(self._parts))[0])
        assert snapshot is not None
        self.first, self.seat = snapshot["seq"], snapshot["data"]["seat"]
        self.events: list[Data] = []

    def until(self, number: int) -> list[bytes]:
        """What is sent until the event with this number."""
        found = []
        while not self.events or self.events[-1]["seq"] < number:
            part = next(self._parts)
            events = [event for event in map(spelled_out, pieces(part)) if event is not None]
            if events:
                found.append(part)
                self.events += events
        return found
