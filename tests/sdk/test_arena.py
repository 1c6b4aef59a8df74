"""`farshore arena`: entrants of all kinds, also those that crash, hang, cheat or kill their process."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import farshore
import pytest
from farshore.arena.entrants import entrant, entrants
from farshore.arena.players import TimeUp, time_limit
from farshore.arena.table import LocalTable
from farshore.cli import main

from service.arena import export
from service.arena.plan import Entrant, make_plan
from service.arena.players import ArenaSeat
from service.games import REGISTRY

ROOT = Path(__file__).resolve().parents[2]

GOOD = """
import random, farshore

class Good(farshore.Agent):
    def decide(self, view, decision):
        assert type(view["market"]) is list and type(decision.raw["options"]) is list
        return random.sample(decision.options, decision.least)
"""
CRASHES = """
import farshore

class Crashes(farshore.Agent):
    asked = 0
    def decide(self, view, decision):
        self.asked += 1
        if self.asked % 3 == 0:
            raise KeyError("moon")
        return decision.options[: decision.least]
"""
LIES = """
import farshore

class Lies(farshore.Agent):
    def decide(self, view, decision, reason=None):
        return ["nothing-of-the-kind"]
"""
SLEEPS = """
import time, farshore

class Sleeps(farshore.Agent):
    asked = 0
    def decide(self, view, decision):
        self.asked += 1
        if self.asked == 2:
            try:
                time.sleep(60)
            except Exception:
                time.sleep(60)
        return decision.options[: decision.least]
"""
DIES = """
import os, farshore

class Dies(farshore.Agent):
    def decide(self, view, decision):
        if view["round"] == 3:
            os._exit(7)
        return decision.options[: decision.least]
"""
HOOKS = """
import farshore

class Hooks(farshore.Agent):
    seats = {}
    def seated(self, table):
        self.seats[table.id] = table.my_seat
        assert table.game == "faraway" and table.client.games.cards("faraway")["regions"]
    def choose(self, turn):
        assert turn.table.check(turn.decision, turn.decision.options[: turn.decision.least])
        assert turn.budget == 0.5 and len(turn.table.seats) == 2
        list(turn.table.story())
        return super().choose(turn)
    def decide(self, view, decision):
        return decision.options[: decision.least]
    def finished(self, table):
        assert table.status == "finished" and table.result.places[self.seats.pop(table.id)] in (1, 2)
"""


FRENCH = """
import farshore

class French(farshore.Agent):
    language = "fr"
    def decide(self, view, decision, reason=None):
        if reason is None:
            return ["nonsense"]
        assert "ne fait pas partie des choix possibles" in reason, reason
        return decision.options[: decision.least]
"""


def run(folder: Path, *words: str, code: int = 0) -> dict[str, Any]:
    """Play an arena; the standings by name."""
    assert main(["arena", *words, "--out", str(folder), "--language", "en"]) == code
    figures = json.loads((folder / "ratings.json").read_bytes())
    return {each["entrant"]: each for each in figures["standings"]}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Writes somebody's bot."""

    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_a_python_file_a_program_and_built_in_players_meet(tmp_path: Path, file: Any, capsys: Any) -> None:
    found = run(
        tmp_path / "out", "faraway", file("good.py", GOOD), f"engine=exec:sh {ROOT}/examples/engine.sh", "greedy",
        "--games", "6",
    )  # fmt: skip

    assert set(found) == {"good", "engine", "greedy"}
    assert not any(each["failures"] for each in found.values())
    printed = capsys.readouterr().out
    assert "report.html" in printed
    assert "95% interval" in printed


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("crashes", CRASHES, {"crashed"}),
        ("lies", LIES, {"illegal", "skipped"}),
        ("sleeps", SLEEPS, {"late"}),
        ("dies", DIES, {"died"}),
        ("hooks", HOOKS, set()),
        ("french", FRENCH, set()),
    ],
)
def test_who_fails_has_the_default_and_everybody_plays_on(
    tmp_path: Path, file: Any, name: str, text: str, kinds: set[str]
) -> None:
    found = run(
        tmp_path / "out", "faraway", file(f"{name}.py", text), "random", "--games", "4", "--jobs", "1",
        "--budget", "0.5",
    )  # fmt: skip

    assert set(found[name]["failures"]) == kinds
    assert found["random"]["failures"] == {}
    assert found[name]["games"] == 4
    if kinds - {"died"}:
        assert found[name]["note"]
        assert found[name]["note"].split(":")[0] in kinds


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("exit 3", "crashed"),
        ("read hello; echo '{\"ready\": true}'; read question; exit 0", "crashed"),
        ("read hello; echo '{\"ready\": true}'; read question; echo nonsense; sleep 9", "crashed"),
        ("read hello; echo '{\"ready\": true}'; sleep 9", "late"),
    ],
)
def test_a_program_that_fails_does_no_harm(tmp_path: Path, file: Any, script: str, kind: str) -> None:
    program = Path(file("engine", f"#!/bin/sh\n{script}\n"))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)

    found = run(
        tmp_path / "out", "faraway", f"exec:{program}", "random", "--games", "2", "--jobs", "1", "--budget", "0.3"
    )

    assert set(found["engine"]["failures"]) == {kind, "skipped"}
    assert found["random"]["failures"] == {}


