"""Refusals: every error explains itself in the caller's language, as problem+json."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from service import refusals
from service.api.errors import RETRYABLE, STATUS, wordings
from service.games.kit.words import LANGUAGES
from tests.service.people import Person
from tests.service.table import ME, OPEN, open_table, started

AS_JSON = {"Content-Type": "application/json"}
BODIES = [
    ("POST", "/players"),
    ("POST", "/me/tokens"),
    ("POST", "/tables"),
    ("PUT", "/tables/{table}/seats/1"),
    ("POST", "/tables/{table}/votes"),
    ("PUT", "/tables/{table}/decisions/0-explore-0/answer"),
    ("POST", "/tables/{table}/decisions/0-explore-0/check"),
    ("POST", "/tables/{table}/talk"),
    ("POST", "/replays"),
]


@pytest.fixture
def table(ada: Person, ben: Person) -> str:
    return started(ada, ben)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"{", id="broken off"),
        pytest.param(b"nonsense", id="no JSON"),
        pytest.param(b'{"name": "Ada",}', id="a comma too many"),
        pytest.param(b"{'name': 'Ada'}", id="wrong quotes"),
        pytest.param(b'{"name": NaN}', id="not a number"),
        pytest.param(b'{"a": -Infinity}', id="endless"),
        pytest.param(b"\xff\xfe{}", id="UTF-16"),
        pytest.param(b'{"name": "\xe9"}', id="Latin 1"),
        pytest.param(b'{"name": "\\ud800"}', id="half a character"),
        pytest.param(b'{"\\ud800": 1}', id="half a character in a field"),
        pytest.param(b'{"picks": ["\\udfff"]}', id="half a character in a pick"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", id="a number of 5000 digits"),
        pytest.param(b"[" * 100_000, id="very deep"),
        pytest.param(b'{"a": 1} {"b": 2}', id="two of them"),
    ],
)
@pytest.mark.parametrize(("method", "path"), BODIES)
def test_malformed_json_is_called_that_everywhere(ada: Person, table: str, method: str, path: str, raw: bytes) -> None:
    refused = ada.call(method, path.format(table=table), data=raw, headers=AS_JSON)

    assert (refused.status_code, refused.json["code"]) == (400, "malformed-json")


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_json_that_is_nested_very_deeply_is_refused(ada: Person, table: str, method: str, path: str) -> None:
    refused = ada.call(method, path.format(table=table), data=b"[" * 10_000 + b"]" * 10_000, headers=AS_JSON)

    # Python 3.14 reads it; older versions stop at their limit of recursion.
    assert (refused.status_code, refused.json["code"]) in [(400, "malformed-json"), (422, "invalid")]


@pytest.mark.parametrize("body", [[], "x", 7, True, [{}], [[]]])
@pytest.mark.parametrize(("method", "path"), BODIES)
def test_json_that_is_not_an_object_is_invalid(ada: Person, table: str, method: str, path: str, body: Any) -> None:
    refused = ada.call(method, path.format(table=table), data=json.dumps(body), headers=AS_JSON)

    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert refused.json["errors"]


@pytest.mark.parametrize("type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
@pytest.mark.parametrize(("method", "path"), BODIES)
def test_what_is_not_sent_as_json_is_not_taken_for_it(
    ada: Person, table: str, method: str, path: str, type: str
) -> None:
    refused = ada.call(method, path.format(table=table), data=b'{"name": "Ada"}', headers={"Content-Type": type})

    assert (refused.status_code, refused.json["code"]) == (415, "unsupported-media-type")


@pytest.mark.parametrize("type", ["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])
def test_json_is_known_by_any_of_its_names(nobody: Person, type: str) -> None:
    assert nobody.post("/players", data=b'{"name": "Ada"}', headers={"Content-Type": type}).status_code == 201


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_a_body_that_is_too_large_is_refused_unread(ada: Person, table: str, method: str, path: str) -> None:
    refused = ada.call(method, path.format(table=table), data=b'"' + b"x" * (1024 * 1024) + b'"', headers=AS_JSON)

    assert (refused.status_code, refused.json["code"]) == (413, "too-large")


def test_a_body_as_large_as_is_allowed_is_read(ada: Person) -> None:
    raw = json.dumps({"game": "faraway", "seats": [ME, OPEN]}).encode()

    assert ada.post("/tables", data=raw.ljust(1024 * 1024), headers=AS_JSON).status_code == 201


def test_deeply_nested_values_in_a_free_field_are_refused(ada: Person) -> None:
    deep: Any = 1
    for _ in range(200):
        deep = {"x": [deep]}

    refused = ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN], "options": deep})

    assert [error["field"] for error in refused.json["errors"]] == ["options"]


@pytest.mark.parametrize("path", ["/nothing", "/tables/x/y", "/me/nothing", "/games/chess", "/problems/nothing"])
def test_what_is_not_there_is_not_found(nobody: Person, path: str) -> None:
    refused = nobody.get(path)

    assert (refused.status_code, refused.json["code"]) == (404, "not-found")
    assert refused.json["instance"] == f"/v1{path}"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/games", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/players", {"POST", "OPTIONS"}),
        ("PATCH", "/tables", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("POST", "/tables/x", {"GET", "HEAD", "DELETE", "OPTIONS"}),
        ("GET", "/tables/x/decisions/y/answer", {"PUT", "DELETE", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_taken_is_refused_with_those_that_are(
    nobody: Person, method: str, path: str, allowed: set[str]
) -> None:
    refused = nobody.call(method, path)

    assert (refused.status_code, refused.json["code"]) == (405, "method-not-allowed")
    assert {each.strip() for each in refused.headers["Allow"].split(",")} == allowed


@pytest.mark.parametrize("path", ["//games", "/tables//view", "/games/../me", "/%2e%2e", "/tables/%00", "/tables/%ff"])
def test_a_strange_address_is_not_found_and_nobody_is_sent_elsewhere(nobody: Person, path: str) -> None:
    assert nobody.get(path).status_code == 404


def test_no_refusal_and_no_silence_is_html(ada: Person) -> None:
    client, table = ada.app.test_client(), open_table(ada)["id"]
    replies = [
        client.options("/v1/tables"),
        client.get("/nothing"),
        client.get("/v1/"),
        client.head("/v1/tables/nothing"),
        client.get(f"/v1/tables/{table}", headers={"If-None-Match": "*"}),
        ada.delete(f"/tables/{table}"),
        client.post("/"),
        client.get("/docs/assets/nothing"),
        client.open("/v1/tables", method="BREW"),
    ]

    assert [reply.mimetype for reply in replies if reply.mimetype == "text/html"] == []


# -- in words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_in_every_language(language: str) -> None:
    words = wordings(language)

    assert set(words) == set(STATUS)
    assert all(word.title and word.detail for word in words.values())


def test_no_two_languages_say_the_same() -> None:
    english, french = (wordings(language) for language in ("en", "fr"))

    assert [code for code in STATUS if english[code].detail == french[code].detail] == []


def test_every_refusal_of_the_service_has_a_status(app: Flask) -> None:
    found, kinds = set(), [refusals.Refused]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        found.add(kind.code)

    assert found - {"refused"} <= set(STATUS)


def test_the_service_explains_its_refusals(nobody: Person) -> None:
    listed = nobody.get("/problems").json["items"]

    assert {one["code"]: (one["status"], one["retryable"]) for one in listed} == {
        code: (status, code in RETRYABLE) for code, status in STATUS.items()
    }
    assert nobody.get("/problems/closed").json["title"] == wordings("en")["closed"].title


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("fr", "fr"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("fr-CH, en;q=0.5", "fr"),
        ("FR", "fr"),
        ("de, fr;q=0.2", "fr"),
        ("de", "en"),
        ("*", "en"),
        ("fr;q=0", "en"),
        ("en, fr", "en"),
        ("nonsense;;q=x", "en"),
        ("", "en"),
    ],
)
def test_a_refusal_speaks_the_callers_language(nobody: Person, accept: str, language: str) -> None:
    refused = nobody.get("/tables/nothing", headers={"Accept-Language": accept})

    assert refused.json["title"] == wordings(language)["not-found"].title
    assert refused.json["detail"] == wordings(language)["not-found"].detail


def test_a_refusal_names_itself_its_place_and_its_request(nobody: Person) -> None:
    refused = nobody.get("/tables/nothing", headers={"X-Request-ID": "abc-1"})

    assert refused.json["type"] == "/v1/problems/not-found"
    assert nobody.get(refused.json["type"].removeprefix("/v1")).status_code == 200
    assert refused.json["instance"] == "/v1/tables/nothing"
    assert refused.json["request_id"] == refused.headers["X-Request-ID"] == "abc-1"


def test_what_is_wrong_with_a_field_is_said_in_english_to_everybody(ada: Person) -> None:
    wish = {"game": "faraway", "seats": ["me", {"kind": "bot", "level": "greedy"}], "colour": "red"}

    english, french = (ada.call("POST", "/tables", wish, {"Accept-Language": tag}).json for tag in ("en", "fr"))

    assert english["errors"] == french["errors"]
    assert {error["field"]: error["message"] for error in english["errors"]} == {
        "seats.0": "Invalid input type.",
        "colour": "Unknown field.",
    }
    assert english["title"] != french["title"]
