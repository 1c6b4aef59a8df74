"""The service on a Redis of one's own (`REDIS_URL`) instead of the embedded Valkey: it must work on both."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import farshore
import pytest

from service.launch.embedded import EmbeddedRedis
from tests.conftest import free_port
from tools.service_process import Service

REDIS = shutil.which("redis-server")

pytestmark = pytest.mark.skipif(REDIS is None, reason="no redis-server is installed")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="farshore-own-") as folder:
        yield Path(folder)


def start(folder: Path) -> EmbeddedRedis:
    server = EmbeddedRedis(folder / "redis")
    server.binary = Path(str(REDIS))
    server.start()
    server.wait()
    return server


def test_a_game_against_bots_is_played_on_an_external_redis_and_survives_its_restart(folder: Path) -> None:
    redis, random = start(folder), Random(5)
    service = Service(folder / "data", free_port())
    service.start(REDIS_URL=redis.url)
    try:
        client = farshore.Client(service.at)
        client.register("Ada")
        table = client.tables.open("faraway", seats=3, bots=2, level="greedy")
        for number, turn in enumerate(table.turns()):
            turn.answer(random.sample(turn.decision.options, turn.decision.least))
            if number == 3:
                redis.stop()
                redis = start(folder)
        result = table.result

        assert result is not None
        assert client.tables.get(table.id).result == result
    finally:
        service.end()
        redis.stop()