def test_an_agent_that_ignores_the_time_limit_is_interrupted_again() -> None:
    told = 0

    def stubborn() -> None:
        nonlocal told
        for _ in range(3):
            try:
                time.sleep(20)
            except BaseException:
                told += 1
        time.sleep(20)

    with pytest.raises(TimeUp), time_limit(0.05):
        stubborn()
    assert told == 3


def test_an_agent_learns_why_it_may_not_say_something(tmp_path: Path) -> None:
    game, dice = REGISTRY["mountains_of_madness"], Random(1)
    plan = make_plan(game.name, (Entrant(name="guide", kind="bot", level="guide"),), games=1)
    s, events = game.begin(3, "monday")
    seat = ArenaSeat(plan, "game-0", s, 0, events, dice)
    turn = LocalTable(seat).turn(10.0, None)

    assert turn.say("I have a rope", "nowhere") is not None
    assert [event.kind for _, event in seat.events() if event.kind == "talk"] == []
    assert turn.say("Up the left side") is None
    assert "Up the left side" in str(seat.events())


def test_ratings_and_report_come_from_the_file_alone(tmp_path: Path, capsys: Any) -> None:
    run(tmp_path / "out", "faraway", "greedy", "random", "--games", "4")
    printed = [
        line for line in capsys.readouterr().out.splitlines() if line.startswith(("entrant", "greedy", "random"))
    ]
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (moved / "x.ndjson").write_bytes((tmp_path / "out" / "games.ndjson").read_bytes())

    assert main(["arena", "ratings", str(moved / "x.ndjson"), "--language", "en"]) == 0
    again = capsys.readouterr().out.splitlines()
    # Only the timing is not in the file.
    assert [line.rsplit(maxsplit=1)[0] for line in again] == [line.rsplit(maxsplit=1)[0] for line in printed]
    assert main(["arena", "report", str(moved / "x.ndjson"), "--language", "fr"]) == 0
    assert "Arène" in (moved / "report.html").read_text("utf-8")
    figures = [json.loads((folder / "ratings.json").read_bytes()) for folder in (tmp_path / "out", moved)]
    assert figures[0]["ratings"] == figures[1]["ratings"]
    assert figures[0]["cross"] == figures[1]["cross"]
    assert main(["arena", "ratings", *[str(moved / "x.ndjson")] * 2, "--language", "en"]) == 0
    assert "bot:greedy@60:1" in capsys.readouterr().out


def test_a_book_in_a_file_can_be_played_in(tmp_path: Path) -> None:
    book = tmp_path / "novel.txt"
    sentence = "The old captain walked along the shore and looked for the river that would lead him to the mountains. "
    book.write_text("\n\n".join(sentence * 6 for _ in range(400)), "utf-8")

    found = run(tmp_path / "out", "new_lands", "random", "dozy", "--games", "2", "--book", str(book), "--jobs", "1")

    assert set(found) == {"random", "dozy"}
    plan, _, _ = export.decode((tmp_path / "out" / "games.ndjson").read_bytes())
    assert len(plan.options["book"]) > 20


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "greedy", "random"], "There is no game chess"),
        (["faraway", "greedy"], "2 entrants or more"),
        (["faraway", "greedy", "random", "--seats", "9"], "2 to 6 players, not 9"),
        (["faraway", "greedy", "random", "--book", "x.txt"], "faraway is not played in a book"),
        (["faraway", "greedy", "deep"], "random, greedy, search"),
        (["faraway", "greedy", "search@many"], "a number of thoughts"),
        (["faraway", "greedy", "./nowhere.py"], "nowhere.py"),
        (["faraway", "greedy", "exec:./nowhere"], "nowhere"),
        (["faraway", "greedy", "random", "--option", "advanced=7"], "options.advanced"),
        (["report", "nowhere.ndjson"], "nowhere.ndjson"),
        (["ratings", __file__], "is not an export of an arena"),
    ],
)
def test_an_invalid_arena_is_explained(
    words: list[str], says: str, capsys: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words, "--language", "en"]) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "greedy", "random"], "Le jeu chess n’existe pas"),
        (["faraway", "greedy"], "au moins 2 participants"),
        (["faraway", "greedy", "deep"], "random, greedy, search"),
        (["faraway", "greedy", "random", "--seats", "9"], "se joue de 2 à 6, pas à 9"),
    ],
)
def test_an_invalid_arena_is_explained_in_french_too(words: list[str], says: str, capsys: Any) -> None:
    assert main(["arena", *words, "--language", "fr"]) == 2
    assert says in capsys.readouterr().err


