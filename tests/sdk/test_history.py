"""Finished games in the SDK: pages, exports that are resumed, files, and the commands of the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import farshore
import pytest
from farshore.cli import main
from farshore.export import last_game, write_ndjson, write_parquet
from pyarrow import parquet

from tests.sdk.puppet import Puppet, says, streams

SEAT = {"seat": 0, "kind": "player", "player": {"id": "p_1", "name": "Ada"}, "score": 61, "place": 1, "won": True}
GAME = {
    "id": "g1",
    "game": "faraway",
    "status": "finished",
    "options": {"advanced": True},
    "length": 36,
    "seats": [SEAT],
}
ALIVE = says(200, {"status": "ok"})
INTERVAL = {"value": 0.4, "low": 0.3, "high": 0.5}
CARD = {"kind": "explore", "card": "r1", "name": "Region 1", "offered": 5, "take_rate": INTERVAL, "win_rate": INTERVAL}

MET = {"kind": "player", "id": "p_2", "name": "Ben", "game": "faraway", "games": 4, "ahead": 1, "behind": 3}
PROFILE = {
    "id": "x",
    "name": "greedy",
    "games": 7,
    "win_rate": 0.5714,
    "seconds_per_decision": 1.5,
    "results": [],
    "streaks": {"games": 7, "current": -2, "longest_won": 3, "longest_lost": 2},
    "opponents": [{**MET, "together": 0}],
}


def decision(game: str, number: int) -> dict[str, Any]:
    return {
        "id": game,
        "number": number,
        "decision": f"{number}-explore-0",
        "kind": "explore",
        "seat": 0,
        "offered": ["r1", "r2"],
        "picks": ["r1"],
        "answered_at": "2026-11-18T08:00:00.000Z",
        "took_ms": 12,
        "by": "seat",
    }


def test_the_history_is_read_page_by_page(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script += [
        says(200, {"items": [GAME], "next": "more"}),
        says(200, {"items": [{**GAME, "id": "g2"}], "next": None}),
    ]

    games = list(client.history.games(player="me", option=["advanced:true"], sort="score"))

    assert [game.id for game in games] == ["g1", "g2"]
    assert (games[0].seats[0].who, games[0].seats[0].score) == ("Ada", 61)
    assert puppet.calls[0].params == {"sort": "score", "limit": "100", "player": "me", "option": "advanced:true"}
    assert puppet.calls[1].params["cursor"] == "more"


def test_an_interrupted_export_is_resumed(puppet: Puppet, client: farshore.Client, pauses: list[float]) -> None:
    rows = [decision("g1", 0), decision("g1", 1), decision("g2", 0), decision("g2", 1), decision("g3", 0)]
    puppet.script += [streams(*rows[:3], cut=True), streams(*rows[2:])]

    assert list(client.history.export("decision", limit=3)) == rows

    assert [call.params["limit"] for call in puppet.calls] == ["3", "2"]
    assert puppet.calls[1].params["after"] == "g1"


def test_an_export_that_the_service_could_not_complete_is_resumed(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    rows = [decision("g1", 0), decision("g2", 0), decision("g3", 0)]
    puppet.script += [streams(*rows[:2], {"problem": {"code": "unavailable", "retryable": True}}), streams(*rows[1:])]

    assert list(client.history.export("decision")) == rows

    assert puppet.calls[1].params == {"per": "decision", "after": "g1"}


@pytest.mark.parametrize("rest", ['{"id": "g2", "num', '{"problem":{"code":"unavailable"}}\n'])
def test_an_interrupted_file_is_continued_behind_its_last_complete_game(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "decisions.ndjson"
    assert last_game(path) is None
    write_ndjson(path, [decision("g1", 0), decision("g1", 1), decision("g2", 0)])
    with path.open("a") as file:
        file.write(rest)

    assert last_game(path) == "g1"

    write_ndjson(path, [decision("g2", 0), decision("g2", 1)])
    assert [(row["id"], row["number"]) for row in map(json.loads, path.read_text().splitlines())] == [
        ("g1", 0),
        ("g1", 1),
        ("g2", 0),
        ("g2", 1),
    ]


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    assert write_parquet(tmp_path / "d.parquet", "decision", iter([decision("g1", 0), decision("g1", 1)])) == 2
    assert write_parquet(tmp_path / "g.parquet", "game", iter([GAME])) == 1

    assert parquet.read_table(tmp_path / "d.parquet").to_pylist() == [decision("g1", 0), decision("g1", 1)]
    [game] = parquet.read_table(tmp_path / "g.parquet").to_pylist()
    assert (game["id"], json.loads(game["options"]), game["seats"][0]["player"]) == ("g1", {"advanced": True}, "p_1")


@pytest.mark.parametrize(
    ("words", "body", "printed"),
    [
        (["history", "--game", "faraway"], {"items": [GAME], "next": None}, "Ada 61 ★"),
        (["history"], {"items": [], "next": None}, "No finished games."),
        (["explorer", "faraway", "--level", "person"], {"items": [CARD | {"points": None}]}, "30 %–50 %"),
        (["profile", "bot", "faraway:greedy"], PROFILE, "7 games, 57 % won, 1.5 s per decision. Streak -2"),
        (["profile", "player", "me"], PROFILE, "Ben       faraway      4      1       3         0"),
    ],
)
def test_the_terminal_prints_finished_games(
    puppet: Puppet, capsys: pytest.CaptureFixture[str], words: list[str], body: dict[str, Any], printed: str
) -> None:
    puppet.script += [ALIVE, says(200, body)]

    assert main([*words, "--url", puppet.url, "--language", "en"]) == 0

    assert printed in capsys.readouterr().out


def test_the_terminal_exports_to_a_file(puppet: Puppet, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puppet.script += [ALIVE, streams(decision("g1", 0)), ALIVE, streams(decision("g1", 0))]
    for name in ("d.ndjson", "d.parquet"):
        assert main(["export", str(tmp_path / name), "--per", "decision", "--url", puppet.url, "--language", "en"]) == 0

    assert json.loads((tmp_path / "d.ndjson").read_text()) == decision("g1", 0)
    assert parquet.read_table(tmp_path / "d.parquet").num_rows == 1
    assert "1 rows written" in capsys.readouterr().out


def test_a_player_agrees_to_be_named_in_exports(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script += [says(200, {"consent": True}), says(200, {"consent": True})]

    client.history.set_consent(True)

    assert client.history.consents()
    assert [(call.method, call.path) for call in puppet.calls] == [
        ("PUT", "/v1/me/research"),
        ("GET", "/v1/me/research"),
    ]
