"""Redis hangs or is away: requests and health checks are answered all the same, and the game goes on afterwards."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import farshore
import pytest
import requests

from tools.ports import free_port
from tools.service_process import SERVER, Service, soon

LATE_S = 30
"""What hangs is given up as failed after this time; it is no measure."""

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("hung"), free_port())
    service.start()
    assert soon(lambda: service.call("GET", "/readyz")[0] == 200)
    try:
        yield service
    finally:
        service.end()


@contextmanager
def hung(service: Service) -> Iterator[None]:
    """Redis takes connections and answers nothing."""
    [redis] = service.find(SERVER)
    os.kill(redis, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(redis, signal.SIGCONT)


def get(service: Service, path: str, **headers: str) -> requests.Response:
    return requests.get(service.at + path, headers=headers, timeout=LATE_S)


def test_requests_are_refused_with_503_while_redis_hangs_and_accepted_afterwards(service: Service) -> None:
    client = farshore.Client(service.at)
    client.register("Ada")
    table = client.tables.open("faraway", seats=2, bots=1, level="random")
    token = {"authorization": f"Bearer {client.token}"}

    with hung(service):
        replies = [get(service, f"/v1/tables/{table.id}/view", **token) for _ in range(3)]
        ready, health, metrics = get(service, "/readyz"), get(service, "/healthz"), get(service, "/metrics")

    assert {reply.status_code for reply in replies} == {503}
    assert all(int(reply.headers["Retry-After"]) >= 1 for reply in replies)
    assert replies[0].json()["code"] == "unavailable"
    assert ready.status_code == 503
    assert ready.json()["checks"] == {"redis": False, "writing": False}
    assert health.status_code == 200
    assert "farshore_redis_up 0.0" in metrics.text
    turn = next(iter(table.turns()))
    turn.answer(turn.decision.options[: turn.decision.least])


def test_many_requests_at_once_do_not_queue_behind_a_hung_redis(service: Service) -> None:
    found: list[int] = []
    with hung(service):
        threads = [
            threading.Thread(target=lambda: found.append(get(service, "/v1/tables").status_code)) for _ in range(40)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LATE_S)

    assert found == [503] * 40
