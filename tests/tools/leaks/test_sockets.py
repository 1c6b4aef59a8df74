"""The same over real sockets with the running service: twins send the same bytes."""

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
from tests.games.play import SETTINGS
from tests.service.conftest import QUICK
from tools.leaks.probes import reads, refused_requests
from tools.leaks.table import WatchedTable, frozen_clock, register_players, stores_of
from tools.leaks.twins import TableSnapshot, Viewer, twin
from tools.ports import free_port
from tools.service_process import Service, soon

TABLES = [next(s for s in SETTINGS if s.game.name == name and s.seats == 3) for name in ("faraway", "golden_compass")]
CLOCK = re.compile(rb'(?i)\r\ndate: [^\r]*|"(at|now)":"[^"]*"')
"""The two times that differ: that of the web server, and that of a snapshot."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("sockets")
    running = Service(folder / "data", free_port())
    running.start(folder / "log.txt", FARSHORE_RATE_LIMITS="off")
    assert soon(running.healthy)
    yield running
    running.end()


def replies(
    service: Service, watched: WatchedTable, seat: Viewer, snapshot: TableSnapshot, probes: list[bytes]
) -> list[bytes]:
    """The raw replies."""
    snapshot.restore(watched.stores.redis)
    return [CLOCK.sub(b"", send(service.port, raw)) for raw in probes]


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_twins_are_the_same_on_the_wire(service: Service, setting: object) -> None:
    beside = Settings(redis_url=f"unix://{socket_folder(service.data)}/redis.sock", data=service.data, **QUICK)
    app = create_app(beside)
    with frozen_clock(stores_of(app)) as clock:
        watched = WatchedTable(app, clock, setting, 5, register_players(app, 3))  # type: ignore[arg-type]
        [moment] = watched.random_moments(1)
        for seat, person in watched.viewers.items():
            pair = moment[1], twin(moment[1], seat, Random(7))
            watched.restore(moment)
            probes = []
            for probe in [*reads(watched, seat), *refused_requests(watched, seat, pair, Random(7))]:
                if not probe.stream and not probe.changes and probe.method != "OPTIONS":
                    body = b"" if probe.body is None else str(probe.body).replace("'", '"').encode()
                    headers = [f"{name}: {value}" for name, value in probe.headers.items()] + ["X-Request-ID: twin"]
                    headers += [f"Authorization: Bearer {person.token}"] if person.token else []
                    probes.append(request(probe.method, "/v1" + probe.path, body, *headers))
            here, there = (replies(service, watched, seat, snapshot, probes) for snapshot in pair)
            assert len(probes) > 20
            assert all(said.startswith(b"HTTP/1.1 ") for said in here)
            assert here == there
