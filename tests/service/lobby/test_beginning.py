"""A table starts exactly once, and one that never started can be deleted."""

from __future__ import annotations

from redis import Redis

from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import BOT, ME, OPEN, answer, open_table, started

# -- beginning ------------------------------------------------------------------------------


def test_only_the_owner_begins(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")

    assert ben.post(f"/tables/{table}/start").json["code"] == "not-owner"
    assert ada.post(f"/tables/{table}/start").json["status"] == "running"


def test_nothing_begins_while_somebody_is_missing(ada: Person) -> None:
    table = open_table(ada, [ME, OPEN, BOT, {"kind": "invite"}])["id"]

    refused = ada.post(f"/tables/{table}/start")

    assert (refused.status_code, refused.json["code"]) == (409, "seats-open")
    assert refused.json["params"]["seats"] == [1, 3]


def test_starting_twice_deals_once(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    hand = ada.get(f"/tables/{table}/view").json["view"]["me"]["hand"]

    again = ada.post(f"/tables/{table}/start")

    assert (again.status_code, again.json["status"]) == (200, "running")
    assert ada.get(f"/tables/{table}/view").json["view"]["me"]["hand"] == hand


def test_many_starts_at_once_deal_once(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")

    replies = at_once([lambda: ada.post(f"/tables/{table}/start")] * 6)

    assert {reply.status_code for reply in replies} == {200}
    page = ada.get(f"/tables/{table}/events?after=0", headers={"Accept": "application/json"}).json["items"]
    assert [event["type"] for event in page].count("started") == 1


def test_a_table_that_is_over_does_not_begin_again(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})

    assert ada.post(f"/tables/{table}/start").json["code"] == "not-open"


def test_a_table_may_begin_by_itself_when_it_is_full(ada: Person, ben: Person) -> None:
    table = open_table(ada, start="full")
    assert table["status"] == "open"

    assert ben.put(f"/tables/{table['id']}/seats/1").json["status"] == "running"
    assert answer(ada, table["id"]).status_code == 202


def test_a_table_of_bots_that_begins_when_full_begins_at_once(ada: Person) -> None:
    assert open_table(ada, [BOT, BOT], start="full")["status"] == "running"


# -- giving a table up ----------------------------------------------------------------------


def test_a_table_that_never_began_is_deleted_completely(ada: Person, ben: Person, redis: Redis) -> None:
    table = open_table(ada)["id"]
    assert ben.delete(f"/tables/{table}").json["code"] == "not-owner"

    assert ada.delete(f"/tables/{table}").status_code == 204

    assert ada.get(f"/tables/{table}").status_code == 404
    assert ada.get("/tables").json["items"] == ada.get("/tables?mine=true").json["items"] == []
    assert redis.keys(f"*:*:{table}") == []


def test_a_running_table_cannot_be_deleted(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    assert ada.delete(f"/tables/{table}").json["code"] == "not-open"
    assert ada.get(f"/tables/{table}").json["status"] == "running"
