"""Joining by code (`GET /invites/{code}`), and watching a private table by code (`?watch=`)."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.people import JSON, Person
from tests.service.table import BOT, ME, OPEN, answer, open_table, play_out, started

INVITE = {"kind": "invite"}


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_code_leads_to_its_table_and_the_free_seats(ada: Person, ben: Person, visibility: str) -> None:
    table = open_table(ada, [ME, OPEN, BOT, INVITE], visibility=visibility)

    found = ben.get(f"/invites/{table['invite_code']}").json

    assert found["table"]["id"] == table["id"]
    assert found["free_seats"] == [1, 3]
    assert (found["table"]["invite_code"], found["table"]["watch_code"]) == (None, None)
    assert ben.put(f"/tables/{table['id']}/seats/3", {"code": table["invite_code"]}).status_code == 200
    assert ben.get(f"/invites/{table['invite_code']}").json["free_seats"] == []


def test_a_stranger_sees_what_a_code_opens_before_registering(ada: Person, nobody: Person) -> None:
    table = open_table(ada, visibility="private")
    assert nobody.get(f"/invites/{table['invite_code']}").json["free_seats"] == [1]


def test_a_seat_reserved_for_somebody_is_free_only_for_them(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}, OPEN])
    assert ben.get(f"/invites/{table['invite_code']}").json["free_seats"] == [1, 2]
    assert cleo.get(f"/invites/{table['invite_code']}").json["free_seats"] == [2]


def test_a_running_table_has_no_free_seats(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada, start="full")
    ben.put(f"/tables/{table['id']}/seats/1")
    found = cleo.get(f"/invites/{table['invite_code']}").json
    assert (found["table"]["status"], found["free_seats"]) == ("running", [])


@pytest.mark.parametrize("code", ["nothing", "x" * 64, "x" * 65, "%2e%2e", "*"])
def test_a_wrong_code_leads_nowhere(ada: Person, code: str) -> None:
    refused = ada.get(f"/invites/{code}")
    assert (refused.status_code, refused.json["code"]) == (404, "not-found")


def test_the_code_of_a_deleted_table_leads_nowhere(ada: Person) -> None:
    table = open_table(ada)
    ada.delete(f"/tables/{table['id']}")
    assert ada.get(f"/invites/{table['invite_code']}").status_code == 404


# -- watching -----------------------------------------------------------------------------------


def watch_code(owner: Person, table: str) -> str:
    return str(owner.get(f"/tables/{table}").json["watch_code"])


def test_with_the_watch_code_a_private_table_is_visible_as_to_a_spectator(
    ada: Person, ben: Person, cleo: Person, nobody: Person, stores: Stores
) -> None:
    table = started(ada, ben, visibility="private")
    code = watch_code(ada, table)
    for person in (nobody, cleo):
        for path in ("", "/view", "/decisions", "/talk"):
            assert person.get(f"/tables/{table}{path}").status_code == 404
            assert person.get(f"/tables/{table}{path}?watch={code}").status_code == 200
        seen = person.get(f"/tables/{table}/view?watch={code}").json
        assert (seen["seat"], seen["decisions"], seen["view"]["me"]) == (None, [], None)
    with nobody.follow(f"/events?table={table}&watch={code}&views=true") as stream:
        stream.event()
        answer(ada, table)
        assert stream.until("view")[-1]["data"]["seat"] is None
    play_out(stores, table, [ada, ben])
    assert nobody.get(f"/tables/{table}/replay?watch={code}").status_code == 200
    page = nobody.get(f"/tables/{table}/events?watch={code}", headers={"Accept": JSON})
    assert page.status_code == 200


def test_the_watch_code_gives_no_seat_and_opens_no_other_table(ada: Person, ben: Person, cleo: Person) -> None:
    table, other = open_table(ada, visibility="private"), started(ada, ben, visibility="private")
    code = table["watch_code"]
    assert code != table["invite_code"]
    assert cleo.put(f"/tables/{table['id']}/seats/1", {"code": code}).status_code == 404
    assert cleo.put(f"/tables/{table['id']}/seats/1?watch={code}", {"code": code}).status_code == 422
    assert cleo.get(f"/tables/{other}?watch={code}").status_code == 404
    assert cleo.get(f"/invites/{code}").status_code == 404


def test_only_the_owner_is_shown_the_watch_code(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben, visibility="private")
    code = watch_code(ada, table)
    assert ben.get(f"/tables/{table}").json["watch_code"] is None
    assert nobody.get(f"/tables/{table}?watch={code}").json["watch_code"] is None
