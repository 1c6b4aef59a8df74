"""Talk and times of a replay, which no step can verify, are stored with the imported game."""

from __future__ import annotations

import pytest
from redis import Redis

from tests.service.people import JSON, Data, Person
from tests.service.sample_replays import seal
from tests.service.table import (
    ME,
    OPEN,
    answer,
    events,
    everything,
    open_decisions,
)


def test_imported_talk_keeps_its_place(cleo: Person, replay: Data) -> None:
    said = replay["talk"][0]
    late = {**said, "id": "late", "at": replay["answers"][5]["at"], "text": "Well played"}
    early = {**said, "id": "early", "at": "2020-01-01T00:00:00.000Z", "text": "Hello"}
    replay["talk"] = [early, said, late]
    replay["digest"] = seal(replay)

    id = cleo.post("/replays", replay).json["id"]

    page = cleo.get(f"/tables/{id}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]
    told = [event["type"] if event["type"] != "talk" else event["data"]["text"] for event in page]
    assert told.index("Hello") < told.index("started") < told.index("Good luck!") < told.index("Well played")
    assert told[-1] == "finished"
    assert [event["data"]["at"] for event in page if event["type"] == "talk"] == [early["at"], said["at"], late["at"]]


def test_what_was_said_where_speech_counts_is_for_the_speaker_and_in_the_replay(
    ada: Person, ben: Person, cleo: Person
) -> None:
    wish = {"game": "mountains_of_madness", "options": {"mode": "relaxed"}, "seats": [ME, OPEN, OPEN], "start": "full"}
    table = ada.post("/tables", wish).json["id"]
    for seat, person in enumerate((ben, cleo), 1):
        person.put(f"/tables/{table}/seats/{seat}")
    for kind in ("move", "flip"):
        for person in (ada, ben, cleo):
            for one in open_decisions(person, table):
                if one["kind"] == kind:
                    answer(person, table, one["id"], one["default"])
    assert ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Two crates here"}).status_code == 201
    for person in (ada, ben, cleo):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})
    replay = ada.get(f"/tables/{table}/replay").json
    assert [one["text"] for one in replay["talk"]] == ["Two crates here"]

    id = ben.post("/replays", replay).json["id"]

    assert ben.get(f"/tables/{id}/replay").json == replay
    assert events(ben, id, "talk") == [], "it was the speaker's own note, and nobody sits at this table"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("started_at", {"started_at": "yesterday"}),
        ("started_at", {"started_at": "2026-11-16T05:35:23Z"}),
        ("started_at", {"started_at": "2026-11-16T05:35:23.123+01:00"}),
        ("finished_at", {"finished_at": "9999-01-01T00:00:00.000Z"}),
        ("finished_at", {"finished_at": "0001-01-01T00:00:00.000Z"}),
        ("talk.0.at", {"at": "9999-12-31T23:59:59.999Z"}),
        ("talk.0.seat", {"seat": 3}),
        ("talk.0.seat", {"seat": -1}),
        ("talk.0.text", {"text": "x" * 501}),
        ("talk.0.text", {"text": "  "}),
        ("talk.0.text", {"text": "a\u202eb"}),
        ("talk.0.room", {"room": "x" * 65}),
        ("talk.0.name", {"name": "a\u0000b"}),
    ],
)
def test_times_and_talk_are_as_plain_as_those_of_the_house(
    ada: Person, replay: Data, redis: Redis, field: str, change: Data
) -> None:
    (replay["talk"][0] if field.startswith("talk") else replay).update(change)
    replay["digest"] = seal(replay)
    before = everything(redis)

    refused = ada.post("/replays", replay)

    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert [error["field"] for error in refused.json["errors"]] == [field]
    assert everything(redis) == before
