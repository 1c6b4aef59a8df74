"""A guest who has lost the browser comes back; and everybody gets their data, and has it erased."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from flask import Flask
from redis import Redis
from sqlalchemy import select

from service.database.engine import Database
from service.database.schema import RECOVERY_CODES
from tests.service.conftest import newcomer
from tests.service.people import Person
from tests.service.table import answer, started


@pytest.fixture
def made(nobody: Person) -> dict[str, str]:
    body = nobody.post("/players", {"name": "Ada"}).json
    return {"id": body["player"]["id"], "token": body["token"], "code": body["recovery_code"]}


def test_the_code_of_the_registration_opens_the_account_again(nobody: Person, made: dict[str, str]) -> None:
    back = nobody.post("/recovery", {"code": made["code"].upper().replace("-", " ")})

    assert back.status_code == 200
    assert back.json["player"]["id"] == made["id"]
    assert Person(nobody.app, token=made["token"]).get("/me").status_code == 401
    person = Person(nobody.app, token=back.json["token"])
    assert person.get("/me").json["scopes"] == ["play", "read", "agents"]
    assert back.json["recovery_code"] != made["code"]
    assert nobody.post("/recovery", {"code": back.json["recovery_code"]}).status_code == 200


def test_a_used_code_works_for_some_minutes_in_case_the_response_was_lost(
    nobody: Person, made: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody.post("/recovery", {"code": made["code"]})
    assert nobody.post("/recovery", {"code": made["code"]}).status_code == 200

    later = time.time() + 601
    monkeypatch.setattr(time, "time", lambda: later)
    assert nobody.post("/recovery", {"code": made["code"]}).status_code == 403


def test_a_new_code_replaces_the_old_one_at_once(nobody: Person, made: dict[str, str]) -> None:
    person = Person(nobody.app, token=made["token"])
    new = person.post("/me/recovery-code").json["code"]

    refused = nobody.post("/recovery", {"code": made["code"]})
    assert (refused.status_code, refused.json["code"]) == (403, "wrong-recovery-code")
    assert nobody.post("/recovery", {"code": new}).status_code == 200
    limited = person.post("/me/tokens", {"scopes": ["play"]})
    assert limited.status_code in (201, 401)


def test_a_token_without_all_scopes_makes_no_code(nobody: Person, made: dict[str, str]) -> None:
    token = Person(nobody.app, token=made["token"]).post("/me/tokens", {"scopes": ["play"]}).json["token"]
    assert Person(nobody.app, token=token).post("/me/recovery-code").json["code"] == "wrong-scope"


def test_only_the_digest_of_a_code_is_stored(
    nobody: Person, made: dict[str, str], redis: Redis, databases: Callable[[str], Database], database_url: str
) -> None:
    letters = made["code"].replace("-", "")
    for key in redis.keys("*"):
        assert letters.encode() not in key
        if redis.type(key) == b"hash":
            assert not any(letters.encode() in value for value in redis.hvals(key))
    with databases(database_url).read() as connection:
        codes = list(connection.execute(select(RECOVERY_CODES)))
    assert [row.player for row in codes] == [made["id"]]
    assert letters not in str(codes)


def test_codes_cannot_be_guessed_quickly(app_with: Callable[..., Flask]) -> None:
    nobody = Person(app_with(rate_limits=True))
    replies = [nobody.post("/recovery", {"code": f"{n:020d}"}).status_code for n in range(12)]
    assert replies == [403] * 10 + [429] * 2


def test_a_closed_account_cannot_be_recovered(
    nobody: Person, made: dict[str, str], databases: Callable[[str], Database], database_url: str
) -> None:
    assert Person(nobody.app, token=made["token"]).delete("/me").status_code == 200
    assert nobody.post("/recovery", {"code": made["code"]}).status_code == 403
    with databases(database_url).read() as connection:
        assert list(connection.execute(select(RECOVERY_CODES))) == []


def test_a_person_gets_all_their_data(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    ada.post(f"/tables/{table}/talk", {"room": "table", "text": "Hello"})
    ben.post(f"/tables/{table}/talk", {"room": "table", "text": "Secret"})
    answer(ada, table)
    answer(ben, table)
    ada.put(f"/me/mutes/{ben.id}")
    ada.post("/agents", {"name": "A", "transport": "poll"})
    ada.put("/me/research", {"consent": True})

    found = ada.get("/me/export")
    data = found.json
    assert found.headers["Content-Disposition"].startswith("attachment")
    assert (data["player"]["name"], data["mutes"], data["recovery_code"]) == ("Ada", [ben.id], True)
    assert data["research"] is True
    assert [agent["name"] for agent in data["agents"]] == ["A"]
    [one] = data["tables"]
    assert (one["table"]["id"], len(one["answers"])) == (table, 1)
    assert [said["text"] for said in one["talk"]] == ["Hello"]
    assert ada.token not in found.get_data(as_text=True)
    # What others hold or said is theirs.
    assert "Secret" not in found.get_data(as_text=True)


def test_closing_an_account_says_what_remains_and_why(ada: Person, app: Flask) -> None:
    cleo = newcomer(app, "Cleo")
    remains = ada.delete("/me").json["remains"]
    assert all(one["what"] and one["why"] for one in remains)
    assert "replayed" in remains[0]["why"]
    french = cleo.delete("/me", headers={"Accept-Language": "fr"}).json["remains"]
    assert len(french) == len(remains)
    assert "rejouée" in french[0]["why"]
