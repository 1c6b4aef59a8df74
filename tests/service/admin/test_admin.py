"""What operators can do over HTTP, that others cannot, and that everything is in the audit log."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from service.accounts.store import Token
from service.storage.identifiers import new_id
from service.stores import Stores
from tests.service.people import JSON, Person
from tests.service.table import open_decisions, open_table, play_bots, started


@pytest.fixture
def admin(app: Flask, stores: Stores, cleo: Person) -> Person:
    """Cleo with a token of an operator."""
    now = stores.tables.now()
    token = Token(new_id(now), cleo.id, ("admin", "read"), "admin", now)
    secret = stores.accounts.secret_for("the operator")
    stores.accounts.add_token(token, secret)
    return Person(app, "Cleo", cleo.id, secret)


def audit(admin: Person) -> list[dict[str, Any]]:
    """The audit log, oldest first."""
    found: list[dict[str, Any]] = admin.get("/admin/audit").json["items"]
    return found[::-1]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/admin/status"),
        ("GET", "/admin/audit"),
        ("GET", "/admin/tables"),
        ("GET", "/admin/tables/x"),
        ("POST", "/admin/tables/x/end"),
        ("PUT", "/admin/tables/x/seats/0"),
        ("DELETE", "/admin/books/x"),
        ("GET", "/admin/accounts/p_x"),
        ("DELETE", "/admin/accounts/p_x"),
        ("DELETE", "/admin/accounts/p_x/tokens"),
        ("DELETE", "/admin/accounts/p_x/tokens/y"),
        ("PUT", "/admin/drain"),
        ("DELETE", "/admin/drain"),
        ("PUT", "/admin/clocks/pause"),
        ("DELETE", "/admin/clocks/pause"),
        ("DELETE", "/hidden-meanings/x"),
    ],
)
def test_only_a_token_with_the_scope_admin_opens_any_of_this(
    ada: Person, nobody: Person, admin: Person, method: str, path: str
) -> None:
    assert nobody.call(method, path).status_code == 401
    refused = ada.call(method, path)
    assert (refused.status_code, refused.json["code"]) == (403, "wrong-scope")
    assert audit(admin) == []


def test_nobody_gives_themselves_the_scope(ada: Person, admin: Person) -> None:
    assert ada.post("/me/tokens", {"scopes": ["admin"]}).json["code"] == "wrong-scope"
    assert ada.post("/me/tokens", {}).json["scopes"] == ["play", "read", "agents"]


def test_a_private_table_is_found_by_its_player_and_ended(ada: Person, ben: Person, admin: Person) -> None:
    table = started(ada, ben, visibility="private")

    [found] = admin.get(f"/admin/tables?player={ben.id}&status=running").json["items"]
    assert (found["id"], found["visibility"], found["waiting"]) == (table, "private", [0, 1])
    assert "seed" not in found
    assert admin.get(f"/admin/tables/{table}").json == found

    ended = admin.post(f"/admin/tables/{table}/end", {"reason": "asked by both"})
    assert ended.json["status"] == "aborted"
    seen = ada.get(f"/tables/{table}/events?after=0&limit=500", headers={"Accept": JSON}).json["items"][-1]
    assert (seen["type"], seen["data"]["reason"]) == ("aborted", "operator")
    assert ada.get(f"/tables/{table}").json["result"] is None
    assert admin.post(f"/admin/tables/{table}/end").json["code"] == "finished"

    first, second, refused = audit(admin)
    assert (first["action"], first["target"], first["detail"]) == ("end-table", table, {"reason": "asked by both"})
    assert first["actor"].startswith(admin.id)
    assert (first["refused"], second["refused"], refused["refused"]) == (None, None, "finished")


def test_a_bot_plays_the_seat_of_somebody_who_does_not_come_back(
    stores: Stores, ada: Person, ben: Person, admin: Person
) -> None:
    table = started(ada, ben)
    handed = admin.put(f"/admin/tables/{table}/seats/1", {"level": "random"})
    seat = handed.json["seats"][1]
    assert (seat["kind"], seat["level"], seat["player"]) == ("bot", "random", None)
    assert seat["name"] not in (None, "Ada", "Ben"), "the bot has a name of its own"

    assert play_bots(stores) == 1
    assert ada.get(f"/tables/{table}").json["waiting"] == [0]
    assert open_decisions(ben, table) == []
    assert ben.put(f"/tables/{table}/decisions/0-explore-1/answer", {"picks": ["r1"]}).json["code"] == "not-seated"
    assert table not in stores.accounts.live_tables(ben.id)

    wrong = admin.put(f"/admin/tables/{table}/seats/1", {"level": "wise"})
    assert (wrong.status_code, wrong.json["errors"][0]["field"]) == (422, "level")
    assert admin.put(f"/admin/tables/{table}/seats/9").status_code == 404


def test_a_book_of_anybody_can_be_deleted(ada: Person, admin: Person) -> None:
    form = {"file": (BytesIO(b"word " * 80_000), "book.txt"), "title": "T", "language": "en"}
    book = ada.post("/books", None, data=form, content_type="multipart/form-data").json["id"]

    assert admin.delete(f"/admin/books/{book}").status_code == 204
    assert ada.get(f"/books/{book}").status_code == 404
    assert admin.delete(f"/admin/books/{book}").status_code == 404
    assert [entry["refused"] for entry in audit(admin)] == [None, None, "not-found"]


def test_an_account_is_limited_its_tokens_revoked_and_it_is_closed(ada: Person, admin: Person) -> None:
    open_table(ada)
    found = admin.get(f"/admin/accounts/{ada.id}").json
    assert (found["name"], found["usage"]["tables"], found["limits"]) == ("Ada", 1, {})
    assert ada.token not in str(found)

    limited = admin.put(f"/admin/accounts/{ada.id}/limits", {"limits": {"tables": 1}, "reason": "spam"})
    assert limited.json["limits"] == {"tables": 1}
    assert ada.post("/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}).status_code == 403
    admin.put(f"/admin/accounts/{ada.id}/limits", {"limits": {"tables": None}})
    assert open_table(ada)["status"] == "open"
    assert admin.put(f"/admin/accounts/{ada.id}/limits", {"limits": {"air": 1}}).status_code == 422

    other = ada.post("/me/tokens", {}).json
    assert admin.delete(f"/admin/accounts/{ada.id}/tokens/{other['id']}").status_code == 204
    assert Person(ada.app, token=other["token"]).get("/me").status_code == 401
    assert ada.get("/me").status_code == 200
    assert admin.delete(f"/admin/accounts/{ada.id}/tokens").status_code == 204
    assert ada.get("/me").status_code == 401

    assert admin.delete(f"/admin/accounts/{ada.id}").status_code == 204
    assert admin.get(f"/admin/accounts/{ada.id}").status_code == 404


def test_draining_is_switched_on_and_off(ada: Person, admin: Person) -> None:
    assert admin.put("/admin/drain", {"message": "Back at noon."}).status_code == 204
    assert ada.get("/tables").json["notice"]["code"] == "draining"
    assert admin.get("/admin/status").json["draining"]["message"] == "Back at noon."

    admin.delete("/admin/drain")
    assert ada.get("/tables").json["notice"] is None
    assert [entry["action"] for entry in audit(admin)] == ["drain", "end-drain"]


def test_all_clocks_are_paused_and_run_on(admin: Person) -> None:
    assert admin.put("/admin/clocks/pause").status_code == 204
    assert admin.get("/admin/status").json["clocks_paused"] is not None
    assert admin.delete("/admin/clocks/pause").status_code == 204
    assert admin.get("/admin/status").json["clocks_paused"] is None
    assert [entry["action"] for entry in audit(admin)] == ["pause-clocks", "resume-clocks"]


def test_the_status_shows_queues_timers_and_quotas(ada: Person, ben: Person, admin: Person) -> None:
    started(ada, ben, clock={"mode": "realtime", "per_decision_s": 60})
    found = admin.get("/admin/status").json

    assert found["timers"]["scheduled"] == 1
    assert found["quotas"]["tables"] == {"account": 100, "address": 500}
    assert found["draining"] is None


def test_every_operation_that_changes_something_is_in_the_audit_log(app: Flask, admin: Person) -> None:
    operations = [
        (method, re.sub("<[^>]*>", "0", str(rule)).removeprefix("/v1"))
        for rule in app.url_map.iter_rules()
        if str(rule).startswith("/v1/admin/")
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
    ]
    assert len(operations) >= 12

    for method, path in [*operations, ("DELETE", "/hidden-meanings/0")]:
        before = len(audit(admin))
        status = admin.call(method, path, {"limits": {}} if path.endswith("limits") else None).status_code
        assert status in (200, 204, 404), (method, path)
        assert len(audit(admin)) > before, (method, path)


def test_the_audit_log_is_read_page_by_page(admin: Person) -> None:
    for n in range(5):
        admin.put("/admin/drain", {"message": str(n)})
    seen, cursor = [], ""
    while True:
        response = admin.get(f"/admin/audit?limit=2{cursor}")
        page = response.json
        assert ("Link" in response.headers) is (page["next"] is not None)
        seen += [entry["detail"]["message"] for entry in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == ["4", "3", "2", "1", "0"]
