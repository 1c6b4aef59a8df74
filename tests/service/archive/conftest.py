"""Fixtures for the tests of retention: an app with an archive of each kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.service.archive.archived import AT_ONCE


@pytest.fixture(params=["folder", "redis"])
def app(request: pytest.FixtureRequest, app_with: Callable[..., Flask], tmp_path: Path) -> Flask:
    """An app that moves a table as soon as it is over, into each kind of archive."""
    folder = tmp_path / "archive" if request.param == "folder" else None
    found: Flask = app_with(archive=folder, retention=AT_ONCE)
    return found
