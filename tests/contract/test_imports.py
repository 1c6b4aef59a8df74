"""Every package of the service has its place in the import contracts, and imports what an installation has."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_package_appears_in_the_contracts() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    packages = {f"service.{path.parent.name}" for path in (ROOT / "service").glob("*/__init__.py")}

    [layers] = [one["layers"] for one in contracts if one["type"] == "layers"]
    [by_name] = [one for one in contracts if one["name"].startswith("The platform knows games by the registry")]

    assert packages <= {name.strip() for layer in layers for name in layer.split(":")}
    assert packages - {"service.games"} <= set(by_name["source_modules"])


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_the_service_imports_only_what_the_image_installs() -> None:
    """`requirements-dev.txt` has more, so nothing would be missing in other tests."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    installed = {found[1].lower() for line in lines if (found := re.match(r"([\w.-]+)(\[\w+\])?==", line))}
    ours = {"service", "workers"} | {"_typeshed"}
    used = {
        name for folder in ("service", "workers") for path in (ROOT / folder).rglob("*.py") for name in imported(path)
    }
    distributions = packages_distributions()
    missing = {
        name
        for name in used - ours - sys.stdlib_module_names
        if not {each.lower().replace("_", "-") for each in distributions.get(name, [])} & installed
    }

    assert missing == set()
    assert "flask" in installed
