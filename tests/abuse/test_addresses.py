"""Malicious addresses, headers and numbers."""

from __future__ import annotations

import pytest
from flask import Flask
from redis import Redis

from tests.service.people import JSON, NDJSON, SSE, Person
from tests.service.table import ME, OPEN, everything, open_table, started

PATHS = [
    *("/v1/../v1/me", "/v1/%2e%2e/me", "/v1/tables/%2e%2e%2fme", "/v1/tables/..%5c..%5cetc%5cpasswd"),
    *(
        "/v1/tables/%00",
        "/v1/tables/a%00b",
        "/v1/tables/%0d%0aX-Evil:%20yes",
        "/v1/tables/%ff%fe",
        "//evil.example/v1/me",
    ),
    *("/v1//tables", "/v1/tables/" + "a" * 5000, "/v1/tables/*", "/v1/tables/{s00}:due", "/v1/tables/player:x"),
    *("/docs/../openapi.json", "/docs/assets/../../service/settings.py", "/docs/assets/%2e%2e/%2e%2e/settings.py"),
    *("/docs/assets//etc/passwd", "/v1/games/../../etc/passwd", "/v1/games/faraway/text/../../../cards"),
    *("/v1/games/faraway/text/%2e%2e%2fcards", "/v1/games/faraway%00", "/v1/books/..%2f..%2fetc%2fpasswd"),
    *("/.git/config", "/.env", "/server-status", "/console", "/v1/problems/__class__"),
]


@pytest.mark.parametrize("path", PATHS)
def test_no_address_leads_anywhere_else(app: Flask, path: str) -> None:
    reply = app.test_client().get(path, headers={"Accept": JSON})

    assert reply.status_code in (400, 401, 404)
    assert reply.content_type == "application/problem+json"
    assert b"root:" not in reply.data
    assert b"Traceback" not in reply.data
    assert "X-Evil" not in reply.headers
    assert "Location" not in reply.headers


@pytest.mark.parametrize(
    "header", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-URL", "X-Rewrite-URL"]
)
def test_a_method_and_an_address_are_what_they_are(ada: Person, header: str) -> None:
    table = open_table(ada)["id"]

    ada.get(f"/tables/{table}?_method=DELETE", headers={header: "DELETE"})
    ada.post(f"/tables/{table}/start", headers={header: f"/v1/tables/{table}"})

    assert ada.get(f"/tables/{table}").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "a" * 300, "[::1]", "x@evil.example"])
def test_no_response_repeats_the_host_it_was_sent_to(ada: Person, host: str) -> None:
    reply = ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}, headers={"Host": host})

    assert reply.status_code in (201, 400)
    assert host.encode() not in reply.data
    assert all(host not in value for _, value in reply.headers)


@pytest.mark.parametrize("value", ["a\r\nX-Evil: yes", "a\nb", "\x1b[2J", "\u202e"])
def test_no_header_of_a_request_becomes_one_of_the_response(app: Flask, value: str) -> None:
    # Werkzeug's client refuses some of these itself; what a server would let through is put where it would be.
    reply = app.test_client().get("/v1/time", environ_overrides={"HTTP_X_REQUEST_ID": value, "HTTP_ORIGIN": value})

    assert reply.status_code == 200
    assert "X-Evil" not in reply.headers
    assert value not in reply.headers["X-Request-ID"]


RANGES = ["bytes=0-", "bytes=0-0,1-1,2-2,3-3," * 200, "bytes=-1", "bytes=99999999999-", "lines=1"]


@pytest.mark.parametrize("value", RANGES, ids=range(len(RANGES)))
def test_ranges_are_not_served(ada: Person, value: str) -> None:
    table = open_table(ada)["id"]
    whole = ada.get(f"/tables/{table}")

    part = ada.get(f"/tables/{table}", headers={"Range": value})

    assert part.status_code in (200, 416)
    assert part.status_code == 416 or part.data == whole.data


@pytest.mark.parametrize("value", ['"' + "a" * 10_000 + '"', '"a",' * 1_000, "W/" * 500, '"', "\\", "*, *"])
def test_no_etag_breaks_anything(ada: Person, value: str) -> None:
    table = open_table(ada)["id"]

    for name in ("If-None-Match", "If-Match", "If-Range", "If-Modified-Since", "If-Unmodified-Since"):
        assert ada.get(f"/tables/{table}", headers={name: value}).status_code in (200, 304)


CURSORS = ["x", "(", "[", "+", "-", "-inf", "\x00", "0" * 26, "z" * 26, "z" * 64, "01;DEL x", "../x", "❄"]


@pytest.mark.parametrize("cursor", CURSORS)
@pytest.mark.parametrize("path", ["/tables", "/books", "/hidden-meanings"])
def test_a_forged_cursor_shows_no_more_than_a_page(ada: Person, ben: Person, path: str, cursor: str) -> None:
    private = open_table(ada, visibility="private")["id"]

    reply = ben.get(path, query_string={"cursor": cursor, "limit": 100})

    assert reply.status_code in (200, 422)
    assert private.encode() not in reply.data


@pytest.mark.parametrize("last", ["-1", "1e9", "x", "9" * 400, "0x10", " 1", "1\x00", "٣"])
@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_a_stream_resumed_from_an_invalid_position_starts_again(
    ada: Person, ben: Person, last: str, accept: str
) -> None:
    table = started(ada, ben)

    with ada.follow(f"/tables/{table}/events", accept, {"Last-Event-ID": last}) as stream:
        assert stream.event()["type"] == "snapshot"


@pytest.mark.parametrize("key", ["k" * 256, "k" * 100_000, "", "é" * 300])
def test_a_giant_key_is_refused(ada: Person, redis: Redis, key: str) -> None:
    before = everything(redis)

    reply = ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}, headers={"Idempotency-Key": key})

    assert reply.status_code == 422
    assert everything(redis) == before


def test_somebody_elses_key_gives_no_access_to_their_resources(ada: Person, ben: Person) -> None:
    key = {"Idempotency-Key": "the-same-key-0123456789"}
    wish = {"game": "faraway", "seats": [ME, OPEN], "visibility": "private"}
    mine = ada.post("/tables", wish, headers=key).json["id"]

    theirs = ben.post("/tables", wish, headers=key)

    assert theirs.status_code == 201
    assert theirs.json["id"] != mine
    # Nor does a key tell whether somebody else has used it: another body is a mismatch only with one's own.
    assert ben.post("/me/tokens", {"label": "x"}, headers=key).status_code == 201
