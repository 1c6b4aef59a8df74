"""Players: who may register under which name, and what is stored of a token."""

from __future__ import annotations

from hashlib import sha256

import pytest
from redis import Redis

from service.stores import Stores
from tests.service.accounts.test_tokens import further
from tests.service.people import Person
from tests.service.sample_replays import played
from tests.service.table import answer, open_table, started


def contents(redis: Redis) -> bytes:
    """Every byte that a reader of the database would find, keys and values."""
    found = []
    for key in redis.keys("*"):
        match redis.type(key):
            case b"hash":
                values = [part for pair in redis.hgetall(key).items() for part in pair]
            case b"zset":
                values = redis.zrange(key, 0, -1)
            case b"set":
                values = list(redis.smembers(key))
            case b"list":
                values = redis.lrange(key, 0, -1)
            case b"stream":
                values = [part for _, fields in redis.xrange(key) for pair in fields.items() for part in pair]
            case _:
                values = [redis.get(key)]
        found += [key, *values]
    return b"\n".join(found)


@pytest.mark.parametrize(
    "name",
    ["Ada", "É", "李小龙", "Ada Lovelace 2", "<script>alert(1)</script>", "'; DROP TABLE", "{name}", "🦊", "x" * 40],
)
def test_a_readable_name_is_accepted_unchanged(nobody: Person, name: str) -> None:
    reply = nobody.post("/players", {"name": name})

    assert reply.status_code == 201
    assert reply.json["player"]["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="blank"),
        pytest.param("\u00a0\u2003", id="blank of another width"),
        pytest.param("x" * 41, id="too long"),
        pytest.param("Ada\n", id="line feed"),
        pytest.param("Ada\x00", id="zero"),
        pytest.param("\x1b[31mAda", id="terminal escape"),
        pytest.param("Ada\x7f", id="delete"),
        pytest.param("Ada\x85", id="C1 control"),
        pytest.param("\u202eadA", id="right to left override"),
        pytest.param("Ada\u2066", id="isolate"),
        pytest.param("A\u200bda", id="zero width space"),
        pytest.param("\ufeffAda", id="byte order mark"),
        pytest.param("Ada\u2028", id="line separator"),
        pytest.param("\ue000", id="private use"),
        pytest.param("A\ud800", id="half a surrogate pair"),
    ],
)
def test_a_silly_name_is_refused_with_its_field(nobody: Person, redis: Redis, name: str) -> None:
    reply = nobody.post("/players", {"name": name})

    assert reply.status_code in (400, 422)
    assert reply.status_code == 400 or {error["field"] for error in reply.json["errors"]} == {"name"}
    assert redis.keys("player:*") == []


@pytest.mark.parametrize("name", [None, 7, True, ["Ada"], {"first": "Ada"}])
def test_a_name_is_a_string(nobody: Person, name: object) -> None:
    assert nobody.post("/players", {"name": name}).json["errors"][0]["field"] == "name"


def test_spaces_around_a_name_are_dropped(nobody: Person) -> None:
    assert nobody.post("/players", {"name": "  Ada "}).json["player"]["name"] == "Ada"


def test_two_players_may_have_one_name_but_never_one_account(nobody: Person) -> None:
    first, second = (nobody.post("/players", {"name": "Ada"}).json for _ in range(2))

    assert first["player"]["id"] != second["player"]["id"]
    assert first["token"] != second["token"]


def test_the_token_opens_the_account(ada: Person) -> None:
    me = ada.get("/me").json

    assert (me["player"]["id"], me["player"]["name"]) == (ada.id, "Ada")
    assert set(me["scopes"]) == {"play", "read", "agents"}
    assert me["expires_at"] is None


def test_the_token_is_nowhere_in_redis_only_its_hash(ada: Person, stores: Stores, redis: Redis) -> None:
    ada.get("/me")
    further = ada.post("/me/tokens", {"label": "laptop"}, headers={"Idempotency-Key": "a-key-of-16-chars"}).json[
        "token"
    ]

    kept = contents(redis)

    for secret in (ada.token, further):
        assert secret.encode() not in kept
        assert secret.removeprefix("fs_").encode() not in kept
        assert sha256(secret.encode()).hexdigest().encode() in kept


def test_the_token_is_shown_once(ada: Person) -> None:
    ada.get("/me")
    ada.get("/me/tokens")
    ada.post("/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]})

    assert all(ada.token.encode() not in body for body in ada.heard)


# -- another name -----------------------------------------------------------------------------


def test_a_player_who_changes_the_name_keeps_tables_and_token(ada: Person, ben: Person) -> None:
    running, waiting = started(ada, ben), open_table(ada)["id"]
    with ben.follow(f"/tables/{running}/events") as stream:
        stream.event()

        reply = ada.call("PATCH", "/me", {"name": "  Ada Lovelace "})

        assert stream.event()["data"]["name"] == "Ada Lovelace"
    assert reply.status_code == 200
    assert reply.json == ada.get("/me").json
    assert reply.json["player"]["name"] == "Ada Lovelace"
    for table in (running, waiting):
        seat = ben.get(f"/tables/{table}").json["seats"][0]
        assert seat["name"] == seat["player"]["name"] == "Ada Lovelace"
    assert answer(ada, running).status_code == 202


def test_a_table_that_is_over_keeps_the_name_it_was_played_under(ada: Person, ben: Person, stores: Stores) -> None:
    table = played(stores, ada, ben)
    ada.call("PATCH", "/me", {"name": "Countess"})
    assert ben.get(f"/tables/{table}").json["seats"][0]["name"] == "Ada"


def test_a_silly_new_name_changes_nothing(ada: Person) -> None:
    for name in ("", " ", "x" * 41, "A\u200bda", 7, None):
        assert ada.call("PATCH", "/me", {"name": name}).status_code == 422
    assert ada.get("/me").json["player"]["name"] == "Ada"


def test_a_name_is_changed_only_by_a_token_that_may_play(ada: Person, nobody: Person) -> None:
    reader = further(ada, scopes=["read"])
    assert reader.call("PATCH", "/me", {"name": "Eve"}).json["code"] == "wrong-scope"
    assert nobody.call("PATCH", "/me", {"name": "Eve"}).json["code"] == "unauthorized"
