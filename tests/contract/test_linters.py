"""The OpenAPI document in tools of others, from npm: Spectral, Redocly, openapi-typescript and the TypeScript compiler.

`test_openapi.py` checks the same without node or network, as far as that is possible.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_openapi import COMMITTED, request_bodies

pytestmark = pytest.mark.thorough

PACKAGES = ("@stoplight/spectral-cli@6.16.3", "@redocly/cli@2.77.0", "openapi-typescript@7.13.0", "typescript@5.9.3")
TIMEOUT_S = 280


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with these packages; without node or npm's registry the tests are skipped."""
    folder, npm = tmp_path_factory.mktemp("node"), shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    (folder / "package.json").write_text("{}")
    install = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", *PACKAGES]
    try:
        done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        pytest.skip("npm's registry does not respond")
    if done.returncode:
        pytest.skip(f"npm cannot install the packages: {done.stderr.strip()[-300:]}")
    shutil.copy(COMMITTED, folder / "openapi.json")
    return folder


def run(folder: Path, program: str, *args: str) -> tuple[int, str]:
    path = folder / "node_modules" / ".bin" / program
    done = subprocess.run([path, *args], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S)
    return done.returncode, done.stdout + done.stderr


def test_spectral_finds_nothing(node: Path) -> None:
    (node / "rules.yaml").write_text('extends: ["spectral:oas"]\n')
    code, out = run(node, "spectral", "lint", "openapi.json", "--ruleset", "rules.yaml", "--fail-severity", "hint")
    assert code == 0, out


def test_redocly_finds_nothing(node: Path) -> None:
    lint = [node / "node_modules/.bin/redocly", "lint", "openapi.json", "--extends=recommended", "--format=json"]
    done = subprocess.run(lint, cwd=node, capture_output=True, text=True, timeout=TIMEOUT_S)
    found: dict[str, Any] = json.loads(done.stdout)
    assert [(each["ruleId"], each["message"]) for each in found["problems"]] == []


def test_the_request_bodies_of_the_readme_fit_the_generated_types(node: Path) -> None:
    code, out = run(node, "openapi-typescript", "openapi.json", "--output", "api.ts")
    assert code == 0, out
    bodies = request_bodies()
    lines = ['import type { operations } from "./api.ts";']
    for number, (operation, body) in enumerate(bodies):
        kind = f'NonNullable<operations["{operation}"]["requestBody"]>["content"]["application/json"]'
        lines.append(f"export const body{number}: {kind} = {json.dumps(body)};")
    compile_ = ("tsc", "--noEmit", "--strict", "--allowImportingTsExtensions", "--skipLibCheck", "readme.ts")
    (node / "readme.ts").write_text("\n".join(lines))
    code, out = run(node, *compile_)
    assert code == 0, out

    (node / "readme.ts").write_text(re.sub(r'"kind": "me"', '"kind": "nobody"', "\n".join(lines)))
    code, out = run(node, *compile_)
    assert code != 0, "a wrong body is found"
