"""What surrounds every request: its id, security headers, CORS, health, time, documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import BytesIO

import msgspec
import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from service.storage.heartbeats import NEEDED, Heartbeats
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import open_table


@pytest.mark.parametrize("given", ["a", "5f1c0a9e", "A.b-c_9", "x" * 64])
def test_a_request_keeps_its_name(nobody: Person, given: str) -> None:
    assert nobody.get("/time", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "<script>", "a;b", "é", "a/b"])
def test_a_request_without_a_fit_name_gets_one(nobody: Person, given: str) -> None:
    names = {nobody.get("/time", headers={"X-Request-ID": given}).headers["X-Request-ID"] for _ in range(2)}

    assert len(names) == 2
    assert given not in names


@pytest.mark.parametrize(
    "path", ["/v1/time", "/v1/nothing", "/v1/tables", "/healthz", "/openapi.json", "/docs", "/metrics"]
)
def test_every_response_has_security_headers_for_browsers(app: Flask, path: str) -> None:
    headers = app.test_client().get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_what_is_private_is_not_kept_by_caches(ada: Person) -> None:
    table = open_table(ada)["id"]

    assert ada.get("/me").headers["Cache-Control"] == "no-store"
    assert "no-cache" in ada.get(f"/tables/{table}").headers["Cache-Control"]


@pytest.mark.parametrize("host", ["127.0.0.1", "play.example:8443", "not a host", "", "[::1]"])
def test_routes_do_not_depend_on_the_host(nobody: Person, host: str) -> None:
    reply = nobody.get("/time", headers={"Host": host})

    assert reply.status_code == 200
    assert "Set-Cookie" not in reply.headers


def test_a_response_without_a_body_has_no_word_about_one(ada: Person) -> None:
    table = open_table(ada)["id"]
    whole, head = ada.get("/me"), ada.call("HEAD", "/me")
    again = ada.get(f"/tables/{table}", headers={"If-None-Match": ada.get(f"/tables/{table}").headers["ETag"]})
    gone = ada.delete(f"/tables/{table}")

    assert head.data == again.data == gone.data == b""
    assert head.headers["Content-Length"] == whole.headers["Content-Length"] == str(len(whole.data))
    assert (again.status_code, gone.status_code) == (304, 204)
    assert not {"Content-Type", "Content-Length"} & {*gone.headers.keys()}
    assert "Content-Length" not in again.headers


@pytest.mark.parametrize("length", [0, 5, 17, 18, 19, 400])
def test_a_body_is_what_was_announced_or_is_refused(app: Flask, length: int) -> None:
    body = b'{"name": "Ada  "} '
    reply = app.test_client().post(
        "/v1/players",
        input_stream=BytesIO(body),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": str(length)},
    )

    assert reply.status_code == (201 if length in (17, 18) else 422 if length == 0 else 400)


ORIGIN = {"Origin": "https://play.example"}
PREFLIGHT = {**ORIGIN, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization"}


def test_other_origins_are_not_let_in_unless_the_operator_says_so(app: Flask) -> None:
    client = app.test_client()

    for reply in (client.get("/v1/time", headers=ORIGIN), client.options("/v1/tables", headers=PREFLIGHT)):
        assert not [name for name in reply.headers if name[0].startswith("Access-Control")]


def test_only_configured_origins_are_allowed(app_with: Callable[..., Flask]) -> None:
    client = app_with(cors_origins=("https://play.example",)).test_client()

    let_in = client.get("/v1/time", headers=ORIGIN).headers
    assert let_in["Access-Control-Allow-Origin"] == "https://play.example"
    assert {"ETag", "Link", "Location", "Retry-After", "X-RateLimit-Remaining"} <= {
        each.strip() for each in let_in["Access-Control-Expose-Headers"].split(",")
    }
    asked = client.options("/v1/tables/x/seats/1", headers=PREFLIGHT).headers
    assert "PUT" in asked["Access-Control-Allow-Methods"]
    assert asked["Access-Control-Max-Age"] == "7200"
    assert "authorization" in asked["Access-Control-Allow-Headers"].lower()
    assert "Access-Control-Allow-Credentials" not in asked
    refused = client.get("/v1/nothing", headers=ORIGIN)
    assert refused.headers["Access-Control-Allow-Origin"] == "https://play.example"
    stranger = client.get("/v1/time", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in stranger.headers


def test_the_one_clock_of_the_house_is_that_of_redis(nobody: Person, stores: Stores) -> None:
    before = stores.tables.now()
    said = nobody.get("/time").json

    assert before <= said["epoch_ms"] <= stores.tables.now()
    assert said["now"].endswith("Z")


def test_a_process_that_lives_says_so(app: Flask) -> None:
    assert app.test_client().get("/healthz").json["status"] == "ok"


def test_the_service_is_ready_when_every_part_was_seen_lately(app: Flask, stores: Stores) -> None:
    client = app.test_client()
    missing = client.get("/readyz")
    assert missing.status_code == 503
    assert missing.json["checks"] == {"redis": True, "writing": True, **dict.fromkeys(NEEDED, False)}

    for kind in NEEDED:
        Heartbeats(stores.redis).beat(kind, 3600)

    assert client.get("/readyz").status_code == 200


def test_requests_are_counted_by_operation_and_not_by_address(app: Flask, nobody: Person) -> None:
    nobody.get("/tables/a-very-private-id")

    page = app.test_client().get("/metrics").text

    assert "farshore_requests_total" in page
    assert "a-very-private-id" not in page


def test_the_documentation_needs_nothing_from_elsewhere(app: Flask) -> None:
    client = app.test_client()
    for path in ("/docs", "/docs/try"):
        loaded = re.findall(r'(?:src|href)="([^"#]+)', client.get(path).text)
        assert loaded
        for address in loaded:
            assert address == "data:," or client.get(address).status_code == 200, address


def test_the_description_is_served_at_both_its_addresses(app: Flask) -> None:
    client = app.test_client()
    first, second = (client.get(path) for path in ("/openapi.json", "/v1/openapi.json"))

    assert first.data == second.data
    assert msgspec.json.decode(first.data)["openapi"].startswith("3.1")
    assert client.get("/openapi.json", headers={"If-None-Match": first.headers["ETag"]}).status_code in (200, 304)


@pytest.mark.parametrize("path", ["/games", "/games/faraway", "/games/faraway/cards", "/games/faraway/text/fr"])
def test_the_shelf_is_open_to_everybody(nobody: Person, path: str) -> None:
    first = nobody.get(path)

    assert first.status_code == 200
    assert nobody.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_the_rules_are_there_in_both_languages(nobody: Person) -> None:
    english, french = (
        nobody.get("/games/faraway/rules", headers={"Accept-Language": language}) for language in ("en", "fr")
    )

    assert english.mimetype == french.mimetype == "text/markdown"
    assert (english.headers["Content-Language"], french.headers["Content-Language"]) == ("en", "fr")
    assert english.text != french.text
    assert nobody.get("/games/faraway/text/de").status_code == 404


def test_a_whole_response_is_handed_to_the_server_as_a_list_and_a_stream_is_not(app: Flask, ada: Person) -> None:
    table = open_table(ada)["id"]

    whole, stream = returned(app, "/v1/time"), returned(app, f"/v1/tables/{table}/events")

    assert isinstance(whole, list)
    assert b'"now"' in b"".join(whole)
    assert not isinstance(stream, list)
    stream.close()  # type: ignore[attr-defined]


def returned(app: Flask, path: str) -> Iterable[bytes]:
    """What the application returns to the web server."""
    return app(EnvironBuilder(path).get_environ(), lambda *_: lambda piece: None)
