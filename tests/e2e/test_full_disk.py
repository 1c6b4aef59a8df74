"""The whole service on a disk that becomes full: what got a 2xx survives, reads go on, and it recovers by itself."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import redis
import requests

from service.launch.embedded import EmbeddedRedis
from tests.conftest import free_port
from tests.small_disk import mounted
from tools.service_process import Service, soon
from tools.small_disk import SmallDisk

pytestmark = pytest.mark.thorough
CLIENTS = 12


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with mounted(4) as found:
        yield found


class Writer:
    """Registers, opens tables and answers until the disk is full, and remembers what was accepted."""

    def __init__(self, service: Service, name: str) -> None:
        self.service = service
        self.name = name
        self.tokens: list[str] = []
        self.answers: dict[str, list[str]] = {}
        self.tables: list[tuple[str, str]] = []
        self.refusal = 0

    def run(self) -> None:
        while not self.refusal:
            player = self.send("POST", "/v1/players", {"name": self.name})
            if player is not None:
                self.tokens.append(player["token"])
                self.play(player["token"])

    def play(self, token: str) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = self.send("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)
        if table is None:
            return
        self.tables.append((token, table["id"]))
        given = self.answers.setdefault(table["id"], [])
        for _ in range(200):
            status, found = self.service.call("GET", f"/v1/tables/{table['id']}/decisions", token=token)
            if status != 200 or self.refusal:
                return
            for decision in found["items"]:
                path = f"/v1/tables/{table['id']}/decisions/{decision['id']}/answer"
                if self.send("PUT", path, {"picks": decision["default"]}, token) is not None:
                    given.append(decision["id"])

    def send(self, method: str, path: str, body: object, token: str = "") -> Any:
        status, reply = self.service.call(method, path, body, token)
        if status >= 500 or status == 0:
            self.refusal = status
        return reply if 200 <= status < 300 else None

    def finds_everything(self) -> bool:
        """Whether all accounts and answers are there."""
        kept = all(self.service.call("GET", "/v1/me", token=token)[0] == 200 for token in self.tokens)
        for token, table in self.tables:
            path = f"{self.service.at}/v1/tables/{table}"
            headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
            assert requests.get(f"{path}/view", headers=headers, timeout=60).status_code == 200
            events = requests.get(f"{path}/events?after=0&limit=1000", headers=headers, timeout=60).json()["items"]
            closed = {event["data"].get("id") for event in events if event["type"] == "decision-closed"}
            kept = kept and set(self.answers[table]) <= closed
        return kept


def test_what_was_accepted_survives_a_full_disk(disk: SmallDisk) -> None:
    service = Service(disk.path / "data", free_port())
    service.start(FARSHORE_RATE_LIMITS="off", FARSHORE_API_WORKERS="2")
    writers = [Writer(service, f"Writer {n}") for n in range(CLIENTS)]
    try:
        threads = [threading.Thread(target=writer.run) for writer in writers]
        for thread in threads:
            thread.start()
        web = service.find("wsgi")
        for thread in threads:
            thread.join(120)
        assert {writer.refusal for writer in writers} == {503}
        assert sum(len(given) for writer in writers for given in writer.answers.values()) > 50

        refused = requests.post(f"{service.at}/v1/players", json={"name": "Late"}, timeout=90)
        assert (refused.status_code, refused.json()["code"]) == (503, "storage-full")
        assert int(refused.headers["Retry-After"]) >= 1

        assert all(writer.finds_everything() for writer in writers), "reads go on"
        assert service.call("GET", "/v1/games/history")[0] == 200, "those of the database too"
        assert service.find("wsgi") == web, "no web process died"

        os.kill(service.find("valkey-server")[0], signal.SIGKILL)
        assert soon(lambda: service.call("GET", "/v1/me", token=writers[0].tokens[0])[0] == 200)
        assert all(writer.finds_everything() for writer in writers), "nothing is lost with Redis"

        assert service.stop() == 0
        service.start(FARSHORE_RATE_LIMITS="off", FARSHORE_API_WORKERS="2")
        assert all(writer.finds_everything() for writer in writers), "nothing is lost in a restart"
        # The stop may have made some room: the database writes its log into its file.
        assert disk.squeeze()
        assert soon(lambda: service.call("POST", "/v1/players", {"name": "Late"})[0] == 503)
        assert service.call("GET", "/v1/games/history")[0] == 200

        disk.resize(64)
        assert soon(lambda: service.call("POST", "/v1/players", {"name": "Late"})[0] == 201)
    finally:
        service.end()


def test_a_stop_that_loses_something_says_so_and_exits_with_1(disk: SmallDisk) -> None:
    service = Service(disk.path / "data", free_port())
    service.start(FARSHORE_API_WORKERS="1")
    try:
        disk.fill()
        assert soon(lambda: service.call("POST", "/v1/players", {"name": "Late"})[0] == 503)
        with redis.Redis.from_url(EmbeddedRedis(service.data).url) as client:
            # Somebody allows writes all the same, until the reserve is used up and an append fails.
            while True:
                client.config_set("min-replicas-to-write", 0)
                try:
                    client.rpush("lost", "x" * 100_000)
                except redis.ResponseError as refused:
                    if "MISCONF" in str(refused):
                        break

        assert service.stop() == 1
        assert service.process.stderr is not None
        assert "the last changes could not be written" in service.process.stderr.read()
    finally:
        service.end()
