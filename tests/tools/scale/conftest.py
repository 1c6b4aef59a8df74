"""A cluster for the tests of this folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scale.masters import Masters


@pytest.fixture(scope="session")
def masters() -> Iterator[Masters]:
    """Three masters that keep what they acknowledged."""
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        cluster = Masters(Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
