"""The documentation for AI players: its Python compiles, its examples exist, its commands are valid."""

from __future__ import annotations

import ast
import contextlib
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from farshore.cli import main
from farshore.cli.arguments import parse

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "docs" / "ai" / f"{page}.md" for page in ("agents", "arena", "exec", "llm", "mcp", "webhooks", "polling")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_there(page: Path) -> None:
    text = page.read_text("utf-8")

    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        ast.parse(block)
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (page.parent / link).exists(), link
    assert re.search(r"\]\(\.\./\.\./examples/", text), "each page has an example"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "sdk" / "README.md"], ids=lambda page: page.stem)
def test_its_commands_are_understood(page: Path) -> None:
    commands = re.findall(r"(?:^|`)(farshore (?:bot|mcp|arena|agent)[^`\n]*)", page.read_text("utf-8"), re.MULTILINE)

    assert commands
    for command in commands:
        wanted = parse(shlex.split(command.replace("…", "x"))[1:])
        assert wanted.command in ("bot", "mcp", "arena", "agent")


def test_the_arena_of_the_page_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGES[1].read_text("utf-8")
    [bot, *_] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    [command] = re.findall(r"```sh\n(.*?)\n```", text, re.DOTALL)
    (tmp_path / "my_bot.py").write_text(bot, "utf-8")

    with contextlib.chdir(tmp_path):
        assert main(shlex.split(command)[1:]) == 0

    assert capsys.readouterr().out.count("my_bot") >= 2
    named = set(re.findall(r"^\| `(\w+\.\w+)` \|", text, re.MULTILINE))
    assert {file.name for file in (tmp_path / "my-arena").iterdir()} == named


def test_one_can_talk_to_an_engine_by_hand() -> None:
    [command] = re.findall(r"^printf .*$", PAGES[2].read_text("utf-8"), re.MULTILINE)

    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=90)

    assert done.stdout.splitlines()[1] == '{"decide": 1, "picks": ["a"]}'
