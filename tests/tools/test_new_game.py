"""CONTRIBUTING's steps for a new game, carried out in a copy of the repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_game import Refused, write

ROOT = Path(__file__).parents[2]
FOLDERS = ("service", "workers", "sdk", "tests", "tools", "benchmarks", "openapi", "docs")
FILES = ("CONTRIBUTING.md", "Makefile", "pyproject.toml")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Everything that a new game might touch."""
    folder = tmp_path / "copy"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    return folder


def steps() -> list[list[str]]:
    """The commands of CONTRIBUTING's section on adding a game, word by word."""
    [section] = re.findall(r"^## Add a game$(.*?)^## ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S)
    return [shlex.split(line) for line in re.findall(r"^ {4,}(make .*)$", section, re.M)]


def run(folder: Path, *command: str) -> str:
    """Run a command in the copy, with this test's Python; what it says."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    paths = {"PYTHONPATH": f"{folder}:{folder / 'sdk'}", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=folder, env=clean | paths, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_a_game_written_as_contributing_says_passes_everything(copy: Path) -> None:
    commands = steps()
    assert ["make", "game", "NAME=tiny"] in commands
    for make, *words in commands:
        # The environment is that of this test: nothing is installed.
        told = run(copy, make, "--old-file=setup-dev", f"VENV={sys.prefix}", *words)

    assert re.search(r"\b[1-9]\d* passed", told)
    assert "failed" not in told
    assert not re.search(r"\d+ skipped", told)
    assert {"tiny-1.txt", "tiny-2.txt"} <= {path.name for path in (copy / "tests/games/golden").iterdir()}
    run(copy, "pytest", "-n0", "-k", "committed or types", "tests/contract/test_openapi.py")
    run(copy, "pytest", "-n0", "-k", "tiny", "tests/service/arena/test_match.py", "tests/workers/test_conformance.py")
    run(copy, "ruff", "format", "--check", "service/games", "tests/games")
    run(copy, "ruff", "check", "service/games", "tests/games")
    run(copy, "lint-imports")


def test_only_the_registry_is_changed_beside_what_is_new(tmp_path: Path) -> None:
    registry = tmp_path / "service" / "games" / "__init__.py"
    registry.parent.mkdir(parents=True)
    before = (ROOT / "service" / "games" / "__init__.py").read_text("utf-8")
    registry.write_text(before, "utf-8")

    written = write("alps_2", tmp_path)

    lines, known = registry.read_text("utf-8").splitlines(), before.splitlines()
    assert [line.strip() for line in lines if line not in known] == [
        "from service.games.alps_2 import Alps2",
        "Alps2(),",
    ]
    own = [path.relative_to(tmp_path) for path in written if path != registry]
    assert all(path.parts[:3] in (("service", "games", "alps_2"), ("tests", "games", "alps_2")) for path in own)
    assert not [path for path in own if "__NAME__" in (tmp_path / path).read_text("utf-8")]


@pytest.mark.parametrize("name", ["", "Tiny", "2tiny", "ti-ny", "../tiny", "class", "faraway", "kit"])
def test_an_invalid_name_is_refused_and_nothing_is_written(name: str) -> None:
    before = sorted(ROOT.glob("service/games/*"))

    with pytest.raises(Refused):
        write(name, ROOT)

    assert sorted(ROOT.glob("service/games/*")) == before
