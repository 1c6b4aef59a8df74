"""The same over real sockets, from the running service: what a viewer reads from the wire is the same for twins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from service.app import create_app
from service.launch.embedded import socket_folder
from service.settings import Settings
from tests.abuse.wire import request, send
from tests.conftest import free_port
from tests.e2e.running import Service, soon
from tests.games.play import SETTINGS
from tests.leaks.asking import looking, trying
from tests.leaks.stage import Stage, crowd, still
from tests.leaks.twins import Kept, Viewer, twin
from tests.service.conftest import QUICK, house_of

TABLES = [next(s for s in SETTINGS if s.game.name == name and s.seats == 3) for name in ("faraway", "golden_compass")]
CLOCK = re.compile(rb'(?i)\r\ndate: [^\r]*|"at":"[^"]*"')
"""The two clocks that go on: the web server's, and that of a snapshot."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("sockets")
    running = Service(folder / "data", free_port())
    running.start(folder / "log.txt", FARSHORE_RATE_LIMITS="off")
    assert soon(running.healthy)
    yield running
    running.end()


def from_the_wire(service: Service, stage: Stage, seat: Viewer, kept: Kept, asks: list[bytes]) -> list[bytes]:
    """Every byte that comes back."""
    kept.lay(stage.house.redis)
    return [CLOCK.sub(b"", send(service.port, raw)) for raw in asks]


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_twins_are_the_same_on_the_wire(service: Service, setting: object) -> None:
    beside = Settings(
        redis_url=f"unix://{socket_folder(service.data)}/redis.sock", archive=service.data / "archive", **QUICK
    )
    app = create_app(beside)
    with still(house_of(app)) as clock:
        stage = Stage(app, clock, setting, 5, crowd(app, 3))  # type: ignore[arg-type]
        [moment] = stage.some_moments(1)
        for seat, person in stage.viewers.items():
            pair = moment[1], twin(moment[1], seat, Random(7))
            stage.lay(moment)
            asks = []
            for ask in [*looking(stage, seat), *trying(stage, seat, pair, Random(7))]:
                if not ask.stream and not ask.changes and ask.method != "OPTIONS":
                    body = b"" if ask.body is None else str(ask.body).replace("'", '"').encode()
                    headers = [f"{name}: {value}" for name, value in ask.headers.items()] + ["X-Request-ID: twin"]
                    headers += [f"Authorization: Bearer {person.token}"] if person.token else []
                    asks.append(request(ask.method, "/v1" + ask.path, body, *headers))
            here, there = (from_the_wire(service, stage, seat, kept, asks) for kept in pair)
            assert len(asks) > 20
            assert all(said.startswith(b"HTTP/1.1 ") for said in here)
            assert here == there
