"""Parts of the running service are killed without warning while people and bots play: nothing accepted is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests

from tests.conftest import free_port
from tests.e2e.running import PARTS, Service, soon

SEED = int(os.environ.get("FAULT_SEED", "7"))
KILLS = int(os.environ.get("FAULT_KILLS", "15"))
TABLES = 4
PATIENCE_S = 120.0

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process tree from /proc")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    running = Service(tmp_path, free_port())
    running.start()
    yield running
    running.end()


class Person(threading.Thread):
    """Somebody who plays at random, comes back after every fault, and writes down what was accepted."""

    def __init__(self, at: str, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.at = at
        self.session = requests.Session()
        self.accepted: list[tuple[str, tuple[str, ...]]] = []
        self.table = ""
        self.seat = 0
        self.status = ""
        self.random = Random(name)
        self.broken: list[str] = []
        registered = self.call("POST", "/v1/players", {"name": name}, key=f"register-{name}-{SEED:016d}")
        self.session.headers["Authorization"] = f"Bearer {registered['token']}"

    def call(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Keep asking until there is an answer that is not the fault of a fault."""
        headers = {"Idempotency-Key": key} if key else {}
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                reply = self.session.request(method, self.at + path, json=body, headers=headers, timeout=30)
            except requests.RequestException:
                time.sleep(0.05)
                continue
            if reply.status_code in (502, 503):
                time.sleep(0.05)
                continue
            if reply.status_code == 409:
                return None
            assert reply.ok, (method, path, reply.status_code, reply.text)
            return reply.json()
        raise TimeoutError(path)

    def run(self) -> None:
        try:
            self.play()
        except (AssertionError, TimeoutError) as error:
            self.broken.append(repr(error))

    def play(self) -> None:
        now = self.call("GET", f"/v1/tables/{self.table}/view")
        while now["status"] == "running":
            if not now["decisions"]:
                now = self.call("GET", f"/v1/tables/{self.table}/view?after={now['seq']}&wait=2")
                continue
            decision = now["decisions"][0]
            picks = self.random.sample(decision["options"], decision["least"])
            time.sleep(self.random.random() * 0.1)
            path = f"/v1/tables/{self.table}/decisions/{decision['id']}/answer"
            answered = self.call("PUT", path, {"picks": picks})
            assert answered is not None, f"{decision['id']} is closed although nobody else may answer it"
            self.accepted.append((decision["id"], tuple(picks)))
            now = answered
        self.status = now["status"]


def test_no_accepted_answer_is_lost_and_no_table_stuck_whatever_is_killed(service: Service) -> None:
    people = [Person(service.at, f"person-{n}") for n in range(2 * TABLES)]
    for n in range(TABLES):
        one, two = people[2 * n : 2 * n + 2]
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]
        opened = one.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, key=f"table-{n}")
        one.table = two.table = opened["id"]
        two.seat = 1
        two.call("PUT", f"/v1/tables/{two.table}/seats/1", {})
    for person in people:
        person.start()

    killed = kill_parts(service, Random(SEED))
    for person in people:
        person.join(PATIENCE_S)

    assert not [broken for person in people for broken in person.broken], killed
    assert {person.status for person in people} == {"finished"}, killed
    for person in people:
        replay = person.call("GET", f"/v1/tables/{person.table}/replay")
        given = Counter((a["decision"], tuple(a["picks"])) for a in replay["answers"] if a["seat"] == person.seat)
        assert given == Counter(person.accepted), killed
        assert person.call("POST", "/v1/replays", replay, key=f"import-{person.name}")["status"] == "finished"
    assert soon(service.complete)


def kill_parts(service: Service, random: Random) -> list[str]:
    """Kill -9 one part after another, each a little later than the last."""
    killed = []
    for _ in range(KILLS):
        time.sleep(random.uniform(0.05, 0.4))
        part = random.choice(PARTS)
        if victims := service.find(part):
            os.kill(random.choice(victims), signal.SIGKILL)
            killed.append(part)
    return killed
