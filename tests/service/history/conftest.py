"""Fixtures for the tests of finished games: an app on each kind of database."""

from __future__ import annotations

from tests.service.archive.conftest import app

__all__ = ["app"]
