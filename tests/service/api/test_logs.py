"""Log lines: one per request, with its id, which follows into the jobs and events that the request leads to."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from granian.log import LogLevels, configure_logging

from service import logs
from service.__main__ import logger
from service.launch.wsgi import LOG_LIKE_ALL
from service.settings import Settings
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import open_table, started
from workers import jobs

BOT = {"kind": "bot", "level": "random"}


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is logged as JSON at level info."""
    written, root = io.StringIO(), logging.getLogger()
    before = root.handlers, root.level
    monkeypatch.setattr("sys.stderr", written)
    logs.set_up(Settings(log="info", log_format="json"), "api")
    yield written
    root.handlers = before[0]
    root.setLevel(before[1])


def found(lines: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_a_request_is_one_line_with_its_route_and_player_and_without_secrets(ada: Person, lines: io.StringIO) -> None:
    table = open_table(ada, [{"kind": "me"}, {"kind": "invite"}], visibility="private")
    lines.truncate(0)
    lines.seek(0)

    ada.get(f"/invites/{table['invite_code']}", headers={"X-Request-ID": "mine-1"})

    [line] = [one for one in found(lines) if one["logger"] == "farshore.access"]
    assert line["time"].endswith("+00:00")
    assert line | {"time": "", "ms": 0} == {
        "time": "",
        "level": "info",
        "process": "api",
        "logger": "farshore.access",
        "message": "request",
        "request": "mine-1",
        "method": "GET",
        "route": "/v1/invites/<code>",
        "status": 200,
        "ms": 0,
        "player": ada.id,
    }
    assert table["invite_code"] not in lines.getvalue()
    assert ada.token not in lines.getvalue()


def test_the_id_of_a_request_follows_into_jobs_and_events(
    ada: Person, stores: Stores, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "stores", lambda: stores)
    table = ada.post(
        "/tables",
        {"game": "faraway", "seats": [{"kind": "me"}, BOT], "start": "full"},
        headers={"X-Request-ID": "open-1"},
    ).json["id"]

    jobs.play_bots(table)

    [job] = [one for one in found(lines) if one["message"] == "job"]
    assert job["request"] == "open-1"
    assert job["job"] == "bots"
    assert table not in lines.getvalue(), "whoever knows the id of an unlisted table may watch it"
    assert {entry.request for entry in stores.log.since(table, 0)} == {"open-1"}


def test_a_viewer_does_not_see_whose_request_led_to_an_event(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    ada.put(f"/tables/{table}/decisions/0-explore-0/answer", {"picks": ["r1"]}, headers={"X-Request-ID": "secret-1"})

    assert "secret-1" not in ben.get(f"/tables/{table}/events", headers={"accept": "application/json"}).text


def test_text_lines_have_the_request_too(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("a", logging.WARNING, "", 0, "no %s", ("Redis",), None)
    token = logs.REQUEST.set("r-1")
    try:
        assert logs.TextLines("bots").format(record) == "bots WARNING no Redis request=r-1"
    finally:
        logs.REQUEST.reset(token)


def test_a_log_collector_gets_nothing_but_json_from_make_run(capfd: pytest.CaptureFixture[str]) -> None:
    log = logger(Settings(log="info", log_format="json"))

    log("bots-1", '{"process":"bots","message":"job"}')
    log("api", "Traceback (most recent call last):")
    log("note", "bots-1 exited with code 0; restarting it now")

    written = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(line["process"], line["message"]) for line in written] == [
        ("bots", "job"),
        ("api", "Traceback (most recent call last):"),
        ("run", "bots-1 exited with code 0; restarting it now"),
    ]
    assert [line["level"] for line in written[1:]] == ["warning", "info"]


def test_lines_of_the_web_server_look_like_all_others(lines: io.StringIO) -> None:
    configure_logging(LogLevels.error, LOG_LIKE_ALL)

    logging.getLogger("_granian").error("Unexpected exit from worker-1")

    assert [(line["level"], line["message"]) for line in found(lines)] == [("error", "Unexpected exit from worker-1")]
