"""Playing in the terminal, with piped input."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import farshore
import pytest

from service.lobby.bot_names import NAMES
from tests.sdk.puppet import Puppet, says

ROOT = Path(__file__).resolve().parents[2]

Terminal = Callable[..., "subprocess.CompletedProcess[str]"]

BOTS = "|".join(NAMES)


@pytest.fixture
def terminal(url: str, tmp_path: Path) -> Terminal:
    """A person's terminal: `terminal("play", "faraway", typed="1\\n")`."""

    def run(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "farshore", *words],
            input=typed,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT / "sdk"),
                "FARSHORE_URL": url,
                "HOME": str(tmp_path),
            }
            | {"XDG_CONFIG_HOME": str(tmp_path)}
            | env,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            timeout=120,
        )

    return run


def test_a_whole_game_in_english(terminal: Terminal) -> None:
    done = terminal("play", "faraway", "--seats", "3", "--level", "random", "--name", "Ada", typed="#1\n" * 40)

    assert done.returncode == 0, done.stderr
    assert "Welcome, Ada." in done.stdout
    assert "Round 8 of 8" in done.stdout
    assert re.search(rf"({BOTS}) explores \d+ (river|city|forest|desert)", done.stdout)
    assert re.search(r"fame +\d+ +\d+ +\d+", done.stdout)
    assert re.search(rf"(({BOTS}) wins\.|You win\.)", done.stdout)
    assert "\x1b" not in done.stdout, "no colours in a pipe"
    assert "{" not in done.stdout, "every blank is filled"


def test_a_whole_game_in_french_with_the_advanced_variant(terminal: Terminal) -> None:
    typed = "#1 #2\n#1 #2 #3\n" + "#1\n" * 40

    done = terminal("play", "--seats", "2", "--advanced", "--name", "Léa", typed=typed, LANG="fr_FR.UTF-8")

    assert done.returncode == 0, done.stderr
    assert "Bienvenue, Léa." in done.stdout
    assert "Gardez trois de ces cinq Régions" in done.stdout
    assert "Choisissez-en 3, pas 2." in done.stdout
    assert re.search(rf"({BOTS}) explore", done.stdout)
    assert re.search(r"renommée +\d+ +\d+", done.stdout)
    assert "{" not in done.stdout


def test_a_person_asks_errs_leaves_and_comes_back(terminal: Terminal) -> None:
    typed = "?\nh\nh 21\nb\n\n99\n#1 #2\nmoon\nq\n"

    first = terminal("play", "--seats", "2", "--name", "Ada", typed=typed)

    assert first.returncode == 0
    assert "Type the number of a line" in first.stdout
    assert "region 21 (desert, night; 8 points, needs 2 stones)" in first.stdout
    assert "“99” is not in the list" in first.stdout
    assert "Choose one, not 2." in first.stdout
    assert "“moon” is not in the list" in first.stdout
    assert first.stdout.count("Round 1 of 8") == 2
    [command] = re.findall(r"farshore (play --table \S+.*)", first.stdout)

    second = terminal(*command.split(), typed="#1\n" * 40)

    assert "Welcome, Ada." in second.stdout
    assert "Round 8 of 8" in second.stdout


def test_the_end_of_the_input_is_a_polite_goodbye(terminal: Terminal) -> None:
    done = terminal("play", "--seats", "2", typed="#1\n")

    assert done.returncode == 0
    assert "waiting for you" in done.stdout


def test_a_token_of_a_service_that_started_afresh_is_replaced(terminal: Terminal, tmp_path: Path, url: str) -> None:
    (tmp_path / "farshore").mkdir()
    (tmp_path / "farshore" / "tokens.json").write_text(f'{{"{url}": "fs_old"}}')

    done = terminal("play", "--seats", "2", "--name", "Ada")

    assert "Welcome, Ada." in done.stdout
    assert "fs_old" not in (tmp_path / "farshore" / "tokens.json").read_text()


