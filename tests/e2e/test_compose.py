"""The containers of docker-compose.yml, started here as plain processes: the same commands and environment."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import farshore
import pytest
import yaml

from service.database.engine import sqlite_url
from service.launch.parent_watch import tied_to_parent
from tools.service_process import ROOT, Service, free_port, soon

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
IMAGE = (ROOT / "Dockerfile").read_text()
PARTS = {name: part for name, part in COMPOSE["services"].items() if part.get("image") == "farshore"}


def command(part: dict[str, Any]) -> list[str]:
    """What the container runs: the command of the service, or else that of the image."""
    found = part.get("command") or json.loads(re.findall(r"^CMD (\[.*\])$", IMAGE, re.MULTILINE)[-1])
    return [sys.executable if word == "python" else word for word in found]


def environment(part: dict[str, Any], **changes: str) -> dict[str, str]:
    """The environment of the container with no variable set on the host."""
    image = dict(re.findall(r"(\w+)=(\S+)(?= \\$|$)", IMAGE, re.MULTILINE))
    filled = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", str(value)) for name, value in part["environment"].items()}
    return {"PATH": os.environ["PATH"], **image, **filled, "PYTHONPATH": str(ROOT), **changes}


def replicas(part: dict[str, Any]) -> int:
    found: int = part.get("deploy", {}).get("replicas", 1)
    return found


@pytest.fixture
def api(redis_tcp_url: str, tmp_path: Path) -> Iterator[Service]:
    """All containers but that of Redis."""
    service = Service(tmp_path, free_port())
    changes = {
        "REDIS_URL": redis_tcp_url,
        "QUEUE_REDIS_URL": redis_tcp_url,
        "FARSHORE_DATABASE_URL": sqlite_url(tmp_path),
        "FARSHORE_HOST": "127.0.0.1",
        "PORT": str(service.port),
    }
    processes = []
    for part in PARTS.values():
        for _ in range(replicas(part)):
            env = environment(part, **changes)
            tied = tied_to_parent(command(part), death_signal=signal.SIGKILL)
            processes.append(subprocess.Popen(tied, cwd=ROOT, env=env, stdin=subprocess.DEVNULL))
    try:
        assert soon(lambda: service.call("GET", "/readyz")[0] == 200, 60)
        yield service
    finally:
        for process in processes:
            process.terminate()
        codes = [process.wait(30) for process in processes]
    assert set(codes) == {0}


@pytest.mark.thorough
def test_the_containers_of_the_compose_file_play_a_game_and_stop_cleanly(api: Service) -> None:
    random = Random(3)
    client = farshore.Client(api.at)
    client.register("Ada")
    table = client.tables.open("faraway", seats=2, bots=1)

    for turn in table.turns():
        turn.answer(random.sample(turn.decision.options, turn.decision.least))

    assert table.result is not None


def test_the_api_in_its_container_listens_on_every_address() -> None:
    assert environment(PARTS["api"])["FARSHORE_HOST"] == "0.0.0.0"


def test_the_image_contains_what_it_copies() -> None:
    copied = re.findall(r"^COPY (\S+) ", IMAGE, re.MULTILINE)
    allowed = (ROOT / ".dockerignore").read_text().split()

    assert {f"!{path}" for path in copied} <= set(allowed)
    assert all((ROOT / path).exists() for path in copied)
