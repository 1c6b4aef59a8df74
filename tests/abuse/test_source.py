"""Forbidden constructs in the source: code execution from outside, and secrets. Needs no network."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted(path for part in ("service", "workers", "sdk/farshore") for path in (ROOT / part).rglob("*.py"))

MODULES = {"pickle", "marshal", "shelve", "dill", "yaml", "telnetlib", "ftplib", "xmlrpc", "lxml", "imp", "crypt"}
CALLS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "tempfile.mktemp", "input"}
WORDS = {"shell": True, "verify": False, "debug": True}
ALLOWED = {
    # A player's own programme and a person at a keyboard are not "from outside".
    ("sdk/farshore/cli", "input"),
}


def found(path: Path) -> Iterator[str]:
    """What a file does that it should not."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in CALLS:
                yield name
            for word in node.keywords:
                if word.arg in WORDS and isinstance(word.value, ast.Constant) and word.value.value is WORDS[word.arg]:
                    yield f"{word.arg}={word.value.value}"


def test_nothing_that_comes_from_outside_is_ever_run() -> None:
    assert len(OURS) > 200
    wrong = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in OURS
        for what in found(path)
        if not any(str(path.relative_to(ROOT)).startswith(place) and what == name for place, name in ALLOWED)
    ]
    assert wrong == []


def test_the_check_sees_what_it_looks_for(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "import pickle\nfrom yaml import load\neval('1')\nos.system('x')\nrun('x', shell=True)\nget(verify=False)\n"
    )

    assert list(found(bad)) == ["pickle", "yaml", "eval", "os.system", "shell=True", "verify=False"]


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_is_pinned_and_hashed(file: str) -> None:
    text = (ROOT / file).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]

    assert len(lines) > 20
    assert [line[:60] for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


SECRETS = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bxox[abp]-[0-9A-Za-z-]{20,}"
    # The example of the Standard Webhooks specification is nobody's.
    rb"|\bsk-[A-Za-z0-9]{32,}|\bfs_[0-9a-f]{48}\b|\bwhsec_(?!MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw)[A-Za-z0-9+/=]{32,}"
)


def test_no_secret_is_in_the_repository() -> None:
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.split(b"\0")
    tracked = [ROOT / name.decode() for name in files if name] or [*OURS, *ROOT.glob("*.*")]

    assert [str(path) for path in tracked if path.is_file() and SECRETS.search(path.read_bytes())] == []