def test_the_story_of_a_table_is_told_again(terminal: Terminal, ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    for turn in table.turns():
        turn.answer(turn.decision.options[:1])

    told = terminal("replay", table.id)
    watched = terminal("watch", table.id, "--language", "fr")

    assert f"Faraway: Ada, {table.seats[1].name}" in told.stdout
    assert len(re.findall(r"Ada explores", told.stdout)) == 8
    assert "Ada explore" in watched.stdout
    assert re.search(r"renommée +\d+", watched.stdout)

    copy = ada.replays.upload(table.replay())
    assert len(re.findall(r" explores", terminal("replay", copy.id).stdout)) == 16


def test_a_transcript_is_printed_and_cannot_steer_the_terminal(terminal: Terminal, ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    [decision] = table.decisions()
    table.keep_transcript(decision, [{"role": "assistant", "content": "The \x1b[2Jriver.", "picks": ["r21"]}])
    table.vote("abort")

    done = terminal("transcript", table.id, "--seat", "0")

    assert f"== {decision.id}\nassistant → r21: The \ufffd[2Jriver." in done.stdout
    assert "No transcript is stored" in terminal("transcript", table.id, "--seat", "1").stdout


def test_games_and_tables_are_listed(terminal: Terminal, ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=["me", "open", {"kind": "bot", "level": "greedy"}])

    assert re.search(r"faraway +Faraway +2–6 +random, greedy", terminal("games").stdout)
    assert re.search(rf"{table.id} +faraway +open +Ada, \(free\), bot \(greedy\)", terminal("tables", "--open").stdout)
    assert terminal("tables", "--mine").returncode in (0, 1)


def test_a_service_that_is_not_running_gets_a_hint(terminal: Terminal) -> None:
    done = terminal("play", "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "make run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_refusal_is_a_sentence(terminal: Terminal) -> None:
    done = terminal("play", "--seats", "9")

    assert done.returncode == 1
    assert "The service refused the request" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_nobody_told_the_terminal_about(terminal: Terminal, puppet: Puppet) -> None:
    asked = {"id": "1-lay-0", "kind": "lay", "options": ["d4", "pass"], "least": 0, "prompt": "Lay a stone."}
    also = {"id": "1-resign-0", "kind": "resign", "options": ["yes"], "prompt": "Resign?", "about": {"lead": 3}}
    table = {"id": "t1", "game": "go", "status": "running", "seats": [{"seat": 0, "kind": "player"}], "my_seat": 0}
    update = {"table": "t1", "game": "go", "status": "running", "seat": 0, "seq": 1, "waiting": [0]}
    story = {"seq": 2, "type": "story", "data": {"kind": "laid", "data": {"seat": 0, "point": "d4"}}}
    end = update | {"seq": 2, "status": "finished", "result": {"winners": [0], "places": [1], "scores": [7]}}
    puppet.script = [
        says(200, {"status": "ok"}),
        says(201, {"player": {"id": "p", "name": "Ada"}, "token": "fs_x"}),
        says(200, table),
        says(200, {"name": "Go", "ids": {"d4": "the point d4"}, "story": {"laid": "{seat} lays {point}."}}),
        says(200, {}),
        says(200, update | {"view": {"stones": 3}, "decisions": [also, asked]}),
        says(200, {"items": [], "next": 1}),
        says(200, end),
        says(200, {"items": [story], "next": 2}),
        says(200, {"items": [], "next": 2}),
    ]

    done = terminal("play", "go", "--table", "t1", "--url", puppet.url, typed="/2\nd4\n")

    assert done.returncode == 0, done.stderr
    assert "lead: 3" in done.stdout
    assert puppet.calls[-3].path.endswith("/1-lay-0/answer")
    assert "stones: 3" in done.stdout
    assert "Lay a stone." in done.stdout
    assert "lays the point d4." in done.stdout
    assert "You win." in done.stdout
