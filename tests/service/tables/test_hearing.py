"""Streams of Mountains of Madness: spectators hear what everybody hears, and `waiting` names those who need time."""

from __future__ import annotations

from service.stores import Stores
from tests.service.people import Person
from tests.service.table import ME, answer, open_table, play_bots

GUIDE = {"kind": "bot", "level": "guide"}
OPTIONS = {"first_leader": 0, "mode": "relaxed"}


def encounter(ada: Person, stores: Stores) -> str:
    """A table in its first encounter."""
    opened = open_table(ada, [ME, GUIDE, GUIDE], game="mountains_of_madness", options=OPTIONS, start="full")
    for _ in range(2):
        answer(ada, str(opened["id"]))
    return str(opened["id"])


def test_spectators_hear_what_is_said_to_all(ada: Person, ben: Person, stores: Stores) -> None:
    table = encounter(ada, stores)

    assert ada.post(f"/tables/{table}/talk", {"text": "I have tools 4"}).status_code == 201

    told = ben.get(f"/tables/{table}/events?after=0&words=true", headers={"Accept": "application/json"}).json["items"]
    assert "Ada: I have tools 4" in [event["text"] for event in told]


def test_bots_that_answer_at_once_are_not_waited_for(ada: Person, stores: Stores) -> None:
    table = encounter(ada, stores)
    play_bots(stores)

    told = ada.get(f"/tables/{table}/events?after=0", headers={"Accept": "application/json"}).json["items"]
    waiting = [event["data"]["seats"] for event in told if event["type"] == "waiting"]

    assert all(1 not in seats and 2 not in seats for seats in waiting), waiting
    assert len(waiting) <= 4
