"""Opening a table: who sits where, and when it starts automatically."""

from __future__ import annotations

import json
from typing import Any

import farshore
import pytest

from tests.sdk.puppet import Puppet, says


def table(*kinds: str, status: str = "open") -> dict[str, Any]:
    seats = [{"seat": n, "kind": kind} for n, kind in enumerate(kinds)]
    return {"id": "t7", "game": "faraway", "status": status, "seats": seats}


def test_me_and_bots_start_at_once(puppet: Puppet, client: farshore.Client) -> None:
    full = table("player", "bot", "bot")
    puppet.script = [says(201, full), says(200, full | {"status": "running"})]

    opened = client.tables.open("faraway", seats=3, bots=2, level="greedy", options={"advanced": True})

    assert json.loads(puppet.calls[0].body) == {
        "game": "faraway",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "greedy"}],
        "options": {"advanced": True},
    }
    assert puppet.calls[1].path == "/v1/tables/t7/start"
    assert opened.status == "running"


def test_a_table_with_an_open_seat_waits(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(201, table("player", "bot", "open"))]

    opened = client.tables.open("faraway", seats=3, bots=1)

    assert opened.status == "open"
    assert len(puppet.calls) == 1


def test_every_seat_may_be_named(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(201, table("player", "invite", "bot", "bot"))]

    client.tables.open(
        "faraway",
        seats=["me", {"kind": "invite", "player": "p_2"}, "bot", {"kind": "bot", "level": "search"}],
        level="random",
        clock={"mode": "realtime", "per_decision_s": 30},
        visibility="private",
        deal="a seed",
    )

    body = json.loads(puppet.calls[0].body)
    assert body["seats"] == [
        {"kind": "me"},
        {"kind": "invite", "player": "p_2"},
        {"kind": "bot", "level": "random"},
        {"kind": "bot", "level": "search"},
    ]
    assert body["deal"] == "a seed"
    assert body["visibility"] == "private"


def test_a_bot_may_be_called_by_its_level(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(201, table("player", "bot", "bot", "invite"))]

    client.tables.open("faraway", seats=["me", "greedy", "bot", "invite"], level="search")

    wanted = [
        {"kind": "me"},
        {"kind": "bot", "level": "greedy"},
        {"kind": "bot", "level": "search"},
        {"kind": "invite"},
    ]
    assert json.loads(puppet.calls[0].body)["seats"] == wanted


def test_a_table_that_runs_already_is_not_started_again(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(201, table("player", "bot", status="running"))]

    assert client.tables.open("faraway", seats=2, bots=1, start="full").status == "running"


def test_bots_leave_a_seat_for_you(client: farshore.Client) -> None:
    with pytest.raises(ValueError, match="no seat for you"):
        client.tables.open("faraway", seats=2, bots=2)
