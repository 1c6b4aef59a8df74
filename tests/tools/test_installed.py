"""What `.ci/run` does on a machine where nothing is installed yet."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.service_process import ROOT


@pytest.mark.thorough
def test_missing_programs_are_listed_before_any_package_is_installed() -> None:
    without_packages = [sys.executable, "-S", "-m", "tests.installed"]

    done = subprocess.run(without_packages, cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert "caddy" in done.stdout.split()
