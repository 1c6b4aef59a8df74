"""A running instance is upgraded to a version with other rules of a game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import service_process
from tools.ports import free_port
from tools.service_process import ROOT, Service, soon

pytestmark = pytest.mark.thorough

TABLE = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "start": "full"}


def next_version(folder: Path) -> Path:
    """A copy of the service in which the rules of Faraway have changed."""
    for package in ("service", "workers"):
        shutil.copytree(ROOT / package, folder / package)
    game = folder / "service/games/faraway/__init__.py"
    before = game.read_text()
    game.write_text(before.replace("rules_version = 1\n", "rules_version = 2\n"))
    assert game.read_text() != before
    return folder


def test_a_table_of_the_old_rules_is_ended_and_the_service_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(tmp_path / "data", free_port())
    service.start(tmp_path / "log")
    try:
        token = service.call("POST", "/v1/players", {"name": "Ada"})[1]["token"]
        table = service.call("POST", "/v1/tables", TABLE, token)[1]["id"]
        assert service.call("GET", f"/v1/tables/{table}/view", token=token)[0] == 200
        assert service.stop() == 0

        monkeypatch.setattr(service_process, "ROOT", next_version(tmp_path / "next"))
        service.start(tmp_path / "log")

        # Nobody asks for the table until a worker has ended it.
        listed = "/v1/tables?mine=true"
        assert soon(lambda: service.call("GET", listed, token=token)[1]["items"][0]["status"] == "aborted", 120)
        found = service.call("GET", f"/v1/tables/{table}", token=token)[1]
        assert (found["status"], found["result"]) == ("aborted", None)
        for path in ("view", "replay", "replay/steps/0"):
            assert service.call("GET", f"/v1/tables/{table}/{path}", token=token)[0] == 410
        new = service.call("POST", "/v1/tables", TABLE, token)[1]
        assert (new["status"], new["rules_version"]) == ("running", 2)
    finally:
        service.end()
