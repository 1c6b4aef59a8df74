"""Whoever has muted a player does not read their words anywhere; nobody else notices."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.recording import redis_commands
from service.stores import Stores
from tests.service.people import JSON, Person
from tests.service.table import answer, open_decisions, started

MOUNTAINS = {"game": "mountains_of_madness", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


def said(person: Person, table: str) -> list[str]:
    """All words of the talk events that this person gets."""
    items = person.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"]
    return [event["data"]["text"] for event in items if event["type"] == "talk"]


def say(person: Person, table: str, text: str) -> Any:
    return person.post(f"/tables/{table}/talk", {"room": "table", "text": text})


def test_muted_words_are_hidden_from_the_one_who_mutes_only(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    say(ben, table, "Rubbish")
    say(ada, table, "Hello")
    assert ada.put(f"/me/mutes/{ben.id}").status_code == 204

    assert said(ada, table) == ["", "Hello"]
    assert said(ben, table) == said(nobody, table) == ["Rubbish", "Hello"]
    assert ada.get("/me/mutes").json["items"] == [{"id": ben.id, "name": "Ben"}]
    assert b"mute" not in b"".join(ben.heard)

    items = ada.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"]
    assert [event["seq"] for event in items] == list(range(1, len(items) + 1))
    assert next(event for event in items if event["type"] == "talk")["data"]["muted"]

    ada.delete(f"/me/mutes/{ben.id}")
    assert said(ada, table) == ["Rubbish", "Hello"]


def test_a_stream_that_is_open_goes_quiet_at_once(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events") as stream:
        stream.event()
        say(ben, table, "Hello")
        assert stream.until("talk")[-1]["data"]["text"] == "Hello"
        ada.put(f"/me/mutes/{ben.id}")
        say(ben, table, "Rubbish")
        assert stream.until("talk")[-1]["data"]["text"] == ""


def test_pages_and_views_are_quiet_where_speech_counts(ada: Person, ben: Person, cleo: Person) -> None:
    table = ada.post("/tables", MOUNTAINS).json
    for seat, person in ((1, ben), (2, cleo)):
        person.put(f"/tables/{table['id']}/seats/{seat}")
    ada.post(f"/tables/{table['id']}/start")
    id = table["id"]
    for person in (ada, ben, cleo):
        while open_decisions(person, id) and answer(person, id).status_code in (200, 202):
            if ada.get(f"/tables/{id}/talk").json["rooms"]:
                break
    ada.put(f"/me/mutes/{ben.id}")
    assert say(ben, id, "xyzzy nonsense").status_code == 201

    for path, accept in (("view", JSON), ("view", "text/plain"), ("events?after=0&limit=500", JSON)):
        shown = [person.get(f"/tables/{id}/{path}", headers={"Accept": accept}).get_data() for person in (ada, cleo)]
        assert b"xyzzy" not in shown[0], path
    heard = cleo.get(f"/tables/{id}/events?after=0&limit=500", headers={"Accept": JSON}).get_data()
    assert b"xyzzy" in heard


def test_an_answer_does_not_read_mutes(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    ada.put(f"/me/mutes/{ben.id}")
    ada.get("/me")
    with redis_commands() as commands:
        assert answer(ada, table).status_code in (200, 202)
    assert not any(command[0] == b"SMEMBERS" for command in commands)


@pytest.mark.parametrize("other", ["p_nobody", "p_../../x"])
def test_only_players_can_be_muted(ada: Person, other: str) -> None:
    assert ada.put(f"/me/mutes/{other}").status_code == 404
    refused = ada.put(f"/me/mutes/{ada.id}")
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")


def test_a_closed_account_leaves_no_mutes(ada: Person, ben: Person, stores: Stores) -> None:
    ada.put(f"/me/mutes/{ben.id}")
    ada.delete("/me")
    assert stores.moderation.muted(ada.id) == frozenset()
