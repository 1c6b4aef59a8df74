"""Malicious bodies are refused with a reason: never a 500, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from service.stores import Stores
from tests.service.people import Person
from tests.service.table import answer, everything, open_decisions, started

TYPE = "application/json"
BODIES = {
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"picks":' * 5_000 + b"1" + b"}" * 5_000,
    "a million picks": b'{"picks":[' + b",".join([b'"a"'] * 250_000) + b"]}",
    "a long pick": b'{"picks":["' + b"a" * 900_000 + b'"]}',
    "a giant number": b'{"picks":[' + b"9" * 10_000 + b"]}",
    "a giant exponent": b'{"picks":[1e999999]}',
    "not a number": b'{"picks":[NaN]}',
    "infinity": b'{"picks":[Infinity]}',
    "the same key twice": b'{"picks":["a"],"picks":7}',
    "no UTF-8": b'{"picks":["\xff\xfe"]}',
    "half a character": b'{"picks":["\\ud800"]}',
    "a null character": b'{"picks":["\\u0000"]}',
    "a raw null": b'{"picks":["\x00"]}',
    "a byte order mark": b'\xef\xbb\xbf{"picks":[]}',
    "UTF-16": '{"picks":[]}'.encode("utf-16"),
    "two documents": b'{"picks":[]}{"picks":[]}',
    "a comment": b'{"picks":[]/**/}',
    "nothing": b"",
    "white space": b" " * 100_000,
    "a prototype": b'{"__proto__":{"picks":[]},"constructor":1}',
    "operators": b'{"picks":{"$gt":""}}',
}


@pytest.mark.parametrize("raw", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("verb", ["answer", "check"])
def test_no_body_breaks_an_answer(ada: Person, ben: Person, redis: Redis, raw: bytes, verb: str) -> None:
    table = started(ada, ben)
    name = open_decisions(ada, table)[0]["id"]
    before = everything(redis)

    method, path = ("PUT", "answer") if verb == "answer" else ("POST", "check")
    reply = ada.call(method, f"/tables/{table}/decisions/{name}/{path}", data=raw, headers={"Content-Type": TYPE})

    assert reply.status_code in (400, 413, 415, 422)
    assert len(reply.data) < 4_000 + 2 * len(raw), "a refusal is no amplifier"
    assert everything(redis) == before


@pytest.mark.parametrize("raw", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", ["/tables", "/players", "/me/tokens", "/replays"])
def test_no_body_breaks_what_creates(ada: Person, path: str, raw: bytes) -> None:
    reply = ada.call("POST", path, data=raw, headers={"Content-Type": TYPE})

    # Tokens need no wish, so an empty body is a good one there.
    assert reply.status_code in ((201,) if path == "/me/tokens" and not raw else (400, 413, 415, 422))


@pytest.mark.parametrize(
    "options",
    [{"advanced": "x" * 10_000}, {"x" * 10_000: 1}, {"advanced": [[[[]]]]}, {str(n): n for n in range(5_000)}],
    ids=["long", "long name", "nested", "many"],
)
def test_options_of_any_shape_are_refused(ada: Person, options: dict[str, Any]) -> None:
    reply = ada.post("/tables", {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}], "options": options})

    assert reply.status_code == 422
    assert len(reply.data) < 60_000


@pytest.mark.parametrize("seats", [0, 1, 1_000, 50_000])
def test_a_table_has_as_many_seats_as_its_game(ada: Person, seats: int) -> None:
    assert ada.post("/tables", {"game": "faraway", "seats": [{"kind": "open"}] * seats}).status_code == 422


def test_an_illegal_answer_of_a_thousand_picks_is_not_sent_back_for_ever(
    ada: Person, ben: Person, stores: Stores
) -> None:
    table = started(ada, ben)

    reply = answer(ada, table, open_decisions(ada, table)[0]["id"], ["x" * 60] * 50)

    assert reply.status_code == 422
    assert len(reply.data) < 10_000
