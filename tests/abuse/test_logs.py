"""The log of a running service: nobody can inject lines, and it contains no secret."""

from __future__ import annotations

import re

from tests.abuse.conftest import SETTINGS, Logged
from tests.abuse.wire import ask, dial, parse, register, request, send

FORGED = "api | ADMIN LOGIN OK"
COLOURS = re.compile(rb"\x1b\[[0-9;]*m")


def test_clients_cannot_write_lines_into_the_log(service: Logged) -> None:
    token = register(service.port)
    tricks = [f"\r\n{FORGED}", f"%0d%0a{FORGED}", "\x1b]0;owned\x07", "\x1b[2J", "\x00\x08\x7f", "\u2028" + FORGED]
    for trick in tricks:
        plain = trick.encode().decode("latin-1")
        ask(service.port, "POST", "/v1/players", {"name": trick})
        send(service.port, request("GET", f"/v1/tables/{plain.replace(' ', '%20')}"))
        send(service.port, request("GET", "/healthz", b"", f"X-Request-ID: {plain}", f"User-Agent: {plain}"))
        send(service.port, request("GET", "/v1/me", b"", f"Authorization: Bearer {plain}"))
        wish = {"game": trick, "seats": [{"kind": "me"}], "options": {trick: trick}}
        ask(service.port, "POST", "/v1/tables", wish, f"Authorization: Bearer {token}")

    log = service.logged()

    assert FORGED.encode() not in log
    assert not re.search(rb"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]", COLOURS.sub(b"", log))
    assert b"\x1b" not in COLOURS.sub(b"", log)


def test_no_secret_stands_in_the_log_or_in_the_figures(service: Logged) -> None:
    token = register(service.port, "Canary Bird")
    mine = f"Authorization: Bearer {token}"
    wish = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "bot"}], "start": "full", "deal": "canary-seed-7"}
    table = ask(service.port, "POST", "/v1/tables", wish, mine).json
    one = ask(service.port, "GET", f"/v1/tables/{table['id']}/decisions", None, mine).json["items"][0]
    answer = f"/v1/tables/{table['id']}/decisions/{one['id']}/answer"
    for picks in (["canary-pick"], one["options"][:1]):
        ask(service.port, "PUT", answer, {"picks": picks}, mine)
    ask(service.port, "GET", "/v1/me", None, "Authorization: Bearer fs_canary-token")
    ask(service.port, "GET", f"/v1/me?token={token}")
    # A request that breaks off in the middle is logged by nobody either.
    with dial(service.port) as line:
        line.sendall(request("POST", "/v1/players", b'{"name": "canary-body"}')[:-5])

    figures = ask(service.port, "GET", "/metrics").body
    document = ask(service.port, "GET", "/openapi.json").body
    secrets = [token, "canary", "Canary Bird", table["invite_code"], table["id"], SETTINGS["FARSHORE_ADMIN_TOKEN"]]
    for text in (service.logged(), figures, document):
        assert [secret for secret in secrets if secret.encode() in text] == []


def test_a_refusal_says_nothing_about_the_machine(service: Logged) -> None:
    for raw in (request("GET", "/v1/nothing"), request("POST", "/v1/players", b"{"), b"nonsense\r\n\r\n"):
        said = send(service.port, raw)
        assert not re.search(rb"Traceback|/home/|/tmp/|site-packages|Python/|Werkzeug|redis", said)
        assert parse(said).status in (400, 404)
