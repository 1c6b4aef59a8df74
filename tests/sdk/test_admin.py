"""`farshore admin`: every command calls the operation it is named after, and prints what the service says."""

from __future__ import annotations

import json

import pytest
from farshore.cli import main
from farshore.cli.admin import COMMANDS

from tests.sdk.puppet import Puppet, says

CALLS = {
    "status": ("GET", "/v1/admin/status", None),
    "drain --message Noon": ("PUT", "/v1/admin/drain", {"message": "Noon"}),
    "drain --end": ("DELETE", "/v1/admin/drain", None),
    "tables --player p_1": ("GET", "/v1/admin/tables", None),
    "table t1": ("GET", "/v1/admin/tables/t1", None),
    "end t1 --reason spam": ("POST", "/v1/admin/tables/t1/end", {"reason": "spam"}),
    "seat t1 2 --level greedy": ("PUT", "/v1/admin/tables/t1/seats/2", {"level": "greedy", "reason": ""}),
    "delete-book b1": ("DELETE", "/v1/admin/books/b1", None),
    "delete-meaning h1": ("DELETE", "/v1/hidden-meanings/h1", None),
    "account p_1": ("GET", "/v1/admin/accounts/p_1", None),
    "close p_1": ("DELETE", "/v1/admin/accounts/p_1", None),
    "limit p_1 tables=5 talk=usual": (
        *("PUT", "/v1/admin/accounts/p_1/limits"),
        {"limits": {"tables": 5, "talk": None}, "reason": ""},
    ),
    "revoke p_1": ("DELETE", "/v1/admin/accounts/p_1/tokens", None),
    "revoke p_1 t9": ("DELETE", "/v1/admin/accounts/p_1/tokens/t9", None),
    "reports": ("GET", "/v1/admin/reports", None),
    "close-report r1 --reason warned": ("POST", "/v1/admin/reports/r1/close", {"reason": "warned"}),
    "audit": ("GET", "/v1/admin/audit", None),
}


@pytest.mark.parametrize("command", CALLS)
def test_a_command_calls_its_operation(puppet: Puppet, capsys: pytest.CaptureFixture[str], command: str) -> None:
    method, path, body = CALLS[command]
    puppet.script = [says(204) if method == "DELETE" or "drain" in command else says(200, {"items": [], "next": None})]

    assert main(["admin", *command.split(), "--url", puppet.url, "--token", "fs_admin"]) == 0

    [call] = puppet.calls
    assert (call.method, call.path) == (method, path)
    assert call.headers["Authorization"] == "Bearer fs_admin"
    assert (json.loads(call.body) if call.body else None) == body


def test_every_command_is_tested() -> None:
    assert {command.split()[0] for command in CALLS} == set(COMMANDS)


def test_what_the_service_says_is_printed_as_json(puppet: Puppet, capsys: pytest.CaptureFixture[str]) -> None:
    puppet.script = [says(200, {"items": [{"action": "drain", "target": "é"}], "next": None})]
    assert main(["admin", "audit", "--url", puppet.url, "--token", "fs_admin"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"action": "drain", "target": "é"}]


def test_a_refusal_is_printed_and_ends_the_command_with_1(puppet: Puppet, capsys: pytest.CaptureFixture[str]) -> None:
    puppet.script = [says(403, {"code": "wrong-scope", "detail": "You need the scope admin."})]
    assert main(["admin", "status", "--url", puppet.url, "--token", "fs_x", "--language", "en"]) == 1
    assert "You need the scope admin." in capsys.readouterr().err


def test_without_a_token_the_command_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FARSHORE_ADMIN_TOKEN", raising=False)
    assert main(["admin", "status"]) == 2
    assert "python -m service admin token" in capsys.readouterr().err
