"""Talk at the table: who can speak, who hears it, and what cannot be said."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import JSON, Person
from tests.service.table import open_table, play_out, started


def heard(person: Person, table: str) -> list[str]:
    page = person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]
    return [event["data"]["text"] for event in page if event["type"] == "talk"]


def test_what_is_said_is_heard_by_everybody_who_watches(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)

    said = ada.post(f"/tables/{table}/talk", {"text": "Good luck!"})

    assert said.status_code == 201
    assert said.json["type"] == "talk"
    assert said.json["data"] | {"id": ""} == {
        "id": "",
        "seat": 0,
        "name": "Ada",
        "room": "table",
        "text": "Good luck!",
    }
    for person in (ada, ben, nobody):
        assert heard(person, table) == ["Good luck!"]


def test_people_talk_also_before_the_game_begins(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]

    ada.post(f"/tables/{table}/talk", {"text": "Who comes?"})

    assert heard(ben, table) == ["Who comes?"]


def test_the_policy_says_who_may_speak(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)

    mine, theirs = (person.get(f"/tables/{table}/talk").json for person in (ada, nobody))

    assert mine["rooms"] == [{"name": "table", "may_speak": True, "hear": [0, 1], "public": True}]
    assert theirs["rooms"][0]["may_speak"] is False
    assert mine["max_length"] == 500


def test_after_the_end_nobody_speaks(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])

    assert ada.post(f"/tables/{table}/talk", {"text": "Again?"}).json["code"] == "finished"
    assert ada.get(f"/tables/{table}/talk").json["rooms"] == []


def test_spectators_cannot_talk(ada: Person, ben: Person, cleo: Person, nobody: Person) -> None:
    table = started(ada, ben)

    assert cleo.post(f"/tables/{table}/talk", {"text": "Take r1"}).json["code"] == "not-seated"
    assert nobody.post(f"/tables/{table}/talk", {"text": "Take r1"}).status_code == 401
    assert heard(ada, table) == []


def test_nobody_can_talk_in_a_room_that_does_not_exist(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    refused = ada.post(f"/tables/{table}/talk", {"room": "cellar", "text": "psst"})

    assert (refused.status_code, refused.json["code"]) == (403, "may-not-speak")
    assert refused.json["params"] == {"room": "cellar"}
    assert "cellar" in refused.json["detail"]


@pytest.mark.parametrize(
    "text", ["", "  ", "x" * 501, "a\nb", "\u202eabc", "a\u200bb", "\x00", None, 7, ["a"]], ids=repr
)
def test_unreadable_text_is_refused(ada: Person, ben: Person, text: object) -> None:
    table = started(ada, ben)

    refused = ada.post(f"/tables/{table}/talk", {"text": text})

    assert refused.status_code == 422
    assert {error["field"] for error in refused.json["errors"]} == {"text"}
    assert heard(ben, table) == []


@pytest.mark.parametrize("text", ["<b>hi</b>", '"quoted"', "{seat}", "% s", "日本語", "🦊", "x" * 500])
def test_readable_text_is_not_changed(ada: Person, ben: Person, text: str) -> None:
    table = started(ada, ben)
    ada.post(f"/tables/{table}/talk", {"text": text})

    assert heard(ben, table) == [text]


def test_many_voices_at_once_are_all_heard_in_one_order(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    at_once(
        [
            lambda n=n, person=person: person.post(f"/tables/{table}/talk", {"text": f"{person.name} {n}"})
            for n in range(5)
            for person in (ada, ben)
        ]
    )

    assert sorted(heard(ada, table)) == sorted(f"{name} {n}" for n in range(5) for name in ("Ada", "Ben"))
    assert heard(ada, table) == heard(ben, table)
