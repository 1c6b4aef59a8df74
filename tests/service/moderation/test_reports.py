"""Talk is reported to the operator with what the reporter could see of it."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.store import Token
from service.storage.identifiers import new_id
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import started


@pytest.fixture
def admin(app: Flask, stores: Stores, cleo: Person) -> Person:
    now = stores.tables.now()
    secret = stores.accounts.secret_for("the operator")
    stores.accounts.add_token(Token(new_id(now), cleo.id, ("admin", "read"), "admin", now), secret)
    return Person(app, "Cleo", cleo.id, secret)


def test_an_operator_reads_what_was_reported_and_closes_it(ada: Person, ben: Person, admin: Person) -> None:
    table = started(ada, ben)
    ben.post(f"/tables/{table}/talk", {"room": "table", "text": "Rubbish"})
    made = ada.post(f"/tables/{table}/reports", {"reason": "Ben insults me."}, headers={"Idempotency-Key": "k"})
    assert made.status_code == 201
    ada.post(f"/tables/{table}/reports", {"reason": "Ben insults me."}, headers={"Idempotency-Key": "k"})

    [found] = admin.get("/admin/reports").json["items"]
    assert (found["table"], found["reporter"], found["reason"]) == (table, ada.id, "Ben insults me.")
    assert [(one["seat"], one["text"]) for one in found["talk"]] == [(1, "Rubbish")]
    assert found["seats"][1]["player"]["id"] == ben.id
    assert found["closed_at"] is None

    closed = admin.post(f"/admin/reports/{found['id']}/close", {"reason": "warned"}).json
    assert closed["note"] == "warned"
    assert closed["closed_at"] is not None
    assert [entry["action"] for entry in admin.get("/admin/audit").json["items"]] == ["close-report"]
    assert ada.get("/admin/reports").status_code == 403
    assert admin.post("/admin/reports/nothing/close").status_code == 404


def test_a_private_table_is_not_reported_by_strangers(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben, visibility="private")
    assert cleo.post(f"/tables/{table}/reports", {"reason": "?"}).status_code == 404


def test_a_report_outlives_the_account_of_its_maker_without_the_name(
    ada: Person, ben: Person, admin: Person, stores: Stores
) -> None:
    table = started(ada, ben)
    ada.post(f"/tables/{table}/reports", {"reason": "Look at this."})
    ada.delete("/me")

    [found] = admin.get("/admin/reports").json["items"]
    assert (found["reporter"], found["reason"]) == (None, "Look at this.")


def test_a_silenced_player_cannot_speak_but_can_play(ada: Person, ben: Person, admin: Person) -> None:
    table = started(ada, ben)
    admin.put(f"/admin/accounts/{ben.id}/limits", {"limits": {"talk": 0}, "reason": "insults"})

    refused = ben.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello"})
    assert (refused.status_code, refused.json["code"]) == (403, "talk-suspended")
    assert ben.get(f"/tables/{table}/view").status_code == 200
