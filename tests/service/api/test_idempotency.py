"""A creating request sent again, early or late or at the same moment, creates once."""

from __future__ import annotations

from typing import Any

import pytest

from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import JSON, Person
from tests.service.table import BOT, ME, OPEN, play_out, started

KEY = {"Idempotency-Key": "0b9f6a52-5a3e-4d0c-9d0e"}
WISH = {"game": "faraway", "seats": [ME, OPEN]}


def test_the_same_key_and_body_give_the_same_table(ada: Person) -> None:
    first, second = (ada.post("/tables", WISH, headers=KEY) for _ in range(2))

    assert first.status_code == second.status_code == 201
    assert first.json == second.json
    assert first.headers["Location"] == second.headers["Location"]
    assert len(ada.get("/tables").json["items"]) == 1


def test_the_same_key_with_another_body_is_refused(ada: Person) -> None:
    ada.post("/tables", WISH, headers=KEY)

    refused = ada.post("/tables", {**WISH, "seats": [ME, BOT]}, headers=KEY)

    assert (refused.status_code, refused.json["code"]) == (422, "idempotency-mismatch")
    assert len(ada.get("/tables").json["items"]) == 1


def test_without_a_key_every_request_opens_a_table(ada: Person) -> None:
    assert ada.post("/tables", WISH).json["id"] != ada.post("/tables", WISH).json["id"]


def test_a_key_belongs_to_one_player_and_one_address(ada: Person, ben: Person) -> None:
    first = ada.post("/tables", WISH, headers=KEY)

    assert ben.post("/tables", WISH, headers=KEY).json["id"] != first.json["id"]
    assert ada.post("/me/tokens", {}, headers=KEY).status_code == 201


def test_many_at_once_with_one_key_open_one_table(ada: Person) -> None:
    replies = at_once([lambda: ada.post("/tables", WISH, headers=KEY)] * 8)

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json["id"] for reply in replies}) == 1
    assert len({reply.json["invite_code"] for reply in replies}) == 1
    assert len(ada.get("/tables").json["items"]) == 1


def test_registering_again_with_the_key_gives_the_same_player_and_token(nobody: Person) -> None:
    first, second = (nobody.post("/players", {"name": "Ada"}, headers=KEY) for _ in range(2))

    assert first.json == second.json
    assert Person(nobody.app, token=first.json["token"]).get("/me").status_code == 200


def test_registering_at_once_with_one_key_gives_one_account(nobody: Person) -> None:
    replies = at_once([lambda: nobody.post("/players", {"name": "Ada"}, headers=KEY)] * 6)

    assert len({reply.text for reply in replies}) == 1
    [token] = Person(nobody.app, token=replies[0].json["token"]).get("/me/tokens").json["items"]
    assert token["label"] == "first"


def test_a_token_that_was_taken_back_does_not_come_back_with_its_key(nobody: Person, ada: Person) -> None:
    made = ada.post("/me/tokens", {"label": "lost"}, headers=KEY).json
    ada.delete(f"/me/tokens/{made['id']}")

    again = ada.post("/me/tokens", {"label": "lost"}, headers=KEY)

    assert Person(ada.app, token=again.json["token"]).get("/me").status_code == 401
    assert [one["label"] for one in ada.get("/me/tokens").json["items"]] == ["first"]


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_of_no_or_endless_length_is_refused(ada: Person, key: str) -> None:
    reply = ada.post("/tables", WISH, headers={"Idempotency-Key": key})

    assert [error["field"] for error in reply.json["errors"]] == ["Idempotency-Key"]


def test_a_key_that_opens_an_account_must_not_be_guessed(nobody: Person) -> None:
    reply = nobody.post("/players", {"name": "Ada"}, headers={"Idempotency-Key": "1"})

    assert [error["field"] for error in reply.json["errors"]] == ["Idempotency-Key"]


def test_what_is_said_twice_with_one_key_is_heard_once(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    first, second = (ada.post(f"/tables/{table}/talk", {"text": "Hello"}, headers=KEY) for _ in range(2))

    assert first.json == second.json
    page = ben.get(f"/tables/{table}/events?after=0", headers={"Accept": JSON}).json["items"]
    assert [event["type"] for event in page].count("talk") == 1


def test_a_replay_brought_in_twice_with_one_key_is_one_table(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])
    replay: Any = ada.get(f"/tables/{table}/replay").json

    replies = at_once([lambda: ada.post("/replays", replay, headers=KEY)] * 3)

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json["id"] for reply in replies}) == 1


def test_a_rematch_asked_for_twice_with_one_key_is_one_table(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])

    first, second = (ada.post(f"/tables/{table}/rematch", headers=KEY) for _ in range(2))

    assert first.json == second.json
