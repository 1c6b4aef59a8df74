"""Tokens: scopes, expiry and revocation."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.accounts.store import UNUSED_S, Accounts, Token
from service.api.auth import Keyring
from service.database.schema import TOKENS
from service.storage import keys
from service.stores import Stores
from tests.service.concurrency import soon
from tests.service.people import Person
from tests.service.table import ME, OPEN, answer, open_table, started


def further(person: Person, **wish: Any) -> Person:
    """The same person with another token."""
    made = person.post("/me/tokens", wish)
    assert made.status_code == 201, made.json
    return Person(person.app, person.name, person.id, made.json["token"])


def id_of(person: Person) -> str:
    """The name of the token that this person uses: the newest."""
    return str(person.get("/me/tokens").json["items"][-1]["id"])


@pytest.mark.parametrize(
    "header",
    [
        "",
        "fs_",
        "Bearer",
        "Bearer ",
        "Basic YWRhOmFkYQ==",
        "Bearer fs_",
        "Bearer x",
        "Bearer é",
        "Bearer " + "x" * 5000,
    ],
)
def test_a_malformed_authorization_opens_nothing(nobody: Person, header: str) -> None:
    reply = nobody.get("/me", headers={"Authorization": header})

    assert reply.status_code == 401
    assert reply.json["code"] == "unauthorized"
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", ["/tables", "/tables/x", "/tables/x/view", "/tables/x/events", "/tables/x/replay"])
def test_a_wrong_token_is_refused_also_where_none_is_needed(nobody: Person, path: str) -> None:
    assert nobody.get(path, headers={"Authorization": "Bearer fs_0123"}).status_code == 401


def test_the_scheme_is_known_in_any_case(ada: Person, nobody: Person) -> None:
    assert nobody.get("/me", headers={"Authorization": f"bearer {ada.token}"}).status_code == 200


def test_a_token_that_may_only_read_looks_but_does_not_play(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    reader = further(ada, scopes=["read"])

    assert reader.get(f"/tables/{table}/view").json["seat"] == 0
    for refused in (
        reader.put(f"/tables/{table}/decisions/0-explore-0/answer", {"picks": ["r1"]}),
        reader.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}),
        reader.post("/me/tokens", {"scopes": ["read"]}),
        reader.post(f"/tables/{table}/talk", {"text": "hello"}),
        reader.post(f"/tables/{table}/votes", {"kind": "abort"}),
    ):
        assert (refused.status_code, refused.json["code"]) == (403, "wrong-scope")
        assert refused.json["params"]["needed"] == "play"


def test_a_token_for_playing_may_also_read(ada: Person) -> None:
    assert further(ada, scopes=["play"]).get("/me").json["scopes"] == ["play"]


def test_a_token_cannot_make_one_that_may_more(ada: Person) -> None:
    player = further(ada, scopes=["play"])

    assert player.post("/me/tokens", {"scopes": ["play", "agents"]}).json["code"] == "wrong-scope"
    assert player.post("/me/tokens", {"scopes": ["admin"]}).json["code"] == "wrong-scope"


def test_a_token_made_without_a_word_about_scopes_may_what_its_maker_may(ada: Person) -> None:
    player = further(ada, scopes=["play"])

    assert further(player).get("/me").json["scopes"] == ["play"]


def test_a_token_that_will_expire_cannot_make_one_that_lives_longer(ada: Person) -> None:
    short = further(ada, expires_in_s=60)

    heir = short.post("/me/tokens", {"expires_in_s": 3600}).json

    assert heir["expires_at"] <= short.get("/me").json["expires_at"]
    assert short.post("/me/tokens", {}).json["expires_at"] is not None


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["fly"]}, "scopes.0"),
        ({"scopes": "play"}, "scopes"),
        ({"expires_in_s": 0}, "expires_in_s"),
        ({"expires_in_s": "soon"}, "expires_in_s"),
        ({"expires_in_s": True}, "expires_in_s"),
        ({"expires_in_s": 10**12}, "expires_in_s"),
        ({"label": "x" * 41}, "label"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused_by_field(ada: Person, wish: dict[str, Any], field: str) -> None:
    reply = ada.post("/me/tokens", wish)

    assert reply.status_code == 422
    assert field in [error["field"] for error in reply.json["errors"]]


def test_an_expired_token_opens_nothing_and_is_not_listed(ada: Person, stores: Stores) -> None:
    short = further(ada, expires_in_s=60, label="short")
    at = keys.token(sha256(short.token.encode()).hexdigest())
    token = msgspec.msgpack.decode(stores.redis.hget(at, "token"), type=Token)
    over = msgspec.structs.replace(token, expires=stores.tables.now() - 1)
    stores.redis.hset(at, "token", msgspec.msgpack.encode(over))
    with stores.database.write() as connection:
        stored = TOKENS.update().where(TOKENS.c.id == token.id)
        connection.execute(stored.values(record=msgspec.msgpack.encode(over)))

    assert short.get("/me").status_code == 401
    assert "short" not in [one["label"] for one in ada.get("/me/tokens").json["items"]]


def test_a_token_says_when_it_expires(ada: Person) -> None:
    made = ada.post("/me/tokens", {"expires_in_s": 60}).json

    assert made["expires_at"] > made["created_at"]
    assert Person(ada.app, token=made["token"]).get("/me").json["expires_at"] == made["expires_at"]


def test_tokens_are_listed_without_their_secrets(ada: Person) -> None:
    laptop = further(ada, label="laptop")

    listed = ada.get("/me/tokens")

    assert [one["label"] for one in listed.json["items"]] == ["first", "laptop"]
    assert all("token" not in one for one in listed.json["items"])
    assert laptop.token not in listed.text


def test_a_token_taken_back_is_worth_nothing_at_the_very_next_request(ada: Person) -> None:
    for _ in range(20):
        laptop = further(ada, label="laptop")
        assert laptop.get("/me").status_code == 200

        assert ada.delete(f"/me/tokens/{id_of(ada)}").status_code == 204

        assert laptop.get("/me").status_code == 401


def test_a_token_taken_back_is_soon_worth_nothing_in_another_process_that_knew_it(
    ada: Person, app_with: Callable[..., Flask]
) -> None:
    laptop = further(ada, label="laptop")
    elsewhere = Person(app_with(), token=laptop.token)
    assert elsewhere.get("/me").status_code == 200

    ada.delete(f"/me/tokens/{id_of(ada)}")

    assert soon(lambda: elsewhere.get("/me").status_code == 401)


def test_a_token_can_take_itself_back(ada: Person) -> None:
    assert ada.delete(f"/me/tokens/{id_of(ada)}").status_code == 204
    assert ada.get("/me").status_code == 401


def test_nobody_takes_back_the_token_of_another_player(ada: Person, ben: Person) -> None:
    refused = ben.delete(f"/me/tokens/{id_of(ada)}")

    assert refused.status_code == 404
    assert ada.get("/me").status_code == 200


def test_the_token_of_another_player_does_not_open_my_seat(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben)

    assert cleo.get(f"/tables/{table}/view").json["seat"] is None
    assert answer(cleo, table, "0-explore-0", ["r1"]).json["code"] == "not-seated"


def test_the_operators_token_has_no_seat_and_no_account(app_with: Callable[..., Flask], ada: Person) -> None:
    operator = Person(app_with(admin_token="open-sesame"), token="open-sesame")
    table = open_table(ada)["id"]

    assert operator.get(f"/tables/{table}").json["my_seat"] is None
    assert operator.get("/me").status_code == 401
    assert Person(operator.app, token="open-sesam").get(f"/tables/{table}").status_code == 401


def test_a_token_taken_back_while_it_is_looked_up_is_not_remembered(ada: Person, stores: Stores) -> None:
    class Slow(Accounts):
        """Between reading a token and using it somebody takes it back."""

        def token_with(self, digest: str) -> Token | None:
            found = super().token_with(digest)
            if found is not None:
                self.revoke_token(found.player, found.id)
            return found

    accounts = Slow(stores.redis, stores.accounts.records, stores.accounts.games)
    keyring = Keyring(accounts, stores.notifications)
    accounts.on_revoked.append(keyring.forget)
    keyring.token(ada.token)

    assert keyring.token(ada.token) is None


def test_a_token_that_nobody_uses_expires_and_every_use_keeps_it(ada: Person, stores: Stores) -> None:
    key = keys.token(keys.digest(ada.token))
    stores.accounts.token(ada.token)
    assert UNUSED_S - 10 < stores.redis.ttl(key) <= UNUSED_S
    stores.redis.expire(key, 10)

    stores.accounts.token(ada.token)

    assert stores.redis.ttl(key) > UNUSED_S - 10
