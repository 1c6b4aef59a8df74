"""Every package of the service has its place in the layers of the import contracts."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_package_appears_in_the_layers() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [layers] = [one["layers"] for one in config["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    named = {name.strip() for layer in layers for name in layer.split(":")}
    packages = {f"service.{path.parent.name}" for path in (ROOT / "service").glob("*/__init__.py")}

    assert packages <= named
