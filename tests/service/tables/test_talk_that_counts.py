"""Talk in Mountains of Madness, over HTTP: the game decides what is heard, and refusals are the speaker's own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from service.stores import Stores
from tests.service.people import Person
from tests.service.table import live, open_decisions, put

SEATS = [{"kind": "me"}, *[{"kind": "open"}] * 4]


@pytest.fixture
def climbers(register: Callable[[str], Person]) -> list[Person]:
    return [register(name) for name in ("Ada", "Bob", "Cleo", "Dora", "Eve")]


@pytest.fixture
def table(climbers: list[Person]) -> str:
    """Five climbers at their first encounter: the sand is turned, all may speak."""
    return encounter(climbers, "relaxed")


def encounter(climbers: list[Person], mode: str) -> str:
    """A table at which all have moved and turned their tile."""
    wish = {"game": "mountains_of_madness", "options": {"mode": mode}, "seats": SEATS, "start": "full", "deal": "x"}
    table: str = climbers[0].post("/tables", wish).get_json()["id"]
    for seat, climber in enumerate(climbers[1:], 1):
        climber.put(f"/tables/{table}/seats/{seat}", {})
    for kind in ("move", "flip"):
        for climber in climbers:
            for decision in open_decisions(climber, table):
                if decision["kind"] == kind:
                    put(climber, table, decision["id"], *(decision["default"] or decision["options"][:1]))
    return table


def events(climber: Person, table: str) -> list[dict[str, Any]]:
    page = climber.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": "application/json"})
    items: list[dict[str, Any]] = page.get_json()["items"]
    return items


def test_what_is_said_reaches_others_through_the_game_only(climbers: list[Person], table: str) -> None:
    said = climbers[0].post(f"/tables/{table}/talk", {"text": "we need ropes"})

    assert said.status_code == 201
    assert said.get_json()["data"]["text"] == "we need ropes"
    for other in climbers[1:]:
        assert "talk" not in {event["type"] for event in events(other, table)}


def test_a_refusal_is_kept_for_the_speaker_alone(climbers: list[Person], table: str, stores: Stores) -> None:
    before = {climber.name: len(events(climber, table)) for climber in climbers}
    refused = [climber for climber in climbers if _says(climber, table) == 422]
    assert refused, "some madness must refuse this"

    for climber in climbers:
        notes = [event["data"] for event in events(climber, table) if "refused" in event["data"]]
        assert [note["seat"] for note in notes] == [climbers.index(climber)] * (climber in refused)
    quiet = next(climber for climber in climbers if climber not in refused)
    heard = sum("refused" not in str(event) for event in events(quiet, table)[before[quiet.name] :])
    assert heard == len(events(quiet, table)) - before[quiet.name]
    assert live(stores, table).table.status == "running"


def _says(climber: Person, table: str) -> int:
    return climber.post(f"/tables/{table}/talk", {"text": "I have two weapons"}).status_code


def test_the_replay_tells_what_was_said_and_what_was_refused(climbers: list[Person], table: str) -> None:
    for climber in climbers:
        _says(climber, table)
    for climber in climbers:
        climber.post(f"/tables/{table}/votes", {"kind": "abort"})

    replay = climbers[0].get(f"/tables/{table}/replay").get_json()

    assert {"refused" in note for note in replay["talk"]} == {True, False}
    assert any(answer["kind"] == "say" for answer in replay["answers"])
    assert climbers[0].post("/replays", replay).status_code == 201


def test_the_policy_does_not_depend_on_the_madness_of_others(
    climbers: list[Person], table: str, stores: Stores
) -> None:
    now = live(stores, table)
    for seat, climber in enumerate(climbers):
        shown = climber.get(f"/tables/{table}/talk").get_json()["policy"]
        for seed in range(20):
            imagined = now.game.imagine(now.state, seat, Random(seed))
            assert msgspec.json.decode(msgspec.json.encode(now.game.talk_policy(imagined, seat))) == shown


def test_everybody_sees_when_the_sand_runs_out(climbers: list[Person], stores: Stores) -> None:
    table = encounter(climbers, "timed")

    spectator = Person(climbers[0].app)
    shown = [who.get(f"/tables/{table}/view").get_json()["sand"] for who in (*climbers, spectator)]

    assert shown[0] == shown[-1]
    [hourglass] = [sand for sand in shown[0] if sand["kind"] == "hourglass"]
    told = [event["data"] for event in events(spectator, table) if event["type"] == "clock"]
    assert [data["ends_at"] for data in told if data["sand"] == "hourglass"] == [hourglass["ends_at"]]


def test_a_message_can_be_checked_before_it_is_sent_and_nobody_notices(climbers: list[Person], table: str) -> None:
    before = {climber.name: events(climber, table) for climber in climbers}

    fine = climbers[0].post(f"/tables/{table}/talk/check", {"text": "we need ropes"})
    mad = climbers[0].post(f"/tables/{table}/talk/check", {"text": "I am mad"})
    long = climbers[0].post(f"/tables/{table}/talk/check", {"text": "a" * 200})

    assert (fine.status_code, fine.get_json()) == (200, {"legal": True})
    assert (mad.status_code, mad.get_json()["params"]["reason"]) == (422, "madness-talk")
    assert (long.status_code, long.get_json()["params"]["reason"]) == (422, "too-long")
    assert {climber.name: events(climber, table) for climber in climbers} == before


def test_in_silence_a_check_refuses_and_costs_nothing(climbers: list[Person], table: str) -> None:
    [question] = [one for one in open_decisions(climbers[1], table) if one["kind"] == "place"]
    put(climbers[1], table, question["id"], "card-1")
    sled = climbers[0].get(f"/tables/{table}/view").get_json()["view"]["sled"]

    checked = climbers[0].post(f"/tables/{table}/talk/check", {"text": "we need ropes"})

    assert (checked.status_code, checked.get_json()["params"]["reason"]) == (422, "silence")
    assert climbers[0].get(f"/tables/{table}/view").get_json()["view"]["sled"] == sled


def test_only_those_who_sit_at_the_table_can_check(climbers: list[Person], table: str, register: Any) -> None:
    stranger = register("Zoe")
    assert stranger.post(f"/tables/{table}/talk/check", {"text": "hello"}).status_code == 403
    assert climbers[0].post(f"/tables/{table}/talk/check", {"room": "attic", "text": "hello"}).status_code == 403
