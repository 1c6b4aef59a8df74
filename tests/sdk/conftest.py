"""What the tests of the SDK need: a server on strings, and a clock that does not really wait."""

from __future__ import annotations

from collections.abc import Iterator

import farshore
import pytest
from farshore import patience

from tests.sdk.puppet import Puppet


@pytest.fixture
def puppet() -> Iterator[Puppet]:
    """A server that does what the test says."""
    puppet = Puppet()
    yield puppet
    puppet.close()


@pytest.fixture
def client(puppet: Puppet) -> Iterator[farshore.Client]:
    """A client of that server."""
    with farshore.Client(puppet.url, timeout=5) as client:
        yield client


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses the client would have made, in seconds."""
    made: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", made.append)
    return made
