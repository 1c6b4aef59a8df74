"""Fixtures of the SDK tests: a scripted server, a clock that does not wait, and the real service."""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import farshore
import pytest
from farshore import request

from tests.conftest import free_port
from tests.sdk.puppet import Puppet
from tools.service_process import Service


@pytest.fixture
def puppet() -> Iterator[Puppet]:
    """A server that does what the test says."""
    puppet = Puppet()
    yield puppet
    puppet.close()


@pytest.fixture
def client(puppet: Puppet) -> Iterator[farshore.Client]:
    """A client of that server."""
    with farshore.Client(puppet.url, timeout=30) as client:
        yield client


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses the client would have made, in seconds."""
    made: list[float] = []
    sleep, others = time.sleep, {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}

    def pause(seconds: float) -> None:
        # A thread that another test has left behind sleeps for itself.
        if threading.get_ident() in others:
            sleep(seconds)
        else:
            made.append(seconds)

    monkeypatch.setattr(request.time, "sleep", pause)
    return made


class Unlimited(Service):
    """The service without rate limits: all tests call it from one address."""

    def launch(self, log: Path | None = None, **env: str) -> subprocess.Popen[str]:
        quick = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.05", "FARSHORE_AGENT_PRIVATE": "on"}
        return super().launch(log, **quick, **env)


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """The address of the whole real service."""
    with tempfile.TemporaryDirectory(prefix="farshore-sdk-") as folder:
        service = Unlimited(Path(folder), free_port())
        service.start()
        try:
            yield service.at
        finally:
            service.end()


@pytest.fixture
def ada(url: str) -> Iterator[farshore.Client]:
    """A player at the real service."""
    with farshore.Client(url) as client:
        client.register("Ada")
        yield client


@pytest.fixture
def ben(url: str) -> Iterator[farshore.Client]:
    """Another one."""
    with farshore.Client(url) as client:
        client.register("Ben")
        yield client
