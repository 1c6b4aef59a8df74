"""Fixtures for the tests of the archive: an app on each kind of database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.service.archive.archived import AT_ONCE


@pytest.fixture
def app(any_database_url: str, app_with: Callable[..., Flask]) -> Flask:
    """An app that archives a table as soon as it is over, on each kind of database."""
    found: Flask = app_with(database_url=any_database_url, retention=AT_ONCE)
    return found
