"""Rematches: the same players one seat further, at one table, however many request it."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import open_table, play_out, started


@pytest.fixture
def over(ada: Person, ben: Person, stores: Stores) -> str:
    """A table of Ada, Ben and a bot that is over."""
    table = started(ada, ben, bots=1)
    play_out(stores, table, [ada, ben])
    return table


def test_the_same_people_sit_one_seat_further(ada: Person, ben: Person, over: str) -> None:
    again = ada.post(f"/tables/{over}/rematch")

    assert again.status_code == 201
    assert again.headers["Location"] == f"/v1/tables/{again.json['id']}"
    seats = [(seat["kind"], seat["player"] and seat["player"]["id"]) for seat in again.json["seats"]]
    assert seats == [("bot", None), ("player", ada.id), ("invite", ben.id)]
    assert again.json["status"] == "open"
    assert ada.get(f"/tables/{over}").json["rematch"] == again.json["id"]


def test_later_requests_get_the_same_table_and_their_seat(ada: Person, ben: Person, over: str) -> None:
    first = ada.post(f"/tables/{over}/rematch").json

    second = ben.post(f"/tables/{over}/rematch").json

    assert second["id"] == first["id"]
    assert ben.put(f"/tables/{first['id']}/seats/2").status_code == 200
    assert ada.post(f"/tables/{first['id']}/start").json["status"] == "running"


def test_two_who_ask_at_once_get_one_table(ada: Person, ben: Person, over: str) -> None:
    replies = at_once([lambda person=person: person.post(f"/tables/{over}/rematch") for person in (ada, ben) * 3])

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json["id"] for reply in replies}) == 1
    assert len(ada.get("/tables?mine=true&status=open").json["items"]) == 1


def test_a_table_that_begins_by_itself_is_played_again_only_once(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [{"kind": "me"}, {"kind": "bot", "level": "random"}], start="full")["id"]
    play_out(stores, table, [ada])

    replies = at_once([lambda: ada.post(f"/tables/{table}/rematch")] * 4)

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json["id"] for reply in replies}) == 1
    assert len(ada.get("/tables?mine=true&status=running").json["items"]) == 1


def test_a_rematch_that_was_deleted_can_be_requested_again(ada: Person, ben: Person, over: str) -> None:
    given_up = ada.post(f"/tables/{over}/rematch").json["id"]
    ada.delete(f"/tables/{given_up}")

    again = ben.post(f"/tables/{over}/rematch")

    assert again.status_code == 201
    assert ben.get(f"/tables/{again.json['id']}").json["owner"] == ben.id


def test_the_new_table_has_the_conditions_of_the_old_one_and_a_new_deal(
    ada: Person, ben: Person, stores: Stores
) -> None:
    clock = {"mode": "realtime", "per_decision_s": 60, "on_timeout": "bot"}
    wish = {"clock": clock, "options": {"advanced": True}, "visibility": "private", "deal": "monday-1"}
    table = started(ada, ben, **wish)
    old = play_out(stores, table, [ada, ben])

    new = ada.post(f"/tables/{table}/rematch").json

    assert {key: new[key] for key in ("clock", "options", "visibility", "start")} == {
        key: old[key] for key in ("clock", "options", "visibility", "start")
    }
    assert not new["practice"]


def test_only_those_who_played_may_ask_and_only_after_the_end(
    ada: Person, ben: Person, cleo: Person, over: str
) -> None:
    assert cleo.post(f"/tables/{over}/rematch").json["code"] == "not-seated"
    assert ada.post(f"/tables/{started(ada, ben)}/rematch").json["code"] == "not-finished"
    assert ada.post(f"/tables/{open_table(ada)['id']}/rematch").json["code"] == "not-finished"
