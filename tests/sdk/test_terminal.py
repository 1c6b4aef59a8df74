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

ROOT = Path(__file__).resolve().parents[2]

Terminal = Callable[..., "subprocess.CompletedProcess[str]"]


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
    assert "round 8 of 8" in done.stdout
    assert re.search(r"\S.* explores region \d+\.", done.stdout)
    assert "== The game is over ==" in done.stdout
    assert re.search(r"The game is over: .* wins?\.", done.stdout)
    assert "\x1b" not in done.stdout, "no colours in a pipe"
    assert "{" not in done.stdout, "every blank is filled"


def test_a_whole_game_in_french_with_the_advanced_variant(terminal: Terminal) -> None:
    typed = "#1 #2\n#1 #2 #3\n" + "#1\n" * 40

    done = terminal("play", "--seats", "2", "--advanced", "--name", "Léa", typed=typed, LANG="fr_FR.UTF-8")

    assert done.returncode == 0, done.stderr
    assert "Bienvenue, Léa." in done.stdout
    assert "Gardez trois de ces cinq Régions" in done.stdout
    assert "Choisissez-en 3, pas 2." in done.stdout
    assert " explore la Région" in done.stdout
    assert "== La partie est finie ==" in done.stdout
    assert "{" not in done.stdout


def test_a_person_asks_errs_leaves_and_comes_back(terminal: Terminal) -> None:
    typed = "?\nh\nh 21\nb\n\n99\n#1 #2\nmoon\nq\n"

    first = terminal("play", "--seats", "2", "--name", "Ada", typed=typed)

    assert first.returncode == 0
    assert "To answer, type options as they are written on the page" in first.stdout
    assert "region 21 — desert, night; 8 points, needs 2 stones" in first.stdout
    assert "“99” is not in the list" in first.stdout
    assert "Choose one, not 2." in first.stdout
    assert "“moon” is not in the list" in first.stdout
    assert first.stdout.count("round 1 of 8") == 2
    [command] = re.findall(r"farshore (play --table \S+.*)", first.stdout)

    second = terminal(*command.split(), typed="#1\n" * 40)

    assert "Welcome, Ada." in second.stdout
    assert "round 8 of 8" in second.stdout


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


def test_the_story_of_a_table_can_be_replayed(terminal: Terminal, ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    for turn in table.turns():
        turn.answer(turn.decision.options[:1])

    told = terminal("replay", table.id)
    watched = terminal("watch", table.id, "--language", "fr")

    assert len(re.findall(r"^  Ada explores", told.stdout, re.M)) == 8
    assert "Ada explore la Région" in watched.stdout
    assert "== La partie est finie ==" in watched.stdout

    copy = ada.replays.upload(table.replay())
    assert len(re.findall(r"^  .* explores", terminal("replay", copy.id).stdout, re.M)) == 16


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


BLOCK = """
import re, sys
from importlib.metadata import packages_distributions
from pathlib import Path

pinned = re.findall("(?m)^([\\w.-]+)==", Path({file!r}).read_text())
allowed = {{re.sub("[-_.]+", "-", name.lower()) for name in pinned}}
blocked = {{
    module for module, names in packages_distributions().items()
    if not any(re.sub("[-_.]+", "-", name.lower()) in allowed for name in names)
}} | set({more!r})

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {{name!r}} (blocked)", name=name)

sys.meta_path.insert(0, Finder())
"""


@pytest.fixture
def installed(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """The environment of a Python in which only requirements.txt is installed, without some packages."""

    def environment(*without: str) -> dict[str, str]:
        block = BLOCK.format(file=str(ROOT / "requirements.txt"), more=list(without))
        (tmp_path / "sitecustomize.py").write_text(block, "utf-8")
        return {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'sdk'}"}

    return environment


def test_the_terminal_works_with_what_make_run_installs(
    terminal: Terminal, installed: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    book = tmp_path / "journey.txt"
    book.write_text(
        "\n\n".join(f"Chapter {n}\n\n" + "We went on over the hills. " * 400 for n in range(1, 60)), "utf-8"
    )
    environment = installed()
    assert "pip install" in terminal("mcp", **environment).stderr, "other packages are not there"

    played = terminal("play", "faraway", "--level", "random", "--name", "Ada", typed="#1\n" * 40, **environment)
    uploaded = terminal("upload", str(book), "--title", "A journey", "--author", "Nobody", **environment)

    assert played.returncode == 0, played.stderr
    assert "== The game is over ==" in played.stdout
    assert "Traceback" not in uploaded.stderr
    assert uploaded.returncode == 0, uploaded.stdout + uploaded.stderr


@pytest.mark.parametrize("missing", ["rich", "prompt_toolkit"])
def test_a_missing_package_is_named_with_a_command_that_installs_it(
    terminal: Terminal, installed: Callable[..., dict[str, str]], missing: str
) -> None:
    done = terminal("play", "faraway", **installed(missing))

    assert done.returncode == 2
    assert f"{sys.executable} -m pip install" in done.stderr
    assert missing.replace("_", "-") in done.stderr
    assert "Traceback" not in done.stderr


def test_a_service_that_is_not_running_gets_a_hint(terminal: Terminal) -> None:
    done = terminal("play", "--url", "http://127.0.0.1:1")

    assert done.returncode == 1
    assert "make run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_refusal_is_shown_as_a_sentence(terminal: Terminal) -> None:
    done = terminal("play", "--seats", "9")

    assert done.returncode == 1
    assert "The service refused the request" in done.stderr
    assert "Traceback" not in done.stderr
