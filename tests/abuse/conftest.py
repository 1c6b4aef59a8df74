"""One whole service, running, for all tests of abuse of this process; and the app for those that need no socket."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import free_port
from tests.e2e.running import Service, soon
from tests.service.conftest import ada, app, app_with, ben, built, cleo, house, lasting_app, nobody, register  # noqa: F401

LOG = {"FARSHORE_LOG": "info", "FARSHORE_HEARTBEAT": "0.2", "FARSHORE_ADMIN_TOKEN": "the-operator-and-nobody-else"}


class Logged(Service):
    """A service whose log goes into a file, so that it never waits for a reader."""

    def launch(self, **env: str) -> subprocess.Popen[str]:
        self.log = self.data.parent / "log.txt"
        started = super().launch(**LOG, **env)
        assert started.stderr is not None
        self.reader = subprocess.Popen(["tee", str(self.log)], stdin=started.stderr, stdout=subprocess.DEVNULL)
        return started

    def logged(self) -> bytes:
        return self.log.read_bytes()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    folder: Path = tmp_path_factory.mktemp("abuse")
    running = Logged(folder / "data", free_port())
    running.start()
    assert soon(running.healthy)
    yield running
    running.end()
    running.reader.wait(10)
