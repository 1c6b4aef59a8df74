"""The examples run as they are, and those that are players play wherever players can."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from farshore.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("example", ["play_faraway.py", "greedy_bot.py"])
def test_the_examples_play_whole_games(url: str, example: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / example)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url},
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert re.search(r"\(\d+, \d+", done.stdout)


def test_curl_is_enough_to_play(url: str) -> None:
    done = subprocess.run(
        ["sh", str(ROOT / "examples" / "curl.sh"), "4"],
        env={"PATH": os.environ["PATH"], "FARSHORE_URL": url},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("answered") == 4
    assert re.search(r"the last things told:\n  [a-z-]+ \{'", done.stdout)


def test_the_commands_of_the_readme_work_as_they_are_printed(url: str) -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## Five minutes with curl")[2]
    commands = section.partition("```sh\n")[2].partition("```")[0].replace("http://127.0.0.1:8000", url)
    # The last one follows the table until it ends.
    *lines, _ = commands.strip().splitlines()

    done = subprocess.run(
        ["sh", "-e", "-c", "\n".join(lines)],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert "you are Ada" in done.stdout, "the page in words"
    assert '"status":"running"' in done.stdout
    assert '"code"' not in done.stdout, "nothing was refused"


@pytest.mark.thorough
def test_the_walk_of_the_api_page_ends_with_a_finished_game(url: str) -> None:
    section = (ROOT / "docs" / "api.md").read_text("utf-8").partition("## From nothing to a finished game")[2]
    commands = section.partition("```sh\n")[2].partition("```")[0].replace("http://127.0.0.1:8000", url)

    done = subprocess.run(
        ["sh", "-e", "-c", commands], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 0, done.stderr
    assert "faraway - Explore eight regions" in done.stdout
    assert "'winners': [" in done.stdout
    assert re.fullmatch(r"[0-9a-f]{32}", done.stdout.splitlines()[-1])


@pytest.mark.parametrize("example", ["bot.py", "greedy_bot.py"])
def test_an_example_with_a_player_in_it_plays_in_an_arena(tmp_path: Path, example: str) -> None:
    bot = f"example={ROOT / 'examples' / example}"

    assert main(["arena", "faraway", bot, "random", "--games", "4", "--jobs", "1", "--out", str(tmp_path)]) == 0

    figures = json.loads((tmp_path / "ratings.json").read_bytes())
    [standing] = [each for each in figures["standings"] if each["entrant"] == "example"]
    assert (standing["games"], standing["failures"]) == (4, {})
