"""One running service for all abuse tests of this process, and the app for those that need no socket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import free_port
from tests.service.conftest import ada, app, app_with, ben, built, cleo, lasting_app, nobody, register, stores  # noqa: F401
from tools.service_process import Service, soon

SETTINGS = {"FARSHORE_LOG": "info", "FARSHORE_HEARTBEAT": "0.2", "FARSHORE_ADMIN_TOKEN": "the-operator-and-nobody-else"}


class Logged(Service):
    """A service that keeps its log."""

    def begin(self, log: Path) -> None:
        self.log = log
        self.start(log, **SETTINGS)
        assert soon(self.healthy)

    def logged(self) -> bytes:
        return self.log.read_bytes()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    folder = tmp_path_factory.mktemp("abuse")
    running = Logged(folder / "data", free_port())
    running.begin(folder / "log.txt")
    yield running
    running.end()