def test_the_same_at_a_service(
    tmp_path: Path, url: str, ada: farshore.Client, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARSHORE_TOKEN", ada.token or "")
    there = ["arena", "faraway", "greedy@5", "chance=random", "--games", "4", "--remote", "--url", url]

    assert main([*there, "--out", str(tmp_path), "--language", "en"]) == 0

    printed = capsys.readouterr()
    assert "finished after 4 of 4 games" in printed.out
    assert "4 of 4 games" in printed.err
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")
    assert main(["arena", "ratings", str(tmp_path / "games.ndjson"), "--language", "en"]) == 0
    again = capsys.readouterr().out
    [arena] = ada.arenas.list(mine=True)
    found = ada.arenas.get(arena.id)
    assert [each.entrant for each in found.ratings] == ["greedy@5", "chance"]
    assert all(f"{each.mu:.2f}" in again for each in found.ratings)
    assert {each.entrant for each in ada.ratings.list("faraway")} == {"bot:greedy@5:1", "bot:random@60:1"}
    with pytest.raises(farshore.Conflict) as refused:
        ada.arenas.pause(arena.id)
    assert refused.value.code == "arena-over"
    resting = ada.arenas.open("faraway", ["greedy", {"level": "search", "thoughts": 120}], games=500)
    assert ada.arenas.pause(resting.id).status == "paused"
    assert ada.arenas.resume(resting.id).status == "running"
    ada.arenas.cancel(resting.id)
    assert ada.arenas.wait(resting.id).status == "cancelled"


@pytest.mark.parametrize("spec", ["./my_bot.py", "exec:./engine", "search@many"])
def test_at_a_service_only_who_is_there_can_play(spec: str, capsys: Any) -> None:
    assert main(["arena", "faraway", "greedy", spec, "--remote", "--language", "en"]) == 2
    assert spec in capsys.readouterr().err


def test_without_the_service_package_there_is_a_message(capsys: Any) -> None:
    words = ["arena", "faraway", "greedy", "random", "--remote", "--url", "http://127.0.0.1:9", "--language", "en"]
    assert main(words) == 1
    assert "No response" in capsys.readouterr().err


def test_entrants_have_unique_names(file: Any) -> None:
    bot = file("good.py", GOOD)
    found = entrants(["greedy", "search@300", bot, bot, f"best={bot}:Good"], 10)
    assert [each.name for each in found] == ["greedy", "search@300", "good", "good-2", "best"]
    assert [each.thoughts for each in found] == [10, 300, None, None, None]
    assert found[2].digest == found[4].digest
    Path(bot).write_text(GOOD + "# changed\n", "utf-8")
    assert entrant(bot).digest != found[2].digest


def test_a_changed_bot_does_not_go_on_where_the_old_one_stopped(tmp_path: Path, file: Any, capsys: Any) -> None:
    bot = file("good.py", GOOD)
    run(tmp_path / "out", "faraway", bot, "random", "--games", "2", "--jobs", "1")
    file("good.py", GOOD + "# changed\n")
    assert main(["arena", "faraway", bot, "random", "--games", "2", "--out", str(tmp_path / "out")]) == 2
    assert str(tmp_path / "out") in capsys.readouterr().err


def test_without_the_service_package_the_arena_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "farshore", "arena", "faraway", "greedy", "random"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "sdk")}

    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 2
    assert "pip install" in done.stderr
    assert "Traceback" not in done.stderr
